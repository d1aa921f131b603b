/** The variables of an environment. */
import { type FormEvent, useEffect, useState } from 'react';
import { type VariableView, variableSchema } from '../../../shared/contract/environments.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { host, messageOf } from '../../host.ts';
import { taken } from '../../parts/certificates/vault-forms.tsx';
import { coalesced } from '../../state/coalesce.ts';
import { Input } from '../../ui/form.tsx';
import { Problem } from '../../ui/messages.tsx';
import { Grid, ActionsHead } from '../../ui/table.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import layout from '../../ui/layout.module.css';
import styles from './environments-place.module.css';
import textStyles from '../../ui/text.module.css';

const t = texts.environments.variables;

/** Variables that the workbench provides. */
const OWN = [
  ['psuId', t.ofLastSca],
  ['psuCorporateId', t.ofLastSca],
  ['sessionId', t.ofSession],
  ['today', t.bankDay],
  ['uuid', t.newEachTime],
] as const;

export function VariablesForm({ id }: { id: string }) {
  const [variables, setVariables] = useState<VariableView[]>([]);
  const [secret, setSecret] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    const load = coalesced(() =>
      host
        .call('variables.list', { id })
        .then((read) => setVariables(read.variables))
        .catch((error: unknown) => setProblem(messageOf(error))),
    );
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
    else {
      // At once: what is typed while the core answers is the next variable.
      setSecret(false);
      void attempt(() => host.call('variables.set', { id, variable: checked.data }));
    }
  };
  return (
    <section aria-label={t.title}>
      <Panel
        name="environment.variables"
        title={t.title}
        fact={
          <span className={classes(textStyles.soft, textStyles.small, textStyles.cut)}>
            <code>{'{{name}}'}</code> {t.where}
          </span>
        }
      >
        <Problem text={problem} />
        <Grid>
          <thead>
            <tr>
              <th scope="col">{texts.common.name}</th>
              <th scope="col">{texts.common.value}</th>
              <ActionsHead />
            </tr>
          </thead>
          <tbody>
            {variables.map(({ name, value, secret: hidden }) => (
              <tr key={name}>
                <td className={textStyles.mono}>{name}</td>
                <td className={textStyles.mono}>
                  {hidden ? <span className={textStyles.soft}>{t.sealed}</span> : value}
                </td>
                <td>
                  <Button
                    look="plain"
                    size="small"
                    aria-label={t.removeVariable(name)}
                    onClick={() => void attempt(() => host.call('variables.remove', { id, name }))}
                  >
                    {t.remove}
                  </Button>
                </td>
              </tr>
            ))}
            {OWN.filter(([name]) => !variables.some((one) => one.name === name)).map(([name, text]) => (
              <tr key={name}>
                <td className={classes(textStyles.mono, textStyles.soft)}>{name}</td>
                <td className={textStyles.soft}>{text}</td>
                <td />
              </tr>
            ))}
          </tbody>
        </Grid>
        <form className={classes(layout.pad, layout.actions)} aria-label={t.newVariable} onSubmit={set}>
          <Input
            className={classes(styles.variable, textStyles.mono)}
            name="name"
            aria-label={t.nameVariable}
            placeholder={t.nameExample}
            required
          />
          <Input
            className={classes(styles.variable, textStyles.mono)}
            name="value"
            type={secret ? 'password' : 'text'}
            aria-label={texts.common.value}
            placeholder={t.valueExample}
            autoComplete="off"
          />
          <label className={styles.secret}>
            <input type="checkbox" checked={secret} onChange={(event) => setSecret(event.target.checked)} />{' '}
            {t.secret}
          </label>
          <Button type="submit">{t.set}</Button>
        </form>
        <p className={classes(layout.pad, textStyles.small, textStyles.soft)}>{t.secretHint}</p>
      </Panel>
    </section>
  );
}
