/** Assertions, each in fields of its own, with whether it holds for the response. */
import { useId } from 'react';
import { type Assertion, FORMS } from '../../../../shared/collections/assertion.ts';
import {
  type AssertionFields,
  type Comparison,
  comparesVerdict,
  fieldsOf,
  readAssertion,
  valueOfComparison,
  VERDICT_VALUES,
  withSource,
} from '../../../../shared/collections/assertion-form.ts';
import type { Judgement } from '../../../../shared/collections/judge.ts';
import type { StepKind } from '../../../../shared/collections/steps.ts';
import { texts } from '../../../../shared/texts/texts.ts';
import { classes } from '../../../ui/classes.ts';
import { Input, Select, TextArea } from '../../../ui/controls.tsx';
import { Row, CheckField } from './rows.tsx';
import { SourceInputs } from './source-fields.tsx';
import { useFields } from './edited-tests.ts';
import styles from './rows.module.css';
import textStyles from '../../../ui/text.module.css';

const t = texts.tests;
const COMPARISONS = Object.keys(t.comparisons) as Comparison[];

/** One assertion, and whether its failure only warns; null where that is no question. */
export interface ListedAssertion {
  assertion: Assertion;
  warns: boolean | null;
}

export function AssertionItem(props: {
  number: number;
  name: (number: number) => string;
  removeLabel: (number: number) => string;
  kind: StepKind;
  value: ListedAssertion;
  /** Null if there is no response, or its variables have no values. */
  judgement: Judgement | null;
  /** In place of a judgement. */
  remark: string | null;
  onChange: (value: ListedAssertion) => void;
  onRemove: () => void;
}) {
  const { number, name, removeLabel, kind, value, judgement, remark, onChange, onRemove } = props;
  const noteId = useId();
  const { fields, wrong, change } = useFields({
    value: value.assertion,
    fieldsOf,
    read: readAssertion,
    onChange: (assertion) => onChange({ ...value, assertion }),
  });
  const tone = judgement === null ? 'plain' : judgement.holds ? 'ok' : value.warns === true ? 'warn' : 'bad';
  return (
    <Row
      label={name(number)}
      tone={wrong === null ? tone : 'plain'}
      note={wrong?.text ?? (judgement === null ? remark : sentenceOf(judgement))}
      noteId={noteId}
      isWrong={wrong !== null}
      removeLabel={removeLabel(number)}
      onRemove={onRemove}
    >
      <SourceInputs
        kind={kind}
        fields={fields}
        label={t.assertions.source}
        wrong={wrong?.field === 'where' ? noteId : undefined}
        onChange={(source) => change(withSource(fields, source))}
      />
      <Select
        className={styles.comparison}
        aria-label={t.assertions.comparison}
        value={fields.is}
        onChange={({ target }) => {
          const is = COMPARISONS.find((one) => one === target.value);
          if (is !== undefined) change({ is, value: startOf(is, fields) });
        }}
      >
        {COMPARISONS.map((is) => (
          <option key={is} value={is}>
            {t.comparisons[is]}
          </option>
        ))}
      </Select>
      <ValueInput fields={fields} wrong={wrong?.field === 'value' ? noteId : undefined} onChange={change} />
      {value.warns !== null && (
        <CheckField checked={value.warns} onChange={(warns) => onChange({ ...value, warns })}>
          {t.assertions.warns}
        </CheckField>
      )}
    </Row>
  );
}

function sentenceOf({ holds, text }: Judgement): string {
  return `${holds ? t.assertions.holds : t.assertions.doesNotHold}: ${text}`;
}

/** What stands in the field after another comparison is chosen: what was typed, if it can still be meant. */
function startOf(is: Comparison, { value }: AssertionFields): string {
  const kind = valueOfComparison(is);
  if (kind === 'form') return FORMS.find((form) => form === value) ?? 'uuid';
  return kind === 'none' ? '' : value;
}

function ValueInput(props: {
  fields: AssertionFields;
  wrong: string | undefined;
  onChange: (fields: Partial<AssertionFields>) => void;
}) {
  const { fields, wrong, onChange } = props;
  const common = {
    'aria-label': t.assertions.value,
    'aria-invalid': wrong !== undefined,
    'aria-describedby': wrong,
    value: fields.value,
  };
  const set = ({ target }: { target: { value: string } }) => onChange({ value: target.value });
  if (comparesVerdict(fields)) {
    // What a file says is shown, also where it can never hold.
    const others = VERDICT_VALUES.some((one) => one === fields.value) ? [] : [fields.value];
    return (
      <Select {...common} className={styles.assertionListValue} onChange={set}>
        {[...VERDICT_VALUES, ...others].map((one) => (
          <option key={one} value={one}>
            {one}
          </option>
        ))}
      </Select>
    );
  }
  switch (valueOfComparison(fields.is)) {
    case 'none':
      return null;
    case 'form':
      return (
        <Select {...common} className={styles.assertionListValue} onChange={set}>
          {FORMS.map((form) => (
            <option key={form} value={form}>
              {t.forms[form]}
            </option>
          ))}
        </Select>
      );
    case 'lines':
      return (
        <TextArea
          {...common}
          className={styles.assertionListValue}
          rows={3}
          placeholder={t.assertions.oneALine}
          onChange={set}
        />
      );
    case 'number':
    case 'one':
      return (
        <Input
          {...common}
          className={classes(styles.assertionListValue, textStyles.mono)}
          spellCheck={false}
          title={t.assertions.valueHint}
          onChange={set}
        />
      );
  }
}
