/** Work that is costly enough to be done one piece at a time, with a bound on how many callers wait for it. */
export class OneByOne {
  private readonly most: number;
  private readonly refusal: () => Error;
  private last: Promise<unknown> = Promise.resolve();
  private unfinished = 0;

  /**
   * @param most pieces of work that are unfinished at a time, the one being done included
   * @param refusal the error for any more
   */
  constructor(most: number, refusal: () => Error) {
    this.most = most;
    this.refusal = refusal;
  }

  /** Does the work after all that was given before. @throws the refusal at once if too many wait; what the work throws */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.unfinished >= this.most) throw this.refusal();
    this.unfinished++;
    const done = this.last.then(work);
    this.last = done.catch(() => undefined);
    try {
      return await done;
    } finally {
      this.unfinished--;
    }
  }
}
