/** The control interface: the operator's actions and the bank's state over HTTP (contract section 13), routed by the table of calls. */
import type { BankEvents } from '../events.ts';
import type { Inspection } from '../inspection/inspection.ts';
import type { Operator } from './operator.ts';
import type { BankService, ControlContext } from './call.ts';
import { CONTROL_CALLS } from './calls.ts';
import { controlOpenApi } from './openapi.ts';
import type { Reply, Subscribe } from './reply.ts';
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
    // The state is looked at and written once for all streams: a thousand may follow one bank, and looking takes milliseconds.
    const streams = new Set<Parameters<Subscribe>[0]>();
    const tellAll = (event: 'exchange' | 'change', data: () => unknown) => {
      if (streams.size === 0) return;
      const json = JSON.stringify(data());
      for (const tell of streams) tell(event, json);
    };
    events.onExchange((exchange) => tellAll('exchange', () => exchange));
    events.onChange(() => tellAll('change', () => stateView(inspection.state())));
    this.context = {
      operator,
      inspection,
      service,
      ownDocument: () => controlOpenApi('0'),
      subscribe: (tell) => {
        streams.add(tell);
        return () => streams.delete(tell);
      },
    };
  }

  handle(asked: Asked): Reply | Promise<Reply> {
    this.catchUp();
    return CONTROL_ROUTES.answerTo(this.context, asked);
  }
}
