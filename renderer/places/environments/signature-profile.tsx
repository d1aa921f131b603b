/** The signature profile of an environment: its settings, and beside them what a request then sends. */
import { ArrowDown, ArrowUp } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { EnvironmentView } from '../../../shared/contract/environments.ts';
import {
  ALGORITHM_LABELS,
  CERTIFICATE_FORMS,
  differingSettings,
  PRESETS,
  readProfileFile,
  type SignatureProfile,
  signatureProfileSchema,
  SPECIFICATION,
} from '../../../shared/signing/profile.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { downloadFile, host, messageOf } from '../../host.ts';
import { profileKey, useEnvironments } from '../../state/environments.ts';
import { useUnsaved } from '../../state/unsaved.ts';
import { Button, FileButton } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { fieldErrors, Input, Segmented, Select } from '../../ui/form.tsx';
import { Problem } from '../../ui/messages.tsx';
import { optionsOf } from '../../ui/options.tsx';
import { ProfilePreview } from './profile-preview.tsx';
import layout from '../../ui/layout.module.css';
import styles from './signature-profile.module.css';
import textStyles from '../../ui/text.module.css';

const t = texts.environments.profile;

/** Headers that are offered besides those of the profile. */
const KNOWN = [...SPECIFICATION.headers, 'psu-ip-address', 'tpp-session-id', 'content-type', 'host'];
const CUSTOM = 'custom';

export function SignatureProfileTab({ environment }: { environment: EnvironmentView }) {
  const load = useEnvironments((store) => store.load);
  const [edited, setEdited] = useUnsaved<SignatureProfile>(profileKey(environment.id));
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [problem, setProblem] = useState<string | null>(null);
  const [isSaved, setSaved] = useState(false);
  const profile = edited ?? environment.profile;
  const put = (next: SignatureProfile) => {
    const isSame = JSON.stringify(next) === JSON.stringify(environment.profile);
    setSaved(false);
    setErrors({});
    setEdited(isSame ? null : next);
  };
  /** A profile with a setting of the user's own no longer has the name of a preset. */
  const change = (part: Partial<SignatureProfile>) => {
    const next = { ...profile, ...part };
    const isNamed = PRESETS.every(({ name }) => name !== next.name);
    const preset = PRESETS.find((one) => differingSettings(one, next).length === 0);
    put(isNamed ? next : (preset ?? { ...next, name: environment.name }));
  };
  const save = async () => {
    const checked = signatureProfileSchema.safeParse(profile);
    if (!checked.success) {
      setErrors(fieldErrors(checked.error));
      return;
    }
    try {
      await host.call('environments.setProfile', { id: environment.id, profile: checked.data });
      await load();
      setEdited(null);
      setProblem(null);
      setSaved(true);
    } catch (error) {
      setProblem(messageOf(error));
    }
  };
  const read = async ([file]: readonly File[]) => {
    const found = file === undefined ? null : readProfileFile(await file.text());
    setProblem(typeof found === 'string' ? `${file?.name ?? ''}: ${found}` : null);
    if (found !== null && typeof found !== 'string') put(found);
  };
  const write = async () => {
    try {
      downloadFile((await host.call('environments.saveProfile', { profile })).download);
    } catch (error) {
      setProblem(messageOf(error));
    }
  };
  return (
    <div className={styles.columns}>
      <div className={layout.scroll}>
        <Presets profile={profile} local={environment.kind === 'local'} onChoose={put} onName={change} />
        <Settings profile={profile} errors={errors} onChange={change} />
        <Problem text={problem} />
        <div className={classes(layout.actions, layout.pad)}>
          <Button look="go" disabled={edited === null} onClick={() => void save()}>
            {texts.environments.form.save}
          </Button>
          {edited !== null && <Button onClick={() => put(environment.profile)}>{texts.common.cancel}</Button>}
          {isSaved && <output>{texts.environments.form.saved}</output>}
          <span className={layout.grow} />
          <FileButton label={t.import} inputLabel={t.importFile} onFiles={(files) => void read(files)} />
          <Button size="small" onClick={() => void write()}>
            {t.export}
          </Button>
        </div>
      </div>
      <ProfilePreview environment={environment.id} profile={profile} />
    </div>
  );
}

