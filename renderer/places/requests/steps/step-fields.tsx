/** The fields of each kind of step that sends no request. */
import { type ReactNode, useId } from 'react';
import type { StepFields } from '../../../../shared/collections/step-form.ts';
import type { StepKind } from '../../../../shared/collections/steps.ts';
import type { Output } from '../../../../shared/contract/methods.ts';
import { MAX_REQUEST_NAME_CHARS } from '../../../../shared/limits.ts';
import { texts } from '../../../../shared/texts/texts.ts';
import { BANK_METHODS } from '../../../../shared/xs2a/http-syntax.ts';
import { useOutput } from '../../../state/output.ts';
import { useSaved } from '../../../state/requests/saved.ts';
import { flowsToInclude } from '../../../state/requests/tree.ts';
import { Input, Select, TextArea, Field } from '../../../ui/form.tsx';
import { optionsOf } from '../../../ui/options.tsx';
import textStyles from '../../../ui/text.module.css';

const t = texts.requests.step;

const DECISIONS = ['approve', 'abort', 'revoke'] as const;
const CONTEXTS = ['', 'PRIVATE', 'CORPORATE'] as const;

interface Props {
  fields: StepFields;
  /** The error of a field, or null. */
  wrong: (field: keyof StepFields) => string | null;
  change: (part: Partial<StepFields>) => void;
}

/** @param path of the step */
export function FieldsOfKind({ kind, path, ...props }: Props & { kind: StepKind; path: string }) {
  switch (kind) {
    case 'consent':
      return <AtBankFields {...props} />;
    case 'sca':
      return <ScaFields {...props} />;
    case 'control':
      return <ControlFields {...props} />;
    case 'include':
      return <IncludeFields {...props} path={path} />;
    case 'session':
      return (
        <TextField
          {...props}
          name="session"
          label={t.session}
          hint={t.sessionHint}
          maxLength={MAX_REQUEST_NAME_CHARS}
        />
      );
    case 'pause':
      return <TextField {...props} name="pause" label={t.pause} inputMode="numeric" />;
    case 'request':
      return null;
  }
}

type TextName = Exclude<keyof StepFields, 'context' | 'decision' | 'method'>;

/** @param props.rows of a field with several lines @param props.names suggestions */
export function TextField(
  props: Props & {
    name: TextName;
    label: string;
    hint?: string;
    rows?: number;
    names?: readonly string[];
    mono?: boolean;
    maxLength?: number;
    inputMode?: 'numeric';
  },
) {
  const { fields, wrong, change, name, label, hint, rows, names, mono = false, maxLength, inputMode } = props;
  const listId = useId();
  const common = {
    className: mono ? textStyles.mono : undefined,
    value: fields[name],
    onChange: ({ target }: { target: { value: string } }) => change({ [name]: target.value }),
  };
  return (
    <>
      <Field label={label} hint={hint} error={wrong(name)}>
        {(links) =>
          rows === undefined ? (
            <Input
              {...links}
              {...common}
              list={names && listId}
              maxLength={maxLength}
              inputMode={inputMode}
            />
          ) : (
            <TextArea {...links} {...common} rows={rows} spellCheck={false} />
          )
        }
      </Field>
      {names !== undefined && (
        <datalist id={listId}>
          {names.map((one) => (
            <option key={one} value={one} />
          ))}
        </datalist>
      )}
    </>
  );
}

function ChoiceField(props: {
  label: string;
  value: string | number;
  error?: string | null;
  onChoose: (value: string) => void;
  children: ReactNode;
}) {
  const { label, value, error = null, onChoose, children } = props;
  return (
    <Field label={label} error={error}>
      {(links) => (
        <Select {...links} value={value} onChange={({ target }) => onChoose(target.value)}>
          {children}
        </Select>
      )}
    </Field>
  );
}

