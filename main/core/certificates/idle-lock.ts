/** Locks the vault when the workbench has not been used for a while. */
export class IdleLock {
  private timer: NodeJS.Timeout | undefined;
  private readonly minutes: () => number;
  private readonly lock: () => void;

  /** @param minutes read at every use; 0 means never */
  constructor(minutes: () => number, lock: () => void) {
    this.minutes = minutes;
    this.lock = lock;
  }

  /** Restarts the timer, because the workbench is in use. */
  touch(): void {
    clearTimeout(this.timer);
    const minutes = this.minutes();
    if (minutes > 0) this.timer = setTimeout(this.lock, minutes * 60_000).unref();
  }

  stop(): void {
    clearTimeout(this.timer);
  }
}
