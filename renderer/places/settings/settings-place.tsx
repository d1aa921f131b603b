/** The Settings view: the theme, and where files are. */
import { texts } from '../../../shared/texts/texts.ts';
import { Field, Problem } from '../../ui/form.tsx';
import { PassphraseForm } from '../../parts/certificates/vault-forms.tsx';
import { useStatus } from '../../state/status.ts';
import { ReleaseHistory } from './release-history.tsx';
import { useSettings } from '../../state/settings.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Select } from '../../ui/controls.tsx';
import { Facts } from '../../ui/table.tsx';
import { PlaceMain } from '../../ui/place-main.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { CopyButton } from '../../ui/copy.tsx';
import { Heading } from './heading.tsx';
import { ImportEverything } from './import-everything.tsx';
import styles from './settings-place.module.css';
import textStyles from '../../ui/text.module.css';
import { useEffect, useRef, useState } from 'react';

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
  const { settings, change, exportEverything, show, problem } = useSettings();
  if (!status || !settings) return null;
  return (
    <PlaceMain scrolls>
      <div className={styles.column}>
        <Problem text={problem} />
        <section aria-labelledby="settings-theme">
          <Heading id="settings-theme">{t.theme}</Heading>
          <Segmented
            label={t.theme}
            value={settings.theme}
            options={THEMES}
            onChange={(theme) => void change({ theme })}
          />
        </section>
        <section aria-labelledby="settings-vault">
          <Heading id="settings-vault">{t.vault}</Heading>
          <p className={textStyles.soft}>
            {t.keysKept(status.vault.keyKept)}
            {status.vault.keeper === 'file' && ` ${t.fileWarning}`}
          </p>
          {status.vault.keeper === 'passphrase' && (
            <Field label={t.lockAfter}>
              {(links) => (
                <Select
                  {...links}

                  value={settings.lockAfterMinutes}
                  onChange={(event) => void change({ lockAfterMinutes: Number(event.target.value) })}
                >
                  {LOCK_TIMES.map(({ minutes, label }) => (
                    <option key={minutes} value={minutes}>
                      {label}
                    </option>
                  ))}
                </Select>
              )}
            </Field>
          )}
          <details>
            <summary>{status.vault.keeper === 'passphrase' ? t.changePassphrase : t.setPassphrase}</summary>
            <PassphraseForm />
          </details>
        </section>
        <section aria-labelledby="settings-facts">
          <Heading id="settings-facts">{t.whereThings}</Heading>
          <Facts>
            <dt>{t.dataFolder}</dt>
            <dd>
              <code>{status.dataFolder}</code>{' '}
              {status.host === 'electron' ? (
                <>
                  <LinkButton onClick={() => show('data-folder')}>{t.showFolder}</LinkButton>{' '}
                  <LinkButton onClick={() => show('log')}>{t.showLog}</LinkButton>
                </>
              ) : (
                <CopyButton text={status.dataFolder} label={texts.common.copy} what={t.dataFolder} />
              )}
            </dd>
            <dt>{t.localBank}</dt>
            <dd>
              <code>{t.localBankAt(status.bank.port)}</code>
            </dd>
            <dt>{t.psuPages}</dt>
            <dd>
              <LinkButton onClick={() => show('own-bank')}>
                <code>{status.environment.ownBank}</code>
              </LinkButton>{' '}
              {t.psuPagesHint}
            </dd>
            <dt>{t.redirectUri}</dt>
            <dd>
              <code>{status.environment.redirectUri}</code>{' '}
              <CopyButton
                text={status.environment.redirectUri}
                label={texts.common.copy}
                what={t.redirectUri}
              />
            </dd>
            <dt>{t.version}</dt>
            <dd>
              {status.version}, {status.host === 'electron' ? t.desktopWindow : t.browser}
            </dd>
          </Facts>
        </section>
        <section aria-labelledby="settings-data">
          <Heading id="settings-data">{t.yourData}</Heading>
          <Listed head={t.exportHas} entries={t.exported()} />
          <Listed head={t.exportHasNot} entries={t.notExported()} />
          <p className={textStyles.soft}>{t.importHint}</p>
          <div>
            <Button size="small" onClick={() => void exportEverything()}>
              {texts.common.exportEverything}
            </Button>{' '}
            <ImportEverything />
          </div>
        </section>
        <ReleaseHistory />
        <Licences />
      </div>
    </PlaceMain>
  );
}

function Listed({ head, entries }: { head: string; entries: readonly string[] }) {
  return (
    <div className={textStyles.soft}>
      <p>{head}</p>
      <ul>
        {entries.map((entry) => (
          <li key={entry}>{entry}</li>
        ))}
      </ul>
    </div>
  );
}

/** The licences of the program and its libraries, read when they are opened. */
const licencesTexts = texts.settings.licences;

function Licences() {
  const isAsked = useSettings((store) => store.showsLicences);
  const [text, setText] = useState('');
  const details = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    if (isAsked && details.current !== null) {
      details.current.open = true;
      details.current.querySelector('summary')?.focus();
    }
    useSettings.setState({ showsLicences: false });
  }, [isAsked]);
  const read = async () => {
    const response = await fetch('./licences.txt').catch(() => null);
    setText(response?.ok === true ? await response.text() : licencesTexts.notRead);
  };
  return (
    <section aria-labelledby="settings-licences">
      <Heading id="settings-licences">{licencesTexts.title}</Heading>
      <details ref={details} onToggle={({ currentTarget }) => currentTarget.open && void read()}>
        <summary>{licencesTexts.show}</summary>
        <section className={styles.text} tabIndex={0} aria-label={licencesTexts.title}>
          <pre>{text}</pre>
        </section>
      </details>
    </section>
  );
}
