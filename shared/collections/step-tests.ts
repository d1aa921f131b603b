/** What a step says besides what it does: what it expects and keeps, when it repeats, and how a run chooses it. */
import { z } from 'zod';
import { isDeepEqual } from './deep-equal.ts';
import { type Step, stepShape, type StepKind } from './steps.ts';
import type { SourceKind } from './assertion-form.ts';
import type { Assertion } from './assertion.ts';
import type { Capture } from './capture.ts';

const { about, tags, skip, when, each, change, until, expect, warn, keep } = stepShape;

export const stepTestsSchema = z.strictObject({
  about,
  tags,
  skip,
  when,
  each,
  change,
  until,
  expect,
  warn,
  keep,
});
export type StepTests = z.infer<typeof stepTestsSchema>;

/** Of a request without any; the same object each time, so that a tab without tests does not change. */
export const NO_TESTS: StepTests = {};

/** The tests of a step, or of tests with more in it, without what is empty. */
export function testsOf(step: StepTests): StepTests {
  const own = step as Readonly<Record<string, unknown>>;
  const said = Object.keys(stepTestsSchema.shape)
    .map((key) => [key, own[key]] as const)
    .filter(([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0));
  return said.length === 0 ? NO_TESTS : Object.fromEntries(said);
}

/** Whether two steps say the same besides what they do. */
export function sameTests(a: StepTests, b: StepTests): boolean {
  return a === b || isDeepEqual(testsOf(a), testsOf(b));
}

/** A step with other tests; its name stays. */
export function withTests(step: Step, tests: StepTests): Step {
  const others = Object.entries(step).filter(([key]) => !Object.hasOwn(stepTestsSchema.shape, key));
  return { ...(Object.fromEntries(others) as Pick<Step, 'name'>), ...testsOf(tests) };
}

/** How many assertions and captures there are, which a tab shows beside its name. */
export function countOf({ expect: expected = [], warn: warned = [], keep: kept = [] }: StepTests): number {
  return expected.length + warned.length + kept.length;
}

const RESPONSE: readonly SourceKind[] = [
  'status',
  'body',
  'header',
  'link',
  'error-code',
  'schema',
  'signature',
  'verdicts',
  'time',
  'text',
];

/** Sources that have a value after a step of this kind, in the order in which they are offered; none for a step that brings nothing itself. */
export const SOURCES: Readonly<Record<StepKind, readonly SourceKind[]>> = {
  request: RESPONSE,
  // The control listener's responses have no schema of the catalogue, no signature and no links.
  control: ['status', 'body', 'header', 'time', 'text'],
  consent: [...RESPONSE, 'redirect'],
  sca: ['redirect', 'error-code'],
  // The steps of the flow have their own.
  include: [],
  session: [],
  pause: [],
};

/** An scaRedirect works once (SCA-6), so an SCA cannot be repeated; the others have nothing that a condition could be about. */
const REPEATED: ReadonlySet<StepKind> = new Set(['request', 'control']);

/** @returns whether a step of this kind can be repeated until something holds */
export function canRepeat(kind: StepKind): boolean {
  return REPEATED.has(kind);
}

/** @param status that a response has, or is expected to have */
export function firstAssertion(kind: StepKind, status = 200): Assertion {
  return kind === 'sca'
    ? { that: { of: 'redirect', name: 'context' }, must: { is: 'present' } }
    : { that: { of: 'status' }, must: { is: 'equal', to: status } };
}

export function firstCapture(kind: StepKind, as: string): Capture {
  return { as, from: kind === 'sca' ? { of: 'redirect', name: 'psu-id' } : { of: 'body', path: '$' } };
}

export function firstUntil(kind: StepKind): NonNullable<Step['until']> {
  return { expect: [firstAssertion(kind)], rounds: 10, between: { pause: 1000 } };
}
