/** The events of the contract on their way to the windows. */
import { EventEmitter } from 'node:events';
import type { Emit, EventName } from '../../../shared/contract/methods.ts';

/** Milliseconds in which changes of the status are gathered into one event: one request causes several changes. */
const GATHERED = 50;

export class Events {
  private readonly emitter = new EventEmitter();
  private timer: NodeJS.Timeout | undefined;

  constructor() {
    // As many listeners as there are windows.
    this.emitter.setMaxListeners(0);
  }

  /**
   * Passes an event on. `status.changed` follows the first change after {@link GATHERED}, so that whoever asks then sees
   * every change up to that moment, and a later one has an event of its own.
   */
  readonly emit: Emit = (name, payload) => {
    if (name === 'status.changed')
      this.timer ??= setTimeout(() => {
        this.timer = undefined;
        this.emitter.emit('event', name, payload);
      }, GATHERED).unref();
    else this.emitter.emit('event', name, payload);
  };

  /** @returns the way to end the subscription */
  subscribe(listener: (name: EventName, payload: unknown) => void): () => void {
    this.emitter.on('event', listener);
    return () => this.emitter.off('event', listener);
  }

  stop(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }
}
