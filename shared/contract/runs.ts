/** Runs of collections in the contract, and the bug report of one result. */
import { z } from 'zod';
import { OUTCOMES, stepResultSchema, resultRefSchema } from '../collections/result.ts';
import { foreignExchangeSchema, foreignResponseSchema } from './exchange.ts';
import { MAX_BUG_LINE_CHARS, MAX_BUG_LIST, MAX_BUG_NAME_CHARS } from '../limits.ts';

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
  state: z.enum(['running', 'ended', 'stopped', 'judged', 'report']),
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
      decision: z.enum(['approve', 'abort']),
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
  /** One result as a file. `download` is an id that the host serves once. */
  'runs.report': {
    by: 'person',
    input: id.extend({ number: z.int().min(0) }),
    output: z.object({ download: z.string() }),
  },
  /** Opens such a file, an upload, as a run with one result. */
  'runs.openReport': { by: 'person', input: z.object({ file: z.string() }), output: id },
} as const;

/** Identifies the file in an editor. */
export const REPORT_KIND = 'bug report';

export const REPORT_VERSION = 1;

const name = z.string().max(MAX_BUG_NAME_CHARS);
const line = z.string().max(MAX_BUG_LINE_CHARS);
const boundedMilliseconds = z.number().min(0).max(8.64e15);

const { shape: result } = stepResultSchema;
const { diagnosis, links, prepared, verdicts } = foreignExchangeSchema.shape;
const { signing } = prepared.shape;

const reportShape = {
  version: z.literal(REPORT_VERSION),
  kind: z.literal(REPORT_KIND),
  /** Programs and versions, such as the workbench and Node.js. */
  madeWith: z.array(name).max(10),
  /** ISO 8601. */
  madeAt: z.iso.datetime(),
  /** Its name only. */
  environment: name,
  run: z.object({ name, startedAt: boundedMilliseconds }),
  result: stepResultSchema.extend({
    path: line,
    name,
    row: line.nullable(),
    place: result.place.unwrap().extend({ file: line }).nullable(),
    line,
    startedAt: boundedMilliseconds,
    duration: boundedMilliseconds,
    tags: result.tags.max(MAX_BUG_LIST),
    assertions: result.assertions.max(MAX_BUG_LIST),
    kept: result.kept.max(MAX_BUG_LIST),
    used: result.used.max(MAX_BUG_LIST),
  }),
  /** With the bank's explanation; null if nothing was sent. */
  exchange: foreignExchangeSchema
    .extend({
      title: name,
      method: name,
      path: line,
      verdicts: verdicts.max(MAX_BUG_LIST),
      links: links.max(MAX_BUG_LIST),
      diagnosis: diagnosis.unwrap().max(MAX_BUG_LIST).nullable(),
      prepared: prepared.extend({
        headers: prepared.shape.headers.max(MAX_BUG_LIST),
        signing: signing.extend({ lines: signing.shape.lines.max(MAX_BUG_LIST) }),
      }),
      response: foreignResponseSchema
        .extend({ headers: foreignResponseSchema.shape.headers.max(MAX_BUG_LIST) })
        .nullable(),
    })
    .nullable(),
};
export const bugReportSchema = z.object(reportShape);
export type BugReport = z.infer<typeof bugReportSchema>;
