/** Delivers the contract's events to the windows. */
import { EventEmitter } from 'node:events';
import type { Emit, EventName } from '../../../shared/contract/methods.ts';

/** Milliseconds over which status changes are combined into one event: one request causes several changes. */
const GATHERED = 50;

export class Events {
  private readonly emitter = new EventEmitter();
  private timer: NodeJS.Timeout | undefined;

  constructor() {
    // There can be any number of windows, each with a listener.
    this.emitter.setMaxListeners(0);
  }

  /**
   * Emits an event. `status.changed` is delayed by {@link GATHERED} after the first change, so that a listener that then
   * reads the status sees every change up to that moment. A later change gets its own event.
   */
  readonly emit: Emit = (name, payload) => {
    if (name === 'status.changed')
      this.timer ??= setTimeout(() => {
        this.timer = undefined;
        this.emitter.emit('event', name, payload);
      }, GATHERED).unref();
    else this.emitter.emit('event', name, payload);
  };

  /** @returns a function that ends the subscription */
  subscribe(listener: (name: EventName, payload: unknown) => void): () => void {
    this.emitter.on('event', listener);
    return () => this.emitter.off('event', listener);
  }

  stop(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }
}
