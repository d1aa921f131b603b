/** Import: files first, a password where they ask for one, a passphrase where the vault has none. */
import type { FormEvent } from 'react';
import { importSentence } from '../../../shared/contract/import-result.ts';
import { FileButton } from '../../ui/file-button.tsx';
import { Problem } from '../../ui/form.tsx';
import { PassphraseForm, Secret, taken } from '../vault/vault-forms.tsx';
import { useCertificates } from './store.ts';

export function ImportForm() {
  const { files, result, opening, problem, open, addFiles, endImport } = useCertificates();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    void open(taken(event.currentTarget, 'password'));
  };
  const calm = result?.kind === 'password-needed' || result?.kind === 'passphrase-needed';
  return (
    <section className="pane import" aria-label="Import">
      <div className="head">
        <h2>Import</h2>
        <span className="grow" />
        <button type="button" className="btn sm" onClick={() => endImport(null)}>
          {opening ? 'Cancel' : 'Close'}
        </button>
      </div>
      {opening && <Progress />}
      <div className="scroll">
        <Problem text={problem} />
        <div className="form">
          <ul className="files" aria-label="Files">
            {files.map(({ id, name }) => (
              <li key={id}>
                <code>{name}</code>
              </li>
            ))}
          </ul>
          <div>
            <FileButton
              label="Add a file…"
              inputLabel="More files"
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
          <form className="form" aria-label="Password of the files" onSubmit={submit}>
            <Secret
              label="Password"
              name="password"
              required={false}
              hint="Of the PFX file or the private key. It opens the files once and is kept nowhere."
            />
            <div className="actions">
              <button type="submit" className="btn go" disabled={opening}>
                {opening ? 'Opening…' : 'Open and import'}
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
  const { step, done, total } = progress ?? { step: 'Opening the files', done: null, total: null };
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
            {done === null ? '' : `${COUNT.format(done)} of `}
            {COUNT.format(total)} rounds
          </span>
        )}
      </span>
    </output>
  );
}
