/** The result of executing a step, before its assertions are judged. */
import { CannotFill, MissingVariables } from '../../../shared/collections/fill.ts';
import type { Outcome } from '../../../shared/collections/source.ts';
import type { JudgedAssertion } from '../../../shared/collections/result.ts';
import { HostError } from '../../../shared/contract/envelope.ts';
import type { Exchange } from '../../../shared/contract/exchange.ts';
import { texts } from '../../../shared/texts/texts.ts';

export interface Done {
  outcome: Outcome;
  /** Method and path, or words. */
  line: string;
  /** Null for a step that sends no request. */
  exchange: Exchange | null;
  /** Implicit assertions of this kind of step. */
  usual: readonly JudgedAssertion[];
  /** What the bank said to refuse it; null if it did not. */
  refusal: string | null;
}

/** The step failed, for example because the bank's page does not offer its PSU. */
export class StepFailure extends Error {}

/** There is no answer to judge. */
export class NoAnswer extends StepFailure {
  /** Whether no connection could be made, which later steps need, too. */
  readonly isUnreachable: boolean;

  constructor(message: string, isUnreachable = false) {
    super(message);
    this.isUnreachable = isUnreachable;
  }
}

/** No response has led to the bank's pages. */
export class NoPage extends StepFailure {}

/** The step does not apply here, for example to a bank without a control listener. */
export class StepSkipped extends Error {}

/** The reason of a step that threw. Unexpected errors do not end the run. */
export function whyFailed(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return isExpected(error) ? message : texts.running.unexpected(message);
}

/** Whether there was nothing to judge: no answer, or a crash. */
export function isError(error: unknown): boolean {
  return error instanceof NoAnswer || !isExpected(error);
}

function isExpected(error: unknown): boolean {
  const expected = [StepFailure, StepSkipped, MissingVariables, CannotFill, HostError];
  return expected.some((kind) => error instanceof kind);
}

/** The assertions, of which the first that fails the step also says what the bank said. */
export function withRefusal(
  assertions: readonly JudgedAssertion[],
  refusal: string | null,
): readonly JudgedAssertion[] {
  const first = assertions.findIndex(({ holds, warns }) => !holds && !warns);
  const failed = assertions[first];
  if (failed === undefined || refusal === null || failed.text.includes(refusal)) return assertions;
  return assertions.with(first, { ...failed, text: texts.running.refused(failed.text, refusal) });
}
