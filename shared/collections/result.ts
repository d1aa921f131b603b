/** What became of a step in a run, and of the run. */
import { z } from 'zod';
import { ORIGINS } from './scope.ts';
import { STEP_KINDS } from './steps.ts';
import { filePlaceSchema } from './tree.ts';

/**
 * `passed`: every assertion holds. `failed`: one does not, or the step could not do what it says. `warning`: only assertions
 * that warn, or verdicts on the response, do not hold. `skipped`: the collection or the bank leaves it out. `not-run`: the run ended before it.
 */
export const OUTCOMES = ['passed', 'failed', 'warning', 'skipped', 'not-run'] as const;
export type OutcomeName = (typeof OUTCOMES)[number];

const judgementSchema = z.object({
  holds: z.boolean(),
  /** One line: what was expected of what, and what was found if it differs. */
  text: z.string(),
  /** Whether it only warns. */
  warns: z.boolean(),
});
export type JudgedAssertion = z.infer<typeof judgementSchema>;

export const usedVariable = z.object({
  name: z.string(),
  origin: z.enum(ORIGINS),
  /** The step, folder or file that the value comes from; null if the origin says everything. */
  from: z.string().nullable(),
  /** A mark in place of a secret one. */
  value: z.string(),
});
export type UsedVariable = z.infer<typeof usedVariable>;

export const stepResultSchema = z.object({
  /** Path of the step in the collection. */
  path: z.string(),
  name: z.string(),
  /** Null for what has no file, such as a request that was sent on its own. */
  place: filePlaceSchema.nullable(),
  kind: z.enum(STEP_KINDS),
  tags: z.array(z.string()),
  /** Row of the data, counted from 1; 1 without data. */
  iteration: z.int(),
  /** The first value of the row, by which people know it; null without data. */
  row: z.string().nullable(),
  /** Which turn of a step that loops or is included, in words; null if it runs once. */
  turn: z.string().nullable(),
  outcome: z.enum(OUTCOMES),
  /** Why, unless it passed. */
  reason: z.string().nullable(),
  /** Whether there was no answer to judge: no connection, a time-out, a crash, a run that was stopped. */
  error: z.boolean(),
  assertions: z.array(judgementSchema),
  kept: z.array(z.object({ name: z.string(), value: z.string() })),
  used: z.array(usedVariable),
  /** How often it ran until its condition held; 1 without a condition. */
  rounds: z.int(),
  /** Method and path of a request; what another step did, in words. */
  line: z.string(),
  /** Of the last response, or null. */
  status: z.number().nullable(),
  /** Id of the last exchange where exchanges are kept; null for a step without one. */
  exchange: z.string().nullable(),
  /** Milliseconds since 1970, and milliseconds. */
  startedAt: z.number(),
  duration: z.number(),
});
export type StepResult = z.infer<typeof stepResultSchema>;

/** A stored result: the id of its run, and its number there. */
export const resultRefSchema = z.object({ id: z.string(), number: z.int().min(0) });
export type ResultRef = z.infer<typeof resultRefSchema>;

export type Counts = Record<OutcomeName, number>;

export const NO_COUNTS: Counts = { passed: 0, failed: 0, warning: 0, skipped: 0, 'not-run': 0 };

/** The counts with one more result. */
export function counted(counts: Counts, outcome: OutcomeName): Counts {
  return { ...counts, [outcome]: counts[outcome] + 1 };
}

/** The sum of all outcomes: what was planned, once a run has ended. */
export function total(counts: Counts): number {
  return OUTCOMES.reduce((sum, outcome) => sum + counts[outcome], 0);
}

/** The outcome of a step that could do what it says. */
export function outcomeOf(assertions: readonly JudgedAssertion[]): OutcomeName {
  if (assertions.some(({ holds, warns }) => !holds && !warns)) return 'failed';
  return assertions.every(({ holds }) => holds) ? 'passed' : 'warning';
}

/** The first assertion that decides the outcome, as its reason; null if all hold. */
export function reasonOf(assertions: readonly JudgedAssertion[]): string | null {
  const broken = assertions.filter(({ holds }) => !holds);
  return (broken.find(({ warns }) => !warns) ?? broken[0])?.text ?? null;
}
