/** Control calls: their definitions, from which the OpenAPI document is also generated, and their routing. */
import { z } from 'zod';
import type { Json } from '../../shared/xs2a/json-schema.ts';
import type { Inspection } from '../inspection/inspection.ts';
import type { Operator } from './operator.ts';
import { controlError, type Reply, type Subscribe } from './reply.ts';
import { checked } from './validation.ts';
import { matchPath } from '../../shared/xs2a/operations.ts';
import { MAX_CONTROL_BODY_BYTES, MAX_SNAPSHOT_BYTES } from '../../shared/limits.ts';

export interface BankService {
  /** Why the bank does not accept requests of TPPs; null if it does. */
  unready: () => string | null;
  /** In the text format of Prometheus. */
  metrics: () => string;
}

export interface ControlContext {
  operator: Operator;
  inspection: Inspection;
  service: BankService;
  subscribe: Subscribe;
  ownDocument: () => Json;
}

export interface CallExample {
  summary: string;
  value: unknown;
}

interface Description {
  /** operationId, and the name in tests. */
  id: string;
  group: string;
  title: string;
  summary: string;
  method: 'GET' | 'PUT' | 'POST' | 'DELETE';
  /** At most one segment is a parameter: `{name}`. */
  path: `/${string}`;
  parameter?: { text: string; example: string };
  /** The body contains a snapshot, and may be as large. */
  carriesSnapshot?: true;
  /** Example bodies by name. The tests send each. */
  examples?: Readonly<Record<string, CallExample>>;
  /** Status on success; 200 if left out. */
  success?: 200 | 201;
  /** Needs no token. */
  open?: true;
  /** Schema and example of a JSON response, type and example of a text, or `events` for server-sent events. */
  answer: { schema: z.ZodType; example: unknown } | { type: string; text: string } | 'events';
  /** Examples of refusals of well-formed input, by status. */
  refusals?: Readonly<Partial<Record<400 | 404 | 409 | 503, string>>>;
}

interface Definition<Body, Query, Context> extends Description {
  /** No parameters if left out. */
  query?: z.ZodType<Query>;
  /** No body if left out. */
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

/** Defines a call. `run` gets a validated body and query; anything else is refused with 400. */
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
      const parameters = checked<unknown>(querySchema ?? NOTHING, Object.fromEntries(query), 'The query');
      if ('wrong' in parameters) return controlError(400, parameters.wrong);
      const sent = checked<unknown>(bodySchema ?? NOTHING, body, 'The body');
      if ('wrong' in sent) return controlError(400, sent.wrong);
      return run(context, { parameter, body: sent.value as Body, query: parameters.value as Query });
    },
  };
}

export interface ControlRequest {
  method: string;
  /** As sent, without query. */
  path: string;
  query: URLSearchParams;
  /** {} if there is none. */
  body: unknown;
}

/** Finds the call for a method and a path. */
export class Routes<Context> {
  private readonly routes: readonly { call: ControlCall<Context>; wanted: string[] }[];
  private readonly open: ReadonlySet<string>;
  /** Method and path of calls whose body contains a snapshot. */
  private readonly large: ReadonlySet<string>;

  constructor(calls: readonly ControlCall<Context>[]) {
    this.routes = calls.map((call) => ({ call, wanted: call.path.split('/') }));
    this.open = new Set(calls.flatMap(({ open, path }) => (open ? path : [])));
    this.large = new Set(
      calls.flatMap(({ carriesSnapshot, method, path }) => (carriesSnapshot ? `${method} ${path}` : [])),
    );
  }

  needsToken(path: string): boolean {
    return !this.open.has(path);
  }

  /** Maximum size of a request body, bytes, whether or not the call exists. */
  largestBody(method: string, path: string): number {
    return this.large.has(`${method} ${path}`) ? MAX_SNAPSHOT_BYTES : MAX_CONTROL_BODY_BYTES;
  }

  answerTo(context: Context, { method, path, query, body }: ControlRequest): Reply | Promise<Reply> {
    const allowed: string[] = [];
    const given = path.split('/');
    for (const { call, wanted } of this.routes) {
      const parameters = matchPath(wanted, given);
      if (parameters === null) continue;
      const [parameter = ''] = Object.values(parameters);
      if (call.method === method) return call.answerTo(context, { parameter, body, query });
      allowed.push(call.method);
    }
    if (allowed.length > 0)
      return controlError(405, `${method} is not allowed here. Allowed: ${allowed.join(', ')}.`);
    return controlError(404, `There is no control call ${path}.`);
  }
}
