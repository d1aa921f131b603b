/** The result of executing a step, before its assertions are judged. */
import { FilledTooMuch, MissingVariables } from '../../../shared/collections/fill.ts';
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
}

/** The step failed, for example without a response. */
export class StepFailure extends Error {}

/** The step does not apply here, for example to a bank without a control listener. */
export class StepSkipped extends Error {}

/** The reason of a step that threw. Unexpected errors do not end the run. */
export function whyFailed(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const expected = [StepFailure, StepSkipped, MissingVariables, FilledTooMuch, HostError];
  return expected.some((kind) => error instanceof kind) ? message : texts.running.unexpected(message);
}
