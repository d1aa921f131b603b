/** Variables of an environment, for {{name}} in paths, headers and bodies. */
import { type FormEvent, useEffect, useState } from 'react';
import { type VariableView, variableSchema } from '../../../shared/contract/environments.ts';
import { host, messageOf } from '../../host.ts';
import { Problem } from '../../ui/form.tsx';
import { ActionsHead } from '../../ui/parts.tsx';
import { taken } from '../vault/vault-forms.tsx';

/** What the workbench fills in by itself. */
const OWN = [
  ['psuId', 'of the last SCA'],
  ['psuCorporateId', 'of the last SCA'],
  ['sessionId', 'the TPP-Session-ID'],
  ['today', 'the day of the bank in Oslo'],
  ['uuid', 'new each time'],
] as const;

export function VariablesForm({ id }: { id: string }) {
  const [variables, setVariables] = useState<VariableView[]>([]);
  const [secret, setSecret] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    const load = () =>
      host
        .call('variables.list', { id })
        .then((read) => setVariables(read.variables))
        .catch((error: unknown) => setProblem(messageOf(error)));
    void load();
    return host.on('environments.changed', () => void load());
  }, [id]);
  const attempt = async (run: () => Promise<unknown>) => {
    try {
      await run();
      setProblem(null);
    } catch (error) {
      setProblem(messageOf(error));
    }
  };
  const set = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const name = taken(form, 'name').trim();
    const checked = variableSchema.safeParse({ name, value: taken(form, 'value'), secret });
    if (!checked.success) setProblem(checked.error.issues[0]?.message ?? null);
    else void attempt(() => host.call('variables.set', { id, variable: checked.data }));
  };
  return (
    <section aria-label="Variables">
      <div className="head sub">
        <h3>Variables</h3>
        <span className="soft small cut">
          <code>{'{{name}}'}</code> in a path, a header or a body
        </span>
      </div>
      <Problem text={problem} />
      <table className="grid">
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Value</th>
            <ActionsHead />
          </tr>
        </thead>
        <tbody>
          {variables.map(({ name, value, secret: hidden }) => (
            <tr key={name}>
              <td className="mono">{name}</td>
              <td className="mono">
                {hidden ? <span className="soft">secret, sealed in the vault</span> : value}
              </td>
              <td>
                <button
                  type="button"
                  className="btn plain sm"
                  aria-label={`Remove ${name}`}
                  onClick={() => void attempt(() => host.call('variables.remove', { id, name }))}
                >
                  Remove
                </button>
              </td>
            </tr>
          ))}
          {OWN.filter(([name]) => !variables.some((one) => one.name === name)).map(([name, text]) => (
            <tr key={name}>
              <td className="mono soft">{name}</td>
              <td className="soft">{text}</td>
              <td />
            </tr>
          ))}
        </tbody>
      </table>
      <form className="pad actions" aria-label="New variable" onSubmit={set}>
        <input
          className="field variable-field mono"
          name="name"
          aria-label="Name of the variable"
          placeholder="name"
          required
        />
        <input
          className="field variable-field mono"
          name="value"
          type={secret ? 'password' : 'text'}
          aria-label="Value"
          placeholder="value"
          autoComplete="off"
        />
        <label className="variable-secret">
          <input type="checkbox" checked={secret} onChange={(event) => setSecret(event.target.checked)} />{' '}
          secret
        </label>
        <button type="submit" className="btn">
          Set the variable
        </button>
      </form>
      <p className="pad small soft">
        A secret one is sealed with the vault&apos;s key. It is sent, and shown and kept nowhere: history and
        code have ••• in its place.
      </p>
    </section>
  );
}
