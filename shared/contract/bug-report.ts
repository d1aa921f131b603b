/** A bug report: one result of a run as a file of its own, for somebody else to open. */
import { z } from 'zod';
import { stepResultSchema } from '../collection/result.ts';
import { foreignExchangeSchema, foreignResponseSchema } from './foreign-exchange.ts';

/** Says in the file what it is, for somebody who opens it in an editor. */
export const REPORT_KIND = 'bug report';

export const REPORT_VERSION = 1;

/** Characters of a name, and of the line of a request: what the lists of the window show. */
const LONGEST_NAME = 400;
const LONGEST_LINE = 16_384;

const name = z.string().max(LONGEST_NAME);
const line = z.string().max(LONGEST_LINE);
const milliseconds = z.number().min(0).max(8.64e15);

/** Of the lists that the window draws as a whole. */
const MOST = 1000;

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
    tags: result.tags.max(MOST),
    assertions: result.assertions.max(MOST),
    kept: result.kept.max(MOST),
    used: result.used.max(MOST),
  }),
  /** The request as it was signed and sent, its response and the bank's explanation; null if nothing was sent. */
  exchange: foreignExchangeSchema
    .extend({
      title: name,
      method: name,
      path: line,
      verdicts: verdicts.max(MOST),
      links: links.max(MOST),
      diagnosis: diagnosis.unwrap().max(MOST).nullable(),
      prepared: prepared.extend({
        headers: prepared.shape.headers.max(MOST),
        signing: signing.extend({ lines: signing.shape.lines.max(MOST) }),
      }),
      response: foreignResponseSchema
        .extend({ headers: foreignResponseSchema.shape.headers.max(MOST) })
        .nullable(),
    })
    .nullable(),
};
export const bugReportSchema = z.object(reportShape);
export type BugReport = z.infer<typeof bugReportSchema>;
