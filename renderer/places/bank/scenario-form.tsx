/** The form for scenarios: what the bank does wrong, for which requests, how often. */
import { type FormEvent, useState } from 'react';
import type { ScenarioInput } from '../../../shared/xs2a/scenario.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { useBank } from '../../state/bank.ts';
import { Button } from '../../ui/button.tsx';
import { Input, Select } from '../../ui/controls.tsx';
import { Field, Form, FormButtons } from '../../ui/form.tsx';
import textStyles from '../../ui/text.module.css';

const t = texts.bank.scenarioForm;

type Effects = ScenarioInput['then'];

/** The effects offered here. All others are available through the control listener. */
const CHOICES: readonly { id: string; label: string; then: Effects }[] = [
  { id: 'forceSca', label: t.askForSca, then: { forceSca: true } },
  { id: 'exemptSca', label: t.withoutSca, then: { exemptSca: true } },
  {
    id: 'failSca',
    label: t.failSca,
    then: {
      failSca: {
        system: 'BankID',
        status: 503,
        code: 'SERVICE_UNAVAILABLE',
        message: t.bankIdSilent,
      },
    },
  },
  { id: 'delay', label: t.slow, then: { delayMs: 5000 } },
  { id: 'status', label: t.unavailable, then: { status: 503 } },
  { id: 'drop', label: t.drop, then: { dropConnection: true } },
  { id: 'corrupt', label: t.spoilSignature, then: { corruptResponseSignature: true } },
];

/** A scenario in words. */
export function scenarioText(then: Effects): string {
  const known = CHOICES.find((choice) => JSON.stringify(choice.then) === JSON.stringify(then));
  return known?.label ?? JSON.stringify(then);
}

export function ScenarioForm() {
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
    void perform('bank.addScenario', { when, then: choice.then }, t.added(choice.label));
  };
  return (
    <Form aria-label={t.title} onSubmit={submit}>
      <Field label={t.bankShall}>
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
      <Field label={t.forPath} hint={t.forPathHint}>
        {(links) => (
          <Input
            {...links}
            className={textStyles.mono}
            value={path}
            placeholder={t.forPathExample}
            onChange={(event) => setPath(event.target.value)}
          />
        )}
      </Field>
      <Field label={t.howOften}>
        {(links) => (
          <Select
            {...links}

            value={times}
            onChange={(event) => setTimes(event.target.value)}
          >
            <option value="1">{t.once}</option>
            <option value="3">{t.threeTimes}</option>
            <option value="">{t.always}</option>
          </Select>
        )}
      </Field>
      <FormButtons>
        <Button type="submit">{t.add}</Button>
      </FormButtons>
    </Form>
  );
}
