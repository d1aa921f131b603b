/** The bank's clock, real or frozen. Only a reset or a snapshot moves it back (contract section 13). */

export type ClockMode = 'real' | 'frozen';
/** Stored over a restart. `base` is bank time and `at` real time of the last change, in milliseconds. */
export interface ClockState {
  mode: ClockMode;
  base: number;
  at: number;
}

export class BankClock {
  private state: ClockState;
  private readonly real: () => number;
  private readonly changed: (state: ClockState) => void;
  /** Real time during {@link atOneInstant}. */
  private instant: number | null = null;

  /** @param real source of real time in milliseconds since 1970 */
  constructor(state: ClockState | null, real: () => number, changed: (state: ClockState) => void) {
    this.real = real;
    this.changed = changed;
    this.state = state ?? { mode: 'real', base: real(), at: real() };
  }

  get mode(): ClockMode {
    return this.state.mode;
  }

  /** Bank time, milliseconds since 1970. */
  now(): number {
    const { mode, base, at } = this.state;
    return mode === 'frozen' ? base : base + Math.max(0, this.realTime() - at);
  }

  /** Milliseconds since 1970. */
  realTime(): number {
    return this.instant ?? this.real();
  }

  /** Stops time during synchronous work, so that everything in a request has the same time, which is read once. */
  atOneInstant<T>(work: () => T): T {
    const outer = this.instant;
    this.instant = outer ?? this.real();
    try {
      return work();
    } finally {
      this.instant = outer;
    }
  }

  /** Moves the clock to a bank time. @returns false if that time is in the past; the clock is then unchanged */
  moveTo(ms: number): boolean {
    if (ms < this.now()) return false;
    this.put(this.state.mode, ms);
    return true;
  }

  setMode(mode: ClockMode): void {
    this.put(mode, this.now());
  }

  /** Past or future: only for a start with `--clock` and for a reset. */
  freezeAt(ms: number): void {
    this.put('frozen', ms);
  }

  /** Past or future: only for a reset, or if the bank is behind. */
  followRealTime(): void {
    this.put('real', this.real());
  }

  snapshot(): { mode: ClockMode; now: number } {
    return { mode: this.mode, now: this.now() };
  }

  /** Also backwards: only together with the whole state (contract section 13). */
  restore({ mode, now }: { mode: ClockMode; now: number }): void {
    this.put(mode, now);
  }

  /** Restores the clock if the work throws, because its transaction is rolled back. */
  orAsBefore<T>(work: () => T): T {
    const { state } = this;
    try {
      return work();
    } catch (error) {
      this.state = state;
      throw error;
    }
  }

  private put(mode: ClockMode, base: number): void {
    this.state = { mode, base, at: this.real() };
    this.changed(this.state);
  }
}

/** SVC-4: the format of date-times in the bank's JSON. */
export function jsonDateTime(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}+00:00`;
}
