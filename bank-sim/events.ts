/** The bank's events: every change of state, and every request that it has answered. */
import { EventEmitter } from 'node:events';
import type { BankExchange } from './exchanges.ts';
import type { ScaDecision } from './psu/decide.ts';

export class BankEvents {
  private readonly emitter = new EventEmitter<{
    change: [];
    exchange: [BankExchange];
    decision: [ScaDecision];
  }>();

  constructor() {
    // There is no limit: every reader of the event stream is a listener.
    this.emitter.setMaxListeners(0);
  }

  readonly changed = (): void => {
    this.emitter.emit('change');
  };

  readonly exchanged = (exchange: BankExchange): void => {
    this.emitter.emit('exchange', exchange);
  };

  readonly decided = (decision: ScaDecision): void => {
    this.emitter.emit('decision', decision);
  };

  /** @returns a function that ends the subscription */
  onDecision(listener: (decision: ScaDecision) => void): () => void {
    this.emitter.on('decision', listener);
    return () => this.emitter.off('decision', listener);
  }

  /** @returns a function that ends the subscription */
  onChange(listener: () => void): () => void {
    this.emitter.on('change', listener);
    return () => this.emitter.off('change', listener);
  }

  /** @returns a function that ends the subscription */
  onExchange(listener: (exchange: BankExchange) => void): () => void {
    this.emitter.on('exchange', listener);
    return () => this.emitter.off('exchange', listener);
  }
}
