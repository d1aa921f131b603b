/** The certificates of the vault: import, inspect, create, export. */
import { Award } from 'lucide-react';
import { texts } from '../../../shared/texts/texts.ts';
import { host } from '../../host.ts';
import { useCertificates } from '../../state/certificates.ts';
import { useFrame } from '../../state/frame.ts';
import { command, type Place } from '../../state/place.ts';
import { CertificatesPlace } from './certificates-place.tsx';

export const certificates: Place = {
  id: 'certificates',
  label: texts.certificates.name,
  more: texts.certificates.isFor,
  Icon: Award,
  View: CertificatesPlace,
  commands: () => [
    command(texts.common.workbench, texts.common.newTestCertificate, () => {
      useFrame.getState().go('certificates');
      useCertificates.getState().begin('make');
    }),
    command(texts.certificates.name, texts.certificates.importCommand, () => {
      useFrame.getState().go('certificates');
      useCertificates.getState().begin('import');
    }),
  ],
  start: () => {
    host.on('certificates.changed', () => void useCertificates.getState().load());
    host.on('import.progress', (progress) => useCertificates.setState({ progress }));
  },
};
