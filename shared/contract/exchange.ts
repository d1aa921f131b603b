/** A sent request with its response, as the history stores it, and the calls that read its body. */
import { z } from 'zod';
import { preparedSchema } from '../requests/prepared.ts';
import { requestSchema } from '../requests/request.ts';
import { signatureProfileSchema } from '../signing/profile.ts';
import { explanationSchema } from '../xs2a/explanation.ts';
import { linkSchema } from '../xs2a/schemas.ts';
import { MAX_STATED_BODY_BYTES } from '../limits.ts';
import type { Holds, Outcome } from '../collections/source.ts';

const headerPair = z.tuple([z.string(), z.string()]);
const milliseconds = z.number();

/** Characters of a search in the history or the event log, which compares them with every body. */
export const LONGEST_SEARCH = 200;

const verdict = z.object({
  /** `yes` for passed, `no` for failed, `unknown` if it cannot be checked. */
  holds: z.enum(['yes', 'no', 'unknown']),
  text: z.string(),
  rule: z.string(),
  /** Its subject, for verdicts that are looked up by it. */
  part: z.enum(['fault', 'signature', 'schema']).nullable(),
});

const cause = z.object({
  title: z.string(),
  /** Checked here and wrong, checked and right, or not checkable here. */
  check: z.enum(['wrong', 'possible', 'right']),
  text: z.string(),
  rule: z.string(),
});
export type Cause = z.infer<typeof cause>;

export const exchangeSummarySchema = z.object({
  id: z.string(),
  /** Milliseconds since 1970, by this machine's clock. */
  at: milliseconds,
  title: z.string(),
  method: z.string(),
  path: z.string(),
  status: z.number().nullable(),
  /** Milliseconds from sending to the last byte. */
  duration: milliseconds.nullable(),
  /** Replaces the status if no response arrived: what happened, why, and what to do. */
  failure: z.string().nullable(),
  /** Name of the environment. */
  environment: z.string(),
  /** Another program sent it: through the signing proxy (`proxy`), through the tap, or directly to the local bank (`received`). */
  origin: z.enum(['proxy', 'tap', 'received']).nullable(),
});
export type ExchangeSummary = z.infer<typeof exchangeSummarySchema>;

/** An exchange in a list. */
export const listedExchangeSchema = exchangeSummarySchema.extend({
  /** The code of a refusal (ERR-1); null if it has none. */
  code: z.string().nullable(),
  /** The bank's reason of a refusal, as a sentence; null if it has none. */
  reason: z.string().nullable(),
  /** organizationIdentifier of the TPP that has sent a received request; null if the bank did not find it, and for other exchanges. */
  tpp: z.string().nullable(),
  /** What the other program calls itself (`User-Agent`); null if it does not say, and for what the workbench sent. */
  program: z.string().nullable(),
});
export type ListedExchange = z.infer<typeof listedExchangeSchema>;

export const exchangeSchema = exchangeSummarySchema.extend({
  operation: z.string().nullable(),
  /** The request as composed, with its `{{variables}}`; null if a run sent one that no form can show. */
  request: requestSchema.nullable(),
  /** Why the history could not store the exchange, or null. */
  notKept: z.string().nullable(),
  /** The request as signed and sent. */
  prepared: preparedSchema,
  /** The signature profile that applied; null for a request that was received, and in the history of an older version. */
  profile: signatureProfileSchema.nullable().catch(null),
  requestBody: z.string(),
  response: z
    .object({
      status: z.number(),
      reason: z.string(),
      headers: z.array(headerPair),
      /** Size of the whole body in bytes; `body` holds only its first window. */
      bodyBytes: z.number(),
      body: z.string(),
      /** The connection. */
      tls: z
        .object({
          protocol: z.string(),
          cipher: z.string(),
          /** The server's certificate; `notAfter` in milliseconds since 1970, the fingerprint is SHA-256. */
          subject: z.string(),
          issuer: z.string(),
          notAfter: milliseconds.nullable(),
          fingerprint: z.string(),
        })
        .nullable(),
      /** Null for a received request, whose connection is that of another program. */
      timing: z
        .object({
          dns: milliseconds,
          connect: milliseconds,
          tls: milliseconds,
          bank: milliseconds,
          download: milliseconds,
        })
        .nullable(),
    })
    .nullable(),
  verdicts: z.array(verdict),
  links: z.array(linkSchema.extend({ name: z.string() })),
  /** Number of further links of the response. */
  linksLeftOut: z.number(),
  /** The local bank's explanation of a refusal. */
  explanation: explanationSchema.nullable(),
  /** What the local bank accepted of another program, and other banks may refuse; left out for other exchanges. */
  notes: z.array(z.string()).optional(),
  /** For a refusal by another bank: the likely causes, checked here, most likely first. */
  diagnosis: z.array(cause).nullable(),
});
export type Exchange = z.infer<typeof exchangeSchema>;

