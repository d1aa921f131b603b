/** A request that was sent and what came back, as the history keeps it. */
import { z } from 'zod';
import { preparedSchema } from '../request/prepared.ts';
import { requestSchema } from '../request/request.ts';
import { explanationSchema } from '../xs2a/explanation.ts';
import { linkSchema } from '../xs2a/schemas.ts';

const headerPair = z.tuple([z.string(), z.string()]);
const milliseconds = z.number();

const verdict = z.object({
  /** holds, does not, or cannot be told. */
  holds: z.enum(['yes', 'no', 'unknown']),
  text: z.string(),
  rule: z.string(),
});

const cause = z.object({
  title: z.string(),
  /** Checked here and wrong, checked and right, or beyond what can be checked here. */
  check: z.enum(['wrong', 'possible', 'right']),
  text: z.string(),
  rule: z.string(),
});
export type Cause = z.infer<typeof cause>;

export const exchangeSummarySchema = z.object({
  id: z.string(),
  /** Milliseconds since 1970, this machine's clock. */
  at: milliseconds,
  title: z.string(),
  method: z.string(),
  path: z.string(),
  status: z.number().nullable(),
  /** Milliseconds from sending to the last byte. */
  duration: milliseconds.nullable(),
  /** In place of a status when no answer came: what happened, why, and what to do. */
  failure: z.string().nullable(),
});
export type ExchangeSummary = z.infer<typeof exchangeSummarySchema>;

export const exchangeSchema = exchangeSummarySchema.extend({
  operation: z.string().nullable(),
  /** As it was composed, with its `{{variables}}`; null where an earlier workbench kept what cannot be read as a request. */
  request: requestSchema.nullable(),
  /** Why the history could not keep the exchange, or null. */
  notKept: z.string().nullable().default(null),
  /** What was signed and sent. */
  prepared: preparedSchema,
  requestBody: z.string(),
  response: z
    .object({
      status: z.number(),
      reason: z.string(),
      headers: z.array(headerPair),
      /** Bytes of the whole body; the text here is its first window. */
      bodyBytes: z.number(),
      body: z.string(),
      /** Of the connection; what older exchanges do not have is empty. */
      tls: z
        .object({
          protocol: z.string(),
          cipher: z.string(),
          /** Of the server's certificate; `notAfter` in milliseconds since 1970, the fingerprint in SHA-256. */
          subject: z.string(),
          issuer: z.string().default(''),
          notAfter: milliseconds.nullable().default(null),
          fingerprint: z.string().default(''),
        })
        .nullable(),
      timing: z.object({
        dns: milliseconds.default(0),
        connect: milliseconds,
        tls: milliseconds,
        bank: milliseconds,
        download: milliseconds,
      }),
    })
    .nullable(),
  verdicts: z.array(verdict),
  links: z.array(linkSchema.extend({ name: z.string() })),
  /** From the local bank. */
  explanation: explanationSchema.nullable(),
  /** For another bank's refusal: the likely causes, checked here, most likely first. */
  diagnosis: z.array(cause).nullable().default(null),
});
export type Exchange = z.infer<typeof exchangeSchema>;
