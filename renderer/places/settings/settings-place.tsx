/** Settings: the theme, and where things are. */
import { texts } from '../../../shared/texts/texts.ts';
import { Segmented } from '../../ui/parts.tsx';
import { Field, Problem } from '../../ui/form.tsx';
import { PassphraseForm } from '../../parts/vault/vault-forms.tsx';
import { useStatus } from '../../state/status.ts';
import { ReleaseHistory } from './release-history.tsx';
import { useSettings } from '../../state/settings.ts';

const t = texts.settings.place;

const THEMES = [
  { value: 'system', label: t.system },
  { value: 'light', label: t.light },
  { value: 'dark', label: t.dark },
  { value: 'contrast', label: t.highContrast },
] as const;

const LOCK_TIMES = [
  { minutes: 5, label: t.fiveMinutes },
  { minutes: 15, label: t.fifteenMinutes },
  { minutes: 60, label: t.oneHour },
  { minutes: 0, label: t.never },
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
          <h2 id="settings-theme">{t.theme}</h2>
          <Segmented
            label={t.theme}
            value={settings.theme}
            options={THEMES}
            onChange={(theme) => void change({ theme })}
          />
        </section>
        <section aria-labelledby="settings-vault">
          <h2 id="settings-vault">{t.vault}</h2>
          <p className="soft">
            {t.keysKept(status.vault.keyKept)}
            {status.vault.keeper === 'file' && ` ${t.fileWarning}`}
          </p>
          {status.vault.keeper === 'passphrase' && (
            <Field label={t.lockAfter}>
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
            <summary>{status.vault.keeper === 'passphrase' ? t.changePassphrase : t.setPassphrase}</summary>
            <PassphraseForm />
          </details>
        </section>
        <section aria-labelledby="settings-facts">
          <h2 id="settings-facts">{t.whereThings}</h2>
          <dl className="facts">
            <dt>{t.dataFolder}</dt>
            <dd>
              <code>{status.dataFolder}</code>
            </dd>
            <dt>{t.localBank}</dt>
            <dd>
              <code>{status.environment.baseUrl}</code>
            </dd>
            <dt>{t.psuPages}</dt>
            <dd>
              <code>{status.environment.ownBank}</code> {t.psuPagesHint}
            </dd>
            <dt>{t.redirectUri}</dt>
            <dd>
              <code>{status.environment.redirectUri}</code>
            </dd>
            <dt>{t.version}</dt>
            <dd>
              {status.version}, {status.host === 'electron' ? t.desktopWindow : t.browser}
            </dd>
          </dl>
        </section>
        <section aria-labelledby="settings-data">
          <h2 id="settings-data">{t.yourData}</h2>
          <p className="soft">{t.exportHint}</p>
          <div>
            <button type="button" className="btn sm" onClick={() => void exportEverything()}>
              {texts.common.exportEverything}
            </button>
          </div>
        </section>
        <ReleaseHistory />
      </div>
    </main>
  );
}
