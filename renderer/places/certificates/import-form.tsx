/** Import: files first, a password where they ask for one, a passphrase where the vault has none. */
import type { FormEvent } from 'react';
import { importSentence } from '../../../shared/contract/import-result.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { FileButton } from '../../ui/file-button.tsx';
import { Problem } from '../../ui/form.tsx';
import { PassphraseForm, Secret, taken } from '../../parts/vault/vault-forms.tsx';
import { useCertificates } from '../../state/certificates.ts';

const t = texts.certificates.importForm;

export function ImportForm() {
  const { files, result, opening, problem, open, addFiles, endImport } = useCertificates();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    void open(taken(event.currentTarget, 'password'));
  };
  const calm = result?.kind === 'password-needed' || result?.kind === 'passphrase-needed';
  return (
    <section className="pane import" aria-label={t.title}>
      <div className="head">
        <h2>{t.title}</h2>
        <span className="grow" />
        <button type="button" className="btn sm" onClick={() => endImport(null)}>
          {opening ? texts.common.cancel : texts.common.close}
        </button>
      </div>
      {opening && <Progress />}
      <div className="scroll">
        <Problem text={problem} />
        <div className="form">
          <ul className="files" aria-label={t.files}>
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
            <p className={calm ? 'note' : 'note bad'} role="alert">
              {importSentence(result)}
            </p>
          )}
        </div>
        {result?.kind === 'passphrase-needed' && <PassphraseForm onDone={() => void open(null)} />}
        {(result?.kind === 'password-needed' || result?.kind === 'wrong-password') && (
          <form className="form" aria-label={t.passwordTitle} onSubmit={submit}>
            <Secret label={t.password} name="password" required={false} hint={t.passwordHint} />
            <div className="actions">
              <button type="submit" className="btn go" disabled={opening}>
                {opening ? t.opening : t.submit}
              </button>
            </div>
          </form>
        )}
      </div>
    </section>
  );
}

const COUNT = new Intl.NumberFormat('en-GB');

/** Under the head of the pane: how far the derivation of the key is. */
function Progress() {
  const progress = useCertificates((store) => store.progress);
  const { step, done, total } = progress ?? { step: t.progress, done: null, total: null };
  return (
    <output className="import-progress">
      <progress
        className="progress"
        aria-label={step}
        {...(done === null || total === null ? {} : { value: done, max: total })}
      />
      <span className="small soft">
        {step}…{' '}
        {total !== null && (
          <span className="num">
            {done === null
              ? t.rounds(COUNT.format(total))
              : t.roundsOf(COUNT.format(done), COUNT.format(total))}
          </span>
        )}
      </span>
    </output>
  );
}
