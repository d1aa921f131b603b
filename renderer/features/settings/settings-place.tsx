/** Settings: the theme, and where things are. */
import { Segmented } from '../../ui/parts.tsx';
import { Field, Problem } from '../../ui/form.tsx';
import { PassphraseForm } from '../vault/vault-forms.tsx';
import { useStatus } from '../status/store.ts';
import { ReleaseHistory } from './release-history.tsx';
import { useSettings } from './store.ts';

const THEMES = [
  { value: 'system', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'contrast', label: 'High contrast' },
] as const;

const LOCK_TIMES = [
  { minutes: 5, label: '5 minutes' },
  { minutes: 15, label: '15 minutes' },
  { minutes: 60, label: 'an hour' },
  { minutes: 0, label: 'never' },
] as const;

export function SettingsPlace() {
  const status = useStatus((store) => store.status);
  const { settings, change, exportEverything, problem } = useSettings();
  if (!status || !settings) return null;
  return (
    <main className="place settings scroll">
      <div className="settings-column">
        <Problem text={problem} />
        <section aria-labelledby="settings-theme">
          <h2 id="settings-theme">Theme</h2>
          <Segmented
            label="Theme"
            value={settings.theme}
            options={THEMES}
            onChange={(theme) => void change({ theme })}
          />
        </section>
        <section aria-labelledby="settings-vault">
          <h2 id="settings-vault">Vault</h2>
          <p className="soft">
            Private keys are encrypted with AES-256-GCM; the key to them is kept {status.vault.keyKept}.
            {status.vault.keeper === 'file' &&
              ' That protects copies of the database, not this folder: set a passphrase before real keys come in.'}
          </p>
          {status.vault.keeper === 'passphrase' && (
            <Field label="Lock when unused for">
              {(links) => (
                <select
                  {...links}
                  className="field"
                  value={settings.lockAfterMinutes}
                  onChange={(event) => void change({ lockAfterMinutes: Number(event.target.value) })}
                >
                  {LOCK_TIMES.map(({ minutes, label }) => (
                    <option key={minutes} value={minutes}>
                      {label}
                    </option>
                  ))}
                </select>
              )}
            </Field>
          )}
          <details>
            <summary>
              {status.vault.keeper === 'passphrase' ? 'Change the passphrase' : 'Set a passphrase'}
            </summary>
            <PassphraseForm />
          </details>
        </section>
        <section aria-labelledby="settings-facts">
          <h2 id="settings-facts">Where things are</h2>
          <dl className="facts">
            <dt>Data folder</dt>
            <dd>
              <code>{status.dataFolder}</code>
            </dd>
            <dt>Local bank</dt>
            <dd>
              <code>{status.environment.baseUrl}</code>
            </dd>
            <dt>The PSU&apos;s own bank</dt>
            <dd>
              <code>{status.environment.ownBank}</code> (consents and accounts, as the PSU sees them)
            </dd>
            <dt>TPP-Redirect-URI</dt>
            <dd>
              <code>{status.environment.redirectUri}</code>
            </dd>
            <dt>Version</dt>
            <dd>
              {status.version}, {status.host === 'electron' ? 'desktop window' : 'in a browser'}
            </dd>
          </dl>
        </section>
        <section aria-labelledby="settings-data">
          <h2 id="settings-data">Your data</h2>
          <p className="soft">
            One JSON file with environments, certificates, saved requests, drafts, history and the bank;
            without keys, passwords and secret values.
          </p>
          <div>
            <button type="button" className="btn sm" onClick={() => void exportEverything()}>
              Export everything
            </button>
          </div>
        </section>
        <ReleaseHistory />
      </div>
    </main>
  );
}
