/** A control call: what the listener routes and validates by, and what the OpenAPI document says about it. */
import { z } from 'zod';
import type { Json } from '../../shared/xs2a/json-schema.ts';
import type { Inspection } from '../inspection/inspection.ts';
import type { Operator } from './operator.ts';
import { controlError, type Reply, type Subscribe } from './reply.ts';
import { checked } from './words.ts';

/** What the calls for whoever keeps the bank running need. */
export interface BankService {
  /** Why the bank accepts no requests of TPPs; null if it does. */
  unready: () => string | null;
  /** In the text format of Prometheus. */
  metrics: () => string;
}

export interface ControlContext {
  operator: Operator;
  inspection: Inspection;
  service: BankService;
  /** Reports what happens from now on. */
  subscribe: Subscribe;
  /** The OpenAPI document of the control calls. */
  ownDocument: () => Json;
}

export interface CallExample {
  summary: string;
  value: unknown;
}

interface Description {
  /** operationId; also the name of the call in tests. */
  id: string;
  group: string;
  title: string;
  /** One or two sentences about what the call does. */
  summary: string;
  method: 'GET' | 'PUT' | 'POST' | 'DELETE';
  /** At most one segment is a parameter, written `{name}`. */
  path: `/${string}`;
  /** The parameter in the path. */
  parameter?: { text: string; example: string };
  /** Whether the body has a snapshot in it, and so may be as large as one. The bounds of others are those of a request of a TPP. */
  carriesSnapshot?: true;
  /** Examples of the body, by name. The tests send each of them. */
  examples?: Readonly<Record<string, CallExample>>;
  /** Of a call that succeeds; 200 if left out. */
  success?: 200 | 201;
  /** Whether it needs no token. */
  open?: true;
  /** Schema and example of the response, or the type and an example of a text. `events` is a stream of server-sent events. */
  answer: { schema: z.ZodType; example: unknown } | { type: string; text: string } | 'events';
  /** Why the call can be refused although its input is well formed: a sentence as the listener writes it, by status. */
  refusals?: Readonly<Partial<Record<400 | 404 | 409 | 503, string>>>;
}

interface Definition<Body, Query, Context> extends Description {
  /** Schema of the query: one text for each parameter. No parameters if left out. */
  query?: z.ZodType<Query>;
  /** Schema of the body. No body if left out. */
  body?: z.ZodType<Body>;
  run: (context: Context, request: { parameter: string; body: Body; query: Query }) => Reply | Promise<Reply>;
}

export interface ControlCall<Context = ControlContext> extends Description {
  query: z.ZodType | null;
  body: z.ZodType | null;
  /** @param parameter decoded; '' for a path without one @param body {} if the request had none */
  answerTo: (
    context: Context,
    request: { parameter: string; body: unknown; query: URLSearchParams },
  ) => Reply | Promise<Reply>;
}

const NOTHING = z.strictObject({});

/** Makes an entry of the table. `run` gets a body and a query that fit their schemas; anything else is refused with 400. */
export function controlCall<Body = unknown, Query = unknown, Context = ControlContext>({
  run,
  ...definition
}: Definition<Body, Query, Context>): ControlCall<Context> {
  const { body: bodySchema, query: querySchema } = definition;
  return {
    ...definition,
    query: querySchema ?? null,
    body: bodySchema ?? null,
    answerTo: (context, { parameter, body, query }) => {
      const repeated = [...query.keys()].find((name) => query.getAll(name).length > 1);
      if (repeated !== undefined)
        return controlError(400, `${repeated} is sent more than once in the query.`);
      const asked = checked<unknown>(querySchema ?? NOTHING, Object.fromEntries(query), 'The query');
      if ('wrong' in asked) return controlError(400, asked.wrong);
      const sent = checked<unknown>(bodySchema ?? NOTHING, body, 'The body');
      if ('wrong' in sent) return controlError(400, sent.wrong);
      return run(context, { parameter, body: sent.value as Body, query: asked.value as Query });
    },
  };
}
