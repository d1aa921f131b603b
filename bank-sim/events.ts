/** The bank's events: every change of state, and views of the journal for who wants only requests or decisions. */
import { EventEmitter } from 'node:events';
import type { ScaDecision } from './domain/sca.ts';
import type { BankExchange } from './exchanges.ts';
import type { Journal, JournalEntry } from './journal.ts';

export class BankEvents {
  private readonly emitter = new EventEmitter<{ change: []; entry: [JournalEntry] }>();

  constructor() {
    // There is no limit: every reader of the event stream is a listener.
    this.emitter.setMaxListeners(0);
  }

  /** Passes on what the journal enters from now on. */
  follow(journal: Pick<Journal, 'onAdded'>): void {
    journal.onAdded((entry) => this.emitter.emit('entry', entry));
  }

  readonly changed = (): void => {
    this.emitter.emit('change');
  };

  /** @returns a function that ends the subscription */
  onChange(listener: () => void): () => void {
    this.emitter.on('change', listener);
    return () => this.emitter.off('change', listener);
  }

  /** @returns a function that ends the subscription */
  onEntry(listener: (entry: JournalEntry) => void): () => void {
    this.emitter.on('entry', listener);
    return () => this.emitter.off('entry', listener);
  }

  /** @returns a function that ends the subscription */
  onDecision(listener: (decision: ScaDecision) => void): () => void {
    return this.onEntry(({ decision }) => {
      if (decision !== undefined) listener(decision);
    });
  }

  /** @returns a function that ends the subscription */
  onExchange(listener: (exchange: BankExchange) => void): () => void {
    return this.onEntry(({ exchange }) => {
      if (exchange !== undefined) listener(exchange);
    });
  }
}
