/** The repetition of a step: until its conditions hold, or for each of several values. */
import { Plus } from 'lucide-react';
import { type ComponentProps, useId } from 'react';
import {
  type EachFields,
  fieldsOfEach,
  fieldsOfUntil,
  readEach,
  readUntil,
  type Until,
} from '../../../../shared/collections/repeat-form.ts';
import type { Each } from '../../../../shared/collections/steps.ts';
import { canRepeat, firstAssertion, firstUntil } from '../../../../shared/collections/step-tests.ts';
import { texts } from '../../../../shared/texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { classes } from '../../../ui/classes.ts';
import { CheckField, Input, Select, TextArea } from '../../../ui/form.tsx';
import { optionsOf } from '../../../ui/options.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { AssertionItem } from './assertions.tsx';
import { type EditedTests, useFields } from './edited-tests.ts';
import { judged } from './judged.ts';
import { Rows, Stack } from './test-rows.tsx';
import textStyles from '../../../ui/text.module.css';

const t = texts.tests.repeat;

export function Repetition(edited: EditedTests) {
  const { kind, tests, edit } = edited;
  const { until, each } = tests;
  return (
    <Panel name="tests.repetition" title={t.title}>
      {(canRepeat(kind) || until !== undefined) && (
        <Stack>
          <CheckField
            checked={until !== undefined}
            onChange={(on) => edit('until-on', { until: on ? firstUntil(kind) : undefined })}
          >
            {t.until}
          </CheckField>
          <p className={classes(textStyles.soft, textStyles.small)}>{t.untilHint[kind]}</p>
        </Stack>
      )}
      {until !== undefined && <UntilForm {...edited} until={until} />}
      <EachForm each={each} edit={edit} />
    </Panel>
  );
}

function UntilForm({ until, kind, edit, outcome, known }: EditedTests & { until: Until }) {
  const noteId = useId();
  const change = (next: Until) => edit('until', { until: next });
  const edited = useFields({
    value: until,
    fieldsOf: fieldsOfUntil,
    read: (typed) => readUntil(typed, until),
    onChange: change,
  });
  const { fields, wrong, change: set } = edited;
  const { expect, between } = until;
  return (
    <>
      <Rows label={t.until}>
        {expect.map((assertion, at) => (
          <AssertionItem
            key={at}
            number={at + 1}
            name={t.condition}
            removeLabel={t.removeCondition}
            kind={kind}
            value={{ assertion, warns: null }}
            judgement={outcome === null ? null : judged(assertion, outcome, known)}
            remark={null}
            onChange={(next) => change({ ...until, expect: expect.with(at, next.assertion) })}
            onRemove={() => {
              const left = expect.toSpliced(at, 1);
              edit('until', { until: left.length === 0 ? undefined : { ...until, expect: left } });
            }}
          />
        ))}
      </Rows>
      <Stack>
        <Button size="small" onClick={() => change({ ...until, expect: [...expect, firstAssertion(kind)] })}>
          <Plus size={12} aria-hidden="true" /> {t.addCondition}
        </Button>
        <NotedInput
          label={t.rounds}
          noteId={wrong?.field === 'rounds' ? noteId : undefined}
          inputMode="numeric"
          value={fields.rounds}
          onValue={(rounds) => set({ rounds })}
        />
        <label>
          <span>{t.between}</span>
          <Select
            value={fields.between}
            onChange={({ target }) =>
              set(
                target.value === 'clock'
                  ? { between: 'clock', amount: 'P1D' }
                  : target.value === 'pause'
                    ? { between: 'pause', amount: '1000' }
                    : { between: 'control', amount: '' },
              )
            }
          >
            <option value="pause">{t.pause}</option>
            <option value="clock">{t.clock}</option>
            {!('pause' in between) && fields.between === 'control' && (
              <option value="control">{t.control(between.method, between.path)}</option>
            )}
          </Select>
        </label>
        {fields.between !== 'control' && (
          <NotedInput
            label={fields.between === 'pause' ? t.milliseconds : t.duration}
            noteId={wrong?.field === 'amount' ? noteId : undefined}
            value={fields.amount}
            onValue={(amount) => set({ amount })}
          />
        )}
        {wrong !== null && (
          <p id={noteId} className={classes(textStyles.small, textStyles.bad)}>
            {wrong.text}
          </p>
        )}
      </Stack>
    </>
  );
}

const FIRST_EACH = {
  variable: { value: '{{values}}' },
  values: { value: ['1'] },
  file: 'rows.csv',
} as const satisfies Partial<Record<EachFields['in'], Each>>;
const FIRSTS = ['variable', 'values', 'file'] as const;

export function EachForm({ each, edit }: Pick<EditedTests, 'edit'> & { each: Each | undefined }) {
  const source = each === undefined ? '' : fieldsOfEach(each).in;
  return (
    <Stack>
      <label>
        <span>{t.each}</span>
        <Select
          value={source}
          onChange={({ target: { value } }) => {
            const first = FIRSTS.find((one) => one === value);
            edit('each-on', { each: first && FIRST_EACH[first] });
          }}
        >
          <option value="">{t.eachNone}</option>
          {optionsOf(FIRSTS, (one) => [one, t.eachOf[one]])}
          {source === 'rows' && <option value="rows">{t.eachOf.rows}</option>}
        </Select>
      </label>
      {each !== undefined && <EachFieldsForm each={each} edit={edit} />}
    </Stack>
  );
}

function EachFieldsForm({ each, edit }: Pick<EditedTests, 'edit'> & { each: Each }) {
  const noteId = useId();
  const { fields, wrong, change } = useFields({
    value: each,
    fieldsOf: fieldsOfEach,
    read: (typed) => readEach(typed, each),
    onChange: (next) => edit('each', { each: next }),
  });
  if (fields.in === 'rows')
    return <p className={classes(textStyles.small, textStyles.soft)}>{t.rowsInFile}</p>;
  const isWrong = wrong?.field === 'of';
  return (
    <>
      {fields.in === 'values' ? (
        <label>
          <span>{t.values}</span>
          <TextArea
            className={textStyles.mono}
            rows={3}
            spellCheck={false}
            aria-invalid={isWrong}
            aria-describedby={isWrong ? noteId : undefined}
            value={fields.of}
            onChange={({ target }) => change({ of: target.value })}
          />
        </label>
      ) : (
        <NotedInput
          label={fields.in === 'file' ? t.file : t.list}
          noteId={isWrong ? noteId : undefined}
          className={textStyles.mono}
          spellCheck={false}
          value={fields.of}
          onValue={(of) => change({ of })}
        />
      )}
      {fields.in !== 'file' && (
        <NotedInput
          label={t.as}
          noteId={wrong?.field === 'as' ? noteId : undefined}
          className={textStyles.mono}
          spellCheck={false}
          value={fields.as}
          onValue={(as) => change({ as })}
        />
      )}
      {wrong !== null && (
        <p id={noteId} className={classes(textStyles.small, textStyles.bad)}>
          {wrong.text}
        </p>
      )}
    </>
  );
}

/** @param props.noteId of the error about its value */
function NotedInput(
  props: ComponentProps<'input'> & {
    label: string;
    noteId: string | undefined;
    onValue: (value: string) => void;
  },
) {
  const { label, noteId, onValue, ...rest } = props;
  return (
    <label>
      <span>{label}</span>
      <Input
        {...rest}
        aria-invalid={noteId !== undefined}
        aria-describedby={noteId}
        onChange={({ target }) => onValue(target.value)}
      />
    </label>
  );
}
