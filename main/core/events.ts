/** Delivers the contract's events to the windows. */
import { EventEmitter } from 'node:events';
import type { Emit, EventName } from '../../shared/contract/methods.ts';

/** Milliseconds over which some events are combined into one: one request causes several changes, and a program sends many requests. */
const GATHERED = 50;
const GATHERS: ReadonlySet<EventName> = new Set(['status.changed', 'history.added']);

export class Events {
  private readonly emitter = new EventEmitter();
  private readonly timers = new Map<EventName, NodeJS.Timeout>();

  constructor() {
    // There can be any number of windows, each with a listener.
    this.emitter.setMaxListeners(0);
  }

  /**
   * Emits an event. Those that only say that something has changed are delayed by {@link GATHERED} after the first change, so that
   * a listener that then reads it sees every change up to that moment. A later change gets its own event.
   */
  readonly emit: Emit = (name, payload) => {
    if (!GATHERS.has(name)) this.emitter.emit('event', name, payload);
    else if (!this.timers.has(name))
      this.timers.set(name, setTimeout(() => this.gathered(name, payload), GATHERED).unref());
  };

  /** @returns a function that ends the subscription */
  subscribe(listener: (name: EventName, payload: unknown) => void): () => void {
    this.emitter.on('event', listener);
    return () => this.emitter.off('event', listener);
  }

  stop(): void {
    for (const timer of this.timers.values()) clearTimeout(timer);
    this.timers.clear();
  }

  private gathered(name: EventName, payload: unknown): void {
    this.timers.delete(name);
    this.emitter.emit('event', name, payload);
  }
}
