/** Runs one step, repeatedly if it has a condition, and judges it. */
import { setTimeout as after } from 'node:timers/promises';
import type { Assertion } from '../../../shared/collections/assertion.ts';
import { judge, type Masking } from '../../../shared/collections/judge.ts';
import { captured } from '../../../shared/collections/capture.ts';
import type { Circumstances } from '../../../shared/collections/dynamic.ts';
import { filledAssertions, Filler, textOf } from '../../../shared/collections/fill.ts';
import {
  type JudgedAssertion,
  outcomeOf,
  reasonOf,
  type StepResult,
  type UsedVariable,
} from '../../../shared/collections/result.ts';
import type { Scope, Variable } from '../../../shared/collections/scope.ts';
import type { Outcome } from '../../../shared/collections/source.ts';
import type { Step } from '../../../shared/collections/steps.ts';
import type { Exchange } from '../../../shared/contract/exchange.ts';
import { type Hidden, type KnownSecrets, MASK, masking } from '../redaction/mask.ts';
import { shortened, shortener } from '../redaction/shorten.ts';
import { type FollowsPaths, withPlaces } from '../history/bodies/body-queries.ts';
import type { Actor } from './actor.ts';
import { control } from './control-step.ts';
import { type Done, StepFailure, StepSkipped, whyFailed } from './step-outcome.ts';
import { type RequestParts, sendRequest } from './request-step.ts';
import { act } from './sca-step.ts';
import { texts } from '../../../shared/texts/texts.ts';

const t = texts.running;

export interface StepParts extends Omit<RequestParts, 'secrets' | 'signal'> {
  actor: Actor;
  secrets: KnownSecrets;
  /** Variables whose values are secret. */
  secretNames: ReadonlySet<string>;
  queries: FollowsPaths;
  circumstances: () => Circumstances;
  /** Milliseconds per request, page or pause. */
  timeout: number;
  stopped: AbortSignal;
}

/** The result of a step without its place in the run, and the variables for later steps. */
export interface StepRun {
  result: Pick<
    StepResult,
    'outcome' | 'reason' | 'assertions' | 'kept' | 'used' | 'rounds' | 'line' | 'status' | 'exchange'
  >;
  variables: Omit<Variable, 'origin' | 'from'>[];
  /** The last, as recorded; null for a step without requests. */
  exchange: Exchange | null;
  /** The masked redirect of the PSU; null for a step without an SCA. */
  returned: string | null;
}

const NOTHING = { assertions: [], kept: [], used: [], rounds: 1, line: '', status: null, exchange: null };

/** For a step without a request: included steps run separately. */
export const NO_RUN: StepRun['result'] = { outcome: 'passed', reason: null, ...NOTHING };

/** Never throws: an error is the reason of the result. */
export async function runStep(step: Step, scope: Scope, parts: StepParts): Promise<StepRun> {
  const asFar = { rounds: 0, used: [] as UsedVariable[] };
  try {
    const run = await rounds(step, scope, parts, asFar);
    const mask = masking(secretsOf(scope, parts, run.variables));
    return {
      ...run,
      result: shown(run.result, mask),
      exchange: mask(run.exchange),
      returned: mask(run.returned),
    };
  } catch (error) {
    const outcome = error instanceof StepSkipped ? 'skipped' : 'failed';
    const result = { ...NOTHING, ...asFar, outcome, reason: whyFailed(error) } as const;
    return {
      result: shown(result, masking(secretsOf(scope, parts))),
      variables: [],
      exchange: null,
      returned: null,
    };
  }
}

/** @param kept captured by this step */
function secretsOf(
  scope: Scope,
  { secrets }: Pick<StepParts, 'secrets'>,
  kept: StepRun['variables'] = [],
): readonly Hidden[] {
  return secrets.with([...scope.secrets(), ...kept]);
}

/** Sentences may quote whole pages and responses. They are masked before they are shortened. */
function shown(result: StepRun['result'], mask: <T>(value: T) => T): StepRun['result'] {
  const { reason, assertions, kept, used, ...rest } = mask(result);
  const short = shortener();
  return {
    ...rest,
    reason: reason === null ? null : short(reason),
    assertions: assertions.map((one) => ({ ...one, text: short(one.text) })),
    kept: kept.map((one) => ({ ...one, value: short(one.value) })),
    used: used.map((one) => ({ ...one, value: short(one.value) })),
  };
}

