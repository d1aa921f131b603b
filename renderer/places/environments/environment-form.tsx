/** The form of one environment. */
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import {
  type EnvironmentForm as FormValues,
  environmentFormSchema,
  type EnvironmentView,
  EXAMPLE_BASE_URL,
  MISSING,
} from '../../../shared/contract/environments.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { host, messageOf } from '../../host.ts';
import { distinctName } from '../../state/certificates.ts';
import { formKey, NEW, useEnvironments } from '../../state/environments.ts';
import { useUnsaved } from '../../state/unsaved.ts';
import { Button } from '../../ui/button.tsx';
import { optionsOf } from '../../ui/options.tsx';
import { Input, Select, TextArea } from '../../ui/form.tsx';
import { Field, fieldErrors, type FieldLinks, Form, FormButtons } from '../../ui/form.tsx';
import { Problem } from '../../ui/messages.tsx';
import { Note } from '../../ui/messages.tsx';
import { ConnectionTest, RootFiles, isAboutRoots } from './connection-test.tsx';
import layout from '../../ui/layout.module.css';
import textStyles from '../../ui/text.module.css';

const t = texts.environments.form;
const { useEnvironment: sendTo } = texts.environments.commands;

/** Id of the form, for the *Use* button above it, and the value of that button. */
export const ENVIRONMENT_FORM = 'environment-form';
export const USE = 'use';

const LABELS: Readonly<Record<keyof FormValues, string>> = {
  name: texts.common.name,
  baseUrl: t.baseUrl,
  hosts: t.hosts,
  certificateId: t.signingCertificate,
  tlsCertificateId: t.tlsClientCertificate,
  roots: t.trustedRoots,
  redirectUri: t.redirectUri,
  headers: t.headerDefaults,
  psuIpAddress: t.psuIpAddress,
};

