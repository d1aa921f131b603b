/** The lists of quirks and scenarios, and the form for a scenario. */
import { type FormEvent, useState } from 'react';
import type { Overview } from '../../../../shared/xs2a/inspection.ts';
import { texts } from '../../../../shared/texts/texts.ts';
import { type ScenarioInput } from '../../../../shared/xs2a/operator-input.ts';
import { useBank } from '../../../state/bank.ts';
import { openEnvironment } from '../../../state/environments.ts';
import { classes } from '../../../ui/classes.ts';
import layout from '../../../ui/layout.module.css';
import { Button } from '../../../ui/button.tsx';
import { optionsOf } from '../../../ui/options.tsx';
import { Select, Input, Field, Form, FormButtons } from '../../../ui/form.tsx';
import { Rule } from '../../../ui/popover.tsx';
import { Table } from './bank-table.tsx';
import styles from './quirks-and-scenarios.module.css';
import textStyles from '../../../ui/text.module.css';

const t = texts.bank.lists;
const form = texts.bank.scenarioForm;

/** Id of the local bank's environment. */
const LOCAL = 'local';

export function Quirks({ overview: { profile, quirks } }: { overview: Overview }) {
  const perform = useBank((store) => store.perform);
  return (
    <>
      <p className={classes(layout.row, layout.pad)}>
        <span>{t.profile}</span>
        <b>{profile.name}</b>
        <Button size="small" onClick={() => openEnvironment(LOCAL, 'profile')}>
          {t.changeProfile}
        </Button>
      </p>
      <Table
        columns={[t.quirk, texts.common.value, t.effect, t.rule]}
        empty={t.noQuirks}
        rows={quirks.map(({ name, value, values, text, rule }) => (
          <tr key={name}>
            <td className={textStyles.mono}>{name}</td>
            <td>
              <Select
                className={styles.value}
                aria-label={name}
                value={String(value)}
                onChange={(event) => {
                  const chosen = values.find((one) => String(one) === event.target.value) ?? value;
                  void perform('bank.quirk', { name, value: chosen }, t.quirkSet(name, String(chosen)));
                }}
              >
                {optionsOf(values, (one) => [String(one), String(one)])}
              </Select>
            </td>
            <td className={textStyles.soft}>{text}</td>
            <td>
              <Rule id={rule} />
            </td>
          </tr>
        ))}
      />
    </>
  );
}

export function Scenarios({ overview: { scenarios } }: { overview: Overview }) {
  const perform = useBank((store) => store.perform);
  return (
    <>
      <ScenarioForm />
      <Table
        operable
        columns={[t.scenario, t.when, t.howOften, texts.common.actions]}
        empty={t.noScenarios}
        rows={scenarios.map(({ id, input: { when, then } }) => (
          <tr key={id}>
            <td>{scenarioText(then)}</td>
            <td className={textStyles.mono}>
              {when.method ?? t.anyMethod} {when.path ?? t.anyPath}
            </td>
            <td>{when.times === undefined ? t.always : t.timesMore(when.times)}</td>
            <td>
              <Button
                look="plain"
                size="small"
                onClick={() => void perform('bank.removeScenario', { id }, t.scenarioRemoved)}
              >
                {t.remove}
              </Button>
            </td>
          </tr>
        ))}
      />
    </>
  );
}

type Effects = ScenarioInput['then'];

/** Effects offered here. Others are available through the control listener. */
const CHOICES: readonly { id: string; label: string; then: Effects }[] = [
  { id: 'forceSca', label: form.askForSca, then: { forceSca: true } },
  { id: 'exemptSca', label: form.withoutSca, then: { exemptSca: true } },
  {
    id: 'failSca',
    label: form.failSca,
    then: {
      failSca: {
        system: 'BankID',
        status: 503,
        code: 'SERVICE_UNAVAILABLE',
        message: form.bankIdSilent,
      },
    },
  },
  { id: 'delay', label: form.slow, then: { delayMs: 5000 } },
  { id: 'status', label: form.unavailable, then: { status: 503 } },
  { id: 'drop', label: form.drop, then: { dropConnection: true } },
  { id: 'corrupt', label: form.spoilSignature, then: { corruptResponseSignature: true } },
];

function scenarioText(then: Effects): string {
  const known = CHOICES.find((choice) => JSON.stringify(choice.then) === JSON.stringify(then));
  return known?.label ?? JSON.stringify(then);
}

function ScenarioForm() {
  const perform = useBank((store) => store.perform);
  const [chosen, setChosen] = useState(CHOICES[0]?.id ?? '');
  const [path, setPath] = useState('');
  const [times, setTimes] = useState('1');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const choice = CHOICES.find(({ id }) => id === chosen);
    if (!choice) return;
    const when = {
      ...(path.trim() === '' ? {} : { path: path.trim() }),
      ...(times === '' ? {} : { times: Number(times) }),
    };
    void perform('bank.addScenario', { when, then: choice.then }, form.added(choice.label));
  };
  return (
    <Form aria-label={form.title} onSubmit={submit}>
      <Field label={form.bankShall}>
        {(links) => (
          <Select {...links} value={chosen} onChange={(event) => setChosen(event.target.value)}>
            {optionsOf(CHOICES, ({ id, label }) => [id, label])}
          </Select>
        )}
      </Field>
      <Field label={form.forPath} hint={form.forPathHint}>
        {(links) => (
          <Input
            {...links}
            className={textStyles.mono}
            value={path}
            placeholder={form.forPathExample}
            onChange={(event) => setPath(event.target.value)}
          />
        )}
      </Field>
      <Field label={form.howOften}>
        {(links) => (
          <Select {...links} value={times} onChange={(event) => setTimes(event.target.value)}>
            <option value="1">{form.once}</option>
            <option value="3">{form.threeTimes}</option>
            <option value="">{form.always}</option>
          </Select>
        )}
      </Field>
      <FormButtons>
        <Button type="submit">{form.add}</Button>
      </FormButtons>
    </Form>
  );
}
