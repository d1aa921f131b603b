/** Locks the vault when nobody has used the workbench for a while. */
export class IdleLock {
  private timer: NodeJS.Timeout | undefined;
  private readonly minutes: () => number;
  private readonly lock: () => void;

  /** @param minutes read anew at every use; 0 for never */
  constructor(minutes: () => number, lock: () => void) {
    this.minutes = minutes;
    this.lock = lock;
  }

  /** Somebody is there: the time begins again. */
  touch(): void {
    clearTimeout(this.timer);
    const minutes = this.minutes();
    if (minutes > 0) this.timer = setTimeout(this.lock, minutes * 60_000).unref();
  }

  stop(): void {
    clearTimeout(this.timer);
  }
}
