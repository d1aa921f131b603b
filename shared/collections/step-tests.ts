/** What a step says besides what it does: what it expects and keeps, when it repeats, and how a run chooses it. */
import { z } from 'zod';
import { isDeepEqual } from './deep-equal.ts';
import { type Step, stepShape } from './steps.ts';

const { tags, skip, each, until, expect, warn, keep } = stepShape;

export const stepTestsSchema = z.strictObject({ tags, skip, each, until, expect, warn, keep });
export type StepTests = z.infer<typeof stepTestsSchema>;

/** Of a request without any; the same object each time, so that a tab without tests does not change. */
export const NO_TESTS: StepTests = {};

/** The tests of a step, or of tests with more in it, without what is empty. */
export function testsOf(step: StepTests): StepTests {
  const all = { tags: step.tags, skip: step.skip, each: step.each, until: step.until };
  const { expect: expected, warn: warned, keep: kept } = step;
  const said = Object.entries({ ...all, expect: expected, warn: warned, keep: kept }).filter(
    ([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0),
  );
  return said.length === 0 ? NO_TESTS : Object.fromEntries(said);
}

/** Whether two steps say the same besides what they do. */
export function sameTests(a: StepTests, b: StepTests): boolean {
  return a === b || isDeepEqual(testsOf(a), testsOf(b));
}

/** A step with other tests; its name and its order stay. */
export function withTests(step: Step, tests: StepTests): Step {
  const { tags: _t, skip: _s, each: _e, until: _u, expect: _x, warn: _w, keep: _k, ...rest } = step;
  return { ...rest, ...testsOf(tests) };
}

/** How many assertions and captures there are, which a tab shows beside its name. */
export function countOf({ expect: expected = [], warn: warned = [], keep: kept = [] }: StepTests): number {
  return expected.length + warned.length + kept.length;
}
