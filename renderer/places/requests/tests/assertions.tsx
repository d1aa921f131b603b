/** The assertions of a step, and which of them hold for the response. */
import { Plus } from 'lucide-react';
import { useId } from 'react';
import { type Assertion, type Comparison, FORMS } from '../../../../shared/collections/assertion.ts';
import { firstAssertion, SOURCES } from '../../../../shared/collections/step-tests.ts';
import { texts } from '../../../../shared/texts/texts.ts';
import {
  type AssertionFields,
  comparesVerdict,
  fieldsOf,
  readAssertion,
  valueOfComparison,
  VERDICT_VALUES,
  withSource,
} from '../../../../shared/collections/assertion-form.ts';
import type { Judgement } from '../../../../shared/collections/judge.ts';
import type { StepKind } from '../../../../shared/collections/steps.ts';
import { Badge, Count } from '../../../ui/labels.tsx';
import { optionsOf } from '../../../ui/options.tsx';
import { Button } from '../../../ui/button.tsx';
import { classes } from '../../../ui/classes.ts';
import { Panel } from '../../../ui/panel.tsx';
import { CheckField, Input, Select, TextArea } from '../../../ui/form.tsx';
import { type EditedTests, useFields } from './edited-tests.ts';
import { judged } from './judged.ts';
import { Rows, Row, SourceInputs } from './test-rows.tsx';
import layout from '../../../ui/layout.module.css';
import textStyles from '../../../ui/text.module.css';
import styles from './test-rows.module.css';

const t = texts.tests.assertions;
const testsTexts = texts.tests;

const NONE: readonly Assertion[] = [];

export function Assertions({ kind, tests, edit, outcome, isUnanswered = false, known }: EditedTests) {
  const { expect = NONE, warn = NONE } = tests;
  const listed: ListedAssertion[] = [
    ...expect.map((assertion) => ({ assertion, warns: false })),
    ...warn.map((assertion) => ({ assertion, warns: true })),
  ];
  const canAdd = SOURCES[kind].length > 0;
  // A file may have assertions that cannot be checked: they can be removed.
  if (!canAdd && listed.length === 0) return null;
  const change = (what: string, next: readonly ListedAssertion[]) =>
    edit(what, {
      expect: next.filter(({ warns }) => warns !== true).map(({ assertion }) => assertion),
      warn: next.filter(({ warns }) => warns === true).map(({ assertion }) => assertion),
    });
  const judgements = listed.map(({ assertion }) =>
    outcome === null ? null : judged(assertion, outcome, known),
  );
  const held = judgements.filter((one) => one?.holds === true).length;
  const add = () =>
    edit(`add-assertion-${expect.length}`, {
      expect: [...expect, firstAssertion(kind, outcome?.response?.status)],
    });
  return (
    <Panel
      name="tests.assertions"
      title={t.title}
      fact={
        <>
          <Count>{listed.length}</Count>
          {outcome !== null && listed.length > 0 && (
            <Badge tone={held === listed.length ? 'ok' : 'warn'}>{t.held(held, listed.length)}</Badge>
          )}
        </>
      }
    >
      {listed.length === 0 && <p className={classes(layout.pad, textStyles.soft)}>{t.none[kind]}</p>}
      <Rows label={t.title}>
        {listed.map((value, at) => (
          <AssertionItem
            key={at}
            number={at + 1}
            name={t.item}
            removeLabel={t.remove}
            kind={kind}
            value={value}
            judgement={judgements[at] ?? null}
            remark={outcome === null ? null : t.notJudged}
            onChange={(next) => change(kindOf(at, next), listed.with(at, next))}
            onRemove={() => change(`remove-assertion-${listed.length}`, listed.toSpliced(at, 1))}
          />
        ))}
      </Rows>
      <div className={classes(layout.pad, layout.actions)}>
        {canAdd && (
          <Button size="small" onClick={add}>
            <Plus size={12} aria-hidden="true" /> {t.add}
          </Button>
        )}
        {outcome === null && listed.length > 0 && (
          <span className={classes(textStyles.soft, textStyles.small)}>
            {isUnanswered ? t.noResponse : t.notSent[kind]}
          </span>
        )}
      </div>
    </Panel>
  );
}

/** Consecutive edits are one undo step, unless the comparison or the source changes. */
function kindOf(at: number, { assertion: { that, must }, warns }: ListedAssertion): string {
  return `assertion-${at}-${that.of}-${must.is}-${warns}`;
}

const COMPARISONS = Object.keys(testsTexts.comparisons) as Comparison[];

/** An assertion, and whether its failure only warns; null if that is not an option. */
interface ListedAssertion {
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
  /** Shown without a judgement. */
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
        label={testsTexts.assertions.source}
        wrong={wrong?.field === 'where' ? noteId : undefined}
        onChange={(source) => change(withSource(fields, source))}
      />
      <Select
        className={styles.comparison}
        aria-label={testsTexts.assertions.comparison}
        value={fields.is}
        onChange={({ target }) => {
          const is = COMPARISONS.find((one) => one === target.value);
          if (is !== undefined) change({ is, value: startOf(is, fields) });
        }}
      >
        {optionsOf(
          COMPARISONS.filter((is) => is !== 'every' || fields.is === is),
          (is) => [is, testsTexts.comparisons[is]],
        )}
      </Select>
      <ValueInput fields={fields} wrong={wrong?.field === 'value' ? noteId : undefined} onChange={change} />
      {fields.of === 'body' && (
        <CheckField checked={fields.every} onChange={(every) => change({ every })}>
          {testsTexts.assertions.every}
        </CheckField>
      )}
      {value.warns !== null && (
        <CheckField checked={value.warns} onChange={(warns) => onChange({ ...value, warns })}>
          {testsTexts.assertions.warns}
        </CheckField>
      )}
    </Row>
  );
}

function sentenceOf({ holds, text }: Judgement): string {
  return `${holds ? testsTexts.assertions.holds : testsTexts.assertions.doesNotHold}: ${text}`;
}

/** The value after the comparison has changed: the typed one, if it is still valid. */
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
    'aria-label': testsTexts.assertions.value,
    'aria-invalid': wrong !== undefined,
    'aria-describedby': wrong,
    value: fields.value,
  };
  const set = ({ target }: { target: { value: string } }) => onChange({ value: target.value });
  if (comparesVerdict(fields)) {
    // A file may have an invalid value.
    const others = VERDICT_VALUES.some((one) => one === fields.value) ? [] : [fields.value];
    return (
      <Select {...common} className={styles.value} onChange={set}>
        {optionsOf([...VERDICT_VALUES, ...others], (one) => [one, one])}
      </Select>
    );
  }
  switch (valueOfComparison(fields.is)) {
    case 'none':
      return null;
    case 'form':
      return (
        <Select {...common} className={styles.value} onChange={set}>
          {optionsOf(FORMS, (form) => [form, testsTexts.forms[form]])}
        </Select>
      );
    case 'lines':
      return (
        <TextArea
          {...common}
          className={styles.value}
          rows={3}
          placeholder={testsTexts.assertions.oneALine}
          onChange={set}
        />
      );
    case 'number':
    case 'one':
      return (
        <Input
          {...common}
          className={classes(styles.value, textStyles.mono)}
          spellCheck={false}
          title={testsTexts.assertions.valueHint}
          onChange={set}
        />
      );
  }
}
