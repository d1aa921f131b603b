/** The open requests, as they survive a restart. */
import { z } from 'zod';
import { requestSchema } from '../request/request.ts';
import { NO_TESTS, stepTestsSchema } from './step-tests.ts';

const tabSchema = z.object({
  id: z.string(),
  /** Where the request is saved, or null. */
  path: z.string().nullable(),
  /** Fingerprint of that file when it was opened or saved; null if it is not known. */
  seen: z.string().nullable().default(null),
  /** Id of the exchange in the history with its response, or null. */
  answerId: z.string().nullable(),
  request: requestSchema,
  tests: stepTestsSchema,
});

/** Open tabs in their order, and the id of the active one. */
export const draftsSchema = z.object({ tabs: z.array(tabSchema), active: z.string() });
export type Drafts = z.infer<typeof draftsSchema>;

/** Up to 0.1.0 a tab mixed the fields of its request with its own; the oldest tabs had no path, line or raw text. */
const earlierTabSchema = requestSchema
  .omit({ headers: true })
  .extend({
    id: z.string(),
    path: z.string().nullable().default(null),
    answerId: z.string().nullable(),
    overrides: requestSchema.shape.headers,
    line: requestSchema.shape.line.default(null),
    raw: requestSchema.shape.raw.default(null),
  })
  .transform(({ id, path, answerId, overrides, ...fields }) => ({
    id,
    path,
    seen: null,
    answerId,
    request: { ...fields, headers: overrides },
    tests: NO_TESTS,
  }));

/** Before tabs had tests. */
const testlessTabSchema = tabSchema.omit({ tests: true }).transform((tab) => ({ ...tab, tests: NO_TESTS }));

/** Stored drafts, in the present or an earlier form; reading converts them to the present form. */
export const keptDraftsSchema = draftsSchema.extend({
  tabs: z.array(z.union([tabSchema, testlessTabSchema, earlierTabSchema])),
});
