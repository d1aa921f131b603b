/** The open requests, as they survive a restart. */
import { z } from 'zod';
import { requestSchema } from '../requests/request.ts';
import { resultRefSchema } from './result.ts';
import { stepTestsSchema } from './step-tests.ts';

const tabRunSchema = resultRefSchema.extend({
  /** Name and time of the run. */
  title: z.string(),
  /** Which row and turn, in words; null if there are none. */
  row: z.string().nullable(),
  /** Whether the row had a copy of the local bank. */
  hadOwnBank: z.boolean(),
});
export type TabRun = z.infer<typeof tabRunSchema>;

const tabSchema = z.object({
  id: z.string(),
  /** Where the request is saved, or null. */
  path: z.string().nullable(),
  /** Fingerprint of that file when it was opened or saved; null if it is not known. */
  seen: z.string().nullable(),
  /** Id of the exchange in the history with its response, or null. */
  answerId: z.string().nullable(),
  request: requestSchema,
  tests: stepTestsSchema,
  /** The result of a run with whose variables, session and PSU it is sent; none for those of the window. */
  run: tabRunSchema.nullish(),
  /** Whether the next link takes its place. */
  isPreview: z.boolean().optional(),
});

/** Open tabs in their order, and the id of the active one. */
export const draftsSchema = z.object({ tabs: z.array(tabSchema), active: z.string() });
export type Drafts = z.infer<typeof draftsSchema>;

/** A window that shows tabs, by an id of its own. */
export const windowOfDraftsSchema = z.object({
  window: z.string().min(1).max(64),
  /** Whether it has tabs of its own, as in the desktop. Each window of a browser shows those of all. */
  own: z.boolean().optional(),
});
export type WindowOfDrafts = z.infer<typeof windowOfDraftsSchema>;

/** The id of the window that a tab is in; null for one of no certain window, such as those of a browser. */
const kept = { window: z.string().nullable() };

/** Stored drafts. */
export const keptDraftsSchema = draftsSchema.extend({
  tabs: z.array(tabSchema.extend(kept)),
  /** The id of the active tab of each window that has tabs of its own, by the id of the window. */
  windows: z.record(z.string(), z.string()),
});
export type KeptDrafts = z.infer<typeof keptDraftsSchema>;
