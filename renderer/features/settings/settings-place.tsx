/** Settings: the theme, and where things are. */
import { Segmented } from '../../ui/parts.tsx';
import { useStatus } from '../status/store.ts';
import { ReleaseHistory } from './release-history.tsx';
import { useSettings } from './store.ts';

const THEMES = [
  { value: 'system', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'contrast', label: 'High contrast' },
] as const;

export function SettingsPlace() {
  const status = useStatus((store) => store.status);
  const { settings, change } = useSettings();
  if (!status || !settings) return null;
  return (
    <main className="place settings scroll">
      <div className="settings-column">
        <section aria-labelledby="settings-theme">
          <h2 id="settings-theme">Theme</h2>
          <Segmented
            label="Theme"
            value={settings.theme}
            options={THEMES}
            onChange={(theme) => void change({ theme })}
          />
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
            <dt>Private keys</dt>
            <dd>Encrypted; the key to them is kept {status.vault.keyKept}.</dd>
            <dt>Version</dt>
            <dd>
              {status.version}, {status.host === 'electron' ? 'desktop window' : 'in a browser'}
            </dd>
          </dl>
        </section>
        <ReleaseHistory />
      </div>
    </main>
  );
}
