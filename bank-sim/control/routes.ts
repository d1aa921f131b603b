/** Finds the call that a request means in a table of calls, by its path and method. */
import { matchPath } from '../../shared/xs2a/operations.ts';
import type { ControlCall } from './call.ts';
import { controlError, type Reply } from './reply.ts';
import { MAX_CONTROL_BODY_BYTES, MAX_SNAPSHOT_BYTES } from '../../shared/limits.ts';

/** A request as its listener has read it. */
export interface Asked {
  method: string;
  /** As sent, without query. */
  path: string;
  query: URLSearchParams;
  /** {} if there is none. */
  body: unknown;
}

export class Routes<Context> {
  /** Templates are split once, because every request searches them. */
  private readonly routes: readonly { call: ControlCall<Context>; wanted: string[] }[];
  /** Paths of the calls that need no token. */
  private readonly open: ReadonlySet<string>;
  /** Method and path of the calls that carry a snapshot. */
  private readonly large: ReadonlySet<string>;

  constructor(calls: readonly ControlCall<Context>[]) {
    this.routes = calls.map((call) => ({ call, wanted: call.path.split('/') }));
    this.open = new Set(calls.flatMap(({ open, path }) => (open ? path : [])));
    this.large = new Set(
      calls.flatMap(({ carriesSnapshot, method, path }) => (carriesSnapshot ? `${method} ${path}` : [])),
    );
  }

  /** @param path as sent, without query */
  needsToken(path: string): boolean {
    return !this.open.has(path);
  }

  /** Bytes that the body of a request may have, whether or not there is such a call. @param path as sent, without query */
  largestBody(method: string, path: string): number {
    return this.large.has(`${method} ${path}`) ? MAX_SNAPSHOT_BYTES : MAX_CONTROL_BODY_BYTES;
  }

  answerTo(context: Context, { method, path, query, body }: Asked): Reply | Promise<Reply> {
    const offered: string[] = [];
    const given = path.split('/');
    for (const { call, wanted } of this.routes) {
      const parameters = matchPath(wanted, given);
      if (parameters === null) continue;
      const [parameter = ''] = Object.values(parameters);
      if (call.method === method) return call.answerTo(context, { parameter, body, query });
      offered.push(call.method);
    }
    if (offered.length > 0)
      return controlError(405, `${method} is not allowed here. Allowed: ${offered.join(', ')}.`);
    return controlError(404, `There is no control call ${path}.`);
  }
}
