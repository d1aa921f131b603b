/** Does work in turn: each piece begins when the one before it has ended, well or not. */
export class SerialQueue {
  private last: Promise<unknown> = Promise.resolve();

  run<T>(work: () => T | Promise<T>): Promise<T> {
    const done = this.last.then(work);
    this.last = done.catch(() => undefined);
    return done;
  }

  /** Resolves when all that was given so far has ended. */
  async done(): Promise<void> {
    await this.last;
  }
}
