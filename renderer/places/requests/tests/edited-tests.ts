/** The tests of one step while a person edits them: those of the active tab, or those in the form of a step that sends no request. */
import type { StepTests } from '../../../../shared/collections/step-tests.ts';
import type { Outcome } from '../../../../shared/collections/source.ts';
import type { StepKind } from '../../../../shared/collections/steps.ts';
import type { KnownVariable } from './judging.ts';
import { useState } from 'react';
import type { Reading } from '../../../../shared/collections/assertion-form.ts';
import { isDeepEqual } from '../../../../shared/collections/deep-equal.ts';

export interface EditedTests {
  kind: StepKind;
  tests: StepTests;
  /** @param what is edited: continued typing in one field is one step of undo, where there is an undo */
  edit: (what: string, change: StepTests) => void;
  /** The response by which they are judged; null if there is none. */
  outcome: Outcome | null;
  /** Whether it was sent, and no response came. */
  isUnanswered?: boolean;
  /** Variables that have a value here. */
  known: readonly KnownVariable[];
}

interface Order<V, F, N extends string> {
  value: V;
  fieldsOf: (value: V) => F;
  read: (fields: F) => Reading<V, N>;
  onChange: (value: V) => void;
}

/** @returns the fields as they are typed, what is wrong with them, and how to change some of them */
export function useFields<V, F extends object, N extends string>(order: Order<V, F, N>) {
  const { value, fieldsOf, read, onChange } = order;
  const [typed, setTyped] = useState<{ of: V; fields: F } | null>(null);
  // What was typed belongs to one value: undo shows another one.
  const fields = typed !== null && typed.of === value ? typed.fields : fieldsOf(value);
  const reading = read(fields);
  const change = (part: Partial<F>) => {
    const next = { ...fields, ...part };
    const now = read(next);
    const isNew = now.ok && !isDeepEqual(now.value, value);
    setTyped({ of: isNew ? now.value : value, fields: next });
    if (isNew) onChange(now.value);
  };
  return { fields, wrong: reading.ok ? null : reading, change };
}