export function EnvironmentForm({ environment }: { environment: EnvironmentView }) {
  const { certificates, list, saved, load, choose, save, select } = useEnvironments();
  const element = useRef<HTMLFormElement>(null);
  /** Only the user's changes: other fields follow changes from elsewhere. */
  const [edits, setEdits] = useUnsaved<Partial<FormValues>>(formKey(environment.id));
  const values = { ...environment, ...edits };
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [problem, setProblem] = useState<string | null>(null);
  const [saving, setSaving] = useState(false);
  /** Set by *Use*, also while a save is in progress. */
  const use = useRef(false);
  // After the fields are rendered as invalid.
  useEffect(() => {
    if (Object.keys(errors).length > 0)
      element.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [errors]);
  const isLocal = environment.kind === 'local';
  const local = list?.find(({ kind, baseUrl }) => kind === 'local' && isLocalBank(baseUrl, values.baseUrl));
  const change = (part: Partial<FormValues>) => {
    if (saved !== null) useEnvironments.setState({ saved: null });
    const next = { ...edits, ...part };
    const changed = Object.entries(next).filter(
      ([key, value]) => String(environment[key as keyof FormValues]) !== String(value),
    );
    setEdits(changed.length === 0 ? null : Object.fromEntries(changed));
  };
  const cancel = () => {
    setEdits(null);
    setErrors({});
    setProblem(null);
  };
  /** Marks the invalid fields. */
  const mark = (found: Record<string, string>) => {
    setErrors(found);
    const labels = Object.keys(found).map((key) => LABELS[key as keyof FormValues]);
    setProblem((use.current ? t.notSavedNotUsed : t.notSaved)(labels.join(', ')));
    use.current = false;
  };
  const submit = async () => {
    const checked = environmentFormSchema.safeParse(values);
    if (!checked.success) {
      mark(fieldErrors(checked.error));
      return;
    }
    setErrors({});
    setSaving(true);
    try {
      const id = await save(environment.id, checked.data);
      setEdits(null);
      setProblem(null);
      if (use.current) await choose(id);
    } catch (error) {
      const message = messageOf(error);
      if (isAboutRoots(message)) mark({ roots: message });
      else setProblem(message);
    }
    use.current = false;
    setSaving(false);
  };
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { submitter } = event.nativeEvent as SubmitEvent;
    if (submitter instanceof HTMLButtonElement && submitter.value === USE) use.current = true;
    if (!saving) void submit();
  };
  /** Saves only the root, not other input; nothing for a new environment. */
  const trust = async (pem: string): Promise<string> => {
    const roots = withRoot(values.roots, pem);
    if (environment.id !== NEW) {
      const form = environmentFormSchema.parse({ ...environment, roots });
      await host.call('environments.change', { id: environment.id, form });
      await load();
      setEdits((now) => without(now, 'roots'));
    } else setEdits((now) => ({ ...now, roots }));
    return roots;
  };
  const field = (
    key: keyof FormValues,
    label: string,
    hint: ReactNode,
    control: (links: FieldLinks) => ReactNode,
  ) => (
    <Field label={label} hint={hint} error={errors[key] ?? null}>
      {control}
    </Field>
  );
  const line = (key: 'name' | 'baseUrl' | 'psuIpAddress', label: string, hint: ReactNode) =>
    field(key, label, hint, (links) => (
      <Input
        {...links}
        className={key === 'name' ? undefined : textStyles.mono}
        value={values[key]}
        placeholder={key === 'baseUrl' ? EXAMPLE_BASE_URL : undefined}
        spellCheck={false}
        disabled={isLocal && key !== 'psuIpAddress'}
        onChange={(event) => change({ [key]: event.target.value })}
      />
    ));
  const options = (saved: string | null) => (
    <>
      {saved === MISSING && <option value={MISSING}>{t.missing}</option>}
      {optionsOf(certificates, (one) => [one.id, distinctName(one, certificates)])}
    </>
  );
  return (
    <Form ref={element} id={ENVIRONMENT_FORM} noValidate aria-label={t.title} onSubmit={onSubmit}>
      {environment.blocked !== null && <Note tone="warn">{environment.blocked}</Note>}
      {line('name', texts.common.name, t.nameHint)}
      {line('baseUrl', t.baseUrl, isLocal ? t.localBaseUrlHint : baseUrlHint(values.baseUrl))}
      {!isLocal && local && (
        <Note tone="warn">
          <span className={layout.grow}>{t.isLocalBank(local.name)}</span>
          <Button
            size="small"
            onClick={() => {
              cancel();
              select(local.id);
              void choose(local.id);
            }}
          >
            {sendTo(local.name)}
          </Button>
        </Note>
      )}
      {field('hosts', t.hosts, t.hostsHint, (links) => (
        <TextArea
          {...links}
          rows={2}
          spellCheck={false}
          placeholder={t.hostsExample}
          value={values.hosts.join('\n')}
          onChange={(event) => change({ hosts: event.target.value.split('\n') })}
        />
      ))}
      {field('certificateId', t.signingCertificate, t.signingHint, (links) => (
        <Select
          {...links}
          value={values.certificateId}
          onChange={(event) => change({ certificateId: event.target.value })}
        >
          {options(environment.certificateId)}
        </Select>
      ))}
      {!isLocal && (
        <>
          {field('tlsCertificateId', t.tlsClientCertificate, t.tlsHint, (links) => (
            <Select
              {...links}
              value={values.tlsCertificateId ?? ''}
              onChange={(event) => change({ tlsCertificateId: event.target.value || null })}
            >
              <option value="">{t.none}</option>
              {options(environment.tlsCertificateId)}
            </Select>
          ))}
          {/* The workbench's own bank is trusted under its own environment. */}
          {!local && (
            <>
              {field('roots', t.trustedRoots, t.rootsHint, (links) => (
                <TextArea
                  {...links}
                  rows={5}
                  spellCheck={false}
                  placeholder="-----BEGIN CERTIFICATE-----"
                  value={values.roots}
                  onChange={(event) => change({ roots: event.target.value })}
                />
              ))}
              <RootFiles onText={(pem) => change({ roots: withRoot(values.roots, pem) })} />
              <ConnectionTest
                key={environment.id}
                {...(environment.id !== NEW && { id: environment.id })}
                target={{
                  baseUrl: values.baseUrl,
                  roots: values.roots,
                  tlsCertificateId: values.tlsCertificateId,
                }}
                onTrust={trust}
              />
            </>
          )}
          {field('redirectUri', t.redirectUri, t.redirectUriHint, (links) => (
            <Input
              {...links}
              className={textStyles.mono}
              value={values.redirectUri ?? ''}
              spellCheck={false}
              onChange={(event) => change({ redirectUri: event.target.value || null })}
            />
          ))}
        </>
      )}
      {field('headers', t.headerDefaults, t.headerDefaultsHint, (links) => (
        <TextArea
          {...links}
          rows={3}
          spellCheck={false}
          placeholder={t.headerDefaultsExample}
          value={values.headers}
          onChange={(event) => change({ headers: event.target.value })}
        />
      ))}
      {line('psuIpAddress', t.psuIpAddress, t.psuIpAddressHint)}
      <Problem text={problem} />
      <FormButtons>
        <Button type="submit" look="go" disabled={saving}>
          {saving ? t.saving : t.save}
        </Button>
        {edits !== null && <Button onClick={cancel}>{texts.common.cancel}</Button>}
        {saved === environment.id && <output>{t.saved}</output>}
      </FormButtons>
    </Form>
  );
}

/** @returns null if no edits are left */
function without(edits: Partial<FormValues> | null, field: keyof FormValues): Partial<FormValues> | null {
  const left = Object.entries(edits ?? {}).filter(([key]) => key !== field);
  return left.length === 0 ? null : Object.fromEntries(left);
}

function withRoot(roots: string, pem: string): string {
  return [roots.trimEnd(), pem].filter((text) => text !== '').join('\n');
}

const THIS_MACHINE = ['localhost', '127.0.0.1', '[::1]'];

/** Whether an address is that of the local bank, by another name of this machine, too. */
function isLocalBank(local: string, typed: string): boolean {
  const [own, other] = [URL.parse(local), URL.parse(typed.trim())];
  if (own === null || other?.port !== own.port) return false;
  return other.hostname === own.hostname || THIS_MACHINE.includes(other.hostname);
}

/** The end of a base URL that would repeat the version of the paths. */
const VERSION = /\/v1\/*$/i;

function baseUrlHint(typed: string): ReactNode {
  const url = typed.trim();
  const at = url.search(VERSION);
  if (at < 0) return t.baseUrlHint;
  return <span className={textStyles.warn}>{t.doubledVersion(url.slice(0, at + '/v1'.length))}</span>;
}
