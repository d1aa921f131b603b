/** An SCA step: who decides what, for whom, and for which accounts. */
import { useEffect, useId, useState } from 'react';
import type { StepFields } from '../../../../shared/collections/step-form.ts';
import { texts } from '../../../../shared/texts/texts.ts';
import { host } from '../../../host.ts';
import { Input, Select, TextArea } from '../../../ui/controls.tsx';
import { Field } from '../../../ui/form.tsx';
import type { PartProps } from './part-props.ts';
import textStyles from '../../../ui/text.module.css';

const t = texts.requests.step;

const DECISIONS = ['approve', 'abort'] as const;
const CONTEXTS = ['', 'PRIVATE', 'CORPORATE'] as const;

export function ScaFields({ fields, wrong, change }: PartProps) {
  const { customers, agreements } = useOffered();
  const [customerList, agreementList] = [useId(), useId()];
  return (
    <>
      <Field label={t.psu} hint={t.psuHint} error={wrong('psu')}>
        {(links) => (
          <Input
            {...links}
            list={customerList}
            value={fields.psu}
            onChange={(event) => change({ psu: event.target.value })}
          />
        )}
      </Field>
      <Names id={customerList} names={customers} />
      <Field label={t.decision}>
        {(links) => (
          <Select
            {...links}
            value={fields.decision}
            onChange={(event) =>
              change({ decision: DECISIONS.find((one) => one === event.target.value) ?? 'approve' })
            }
          >
            {DECISIONS.map((value) => (
              <option key={value} value={value}>
                {t.decisions[value]}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label={t.context}>
        {(links) => (
          <Select
            {...links}
            value={fields.context}
            onChange={(event) => change({ context: contextOf(event.target.value) })}
          >
            {CONTEXTS.map((value) => (
              <option key={value} value={value}>
                {value === '' ? t.anyContext : t.contexts[value]}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label={t.agreement} hint={t.agreementHint}>
        {(links) => (
          <Input
            {...links}
            list={agreementList}
            value={fields.agreement}
            onChange={(event) => change({ agreement: event.target.value })}
          />
        )}
      </Field>
      <Names id={agreementList} names={agreements} />
      <Field label={t.accounts} hint={t.accountsHint}>
        {(links) => (
          <TextArea
            {...links}
            className={textStyles.mono}
            rows={3}
            value={fields.accounts}
            onChange={(event) => change({ accounts: event.target.value })}
          />
        )}
      </Field>
      <Field label={t.link} hint={t.linkHint}>
        {(links) => (
          <Input
            {...links}
            className={textStyles.mono}
            value={fields.link}
            onChange={(event) => change({ link: event.target.value })}
          />
        )}
      </Field>
    </>
  );
}

function contextOf(value: string): StepFields['context'] {
  return CONTEXTS.find((one) => one === value) ?? '';
}

function Names({ id, names }: { id: string; names: readonly string[] }) {
  return (
    <datalist id={id}>
      {names.map((name) => (
        <option key={name} value={name} />
      ))}
    </datalist>
  );
}

/** The people and agreements of the local bank, to choose from. */
function useOffered(): { customers: readonly string[]; agreements: readonly string[] } {
  const [offered, setOffered] = useState<{ customers: string[]; agreements: string[] }>({
    customers: [],
    agreements: [],
  });
  useEffect(() => {
    host.call('bank.overview', { search: '' }).then(
      ({ customers, agreements }) =>
        setOffered({
          customers: customers.filter(({ type }) => type === 'PRIVATE').map(({ name }) => name),
          agreements: agreements.map(({ name }) => name),
        }),
      // Names can be typed without them.
      () => undefined,
    );
  }, []);
  return offered;
}
