/** Scripted faults: what the bank does wrong, for which requests, how often. */
import { type FormEvent, useState } from 'react';
import type { ScenarioInput } from '../../../shared/xs2a/scenario.ts';
import { Field } from '../../ui/form.tsx';
import { useBank } from './store.ts';

type Effects = ScenarioInput['then'];

/** What one can choose; the rest is for the control listener. */
const CHOICES: readonly { id: string; label: string; then: Effects }[] = [
  { id: 'forceSca', label: 'Ask for an SCA although none is needed', then: { forceSca: true } },
  { id: 'exemptSca', label: 'Approve without an SCA', then: { exemptSca: true } },
  {
    id: 'failSca',
    label: 'Let the SCA fail in a system of the bank',
    then: {
      failSca: {
        system: 'BankID',
        status: 503,
        code: 'SERVICE_UNAVAILABLE',
        message: 'BankID does not answer.',
      },
    },
  },
  { id: 'delay', label: 'Answer after 5 seconds', then: { delayMs: 5000 } },
  { id: 'status', label: 'Answer 503', then: { status: 503 } },
  { id: 'drop', label: 'Drop the connection', then: { dropConnection: true } },
  { id: 'corrupt', label: 'Spoil the signature of the answer', then: { corruptResponseSignature: true } },
];

/** A scenario in words. */
export function scenarioText(then: Effects): string {
  const known = CHOICES.find((choice) => JSON.stringify(choice.then) === JSON.stringify(then));
  return known?.label ?? JSON.stringify(then);
}

export function ScenarioForm() {
  const pull = useBank((store) => store.pull);
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
    void pull('bank.addScenario', { when, then: choice.then }, `From now on: ${choice.label}.`);
  };
  return (
    <form className="form" aria-label="New scenario" onSubmit={submit}>
      <Field label="The bank shall">
        {(links) => (
          <select
            {...links}
            className="field"
            value={chosen}
            onChange={(event) => setChosen(event.target.value)}
          >
            {CHOICES.map(({ id, label }) => (
              <option key={id} value={id}>
                {label}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label="For the path" hint="Exact, without query; * stands for one segment. Empty: every path.">
        {(links) => (
          <input
            {...links}
            className="field mono"
            value={path}
            placeholder="/v1/accounts"
            onChange={(event) => setPath(event.target.value)}
          />
        )}
      </Field>
      <Field label="How often">
        {(links) => (
          <select
            {...links}
            className="field"
            value={times}
            onChange={(event) => setTimes(event.target.value)}
          >
            <option value="1">once</option>
            <option value="3">three times</option>
            <option value="">always</option>
          </select>
        )}
      </Field>
      <div className="actions">
        <button type="submit" className="btn">
          Add the scenario
        </button>
      </div>
    </form>
  );
}