function Presets(props: {
  profile: SignatureProfile;
  local: boolean;
  onChoose: (profile: SignatureProfile) => void;
  onName: (part: Pick<SignatureProfile, 'name'>) => void;
}) {
  const { profile, local, onChoose, onName } = props;
  const preset = PRESETS.find(({ name }) => name === profile.name);
  const own = differingSettings(profile, SPECIFICATION).length;
  return (
    <div className={styles.preset}>
      <Segmented
        label={t.preset}
        value={preset?.name ?? CUSTOM}
        options={[
          ...PRESETS.map(({ name }) => ({ value: name, label: name })),
          { value: CUSTOM, label: t.custom },
        ]}
        onChange={(name) =>
          onChoose(PRESETS.find((one) => one.name === name) ?? { ...profile, name: t.customName })
        }
      />
      {preset === undefined && (
        <p className={classes(layout.row, textStyles.small, textStyles.soft)}>
          <Input
            aria-label={t.name}
            className={styles.name}
            value={profile.name}
            onChange={({ target }) => onName({ name: target.value })}
          />
          {t.differs(own)}
        </p>
      )}
      <p className={classes(textStyles.small, textStyles.soft)}>{local ? t.localHint : t.hint}</p>
    </div>
  );
}

interface SettingsProps {
  profile: SignatureProfile;
  errors: Readonly<Record<string, string>>;
  onChange: (part: Partial<SignatureProfile>) => void;
}

function Settings({ profile, errors, onChange }: SettingsProps) {
  const isChanged = (...keys: readonly (keyof SignatureProfile)[]) => {
    const differing: readonly string[] = differingSettings(profile, SPECIFICATION);
    return keys.some((key) => differing.includes(key));
  };
  const errorOf = (key: keyof SignatureProfile) =>
    Object.entries(errors).find(([path]) => path === key || path.startsWith(`${key}.`))?.[1] ?? null;
  const line = (key: 'certificateHeader' | 'keyId', label: string) => (
    <>
      <Input
        aria-label={label}
        className={textStyles.mono}
        value={profile[key]}
        spellCheck={false}
        aria-invalid={errorOf(key) !== null}
        onChange={({ target }) => onChange({ [key]: target.value })}
      />
      <SettingError text={errorOf(key)} />
    </>
  );
  const choice = <
    Key extends 'digestAlgorithm' | 'serial' | 'issuer' | 'attributeTypes' | 'certificateForm' | 'nonAscii',
  >(
    key: Key,
    label: string,
    options: readonly { value: SignatureProfile[Key]; label: string }[],
  ) => (
    <Segmented
      label={label}
      value={profile[key]}
      options={options}
      onChange={(value) => onChange({ [key]: value })}
    />
  );
  return (
    <>
      <Setting label={t.headers} changed={isChanged('headers')}>
        <SignedHeaders headers={profile.headers} onChange={(headers) => onChange({ headers })} />
        <SettingError text={errorOf('headers')} />
      </Setting>
      <Setting label={t.digestWithoutBody} changed={isChanged('digestWithoutBody')}>
        <Segmented
          label={t.digestWithoutBody}
          value={profile.digestWithoutBody ? 'yes' : 'no'}
          options={[
            { value: 'no', label: t.leaveOut },
            { value: 'yes', label: t.ofEmptyBody },
          ]}
          onChange={(value) => onChange({ digestWithoutBody: value === 'yes' })}
        />
      </Setting>
      <Setting label={t.digestAlgorithm} changed={isChanged('digestAlgorithm')}>
        {choice('digestAlgorithm', t.digestAlgorithm, [
          { value: 'SHA-256', label: 'SHA-256' },
          { value: 'SHA-512', label: 'SHA-512' },
        ])}
      </Setting>
      <Setting label={t.algorithm} changed={isChanged('algorithm')}>
        <Select
          aria-label={t.algorithm}
          className={textStyles.mono}
          value={profile.algorithm}
          onChange={({ target }) =>
            onChange({ algorithm: ALGORITHM_LABELS.find((one) => one === target.value) ?? 'rsa-sha256' })
          }
        >
          {optionsOf(ALGORITHM_LABELS, (one) => [one, one])}
        </Select>
        <p className={classes(textStyles.small, textStyles.soft)}>{t.labelOnly}</p>
      </Setting>
      <Setting label={t.keyId} changed={isChanged('keyId', 'serial', 'issuer', 'attributeTypes')}>
        {line('keyId', t.keyIdFormat)}
        <dl className={styles.parts}>
          <Part name={t.serial}>
            {choice('serial', t.serial, [
              { value: 'upper-hex', label: 'HEX' },
              { value: 'lower-hex', label: 'hex' },
              { value: 'decimal', label: t.decimal },
            ])}
          </Part>
          <Part name={t.issuer}>
            {choice('issuer', t.issuer, [
              { value: 'rfc2253', label: 'RFC 2253' },
              { value: 'openssl', label: 'OpenSSL' },
              { value: 'as-issued', label: t.asIssued },
              { value: 'percent-encoded', label: t.percentEncoded },
            ])}
          </Part>
          {(profile.issuer === 'rfc2253' || profile.issuer === 'as-issued') && (
            <Part name={t.otherNames}>
              {choice('attributeTypes', t.otherNames, [
                { value: 'oid', label: '2.5.4.97=#0c…' },
                { value: 'name', label: 'organizationIdentifier=…' },
              ])}
            </Part>
          )}
        </dl>
      </Setting>
      <Setting label={t.certificate} changed={isChanged('certificateHeader', 'certificateForm')}>
        {line('certificateHeader', t.certificateHeader)}
        {choice(
          'certificateForm',
          t.certificateForm,
          CERTIFICATE_FORMS.map((value) => ({ value, label: t.certificateForms[value] })),
        )}
      </Setting>
      <Setting label={t.nonAscii} changed={isChanged('nonAscii')}>
        {choice('nonAscii', t.nonAscii, [
          { value: 'encoded-word', label: t.encodedWord },
          { value: 'utf-8', label: t.rawUtf8 },
        ])}
      </Setting>
    </>
  );
}

