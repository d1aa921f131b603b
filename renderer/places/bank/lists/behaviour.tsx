/** How the bank behaves: quirks and scenarios. */
import type { Overview } from '../../../../shared/xs2a/inspection.ts';
import { texts } from '../../../../shared/texts/texts.ts';
import { useBank } from '../../../state/bank.ts';
import { Table } from './table.tsx';
import { Button } from '../../../ui/button.tsx';
import { Select, Input } from '../../../ui/controls.tsx';
import { Rule } from '../../../ui/rule.tsx';
import styles from './behaviour.module.css';
import textStyles from '../../../ui/text.module.css';
import { type FormEvent, useState } from 'react';
import type { ScenarioInput } from '../../../../shared/xs2a/operator-input.ts';
import { Field, Form, FormButtons } from '../../../ui/form.tsx';

const t = texts.bank.lists;

export function Quirks({ overview: { quirks } }: { overview: Overview }) {
  const perform = useBank((store) => store.perform);
  return (
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
              {values.map((one) => (
                <option key={String(one)}>{String(one)}</option>
              ))}
            </Select>
          </td>
          <td className={textStyles.soft}>{text}</td>
          <td>
            <Rule id={rule} />
          </td>
        </tr>
      ))}
    />
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

/** The form for scenarios: what the bank does wrong, for which requests, how often. */
const scenarioFormTexts = texts.bank.scenarioForm;

type Effects = ScenarioInput['then'];

/** The effects offered here. All others are available through the control listener. */
const CHOICES: readonly { id: string; label: string; then: Effects }[] = [
  { id: 'forceSca', label: scenarioFormTexts.askForSca, then: { forceSca: true } },
  { id: 'exemptSca', label: scenarioFormTexts.withoutSca, then: { exemptSca: true } },
  {
    id: 'failSca',
    label: scenarioFormTexts.failSca,
    then: {
      failSca: {
        system: 'BankID',
        status: 503,
        code: 'SERVICE_UNAVAILABLE',
        message: scenarioFormTexts.bankIdSilent,
      },
    },
  },
  { id: 'delay', label: scenarioFormTexts.slow, then: { delayMs: 5000 } },
  { id: 'status', label: scenarioFormTexts.unavailable, then: { status: 503 } },
  { id: 'drop', label: scenarioFormTexts.drop, then: { dropConnection: true } },
  { id: 'corrupt', label: scenarioFormTexts.spoilSignature, then: { corruptResponseSignature: true } },
];

/** A scenario in words. */
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
    void perform('bank.addScenario', { when, then: choice.then }, scenarioFormTexts.added(choice.label));
  };
  return (
    <Form aria-label={scenarioFormTexts.title} onSubmit={submit}>
      <Field label={scenarioFormTexts.bankShall}>
        {(links) => (
          <Select
            {...links}

            value={chosen}
            onChange={(event) => setChosen(event.target.value)}
          >
            {CHOICES.map(({ id, label }) => (
              <option key={id} value={id}>
                {label}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label={scenarioFormTexts.forPath} hint={scenarioFormTexts.forPathHint}>
        {(links) => (
          <Input
            {...links}
            className={textStyles.mono}
            value={path}
            placeholder={scenarioFormTexts.forPathExample}
            onChange={(event) => setPath(event.target.value)}
          />
        )}
      </Field>
      <Field label={scenarioFormTexts.howOften}>
        {(links) => (
          <Select
            {...links}

            value={times}
            onChange={(event) => setTimes(event.target.value)}
          >
            <option value="1">{scenarioFormTexts.once}</option>
            <option value="3">{scenarioFormTexts.threeTimes}</option>
            <option value="">{scenarioFormTexts.always}</option>
          </Select>
        )}
      </Field>
      <FormButtons>
        <Button type="submit">{scenarioFormTexts.add}</Button>
      </FormButtons>
    </Form>
  );
}
