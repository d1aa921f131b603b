/** The forms for certificate files: export as PFX, PEM or the certificate alone, and import. */
import { type FormEvent, useState } from 'react';
import { type ExportOrder, importSentence } from '../../../shared/contract/certificates.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { downloadFile, host, messageOf } from '../../host.ts';
import { Secret, taken, PassphraseForm } from '../../parts/certificates/vault-forms.tsx';
import { type Shown, useCertificates } from '../../state/certificates.ts';
import { Button, FileButton } from '../../ui/button.tsx';
import { optionsOf } from '../../ui/options.tsx';
import { Select, Field, Form, FormButtons, FormFields, Segmented } from '../../ui/form.tsx';
import { Problem, Note, ProgressBar } from '../../ui/messages.tsx';
import { classes } from '../../ui/classes.ts';
import { Head } from '../../ui/panel.tsx';
import styles from './certificates-place.module.css';
import layout from '../../ui/layout.module.css';
import textStyles from '../../ui/text.module.css';

const t = texts.certificates.exportForm;
const importTexts = texts.certificates.importForm;

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
            <Select {...links} value={cipher} onChange={(event) => setCipher(event.target.value as Cipher)}>
              {optionsOf(CIPHERS, ({ value, label }) => [value, label])}
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

/** Asks for the password of the files if needed, and for a passphrase if the vault has none. */
export function ImportForm() {
  const { files, result, opening, problem, open, addFiles, endImport } = useCertificates();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    void open(taken(event.currentTarget, 'password'));
  };
  const calm = result?.kind === 'password-needed' || result?.kind === 'passphrase-needed';
  return (
    <section className={layout.pane} aria-label={importTexts.title}>
      <Head>
        <h2>{importTexts.title}</h2>
        <span className={layout.grow} />
        <Button size="small" onClick={() => endImport(null)}>
          {opening ? texts.common.cancel : texts.common.close}
        </Button>
      </Head>
      {opening && <Progress />}
      <div className={layout.scroll}>
        <Problem text={problem} />
        <FormFields>
          <ul className={styles.files} aria-label={importTexts.files}>
            {files.map(({ id, name }) => (
              <li key={id}>
                <code>{name}</code>
              </li>
            ))}
          </ul>
          <div>
            <FileButton
              label={importTexts.addFile}
              inputLabel={importTexts.moreFiles}
              disabled={opening}
              onFiles={(chosen) => void addFiles(chosen)}
            />
          </div>
          {result && (
            <Note tone={calm ? 'plain' : 'bad'} role="alert">
              {importSentence(result)}
            </Note>
          )}
        </FormFields>
        {result?.kind === 'passphrase-needed' && (
          <>
            <PassphraseForm onDone={() => void open(null)} />
            <div className={layout.pad}>
              <Button disabled={opening} onClick={() => void open(null, true)}>
                {importTexts.isTestKey}
              </Button>
            </div>
          </>
        )}
        {(result?.kind === 'password-needed' || result?.kind === 'wrong-password') && (
          <Form aria-label={importTexts.passwordTitle} onSubmit={submit}>
            <Secret
              label={importTexts.password}
              name="password"
              required={false}
              isNext
              hint={importTexts.passwordHint}
            />
            <FormButtons>
              <Button type="submit" look="go" disabled={opening}>
                {opening ? importTexts.opening : importTexts.submit}
              </Button>
            </FormButtons>
          </Form>
        )}
      </div>
    </section>
  );
}

const COUNT = new Intl.NumberFormat('en-GB');

/** Progress of the key derivation. */
function Progress() {
  const progress = useCertificates((store) => store.progress);
  const { step, done, total } = progress ?? { step: importTexts.progress, done: null, total: null };
  return (
    <output className={styles.progress}>
      <ProgressBar
        aria-label={step}
        {...(done === null || total === null ? {} : { value: done, max: total })}
      />
      <span className={classes(textStyles.small, textStyles.soft)}>
        {step}…{' '}
        {total !== null && (
          <span className={textStyles.num}>
            {done === null
              ? importTexts.rounds(COUNT.format(total))
              : importTexts.roundsOf(COUNT.format(done), COUNT.format(total))}
          </span>
        )}
      </span>
    </output>
  );
}
