/** Delivers the contract's events to the windows. */
import { EventEmitter } from 'node:events';
import type { Emit, EventName } from '../../shared/contract/methods.ts';

/** Milliseconds over which some events are coalesced: one request causes several changes. */
const COALESCE_MS = 50;
const COALESCED: ReadonlySet<EventName> = new Set(['status.changed', 'history.added']);

export class Events {
  private readonly emitter = new EventEmitter();
  private readonly timers = new Map<EventName, NodeJS.Timeout>();

  constructor() {
    // Each window has a listener.
    this.emitter.setMaxListeners(0);
  }

  /**
   * Emits an event. Coalesced ones follow {@link COALESCE_MS} after the first change, so that a listener that then reads the state
   * sees all changes until then.
   */
  readonly emit: Emit = (name, payload) => {
    if (!COALESCED.has(name)) this.emitter.emit('event', name, payload);
    else if (!this.timers.has(name))
      this.timers.set(name, setTimeout(() => this.emitNow(name, payload), COALESCE_MS).unref());
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

  private emitNow(name: EventName, payload: unknown): void {
    this.timers.delete(name);
    this.emitter.emit('event', name, payload);
  }
}
