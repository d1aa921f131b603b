/** What a person did, turned into steps that run on their own: ids that came from an answer become variables. */
import { FreeNames } from '../names.ts';
import type { ComposedRequest } from '../requests/request.ts';
import { DAY } from '../time.ts';
import { addDays, bankingDay } from '../norway/banking-days.ts';
import type { Assertion } from './assertion.ts';
import { Correlation } from './correlation.ts';
import { isDeepEqual } from './deep-equal.ts';
import { unfitIn } from './files.ts';
import { impliedName } from './flow-step.ts';
import type { StepTests } from './step-tests.ts';
import { ASK_CONSENT, type ControlStep, type ScaStep, type Step } from './steps.ts';
import { MAX_SHIFT_DAYS } from '../limits.ts';

/** One thing that a person did, in order. */
export type Recorded =
  | {
      did: 'request';
      name: string;
      request: ComposedRequest;
      /** Null if no response arrived. */
      status: number | null;
      /** The whole body of the response; null if it is too large. */
      body: string | null;
      /** The bank's date when it was sent. */
      today: string;
      /** What its tab expects and keeps; a person may add to it until the recording is saved. */
      tests?: StepTests;
    }
  | { did: 'sca'; sca: ScaStep; /** The code of a redirect that reports a failure. */ code: string | null }
  | { did: 'control'; name: string; control: ControlStep; keep?: Step['keep'] }
  | { did: 'session'; name: string; session: string }
  /** What no step can do. */
  | { did: 'nothing'; name: string; why: string };

type RecordedRequest = Extract<Recorded, { did: 'request' }>;

/** The steps of what was recorded so far. Each is made once, when it is added, however often somebody looks. */
export class RecordedSteps {
  private readonly correlation = new Correlation();
  /** The code of an SCA is only known when the PSU has come back, and the tests of a request when it is saved. */
  private readonly made: (() => Step)[] = [];
  private readonly requests = new Map<RecordedRequest, number>();

  add(one: Recorded): void {
    const at = this.made.length;
    const step = one.did === 'request' ? requestStepOf(one, this.correlation) : this.otherStepOf(one);
    if (one.did === 'request') this.requests.set(one, at);
    this.made.push(
      one.did === 'sca'
        ? () => scaStepOf(one)
        : one.did === 'request'
          ? () => withTestsOf(step, one, (text) => this.correlation.textAfter(text, at))
          : () => step,
    );
  }

  /** Notes what a recorded request is to expect and keep. */
  test(one: RecordedRequest, tests: StepTests): void {
    const at = this.requests.get(one);
    if (at !== undefined) this.correlation.prefer(at, tests.keep ?? []);
    one.tests = tests;
  }

  /** In order, each with a name of its own. */
  names(): string[] {
    return this.steps().map(({ name }) => name);
  }

  /** Each has a name of its own, and keeps what later ones need of its answer. */
  steps(): Step[] {
    return withNames(
      withConsents(
        withKept(
          this.made.map((make) => make()),
          this.correlation,
        ),
      ),
    );
  }

  private otherStepOf(one: Exclude<Recorded, { did: 'request' }>): Step {
    const step = stepOf(one, this.correlation);
    this.correlation.bring(null);
    return step;
  }
}

/** The steps of a whole recording. */
export function stepsOf(recorded: readonly Recorded[]): Step[] {
  const steps = new RecordedSteps();
  for (const one of recorded) steps.add(one);
  return steps.steps();
}

function stepOf(one: Exclude<Recorded, { did: 'request' }>, correlation: Correlation): Step {
  if (one.did === 'sca') return scaStepOf(one);
  if (one.did === 'session') return { name: one.name, session: one.session };
  if (one.did === 'nothing') return { name: one.name, skip: one.why, pause: 0 };
  const { name, control, keep } = one;
  return {
    name,
    control: { ...control, path: correlation.path(control.path) },
    ...(keep === undefined ? {} : { keep: [...keep] }),
  };
}

function requestStepOf(
  { name, request, status, body, today }: RecordedRequest,
  correlation: Correlation,
): Step {
  const value = (text: string) => correlation.text(dated(text, today));
  const values = (record: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(record).map(([key, one]) => [key, value(one)]));
  const { operation, params, query, headers, fault, line } = request;
  const json = bodyOf(request.body);
  const step: Step = {
    name,
    request: {
      operation,
      ...(line === null ? {} : { line: correlation.line(line) }),
      params: values(params),
      query: values(query),
      headers: values(headers),
      fault,
      ...(request.body === ''
        ? {}
        : json === undefined
          ? { text: correlation.text(request.body).split('\n') }
          : { json: correlation.json(json, (text) => dated(text, today)) }),
    },
    // A deliberate fault says itself what answer it must get.
    ...(fault === null && status !== null ? { expect: expected(status, body) } : {}),
  };
  correlation.bring(body);
  return step;
}

/** @param value a text in which what an earlier answer had is a variable */
function withTestsOf(step: Step, { tests = {} }: RecordedRequest, value: (text: string) => string): Step {
  const { keep, warn } = tests;
  const own = (tests.expect ?? []).map(({ that, must }): Assertion =>
    must.is === 'equal' && typeof must.to === 'string'
      ? { that, must: { is: 'equal', to: value(must.to) } }
      : { that, must },
  );
  const noted = step.expect ?? [];
  // A tab that is sent again may still expect the state of an earlier answer.
  const valid = own.filter(
    ({ that, must }) =>
      must.is !== 'equal' ||
      noted.every((one) => !isDeepEqual(one.that, that) || isDeepEqual(one.must, must)),
  );
  const isOf = (one: Assertion) => (other: Assertion) => isDeepEqual(one.that, other.that);
  const expect = [
    ...noted.map((one) => valid.find(isOf(one)) ?? one),
    ...valid.filter((one) => !noted.some(isOf(one))),
  ];
  return {
    ...step,
    ...(expect.length === 0 ? {} : { expect }),
    ...(warn === undefined ? {} : { warn }),
    ...(keep === undefined ? {} : { keep }),
  };
}

