/** A bug report: one result of a run as a file of its own, for somebody else to open. */
import { z } from 'zod';
import { stepResultSchema } from '../collections/result.ts';
import { foreignExchangeSchema, foreignResponseSchema } from './exchange.ts';
import { MAX_BUG_LINE_CHARS, MAX_BUG_LIST, MAX_BUG_NAME_CHARS } from '../limits.ts';

/** Says in the file what it is, for somebody who opens it in an editor. */
export const REPORT_KIND = 'bug report';

export const REPORT_VERSION = 1;

const name = z.string().max(MAX_BUG_NAME_CHARS);
const line = z.string().max(MAX_BUG_LINE_CHARS);
const milliseconds = z.number().min(0).max(8.64e15);

const { shape: result } = stepResultSchema;
const { diagnosis, links, prepared, verdicts } = foreignExchangeSchema.shape;
const { signing } = prepared.shape;

const reportShape = {
  version: z.literal(REPORT_VERSION),
  kind: z.literal(REPORT_KIND),
  /** The programs that made it, such as the workbench and its Node.js. */
  madeWith: z.array(name).max(10),
  /** ISO 8601. */
  madeAt: z.iso.datetime(),
  /** The name of the environment; its address is in the request, its secrets are nowhere. */
  environment: name,
  run: z.object({ name, startedAt: milliseconds }),
  result: stepResultSchema.extend({
    path: line,
    name,
    line,
    startedAt: milliseconds,
    duration: milliseconds,
    tags: result.tags.max(MAX_BUG_LIST),
    assertions: result.assertions.max(MAX_BUG_LIST),
    kept: result.kept.max(MAX_BUG_LIST),
    used: result.used.max(MAX_BUG_LIST),
  }),
  /** The request as it was signed and sent, its response and the bank's explanation; null if nothing was sent. */
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
