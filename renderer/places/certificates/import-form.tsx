/** Import: files first, then their password if needed, and a passphrase if the vault has none. */
import type { FormEvent } from 'react';
import { importSentence } from '../../../shared/contract/certificates.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { FileButton } from '../../ui/file-button.tsx';
import { PassphraseForm, Secret, taken } from '../../parts/certificates/vault-forms.tsx';
import { useCertificates } from '../../state/certificates.ts';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { Form, FormButtons, FormFields, Problem } from '../../ui/form.tsx';
import { Head } from '../../ui/head.tsx';
import { Note } from '../../ui/note.tsx';
import { ProgressBar } from '../../ui/pending.tsx';
import layout from '../../ui/layout.module.css';
import styles from './certificates-place.module.css';
import textStyles from '../../ui/text.module.css';

const t = texts.certificates.importForm;

export function ImportForm() {
  const { files, result, opening, problem, open, addFiles, endImport } = useCertificates();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    void open(taken(event.currentTarget, 'password'));
  };
  const calm = result?.kind === 'password-needed' || result?.kind === 'passphrase-needed';
  return (
    <section className={layout.pane} aria-label={t.title}>
      <Head>
        <h2>{t.title}</h2>
        <span className={layout.grow} />
        <Button size="small" onClick={() => endImport(null)}>
          {opening ? texts.common.cancel : texts.common.close}
        </Button>
      </Head>
      {opening && <Progress />}
      <div className={layout.scroll}>
        <Problem text={problem} />
        <FormFields>
          <ul className={styles.importFormFiles} aria-label={t.files}>
            {files.map(({ id, name }) => (
              <li key={id}>
                <code>{name}</code>
              </li>
            ))}
          </ul>
          <div>
            <FileButton
              label={t.addFile}
              inputLabel={t.moreFiles}
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
        {result?.kind === 'passphrase-needed' && <PassphraseForm onDone={() => void open(null)} />}
        {(result?.kind === 'password-needed' || result?.kind === 'wrong-password') && (
          <Form aria-label={t.passwordTitle} onSubmit={submit}>
            <Secret label={t.password} name="password" required={false} isNext hint={t.passwordHint} />
            <FormButtons>
              <Button type="submit" look="go" disabled={opening}>
                {opening ? t.opening : t.submit}
              </Button>
            </FormButtons>
          </Form>
        )}
      </div>
    </section>
  );
}

const COUNT = new Intl.NumberFormat('en-GB');

/** Below the head of the pane: the progress of the key derivation. */
function Progress() {
  const progress = useCertificates((store) => store.progress);
  const { step, done, total } = progress ?? { step: t.progress, done: null, total: null };
  return (
    <output className={styles.importFormProgress}>
      <ProgressBar
        aria-label={step}
        {...(done === null || total === null ? {} : { value: done, max: total })}
      />
      <span className={classes(textStyles.small, textStyles.soft)}>
        {step}…{' '}
        {total !== null && (
          <span className={textStyles.num}>
            {done === null
              ? t.rounds(COUNT.format(total))
              : t.roundsOf(COUNT.format(done), COUNT.format(total))}
          </span>
        )}
      </span>
    </output>
  );
}
