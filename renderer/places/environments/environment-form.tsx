/** The form of one environment. */
import { type FormEvent, type ReactNode, useState } from 'react';
import {
  type EnvironmentForm as FormValues,
  environmentFormSchema,
  type EnvironmentView,
} from '../../../shared/contract/environments.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { host, messageOf } from '../../host.ts';
import { distinctName } from '../../state/certificate-names.ts';
import { useEnvironments } from '../../state/environments.ts';
import { Button } from '../../ui/button.tsx';
import { Input, Select, TextArea } from '../../ui/controls.tsx';
import { Field, fieldErrors, type FieldLinks, Form, FormButtons, Problem } from '../../ui/form.tsx';
import { ConnectionTest } from './connection-test.tsx';
import textStyles from '../../ui/text.module.css';

const t = texts.environments.form;

export function EnvironmentForm({ environment }: { environment: EnvironmentView }) {
  const { certificates, load } = useEnvironments();
  /** Only the user's changes. All other fields show the current value, even if something else changes it in the meantime. */
  const [edits, setEdits] = useState<Partial<FormValues>>({});
  const values = { ...environment, ...edits };
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [problem, setProblem] = useState<string | null>(null);
  const [saved, setSaved] = useState(false);
  const isLocal = environment.kind === 'local';
  const change = (part: Partial<FormValues>) => {
    setSaved(false);
    setEdits({ ...edits, ...part });
  };
  const save = async (event: FormEvent) => {
    event.preventDefault();
    const checked = environmentFormSchema.safeParse(values);
    if (!checked.success) {
      setErrors(fieldErrors(checked.error));
      return;
    }
    setErrors({});
    try {
      await host.call('environments.change', { id: environment.id, form: checked.data });
      await load();
      setEdits({});
      setProblem(null);
      setSaved(true);
    } catch (error) {
      setProblem(messageOf(error));
    }
  };
  /** Saves the root only: what else has been typed stays as it is. */
  const trust = async (pem: string): Promise<string> => {
    const roots = [values.roots.trimEnd(), pem].filter((text) => text !== '').join('\n');
    const form = environmentFormSchema.parse({ ...environment, roots });
    await host.call('environments.change', { id: environment.id, form });
    await load();
    setEdits((now) => ({ ...now, roots }));
    return roots;
  };
  const field = (
    key: keyof FormValues,
    label: string,
    hint: string,
    control: (links: FieldLinks) => ReactNode,
  ) => (
    <Field label={label} hint={hint} error={errors[key] ?? null}>
      {control}
    </Field>
  );
  const line = (key: 'name' | 'baseUrl' | 'psuIpAddress', label: string, hint: string) =>
    field(key, label, hint, (links) => (
      <Input
        {...links}
        className={key === 'name' ? undefined : textStyles.mono}
        value={values[key]}
        spellCheck={false}
        disabled={isLocal && key !== 'psuIpAddress'}
        onChange={(event) => change({ [key]: event.target.value })}
      />
    ));
  return (
    <Form aria-label={t.title} onSubmit={(event) => void save(event)}>
      {line('name', texts.common.name, t.nameHint)}
      {line('baseUrl', t.baseUrl, isLocal ? t.localBaseUrlHint : t.baseUrlHint)}
      {field('certificateId', t.signingCertificate, t.signingHint, (links) => (
        <Select
          {...links}

          value={values.certificateId}
          onChange={(event) => change({ certificateId: event.target.value })}
        >
          {certificates.map((one) => (
            <option key={one.id} value={one.id}>
              {distinctName(one, certificates)}
            </option>
          ))}
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
              {certificates.map((one) => (
                <option key={one.id} value={one.id}>
                  {distinctName(one, certificates)}
                </option>
              ))}
            </Select>
          ))}
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
          <ConnectionTest
            key={environment.id}
            target={{
              baseUrl: values.baseUrl,
              roots: values.roots,
              tlsCertificateId: values.tlsCertificateId,
            }}
            onTrust={trust}
          />
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
        <Button type="submit" look="go">
          {t.save}
        </Button>
        {saved && <output>{t.saved}</output>}
      </FormButtons>
    </Form>
  );
}
