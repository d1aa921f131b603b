/** The form of one environment. */
import { type FormEvent, type ReactNode, useState } from 'react';
import {
  type EnvironmentForm as FormValues,
  environmentFormSchema,
  type EnvironmentView,
} from '../../../shared/contract/environments.ts';
import { host, messageOf } from '../../host.ts';
import { Field, fieldErrors, type FieldLinks, Problem } from '../../ui/form.tsx';
import { useEnvironments } from './store.ts';

export function EnvironmentForm({ environment }: { environment: EnvironmentView }) {
  const { certificates, load } = useEnvironments();
  /** What the person has changed; the rest is as it is now, also where something else has changed it meanwhile. */
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
      <input
        {...links}
        className={key === 'name' ? 'field' : 'field mono'}
        value={values[key]}
        spellCheck={false}
        disabled={isLocal && key !== 'psuIpAddress'}
        onChange={(event) => change({ [key]: event.target.value })}
      />
    ));
  return (
    <form className="form" aria-label="Environment" onSubmit={(event) => void save(event)}>
      {line('name', 'Name', 'As it stands in the status line.')}
      {line(
        'baseUrl',
        'Base URL',
        isLocal
          ? 'The address of the local bank follows from its port.'
          : 'Without /v1. A path before it, as some banks have one, is signed as it is sent.',
      )}
      {field('certificateId', 'Signing certificate', 'A QSealC of the vault.', (links) => (
        <select
          {...links}
          className="field"
          value={values.certificateId}
          onChange={(event) => change({ certificateId: event.target.value })}
        >
          {certificates.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      ))}
      {!isLocal && (
        <>
          {field(
            'tlsCertificateId',
            'TLS client certificate',
            'A QWAC, where the bank asks for one.',
            (links) => (
              <select
                {...links}
                className="field"
                value={values.tlsCertificateId ?? ''}
                onChange={(event) => change({ tlsCertificateId: event.target.value || null })}
              >
                <option value="">none</option>
                {certificates.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </select>
            ),
          )}
          {field(
            'roots',
            'Trusted roots',
            "PEM of the authorities that the bank's TLS certificate may come from. Empty: those that Node.js trusts.",
            (links) => (
              <textarea
                {...links}
                className="field"
                rows={5}
                spellCheck={false}
                placeholder="-----BEGIN CERTIFICATE-----"
                value={values.roots}
                onChange={(event) => change({ roots: event.target.value })}
              />
            ),
          )}
          {field(
            'redirectUri',
            'TPP-Redirect-URI',
            "Empty: the workbench's own receiver on this machine.",
            (links) => (
              <input
                {...links}
                className="field mono"
                value={values.redirectUri ?? ''}
                spellCheck={false}
                onChange={(event) => change({ redirectUri: event.target.value || null })}
              />
            ),
          )}
        </>
      )}
      {field(
        'headers',
        'Header defaults',
        'A line each, for every request that does not set the header itself; variables may stand in them. A name and a colon alone leave a header out.',
        (links) => (
          <textarea
            {...links}
            className="field"
            rows={3}
            spellCheck={false}
            placeholder="X-API-Key: {{apiKey}}"
            value={values.headers}
            onChange={(event) => change({ headers: event.target.value })}
          />
        ),
      )}
      {line('psuIpAddress', 'PSU-IP-Address', 'Sent with every request that the PSU is there for (HDR-7).')}
      <Problem text={problem} />
      <div className="actions">
        <button type="submit" className="btn go">
          Save
        </button>
        {saved && <output>Saved.</output>}
      </div>
    </form>
  );
}
