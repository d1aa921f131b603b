/** The result of executing a step, before its assertions are judged. */
import type { Assertion } from '../../../shared/collections/assertion.ts';
import type { Capture, Captured } from '../../../shared/collections/capture.ts';
import {
  CannotFill,
  filledAssertions,
  filledCaptures,
  type Filler,
  MissingVariables,
} from '../../../shared/collections/fill.ts';
import { judge, type Masking } from '../../../shared/collections/judge.ts';
import type { Outcome } from '../../../shared/collections/source.ts';
import type { Step } from '../../../shared/collections/steps.ts';
import type { JudgedAssertion } from '../../../shared/collections/result.ts';
import { HostError } from '../../../shared/contract/envelope.ts';
import type { Exchange } from '../../../shared/contract/exchange.ts';
import { type FollowsPaths, withPlaces } from '../history/bodies/body-queries.ts';
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
  /** The scaRedirect of a refusal. It leads on only from a step that expects to be refused. */
  refusalPage?: string;
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

/** What a step asks of its response, with its variables filled in. */
export interface Asked {
  expect: Assertion[];
  warn: Assertion[];
  until: Assertion[];
  keep: Capture[];
}

/** @throws FilledTooMuch, CannotFill, MissingVariables for very many */
export function askedBy({ expect, warn, until, keep }: Step, filler: Filler): Asked {
  return {
    expect: filledAssertions(expect, filler),
    until: filledAssertions(until?.expect, filler),
    warn: filledAssertions(warn, filler),
    keep: filledCaptures(keep, filler),
  };
}

/** The outcome, with what the slow JSONPaths of a step find in it. */
export function withFound(
  outcome: Outcome,
  { expect, warn, until, keep }: Asked,
  queries: FollowsPaths,
): Promise<Outcome> {
  const sources = [
    ...[...expect, ...until, ...warn].map(({ that }) => that),
    ...keep.map(({ from }) => from),
  ];
  return withPlaces(outcome, sources, queries);
}

/**
 * Every assertion about a step. The first that fails it also says what the bank said.
 * @param found what was kept of the outcome
 */
export function judgedOf(
  { expect, warn, until }: Asked,
  found: readonly Captured[],
  { outcome, usual, refusal }: Pick<Done, 'outcome' | 'refusal' | 'usual'>,
  mask: Masking,
): JudgedAssertion[] {
  const judged = (assertions: readonly Assertion[], warns: boolean) =>
    assertions.map((one): JudgedAssertion => ({ ...judge(one, outcome, mask), warns }));
  const missing = found.flatMap((one) => ('missing' in one ? [failing(one.missing)] : []));
  const own = judged(expect, false);
  // What did not hold in time is among the usual ones, with the rounds.
  const met = judged(until, false).filter(({ holds }) => holds);
  const isRefused =
    refusal !== null && [...usual, ...own.filter((_, at) => expect[at]?.that.of === 'status')].some(fails);
  // What a refusal does not have is no failure of its own.
  const all = isRefused
    ? [
        ...usual,
        ...met,
        ...own.filter((one, at) => !(fails(one) && isOfBody(expect[at]))),
        ...judged(warn, true),
      ]
    : [...usual, ...met, ...own, ...judged(warn, true), ...missing];
  const first = all.findIndex(fails);
  const failed = all[first];
  if (failed === undefined || refusal === null || failed.text.includes(refusal)) return all;
  return all.with(first, { ...failed, text: texts.running.refused(failed.text, refusal) });
}

const fails = ({ holds, warns }: JudgedAssertion) => !holds && !warns;
const isOfBody = (one: Assertion | undefined) => one?.that.of === 'body' || one?.that.of === 'link';

export const failing = (text: string): JudgedAssertion => ({ holds: false, text, warns: false });
