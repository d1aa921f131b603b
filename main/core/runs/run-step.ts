/** Runs one step, repeatedly if it has a condition, and judges it. */
import { setTimeout as after } from 'node:timers/promises';
import { judge, type Masking } from '../../../shared/collections/judge.ts';
import { captured } from '../../../shared/collections/capture.ts';
import type { Circumstances } from '../../../shared/collections/dynamic.ts';
import { Filler, MissingVariables } from '../../../shared/collections/fill.ts';
import { textOf } from '../../../shared/collections/value-text.ts';
import {
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
import type { FollowsPaths } from '../history/bodies/body-queries.ts';
import type { Actor } from './actor.ts';
import { control } from './control-step.ts';
import {
  type Asked,
  askedBy,
  type Done,
  failing,
  isError,
  judgedOf,
  NoAnswer,
  NoPage,
  StepFailure,
  StepSkipped,
  whyFailed,
  withFound,
} from './step-outcome.ts';
import { type RequestParts, sendRequest } from './request-step.ts';
import type { Ended } from './psu-browser.ts';
import { act } from './sca-step.ts';
import { consent } from './consent-step.ts';
import { texts } from '../../../shared/texts/texts.ts';

const t = texts.running;

export interface StepParts extends Omit<RequestParts, 'secrets' | 'signal'> {
  actor: Actor;
  secrets: KnownSecrets;
  /** Variables whose values are secret. */
  secretNames: ReadonlySet<string>;
  queries: FollowsPaths;
  circumstances: () => Circumstances;
  stopped: AbortSignal;
  /** Where the visit of an SCA step to the bank has ended, if it was made before. */
  visited?: Ended | null;
}

/** The result of a step without its place in the run, and the variables for later steps. */
export interface StepRun {
  result: Pick<
    StepResult,
    | 'outcome'
    | 'reason'
    | 'error'
    | 'assertions'
    | 'kept'
    | 'used'
    | 'rounds'
    | 'line'
    | 'status'
    | 'exchange'
  >;
  /** Names of variables without a value, and {@link BANK_PAGE}. */
  missing: readonly string[];
  /** Whether no connection to the bank could be made. */
  isUnreachable: boolean;
  variables: Omit<Variable, 'origin' | 'from'>[];
  /** The last, as recorded; null for a step without requests. */
  exchange: Exchange | null;
  /** The masked redirect of the PSU; null for a step without an SCA. */
  returned: string | null;
}

/** What an SCA needs beside variables, and no variable can be named. */
export const BANK_PAGE = '';

const NOTHING = {
  error: false,
  assertions: [],
  kept: [],
  used: [],
  rounds: 1,
  line: '',
  status: null,
  exchange: null,
};

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
    const reason = whyFailed(error);
    const result = { ...NOTHING, ...asFar, outcome, reason, error: isError(error) } as const;
    return {
      result: shown(result, masking(secretsOf(scope, parts))),
      missing: missingIn(error),
      isUnreachable: error instanceof NoAnswer && error.isUnreachable,
      variables: [],
      exchange: null,
      returned: null,
    };
  }
}

/** What a step that threw needs and does not have. */
export function missingIn(error: unknown): readonly string[] {
  if (error instanceof NoPage) return [BANK_PAGE];
  return error instanceof MissingVariables ? error.names : [];
}

/** @param kept captured or used by this step */
function secretsOf(
  scope: Scope,
  { secrets }: Pick<StepParts, 'secrets'>,
  kept: readonly Omit<Variable, 'from' | 'origin'>[] = [],
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
    const asked = askedBy(step, filler);
    const round: Round = { asked, filler, scope, parts };
    if (until !== undefined) checkBetween(until.between, new Filler(scope, parts.circumstances()));
    const ran = await once(step, round).finally(
      () => (asFar.used = filler.used.map((one) => shownOf(one, mask))),
    );
    const done = { ...ran, outcome: await withFound(ran.outcome, asked, parts.queries) };
    asFar.rounds++;
    if (until !== undefined) {
      const missing = asked.until.map((one) => judge(one, done.outcome, mask)).find(({ holds }) => !holds);
      // Repetition does not fix a signature.
      const isHopeless = isWrongSignature(done.outcome);
      if (missing !== undefined && asFar.rounds < most && !isHopeless) {
        await between(until.between, scope, parts);
        continue;
      }
      if (missing !== undefined) {
        const usual = [failing(t.until(missing.text, asFar.rounds)), ...done.usual];
        return runOf({ ...done, usual }, round, asFar);
      }
    }
    return runOf(done, round, asFar);
  }
}

interface Round {
  asked: Asked;
  filler: Filler;
  scope: Scope;
  parts: StepParts;
}

async function once(step: Step, { asked: { expect }, filler, scope, parts }: Round): Promise<Done> {
  // AbortSignal.any and AbortSignal.timeout would retain a timer and a signal per step until the timeout.
  const ended = new AbortController();
  const end = () => ended.abort();
  const timer = setTimeout(() => ended.abort(new DOMException('', 'TimeoutError')), parts.timeout);
  parts.stopped.addEventListener('abort', end, { once: true });
  if (parts.stopped.aborted) end();
  // A variable with others in its value is known only now.
  const secrets = (used: readonly Variable[]) => secretsOf(scope, parts, used);
  const within = { ...parts, secrets, signal: ended.signal };
  try {
    if (step.request !== undefined)
      return await sendRequest({ ...step, request: step.request }, expect, filler, within);
    if (step.consent !== undefined)
      return await consent({ ...step.consent, name: step.name }, expect, filler, within);
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
  return { outcome: { response: null, redirect: null }, line, exchange: null, usual: [], refusal: null };
}

/** So that nothing is sent if the act between two rounds cannot be. @throws MissingVariables, FilledTooMuch */
function checkBetween(what: NonNullable<Step['until']>['between'], filler: Filler): void {
  if ('pause' in what) return;
  filler.path(what.path);
  filler.json(what.json);
  filler.check();
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
  const step = { name: 'between', control: what };
  const { usual } = await once(step, { asked: askedBy(step, filler), filler, scope, parts });
  const refused = usual.find(({ holds }) => !holds);
  if (refused !== undefined) throw new StepFailure(refused.text);
}

function runOf(
  done: Done,
  { asked, filler, scope, parts }: Round,
  { rounds: count }: { rounds: number },
): StepRun {
  const found = captured(asked.keep, done.outcome);
  const variables = found.flatMap((one) =>
    'missing' in one ? [] : [{ ...one, secret: parts.secretNames.has(one.name) }],
  );
  const mask = masking(secretsOf(scope, parts, [...variables, ...filler.used]));
  filler.check();
  const assertions = judgedOf(asked, found, done, mask);
  const outcome = outcomeOf(assertions);
  if (done.refusalPage !== undefined && outcome !== 'failed')
    parts.actor.sent(done.refusalPage, parts.target.destination.baseUrl);
  return {
    result: {
      outcome,
      reason: reasonOf(assertions),
      error: false,
      assertions,
      kept: variables.map(({ name, ...one }) => ({ name, value: shownValue(one, mask) })),
      used: filler.used.map((one) => shownOf(one, mask)),
      rounds: count,
      line: done.line,
      status: done.outcome.response?.status ?? null,
      exchange: done.exchange?.id ?? null,
    },
    missing: [],
    isUnreachable: false,
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
