/** Turns of a long work that can be ended. */
import { Breath } from '../breath.ts';

export class Turns {
  private readonly breath = new Breath();
  readonly end: AbortSignal;

  constructor(end: AbortSignal) {
    this.end = end;
  }

  /** Others have a turn, if it is time for it. @throws the signal's reason if the work is to end */
  async take(): Promise<void> {
    this.end.throwIfAborted();
    await this.breath.take();
    this.end.throwIfAborted();
  }
}
