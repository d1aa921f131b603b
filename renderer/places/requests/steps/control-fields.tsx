/** A control step: a call of the simulator's operator, chosen from the list or written. */
import { useEffect, useState } from 'react';
import type { StepFields } from '../../../../shared/collections/step-form.ts';
import type { Output } from '../../../../shared/contract/methods.ts';
import { texts } from '../../../../shared/texts/texts.ts';
import { BANK_METHODS } from '../../../../shared/xs2a/http-syntax.ts';
import { host } from '../../../host.ts';
import { Input, Select, TextArea } from '../../../ui/controls.tsx';
import { Field } from '../../../ui/form.tsx';
import type { PartProps } from './part-props.ts';
import textStyles from '../../../ui/text.module.css';

const t = texts.requests.step;

type Call = Output<'bank.controlCalls'>['calls'][number];

export function ControlFields({ fields, wrong, change }: PartProps) {
  const calls = useCalls();
  const { method, path, json } = fields;
  const chosen = calls.findIndex((call) => {
    const same = fieldsOf(call);
    return same.method === method && same.path === path && same.json === json;
  });
  return (
    <>
      <Field label={t.call}>
        {(links) => (
          <Select
            {...links}
            value={chosen}
            onChange={(event) => {
              const call = calls[Number(event.target.value)];
              if (call !== undefined) change(fieldsOf(call));
            }}
          >
            <option value={-1}>{t.otherCall}</option>
            {calls.map(({ title }, at) => (
              <option key={title} value={at}>
                {title}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label={t.method}>
        {(links) => (
          <Select
            {...links}
            value={method}
            onChange={(event) =>
              change({ method: BANK_METHODS.find((one) => one === event.target.value) ?? 'POST' })
            }
          >
            {BANK_METHODS.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </Select>
        )}
      </Field>
      <Field label={t.path} hint={t.pathHint} error={wrong('path')}>
        {(links) => (
          <Input
            {...links}
            className={textStyles.mono}
            value={path}
            onChange={(event) => change({ path: event.target.value })}
          />
        )}
      </Field>
      <Field label={t.json} error={wrong('json')}>
        {(links) => (
          <TextArea
            {...links}
            className={textStyles.mono}
            rows={Math.min(16, Math.max(4, json.split('\n').length))}
            spellCheck={false}
            value={json}
            onChange={(event) => change({ json: event.target.value })}
          />
        )}
      </Field>
    </>
  );
}

function fieldsOf({ method, path, json }: Call): Pick<StepFields, 'json' | 'method' | 'path'> {
  return { method, path, json: json === null ? '' : JSON.stringify(json, null, 2) };
}

function useCalls(): readonly Call[] {
  const [calls, setCalls] = useState<readonly Call[]>([]);
  useEffect(() => {
    host.call('bank.controlCalls', {}).then(
      (read) => setCalls(read.calls),
      // A call can be written without them.
      () => undefined,
    );
  }, []);
  return calls;
}