/** @param asFar progress, for a step that throws */
async function rounds(
  step: Step,
  scope: Scope,
  parts: StepParts,
  asFar: { rounds: number; used: UsedVariable[] },
): Promise<StepRun> {
  const { until } = step;
  const mask = masking(secretsOf(scope, parts));
  const most = until?.rounds ?? 1;
  for (;;) {
    const filler = new Filler(scope, parts.circumstances());
    const expect = filledAssertions(step.expect, filler);
    const condition = filledAssertions(until?.expect, filler);
    const ran = await once(step, { expect, filler, scope, parts }).finally(
      () => (asFar.used = filler.used.map((one) => shownOf(one, mask))),
    );
    const asked = [...expect, ...condition, ...(step.warn ?? [])].map(({ that }) => that);
    const read = (step.keep ?? []).map(({ from }) => from);
    const done = { ...ran, outcome: await withPlaces(ran.outcome, [...asked, ...read], parts.queries) };
    asFar.rounds++;
    if (until !== undefined) {
      const missing = condition.map((one) => judge(one, done.outcome, mask)).find(({ holds }) => !holds);
      // Repetition does not fix a signature.
      const isHopeless = isWrongSignature(done.outcome);
      if (missing !== undefined && asFar.rounds < most && !isHopeless) {
        await between(until.between, scope, parts);
        continue;
      }
      if (missing !== undefined) {
        const text = t.until(missing.text, asFar.rounds);
        return runOf(
          step,
          { ...done, usual: [{ holds: false, text, warns: false }, ...done.usual] },
          { expect, filler, scope, parts },
          asFar,
        );
      }
    }
    return runOf(step, done, { expect, filler, scope, parts }, asFar);
  }
}

interface Round {
  expect: readonly Assertion[];
  filler: Filler;
  scope: Scope;
  parts: StepParts;
}

async function once(step: Step, { expect, filler, scope, parts }: Round): Promise<Done> {
  // AbortSignal.any and AbortSignal.timeout would retain a timer and a signal per step until the timeout.
  const ended = new AbortController();
  const end = () => ended.abort();
  const timer = setTimeout(() => ended.abort(new DOMException(t.tookTooLong, 'TimeoutError')), parts.timeout);
  parts.stopped.addEventListener('abort', end, { once: true });
  if (parts.stopped.aborted) end();
  const within = { ...parts, secrets: secretsOf(scope, parts), signal: ended.signal };
  try {
    if (step.request !== undefined) return await sendRequest(step.request, expect, filler, within);
    if (step.sca !== undefined) return await act(step.sca, expect, filler, within);
    if (step.control !== undefined) return await control(step.control, expect, filler, within);
    if (step.session !== undefined) {
      const name = filler.text(step.session);
      filler.check();
      parts.actor.carry(name);
      return did(t.session(name));
    }
    return await wait(step.pause ?? 0, parts.stopped);
  } finally {
    clearTimeout(timer);
    parts.stopped.removeEventListener('abort', end);
  }
}

async function wait(pause: number, stopped: AbortSignal): Promise<Done> {
  await after(pause, undefined, { signal: stopped }).catch(() => {
    throw new StepFailure(t.stopped);
  });
  return did(`Wait ${pause} ms`);
}

function did(line: string): Done {
  return { outcome: { response: null, redirect: null }, line, exchange: null, usual: [] };
}

async function between(
  what: NonNullable<Step['until']>['between'],
  scope: Scope,
  parts: StepParts,
): Promise<void> {
  if ('pause' in what) {
    await wait(what.pause, parts.stopped);
    return;
  }
  const filler = new Filler(scope, parts.circumstances());
  const { usual } = await once({ name: 'between', control: what }, { expect: [], filler, scope, parts });
  const refused = usual.find(({ holds }) => !holds);
  if (refused !== undefined) throw new StepFailure(refused.text);
}

function runOf(
  step: Step,
  done: Done,
  { expect, filler, scope, parts }: Round,
  { rounds: count }: { rounds: number },
): StepRun {
  const found = captured(step.keep ?? [], done.outcome);
  const variables = found.flatMap((one) =>
    'missing' in one ? [] : [{ ...one, secret: one.secret || parts.secretNames.has(one.name) }],
  );
  const mask = masking(secretsOf(scope, parts, variables));
  const judged = (assertions: readonly Assertion[], warns: boolean) =>
    assertions.map((one): JudgedAssertion => ({ ...judge(one, done.outcome, mask), warns }));
  const missing = found.flatMap((one) =>
    'missing' in one ? [{ holds: false, text: one.missing, warns: false }] : [],
  );
  const warn = filledAssertions(step.warn, filler);
  filler.check();
  const assertions = [...done.usual, ...judged(expect, false), ...judged(warn, true), ...missing];
  return {
    result: {
      outcome: outcomeOf(assertions),
      reason: reasonOf(assertions),
      assertions,
      kept: variables.map(({ name, ...one }) => ({ name, value: shownValue(one, mask) })),
      used: filler.used.map((one) => shownOf(one, mask)),
      rounds: count,
      line: done.line,
      status: done.outcome.response?.status ?? null,
      exchange: done.exchange?.id ?? null,
    },
    variables,
    exchange: done.exchange,
    returned: done.outcome.redirect,
  };
}

function isWrongSignature({ response }: Outcome): boolean {
  // SIG-8 requires 400; some banks send 401.
  return (
    (response?.status === 400 || response?.status === 401) &&
    (response.text ?? '').includes('"SIGNATURE_INVALID"')
  );
}

function shownOf({ name, origin, from, ...one }: Variable, mask: Masking): UsedVariable {
  return { name, origin, from, value: shownValue(one, mask) };
}

function shownValue({ value, secret }: Pick<Variable, 'secret' | 'value'>, mask: Masking): string {
  return secret ? MASK : shortened(textOf(mask(value)));
}
