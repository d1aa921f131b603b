/** Export as PFX, as PEM with the key, or as the certificate alone. */
import { type FormEvent, useState } from 'react';
import type { ExportOrder } from '../../../shared/contract/certificates.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { downloadFile, host, messageOf } from '../../host.ts';
import { Secret, taken } from '../../parts/certificates/vault-forms.tsx';
import type { Shown } from '../../state/certificates.ts';
import { Button } from '../../ui/button.tsx';
import { Select } from '../../ui/controls.tsx';
import { Field, Form, FormButtons, Problem } from '../../ui/form.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import styles from './certificates-place.module.css';

const t = texts.certificates.exportForm;

const FORMATS = [
  { value: 'pfx', label: t.pfx },
  { value: 'pem', label: t.pem },
  { value: 'certificate', label: t.certificateAlone },
] as const;
type Format = (typeof FORMATS)[number]['value'];

const CIPHERS = [
  { value: 'aes-256', label: t.aes },
  { value: '3des', label: t.tripleDes },
] as const;
type Cipher = (typeof CIPHERS)[number]['value'];

export function ExportForm({ shown, onClose }: { shown: Shown; onClose: () => void }) {
  const [format, setFormat] = useState<Format>('pfx');
  const [cipher, setCipher] = useState<Cipher>('aes-256');
  /** Whether the user has asked for a key without a password. */
  const [unprotected, setUnprotected] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const password = taken(form, 'password');
    if (password !== taken(form, 'again')) {
      setProblem(t.passwordsDiffer);
      return;
    }
    const { id } = shown;
    const order: ExportOrder =
      format === 'pfx'
        ? { format, id, password, cipher }
        : format === 'pem'
          ? { format, id, password, unprotected }
          : { format, id };
    try {
      downloadFile((await host.call('certificates.export', order)).download);
      onClose();
    } catch (error) {
      setProblem(messageOf(error));
    }
  };
  return (
    <Form className={styles.export} aria-label={t.title} onSubmit={(event) => void submit(event)}>
      <Segmented frameless label={t.format} value={format} options={FORMATS} onChange={setFormat} />
      {format === 'pfx' && (
        <Field label={t.encryption}>
          {(links) => (
            <Select
              {...links}

              value={cipher}
              onChange={(event) => setCipher(event.target.value as Cipher)}
            >
              {CIPHERS.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
      {format === 'pem' && (
        <label>
          <input
            type="checkbox"
            checked={unprotected}
            onChange={(event) => setUnprotected(event.target.checked)}
          />{' '}
          {t.withoutPassword}
        </label>
      )}
      {(format === 'pfx' || (format === 'pem' && !unprotected)) && (
        <>
          <Secret label={t.password} name="password" hint={t.passwordHint} />
          <Secret label={t.onceMore} name="again" />
        </>
      )}
      <Problem text={problem} />
      <FormButtons>
        <Button type="submit" look="go">
          {t.saveFile}
        </Button>
        <Button look="plain" onClick={onClose}>
          {texts.common.close}
        </Button>
      </FormButtons>
    </Form>
  );
}
