/** What one execution of a step has done, before its assertions are judged. */
import { FilledTooMuch, MissingVariables } from '../../../shared/collections/fill.ts';
import type { Outcome } from '../../../shared/collections/source.ts';
import type { JudgedAssertion } from '../../../shared/collections/result.ts';
import { HostError } from '../../../shared/contract/envelope.ts';
import type { Exchange } from '../../../shared/contract/exchange.ts';
import { texts } from '../../../shared/texts/texts.ts';

export interface Done {
  outcome: Outcome;
  /** What it did: method and path, or words. */
  line: string;
  /** Null for a step that sends no request. */
  exchange: Exchange | null;
  /** Assertions that hold of a step of its kind without being written down. */
  usual: readonly JudgedAssertion[];
}

/** The step cannot do what it says, for example because no response arrived. The message is its reason. */
export class StepFailure extends Error {}

/** The step does not apply here, for example to a bank without a control listener. */
export class StepSkipped extends Error {}

/** The reason of a step that threw. What nobody expects has one, too: it does not end the run. */
export function whyFailed(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const expected = [StepFailure, StepSkipped, MissingVariables, FilledTooMuch, HostError];
  return expected.some((kind) => error instanceof kind) ? message : texts.running.unexpected(message);
}
