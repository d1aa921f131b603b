/** The Settings view: theme, vault, folders, export and import, history of the interface, licences. */
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { texts } from '../../../shared/texts/texts.ts';
import { ACCEPT_FIX_HISTORY, API_RELEASES, DOCUMENTATION_VERSIONS } from '../../../shared/xs2a/releases.ts';
import { PassphraseForm } from '../../parts/certificates/vault-forms.tsx';
import { useStatus } from '../../state/status.ts';
import { useSettings } from '../../state/settings.ts';
import { settingsSchema } from '../../../shared/contract/status.ts';
import { Field, Input, Select, Segmented } from '../../ui/form.tsx';
import { Problem } from '../../ui/messages.tsx';
import { optionsOf } from '../../ui/options.tsx';
import { Button, LinkButton, CopyButton } from '../../ui/button.tsx';
import { Facts, Table } from '../../ui/table.tsx';
import { PlaceMain } from '../../ui/columns.tsx';
import { ImportEverything } from './import-everything.tsx';
import styles from './settings-place.module.css';
import textStyles from '../../ui/text.module.css';

const t = texts.settings.place;
const licencesTexts = texts.settings.licences;
const historyTexts = texts.settings.releaseHistory;

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
        <Section id="settings-theme" title={t.theme}>
          <Segmented
            label={t.theme}
            value={settings.theme}
            options={THEMES}
            onChange={(theme) => void change({ theme })}
          />
        </Section>
        <Section id="settings-vault" title={t.vault}>
          <p className={textStyles.soft}>
            {t.keysKept(status.vault.keyKept)}
            {status.vault.protection === 'file' && ` ${t.fileWarning}`}
          </p>
          {status.vault.protection === 'passphrase' && (
            <Field label={t.lockAfter}>
              {(links) => (
                <Select
                  {...links}
                  value={settings.lockAfterMinutes}
                  onChange={(event) => void change({ lockAfterMinutes: Number(event.target.value) })}
                >
                  {optionsOf(LOCK_TIMES, ({ minutes, label }) => [minutes, label])}
                </Select>
              )}
            </Field>
          )}
          <details>
            <summary>
              {status.vault.protection === 'passphrase' ? t.changePassphrase : t.setPassphrase}
            </summary>
            <PassphraseForm />
          </details>
        </Section>
        <Section id="settings-network" title={t.network}>
          <OutgoingProxy key={settings.outgoingProxy} saved={settings.outgoingProxy} />
        </Section>
        <Section id="settings-facts" title={t.whereThings}>
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
        </Section>
        <Section id="settings-data" title={t.yourData}>
          <Listed head={t.exportHas} entries={t.exported()} />
          <Listed head={t.exportHasNot} entries={t.notExported()} />
          <p className={textStyles.soft}>{t.importHint}</p>
          <div>
            <Button size="small" onClick={() => void exportEverything()}>
              {texts.common.exportEverything}
            </Button>{' '}
            <ImportEverything />
          </div>
        </Section>
        <ReleaseHistory />
        <Licences />
      </div>
    </PlaceMain>
  );
}

/** Saved when the field is left, or with Enter. */
function OutgoingProxy({ saved }: { saved: string }) {
  const change = useSettings((store) => store.change);
  const [typed, setTyped] = useState(saved);
  const [error, setError] = useState<string | null>(null);
  const save = () => {
    const checked = settingsSchema.shape.outgoingProxy.safeParse(typed);
    setError(checked.success ? null : (checked.error.issues[0]?.message ?? ''));
    if (checked.success && checked.data !== saved) void change({ outgoingProxy: checked.data });
  };
  return (
    <Field label={t.outgoingProxy} hint={t.outgoingProxyHint} error={error}>
      {(links) => (
        <Input
          {...links}
          className={textStyles.mono}
          value={typed}
          spellCheck={false}
          onChange={({ target }) => setTyped(target.value)}
          onBlur={save}
          onKeyDown={({ key }) => {
            if (key === 'Enter') save();
          }}
        />
      )}
    </Field>
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

/** The licences of the program and its libraries, read when opened. */
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
    <Section id="settings-licences" title={licencesTexts.title}>
      <details ref={details} onToggle={({ currentTarget }) => currentTarget.open && void read()}>
        <summary>{licencesTexts.show}</summary>
        <section className={styles.text} tabIndex={0} aria-label={licencesTexts.title}>
          <pre>{text}</pre>
        </section>
      </details>
    </Section>
  );
}

const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** Releases of the interface and its documentation, and when each x-accept-fix became the default (VER-3). */
function ReleaseHistory() {
  return (
    <Section id="settings-history" title={historyTexts.title}>
      <p className={textStyles.soft}>{historyTexts.lead}</p>
      <History
        title={historyTexts.apiReleases}
        columns={[historyTexts.release, historyTexts.date, historyTexts.change]}
        rows={API_RELEASES.map(({ release, date, change }) => [release, date ?? '–', change])}
      />
      <History
        title={historyTexts.acceptFixes}
        columns={[
          texts.common.value,
          historyTexts.introduced,
          historyTexts.defaultSince,
          historyTexts.effect,
        ]}
        rows={ACCEPT_FIX_HISTORY.map(({ value, introduced, defaultSince, effect }) => [
          value,
          introduced,
          defaultSince,
          effect,
        ])}
      />
      <History
        title={historyTexts.documentation}
        columns={[historyTexts.version, historyTexts.date, historyTexts.apiRelease, historyTexts.change]}
        rows={DOCUMENTATION_VERSIONS.map(({ version, date, release, change }) => [
          version,
          date,
          release,
          change,
        ])}
      />
    </Section>
  );
}

function History(props: { title: string; columns: readonly string[]; rows: readonly (readonly string[])[] }) {
  return (
    <details>
      <summary>
        {props.title} ({props.rows.length})
      </summary>
      <Table>
        <thead>
          <tr>
            {props.columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {props.rows.map(([first, ...rest]) => (
            <tr key={first}>
              <th scope="row">{first}</th>
              {rest.map((cell, at) => (
                <td key={props.columns[at + 1]} className={DATE.test(cell) ? textStyles.nowrap : undefined}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
    </details>
  );
}

function Section({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={styles.heading}>
        {title}
      </h2>
      {children}
    </section>
  );
}