function scaStepOf({ sca, code }: Extract<Recorded, { did: 'sca' }>): Step {
  const name = `${sca.psu} ${sca.decision === 'approve' ? 'approves' : 'aborts'}`;
  if (code === null || sca.decision === 'abort') return { name, sca };
  return { name, sca, expect: [{ that: { of: 'redirect', name: 'code' }, must: exactly(code) }] };
}

/** What a bank sent, word for word. A run fills in what an assertion compares with, so a placeholder of a bank must not stand there. */
function exactly(text: string): Assertion['must'] {
  return text.includes('{{') ? { is: 'present' } : { is: 'equal', to: text };
}

/** States that an answer reports about itself. */
const STATES = ['transactionStatus', 'scaStatus', 'consentStatus'] as const;

/** Status, code and state: what a later run must find again. */
function expected(status: number, body: string | null): Assertion[] {
  const json: unknown = jsonOf(body ?? '');
  const of = new Map(typeof json === 'object' && json !== null ? Object.entries(json) : []);
  const code = codeOf(of.get('tppMessages'));
  const states = STATES.flatMap((name): Assertion[] => {
    const state: unknown = of.get(name);
    const path = `$.${name}`;
    return typeof state === 'string' ? [{ that: { of: 'body', path }, must: exactly(state) }] : [];
  });
  return [
    { that: { of: 'status' }, must: { is: 'equal', to: status } },
    ...(code === null ? [] : [{ that: { of: 'error-code' }, must: exactly(code) } as const]),
    ...states,
  ];
}

function codeOf(messages: unknown): string | null {
  const first: unknown = Array.isArray(messages) ? messages[0] : null;
  return typeof first === 'object' && first !== null && 'code' in first && typeof first.code === 'string'
    ? first.code
    : null;
}

/** Banking days ahead that are counted; a later date is counted in days. */
const MOST_AHEAD = 60;

/** A date is meant from today on: on another day it must be another one. */
function dated(text: string, today: string): string {
  if (!/^\d{4}-\d\d-\d\d$/.test(text) || text < today) return text;
  if (text === today) return '{{$today}}';
  let day = bankingDay(today, 1);
  for (let ahead = 0; ahead <= MOST_AHEAD; ahead++) {
    if (day === text) return ahead === 0 ? '{{$bankingDay}}' : `{{$bankingDay+${ahead}}}`;
    day = bankingDay(addDays(day, 1), 1);
  }
  const days = Math.round((Date.parse(text) - Date.parse(today)) / DAY);
  // Also what is no day of a calendar, and 9999-12-31, which stands for no end.
  return days <= MAX_SHIFT_DAYS ? `{{$today+${days}}}` : text;
}

/** A request for consent and what the PSU decides are one step, if nothing else is done with the answer. */
function withConsents(steps: readonly Step[]): Step[] {
  return steps.flatMap((step, at) => {
    const [before, next] = [steps[at - 1], steps[at + 1]];
    if (next !== undefined && isAsking(step) && isGiving(next)) return [];
    if (before === undefined || step.sca === undefined || !isAsking(before) || !isGiving(step)) return [step];
    const { decision: _, link: __, ...consent } = step.sca;
    return [{ name: impliedName({ consent }), consent }];
  });
}

/** Whether a step asks for a consent as a consent step does. */
function isAsking({ request, expect = [], keep }: Step): boolean {
  return (
    isDeepEqual(request, ASK_CONSENT) &&
    keep === undefined &&
    expect.every(({ that, must }) =>
      that.of === 'status'
        ? must.is === 'equal' && must.to === 201
        : that.of === 'body' && that.path === '$.consentStatus',
    )
  );
}

function isGiving({ sca, expect, keep }: Step): boolean {
  return sca?.decision === 'approve' && sca.link === undefined && expect === undefined && keep === undefined;
}

/** Steps of one name get a number: each has a name of its own in its flow. */
function withNames(steps: readonly Step[]): Step[] {
  const free = new FreeNames();
  return steps.map((step) => ({ ...step, name: free.next(step.name) }));
}

/** Adds to each step what later ones need of its answer. */
function withKept(steps: readonly Step[], correlation: Correlation): Step[] {
  return steps.map((step, at) => {
    const own = step.keep ?? [];
    const more = correlation.keptBy(at).filter(({ as }) => own.every((one) => one.as !== as));
    const keep = [...own, ...more];
    return keep.length === 0 ? step : { ...step, keep };
  });
}

/** The step and its request are around the body in the file. */
const AROUND = 2;

/** A body as the JSON value of a step; undefined if the file's reader would not take it, so that it stays a text. */
function bodyOf(text: string): NonNullable<Step['request']>['json'] {
  const json = jsonOf(text);
  return typeof json === 'object' && json !== null && unfitIn(json, AROUND) !== null ? undefined : json;
}

function jsonOf(text: string): NonNullable<Step['request']>['json'] {
  try {
    const json: NonNullable<Step['request']>['json'] = JSON.parse(text);
    return json;
  } catch {
    return undefined;
  }
}
