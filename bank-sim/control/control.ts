/** The control interface: the operator's actions and the bank's state over HTTP (contract section 13), routed by the table of calls. */
import { matchPath } from '../../shared/xs2a/operations.ts';
import type { Inspection } from '../inspection/inspection.ts';
import type { Operator } from '../operator/operator.ts';
import type { BankService, ControlContext } from './call.ts';
import { CONTROL_CALLS } from './calls.ts';
import { controlOpenApi } from './openapi.ts';
import { controlError, type Reply } from './reply.ts';
import { stateView } from './views.ts';

export interface ControlParts {
  operator: Operator;
  inspection: Inspection;
  service: BankService;
  /** Does the work that is due by the clock; called before every request. */
  catchUp: () => void;
}

/** Paths of the calls that need no token. */
const OPEN = new Set<string>(CONTROL_CALLS.flatMap(({ open, path }) => (open ? path : [])));

/** Templates are split once, because every request searches them. */
const ROUTES = CONTROL_CALLS.map((call) => ({ call, wanted: call.path.split('/') }));

export class Control {
  private readonly context: ControlContext;
  private readonly catchUp: () => void;

  constructor({ operator, inspection, service, catchUp }: ControlParts) {
    this.context = { operator, inspection, service, ownDocument: () => controlOpenApi('0') };
    this.catchUp = catchUp;
  }

  /** @param path as sent, without query */
  needsToken(path: string): boolean {
    return !OPEN.has(path);
  }

  /** @param path as sent, without query @param body {} if there is none */
  handle(method: string, path: string, query: URLSearchParams, body: unknown): Reply | Promise<Reply> {
    this.catchUp();
    const offered: string[] = [];
    const given = path.split('/');
    for (const { call, wanted } of ROUTES) {
      const parameters = matchPath(wanted, given);
      if (parameters === null) continue;
      const [parameter = ''] = Object.values(parameters);
      if (call.method === method) return call.answerTo(this.context, { parameter, body, query });
      offered.push(call.method);
    }
    if (offered.length > 0)
      return controlError(405, `${method} is not allowed here. Allowed: ${offered.join(', ')}.`);
    return controlError(404, `There is no control call ${path}.`);
  }

  /** The response to `GET /control/state`. */
  state(): object {
    return stateView(this.context.inspection.state());
  }
}
