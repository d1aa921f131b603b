/** The control interface: the operator's actions and the bank's state over HTTP (contract section 13), routed by the table of calls. */
import type { BankEvents } from '../events.ts';
import type { Inspection } from '../inspection/inspection.ts';
import type { Operator } from '../operator/operator.ts';
import type { BankService, ControlContext } from './call.ts';
import { CONTROL_CALLS } from './calls.ts';
import { controlOpenApi } from './openapi.ts';
import type { Reply } from './reply.ts';
import { type Asked, Routes } from './routes.ts';
import { stateView } from './views.ts';

export interface ControlParts {
  operator: Operator;
  inspection: Inspection;
  service: BankService;
  events: Pick<BankEvents, 'onChange' | 'onExchange'>;
  /** Does the work that is due by the clock; called before every request. */
  catchUp: () => void;
}

/** The control calls of a bank. */
export const CONTROL_ROUTES = new Routes(CONTROL_CALLS);

export class Control {
  private readonly context: ControlContext;
  private readonly catchUp: () => void;

  constructor({ operator, inspection, service, events, catchUp }: ControlParts) {
    this.catchUp = catchUp;
    this.context = {
      operator,
      inspection,
      service,
      ownDocument: () => controlOpenApi('0'),
      subscribe: (tell) => {
        const endExchanges = events.onExchange((exchange) => tell('exchange', exchange));
        const endChanges = events.onChange(() => tell('change', stateView(inspection.state())));
        return () => {
          endExchanges();
          endChanges();
        };
      },
    };
  }

  handle(asked: Asked): Reply | Promise<Reply> {
    this.catchUp();
    return CONTROL_ROUTES.answerTo(this.context, asked);
  }
}