function Setting({ label, changed, children }: { label: string; changed: boolean; children: ReactNode }) {
  return (
    <section className={styles.setting} aria-label={label}>
      <div>
        <b>{label}</b>
        {changed && <small className={styles.changed}>{t.changed}</small>}
      </div>
      <div className={styles.controls}>{children}</div>
    </section>
  );
}

function Part({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className={classes(textStyles.small, textStyles.soft)}>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

function SettingError({ text }: { text: string | null }) {
  return (
    text !== null && (
      <p className={classes(textStyles.small, textStyles.bad)} role="alert">
        {text}
      </p>
    )
  );
}

/** The headers in signing order, then those that could be signed, too. */
function SignedHeaders(props: { headers: readonly string[]; onChange: (headers: string[]) => void }) {
  const { headers, onChange } = props;
  const [added, setAdded] = useState('');
  const unsigned = KNOWN.filter((name) => !headers.includes(name));
  const move = (at: number, by: -1 | 1) => {
    const next = headers.toSpliced(at, 1);
    next.splice(at + by, 0, headers[at] ?? '');
    onChange(next);
  };
  const add = () => {
    const name = added.trim().toLowerCase();
    if (name !== '' && !headers.includes(name)) onChange([...headers, name]);
    setAdded('');
  };
  return (
    <>
      <ol className={styles.order} aria-label={t.headers}>
        {[...headers, ...unsigned].map((name, at) => {
          const isSigned = at < headers.length;
          return (
            <li key={name}>
              <label className={layout.row}>
                <input
                  type="checkbox"
                  checked={isSigned}
                  aria-label={t.sign(name)}
                  onChange={() =>
                    onChange(isSigned ? headers.filter((one) => one !== name) : [...headers, name])
                  }
                />
                <span className={classes(styles.number, textStyles.accent)}>{isSigned ? at + 1 : ''}</span>
                <code className={isSigned ? undefined : textStyles.faint}>{name}</code>
              </label>
              <span className={layout.grow} />
              {isSigned && (
                <>
                  <Button
                    size="small"
                    aria-label={t.earlier(name)}
                    disabled={at === 0}
                    onClick={() => move(at, -1)}
                  >
                    <ArrowUp size={12} aria-hidden="true" />
                  </Button>
                  <Button
                    size="small"
                    aria-label={t.later(name)}
                    disabled={at === headers.length - 1}
                    onClick={() => move(at, 1)}
                  >
                    <ArrowDown size={12} aria-hidden="true" />
                  </Button>
                </>
              )}
            </li>
          );
        })}
      </ol>
      <form
        className={layout.row}
        onSubmit={(event) => {
          event.preventDefault();
          add();
        }}
      >
        <Input
          aria-label={t.addedHeader}
          className={textStyles.mono}
          value={added}
          spellCheck={false}
          onChange={({ target }) => setAdded(target.value)}
        />
        <Button size="small" type="submit">
          {t.addHeader}
        </Button>
      </form>
    </>
  );
}
