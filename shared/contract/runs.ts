/** Runs of collections in the contract. */
import { z } from 'zod';
import { OUTCOMES, stepResultSchema, resultRefSchema } from '../collections/result.ts';

const milliseconds = z.number();
const outcome = z.enum(OUTCOMES);

export const runOrderSchema = z.object({
  /** Path of the folder or step; '' for everything. */
  path: z.string(),
  /** Only what these steps need, such as failed ones: the flows that they are in, up to them; empty for all. */
  only: z.array(z.string()),
  /** Path of the first step, or null. */
  from: z.string().nullable(),
  bail: z.boolean(),
  /** Concurrent rows. */
  concurrency: z.int().min(1).max(16),
  /** Id of an uploaded CSV or JSON file with the rows; null for one iteration without data. */
  data: z.string().nullable(),
  /** The result whose variables, sessions and PSU the first step starts with; its row is the only one. */
  continues: resultRefSchema.nullish(),
});
export type RunOrderInput = z.infer<typeof runOrderSchema>;

export const runSummarySchema = z.object({
  id: z.string(),
  path: z.string(),
  name: z.string(),
  environment: z.string(),
  /** Null for a bug report. */
  environmentId: z.string().nullable(),
  /** Whether each row had a copy of the local bank. */
  hasOwnBanks: z.boolean(),
  startedAt: milliseconds,
  /** Null while it runs. */
  duration: milliseconds.nullable(),
  /** `judged`: judged again from the responses of an earlier run. `report`: an imported result. */
  state: z.enum(['running', 'ended', 'stopped', 'judged']),
  /** Why it ended early, or null. */
  problem: z.string().nullable(),
  /** What was said first, such as where requests go unsigned. */
  notices: z.array(z.string()),
  planned: z.int(),
  counts: z.record(outcome, z.int()),
  /** Whether later runs of the same path are compared with it; it is never deleted automatically. */
  isBaseline: z.boolean(),
});
export type RunSummary = z.infer<typeof runSummarySchema>;

const listedRunSchema = runSummarySchema.extend({
  /** The act of the user that the run waits for, or null. */
  waiting: z
    .object({
      /** For `sca.openWaiting`; the address itself may contain secrets. */
      id: z.string(),
      /** With secrets masked. */
      psu: z.string(),
      decision: z.enum(['approve', 'abort', 'revoke']),
    })
    .nullable(),
});
export type ListedRun = z.infer<typeof listedRunSchema>;

export const runResultsInput = z.object({
  id: z.string(),
  /** Only these outcomes; empty for all. */
  outcomes: z.array(outcome),
  /** Index of the first result among those. */
  from: z.int().min(0),
});

export const numberedResultSchema = stepResultSchema.extend({
  /** From 0 over the whole run, in the order in which the steps ended, but row by row. */
  number: z.int(),
  /** Whether it is known what the step started with. */
  hasStart: z.boolean(),
});
export type NumberedResult = z.infer<typeof numberedResultSchema>;

/** Results in one page. */
export const RESULTS_PAGE = 500;

/** A step in a stored run. */
const runOfStepSchema = stepResultSchema
  .pick({ outcome: true, reason: true, status: true, startedAt: true, duration: true })
  .extend({ run: z.string(), runName: z.string(), environment: z.string(), number: z.int() });
export type RunOfStep = z.infer<typeof runOfStepSchema>;

/** Limit of listed runs of a step. */
export const STEP_RUNS = 100;

const changeSchema = z.object({
  /** Name of the step with its row and turn, as in a baseline. */
  step: z.string(),
  /** One line. */
  text: z.string(),
  /** Number of its result in the later run; null if it did not run. */
  number: z.int().nullable(),
});
export type RunChange = z.infer<typeof changeSchema>;

const id = z.object({ id: z.string() });
const nothing = z.object({});

export const RUN_METHODS = {
  /** Starts a run against the environment in use. Only one runs at a time. */
  'runs.start': { by: 'person', input: runOrderSchema, output: id },
  /** Ends the run before its remaining steps. */
  'runs.stop': { by: 'person', input: id, output: nothing },
  /** Newest first. */
  'runs.list': { by: 'screen', input: z.object({}), output: z.object({ runs: z.array(listedRunSchema) }) },
  'runs.results': {
    by: 'screen',
    input: runResultsInput,
    output: z.object({ results: z.array(numberedResultSchema), total: z.int() }),
  },
  'runs.remove': { by: 'person', input: id, output: nothing },
  /** The runs of one step, newest first. */
  'runs.ofStep': {
    by: 'screen',
    input: z.object({ path: z.string() }),
    output: z.object({ runs: z.array(runOfStepSchema) }),
  },
  /** The differences from an earlier run. */
  'runs.compare': {
    by: 'screen',
    input: z.object({ before: z.string(), after: z.string() }),
    output: z.object({ changes: z.array(changeSchema), total: z.int() }),
  },
  /** Makes a run a baseline, or no longer. */
  'runs.setBaseline': { by: 'person', input: id.extend({ isBaseline: z.boolean() }), output: nothing },
  /** Excludes the values that differ in the later run from comparisons with the baseline. */
  'runs.learn': {
    by: 'person',
    input: z.object({ before: z.string(), after: z.string() }),
    output: nothing,
  },
  /** Judges the stored responses by the current assertions, as another run that sends nothing. */
  'runs.judge': {
    by: 'person',
    input: id,
    output: id.extend({
      judged: z.int(),
      /** Results that were not judged, because a response or value is missing. */
      left: z.int(),
    }),
  },
} as const;
