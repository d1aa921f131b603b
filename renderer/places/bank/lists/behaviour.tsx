/** How the bank behaves: quirks and scenarios. */
import type { Overview } from '../../../../shared/xs2a/inspection.ts';
import { texts } from '../../../../shared/texts/texts.ts';
import { ScenarioForm, scenarioText } from '../scenario-form.tsx';
import { useBank } from '../../../state/bank.ts';
import { Table } from './table.tsx';
import { Button } from '../../../ui/button.tsx';
import { Select } from '../../../ui/controls.tsx';
import { Rule } from '../../../ui/rule.tsx';
import styles from './behaviour.module.css';
import textStyles from '../../../ui/text.module.css';

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
