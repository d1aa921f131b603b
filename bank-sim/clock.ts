/** The bank's clock: running or frozen. It moves forward only, except with a reset or a snapshot (contract section 13). */
import { DAY, HOUR, MINUTE } from '../shared/time.ts';
import { ownValue } from '../shared/own-value.ts';

export type ClockMode = 'real' | 'frozen';
/** The state that survives a restart. `base` is bank time and `at` real time of the last change, in milliseconds. */
export interface ClockState {
  mode: ClockMode;
  base: number;
  at: number;
}

export class BankClock {
  private state: ClockState;
  private readonly real: () => number;
  private readonly changed: (state: ClockState) => void;
  /** Real time while {@link atOneInstant} works. */
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

  /** The time of the machine, milliseconds since 1970. */
  realTime(): number {
    return this.instant ?? this.real();
  }

  /** The time does not pass during the work, which is synchronous: what a request does has one time, and is timed once. */
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

  /** Freezes the clock, or lets it run from the present bank time. */
  setMode(mode: ClockMode): void {
    this.put(mode, this.now());
  }

  /** Freezes at a time, past or future: only for a start with `--clock` and for a reset. */
  freezeAt(ms: number): void {
    this.put('frozen', ms);
  }

  /** Runs with the clock of the machine, past or future: only for a reset, or if the bank is behind. */
  followRealTime(): void {
    this.put('real', this.real());
  }

  /** The clock's part of a snapshot. */
  snapshot(): { mode: ClockMode; now: number } {
    return { mode: this.mode, now: this.now() };
  }

  /** Moves to the time of a snapshot, also backwards: only together with the whole state (contract section 13). */
  restore({ mode, now }: { mode: ClockMode; now: number }): void {
    this.put(mode, now);
  }

  /** Work that stores the clock together with other things: if it throws, the clock is as it was before, as what is stored is. */
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

const UNITS: Record<string, number> = { W: 7 * DAY, D: DAY, H: HOUR, M: MINUTE, S: 1000 };

/** Milliseconds of an ISO 8601 duration of weeks, days, hours, minutes and seconds, or null. Months vary in length. */
export function durationMs(text: string): number | null {
  const match = /^P(?=.)(\d+W)?(\d+D)?(?:T(?=\d)(\d+H)?(\d+M)?(\d+S)?)?$/.exec(text);
  if (!match) return null;
  return match.slice(1).reduce((sum, part) => {
    const unit = part?.at(-1);
    return part && unit ? sum + Number.parseInt(part, 10) * (ownValue(UNITS, unit) ?? 0) : sum;
  }, 0);
}

/** SVC-4: the format of date-times in the bank's JSON. */
export function jsonDateTime(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}+00:00`;
}
