/** Trusted roots from files. */
import { encodeBase64 } from '../../../shared/signing/base64.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { FileButton } from '../../ui/file-button.tsx';
import { MAX_ROOT_FILE_BYTES } from '../../../shared/limits.ts';

const t = texts.environments.form;

/** @param props.onText called with the PEM of all files. Whether they are certificates is checked as if they were typed */
export function RootFiles({ onText }: { onText: (pem: string) => void }) {
  const read = async (files: readonly File[]) => onText((await Promise.all(files.map(pemOf))).join('\n'));
  return (
    <div>
      <FileButton label={t.chooseRoots} inputLabel={t.rootFiles} onFiles={(files) => void read(files)} />
    </div>
  );
}

/** A file as PEM; one without it is taken for DER. */
async function pemOf(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.slice(0, MAX_ROOT_FILE_BYTES).arrayBuffer());
  const text = new TextDecoder().decode(bytes);
  if (text.includes('-----BEGIN')) return text.trim();
  const lines = encodeBase64(bytes).match(/.{1,64}/g) ?? [];
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----'].join('\n');
}

const environmentsTexts = texts.core.environments;

const NUMBER = 7;
const [BEFORE_NUMBER = ''] = environmentsTexts.rootNoCertificate(NUMBER).split(String(NUMBER));

/** Only the core can read certificates of every kind, so its sentence is shown at the field. */
export function isAboutRoots(message: string): boolean {
  return message === environmentsTexts.rootsNotPem || message.startsWith(BEFORE_NUMBER);
}
