/** The tests of one step while a person edits them: those of the active tab, or those in the form of a step that sends no request. */
import type { StepTests } from '../../../../shared/collections/step-tests.ts';
import type { Outcome } from '../../../../shared/collections/source.ts';
import type { StepKind } from '../../../../shared/collections/steps.ts';
import type { KnownVariable } from './judging.ts';

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