/** An SCA step: who decides what, for whom, for which accounts, and where. */
function ScaFields(props: Props) {
  const { fields, change } = props;
  return (
    <>
      <AtBankFields {...props}>
        <ChoiceField
          label={t.decision}
          value={fields.decision}
          onChoose={(value) => change({ decision: DECISIONS.find((one) => one === value) ?? 'approve' })}
        >
          {optionsOf(DECISIONS, (value) => [value, t.decisions[value]])}
        </ChoiceField>
      </AtBankFields>
      <TextField {...props} name="link" label={t.link} hint={t.linkHint} mono />
    </>
  );
}

/** On the bank's pages: who acts, for whom, and for which accounts. */
function AtBankFields({ children, ...props }: Props & { children?: ReactNode }) {
  const { fields, change } = props;
  // The names of the local bank are suggestions.
  const { customers = [], agreements = [] } = useOutput('bank.overview', { search: '' }) ?? {};
  return (
    <>
      <TextField
        {...props}
        name="psu"
        label={t.psu}
        hint={t.psuHint}
        names={customers.filter(({ type }) => type === 'PRIVATE').map(({ name }) => name)}
      />
      {children}
      <ChoiceField
        label={t.context}
        value={fields.context}
        onChoose={(value) => change({ context: CONTEXTS.find((one) => one === value) ?? '' })}
      >
        {optionsOf(CONTEXTS, (value) => [value, value === '' ? t.anyContext : t.contexts[value]])}
      </ChoiceField>
      <TextField
        {...props}
        name="agreement"
        label={t.agreement}
        hint={t.agreementHint}
        names={agreements.map(({ name }) => name)}
      />
      <TextField {...props} name="accounts" label={t.accounts} hint={t.accountsHint} rows={3} mono />
    </>
  );
}

type Call = Output<'bank.controlCalls'>['calls'][number];

/** A control step: a call of the bank's operator, chosen from the list or typed. */
function ControlFields(props: Props) {
  const { fields, change } = props;
  const { method, path, json } = fields;
  const { calls = [] } = useOutput('bank.controlCalls', {}) ?? {};
  const chosen = calls.findIndex((call) => {
    const same = fieldsOf(call);
    return same.method === method && same.path === path && same.json === json;
  });
  return (
    <>
      <ChoiceField
        label={t.call}
        value={chosen}
        onChoose={(value) => {
          const call = calls[Number(value)];
          if (call !== undefined) change(fieldsOf(call));
        }}
      >
        <option value={-1}>{t.otherCall}</option>
        {optionsOf([...calls.entries()], ([at, { title }]) => [at, title])}
      </ChoiceField>
      <ChoiceField
        label={t.method}
        value={method}
        onChoose={(value) => change({ method: BANK_METHODS.find((one) => one === value) ?? 'POST' })}
      >
        {optionsOf(BANK_METHODS, (one) => [one, one])}
      </ChoiceField>
      <TextField {...props} name="path" label={t.path} hint={t.pathHint} mono />
      <TextField
        {...props}
        name="json"
        label={t.json}
        rows={Math.min(16, Math.max(4, json.split('\n').length))}
        mono
      />
    </>
  );
}

function fieldsOf({ method, path, json }: Call): Pick<StepFields, 'json' | 'method' | 'path'> {
  return { method, path, json: json === null ? '' : JSON.stringify(json, null, 2) };
}

function IncludeFields({ path, ...props }: Props & { path: string }) {
  const { fields, wrong, change } = props;
  const { flow } = fields;
  // Subscribes to the folders.
  useSaved((store) => store.folders);
  const flows = flowsToInclude(path);
  return (
    <>
      <ChoiceField
        label={t.flow}
        value={flow}
        error={wrong('flow')}
        onChoose={(value) => change({ flow: value })}
      >
        {flow === '' && <option value="">{t.chooseFlow}</option>}
        {flow !== '' && !flows.includes(flow) && <option value={flow}>{t.missingFlow(flow)}</option>}
        {optionsOf(flows, (one) => [one, one])}
      </ChoiceField>
      <TextField {...props} name="variables" label={t.variables} hint={t.variablesHint} rows={3} mono />
    </>
  );
}
