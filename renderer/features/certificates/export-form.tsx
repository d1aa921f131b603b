/** Export: as PFX, as PEM with the key, or the certificate alone. */
import { type FormEvent, useState } from 'react';
import type { ExportOrder } from '../../../shared/contract/certificates.ts';
import { downloadFile, host, messageOf } from '../../host.ts';
import { Field, Problem } from '../../ui/form.tsx';
import { Segmented } from '../../ui/parts.tsx';
import { Secret, taken } from '../vault/vault-forms.tsx';
import type { Shown } from './store.ts';

const FORMATS = [
  { value: 'pfx', label: 'PFX' },
  { value: 'pem', label: 'PEM with key' },
  { value: 'certificate', label: 'Certificate alone' },
] as const;
type Format = (typeof FORMATS)[number]['value'];

const CIPHERS = [
  { value: 'aes-256', label: 'AES-256, as OpenSSL 3 writes it' },
  { value: '3des', label: '3DES, for programs from before about 2018' },
] as const;
type Cipher = (typeof CIPHERS)[number]['value'];

export function ExportForm({ shown, onClose }: { shown: Shown; onClose: () => void }) {
  const [format, setFormat] = useState<Format>('pfx');
  const [cipher, setCipher] = useState<Cipher>('aes-256');
  const [problem, setProblem] = useState<string | null>(null);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const password = taken(form, 'password');
    if (password !== taken(form, 'again')) {
      setProblem('The two passwords differ. Type it twice.');
      return;
    }
    const { id } = shown;
    const order: ExportOrder =
      format === 'pfx'
        ? { format, id, password, cipher }
        : format === 'pem'
          ? { format, id, password }
          : { format, id };
    try {
      downloadFile((await host.call('certificates.export', order)).download);
      onClose();
    } catch (error) {
      setProblem(messageOf(error));
    }
  };
  return (
    <form className="form export" aria-label="Export" onSubmit={(event) => void submit(event)}>
      <Segmented label="Format" value={format} options={FORMATS} onChange={setFormat} />
      {format === 'pfx' && (
        <Field label="Encryption">
          {(links) => (
            <select
              {...links}
              className="field"
              value={cipher}
              onChange={(event) => setCipher(event.target.value as Cipher)}
            >
              {CIPHERS.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
          )}
        </Field>
      )}
      {format !== 'certificate' && (
        <>
          <Secret
            label="Password of the file"
            name="password"
            required={format === 'pfx'}
            hint={
              format === 'pem'
                ? 'Left empty, the key lies open in the file: whoever has the file can sign as you.'
                : 'Whoever opens the file is asked for it.'
            }
          />
          <Secret label="Once more" name="again" required={format === 'pfx'} />
        </>
      )}
      <Problem text={problem} />
      <div className="actions">
        <button type="submit" className="btn go">
          Save the file
        </button>
        <button type="button" className="btn plain" onClick={onClose}>
          Close
        </button>
      </div>
    </form>
  );
}
