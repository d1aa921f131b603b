/** Runs of collections, as the window starts and shows them. */
import { z } from 'zod';
import { OUTCOMES, stepResultSchema } from '../collection/result.ts';

const milliseconds = z.number();
const outcome = z.enum(OUTCOMES);

export const runOrderSchema = z.object({
  /** Path of the folder or step; '' for everything. */
  path: z.string(),
  /** Run only these steps, such as those that failed before; empty for all. */
  only: z.array(z.string()),
  /** Path of the step to begin with; null for the first. */
  from: z.string().nullable(),
  bail: z.boolean(),
  /** Rows at the same time. */
  concurrency: z.int().min(1).max(16),
  /** Id of an uploaded CSV or JSON file with the rows; null for one iteration without data. */
  data: z.string().nullable(),
});
export type RunOrderInput = z.infer<typeof runOrderSchema>;

export const runSummarySchema = z.object({
  id: z.string(),
  path: z.string(),
  name: z.string(),
  /** The environment that it ran against. */
  environment: z.string(),
  startedAt: milliseconds,
  /** Null while it runs. */
  duration: milliseconds.nullable(),
  state: z.enum(['running', 'ended', 'stopped']),
  /** Why it could not go on, or null. */
  problem: z.string().nullable(),
  planned: z.int(),
  counts: z.record(outcome, z.int()),
});
export type RunSummary = z.infer<typeof runSummarySchema>;

export const runResultsInput = z.object({
  id: z.string(),
  /** Only these outcomes; empty for all. */
  outcomes: z.array(outcome),
  /** The first result, counted from 0 among those. */
  from: z.int().min(0),
});

export const numberedResultSchema = stepResultSchema.extend({
  /** Counted from 0 over the whole run, in the order in which the steps ended. */
  number: z.int(),
});
export type NumberedResult = z.infer<typeof numberedResultSchema>;

/** Results in one page. */
export const RESULTS_PAGE = 500;

export const RUN_METHODS = {
  /** Starts a run against the environment in use. Only one runs at a time. */
  'runs.start': { by: 'person', input: runOrderSchema, output: z.object({ id: z.string() }) },
  /** Ends the run; what is left of it is not run. */
  'runs.stop': { by: 'person', input: z.object({ id: z.string() }), output: z.object({}) },
  /** Newest first. */
  'runs.list': { by: 'screen', input: z.object({}), output: z.object({ runs: z.array(runSummarySchema) }) },
  'runs.results': {
    by: 'screen',
    input: runResultsInput,
    output: z.object({ results: z.array(numberedResultSchema), total: z.int() }),
  },
  'runs.remove': { by: 'person', input: z.object({ id: z.string() }), output: z.object({}) },
} as const;
