/** How a certificate is called where one is chosen. */
import type { CertificateView } from '../../shared/contract/certificates.ts';
import { readCertificateHeader } from '../../shared/signing/certificate.ts';
import { texts } from '../../shared/texts/texts.ts';

/** Digits of a serial number that tell apart what a person sees side by side. */
export const SERIAL_DIGITS = 8;

type Named = Pick<CertificateView, 'id' | 'name' | 'pem'>;

/** The name of a certificate, with its serial number if another one has the same name. */
export function distinctName(one: Named, all: readonly Named[]): string {
  const isShared = all.some(({ id, name }) => id !== one.id && name === one.name);
  if (!isShared) return one.name;
  const { serial } = readCertificateHeader(one.pem);
  return texts.certificates.withSerial(one.name, serial.slice(0, SERIAL_DIGITS));
}