/** An exchange in the database: a request of an older version becomes null. */
export const recordedExchangeSchema = exchangeSchema.extend({
  request: requestSchema.nullable().catch(null),
});

const boundedMilliseconds = z.number().min(0).max(8.64e15);

const response = exchangeSchema.shape.response.unwrap();

/** An exchange in an untrusted file, with numbers that the history can store and the window can show. */
export const foreignResponseSchema = response.extend({
  status: z.int(),
  bodyBytes: z.int().min(0).max(MAX_STATED_BODY_BYTES),
});

export const foreignExchangeSchema = exchangeSchema.extend({
  at: boundedMilliseconds.int(),
  status: z.int().nullable(),
  duration: boundedMilliseconds.nullable(),
  response: foreignResponseSchema.nullable(),
});

/** The outcome for assertions and captures, in the window and in a run. @param text the whole body; null if it is too large */
export function outcomeOf({ response, duration, verdicts }: Exchange, text: string | null): Outcome {
  if (response === null) return { response: null, redirect: null };
  const of = (part: string): Holds => verdicts.find((one) => one.part === part)?.holds ?? 'unknown';
  const { status, headers } = response;
  return {
    response: {
      status,
      headers,
      text,
      time: duration ?? 0,
      schema: of('schema'),
      signature: of('signature'),
      verdicts: verdicts.map(({ holds }) => holds),
    },
    redirect: null,
  };
}

/** The body of an exchange; null if `body` holds only its first window. */
export function wholeBody({ response }: Pick<Exchange, 'response'>): string | null {
  if (response === null) return null;
  const { body, bodyBytes } = response;
  return new TextEncoder().encode(body).length === bodyBytes ? body : null;
}

const mode = z.enum(['pretty', 'raw', 'hex']);
/** Id of an exchange in the history. */
const id = z.string();
const count = z.number().int().min(0).max(1000);
const position = z.number().int().min(0);

const line = z.object({ text: z.string(), depth: z.number(), opens: z.boolean(), cut: z.boolean() });
const node = z.object({
  offset: z.number(),
  name: z.string().nullable(),
  index: z.number(),
  kind: z.enum(['object', 'array', 'string', 'number', 'boolean', 'null']),
  text: z.string(),
  opens: z.boolean(),
});

/** Reads parts of a stored body; the results are those of `BodyView`. */
export const BODY_METHODS = {
  'body.lines': {
    by: 'screen',
    input: z.object({ id, mode, from: position, count }),
    output: z.object({ lines: z.array(line), total: z.number(), complete: z.boolean(), indexed: z.number() }),
  },
  'body.closing': {
    by: 'person',
    input: z.object({ id, line: position }),
    output: z.object({ line: z.number() }),
  },
  'body.search': {
    by: 'screen',
    input: z.object({ id, mode, text: z.string().max(1000) }),
    output: z.object({ lines: z.array(z.number()), more: z.boolean() }),
  },
  /** The whole body as a file, without secrets. */
  'body.save': { by: 'person', input: z.object({ id }), output: z.object({ download: z.string() }) },
  'body.root': { by: 'screen', input: z.object({ id }), output: node },
  'body.members': {
    by: 'screen',
    input: z.object({ id, offset: position, from: position, count }),
    output: z.object({ nodes: z.array(node), total: z.number() }),
  },
  'body.query': {
    by: 'person',
    input: z.object({ id, path: z.string().max(4000) }),
    output: z.object({
      matches: z.array(z.object({ path: z.string(), text: z.string() })),
      total: z.number(),
      problem: z.string().nullable(),
    }),
  },
} as const;
