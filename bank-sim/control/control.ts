/** The control interface: the operator's actions and the bank's state over HTTP (contract section 13), routed by the table of calls. */
import { sameSecret } from '../../shared/node/crypto.ts';
import type { Inspection } from '../inspection/inspection.ts';
import type { Journal } from '../journal.ts';
import { type BankService, type ControlContext, type ControlRequest, Routes } from './call.ts';
import { CONTROL_CALLS } from './calls.ts';
import type { ControlHandler } from './listener.ts';
import { controlOpenApi } from './control-openapi.ts';
import type { Operator } from './operator.ts';
import type { Reply, Subscribe } from './reply.ts';
import { stateView } from './views.ts';

export interface ControlParts {
  operator: Operator;
  inspection: Inspection;
  service: BankService;
  journal: Pick<Journal, 'onAdded'>;
  onChange: (listener: () => void) => () => void;
  /** Does the work that is due by the clock; called before every request. */
  catchUp: () => void;
}

export const CONTROL_ROUTES = new Routes(CONTROL_CALLS);

/** The control calls of a bank. */
export class Control {
  private readonly context: ControlContext;
  private readonly catchUp: () => void;

  constructor({ operator, inspection, service, journal, onChange, catchUp }: ControlParts) {
    this.catchUp = catchUp;
    // The state is read and written once for all streams: a thousand may follow one bank, and reading takes milliseconds.
    const streams = new Set<Parameters<Subscribe>[0]>();
    const publish = (event: 'exchange' | 'change', data: () => unknown) => {
      if (streams.size === 0) return;
      const json = JSON.stringify(data());
      for (const send of streams) send(event, json);
    };
    journal.onAdded(({ exchange }) => {
      if (exchange !== undefined) publish('exchange', () => exchange);
    });
    onChange(() => publish('change', () => stateView(inspection.state())));
    this.context = {
      operator,
      inspection,
      service,
      ownDocument: () => controlOpenApi('0'),
      subscribe: (send) => {
        streams.add(send);
        return () => streams.delete(send);
      },
    };
  }

  handle(request: ControlRequest): Reply | Promise<Reply> {
    this.catchUp();
    return CONTROL_ROUTES.answerTo(this.context, request);
  }
}

export function controlHandler(control: Control, token: string): ControlHandler {
  return {
    refusal: (path, authorization) =>
      (path !== null && !CONTROL_ROUTES.needsToken(path)) || sameSecret(authorization, `Bearer ${token}`)
        ? null
        : 'Send the control token as "Authorization: Bearer <controlToken>". The bank prints it when it is ready.',
    largestBody: (method, path) => CONTROL_ROUTES.largestBody(method, path),
    handle: (request) => control.handle(request),
  };
}
