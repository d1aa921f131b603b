/** The operator's moves of the bank's clock (contract section 13). */
import { CLOCK_YEARS, dateTimeMs, isBankTime, LATEST } from '../../shared/xs2a/bank-limits.ts';
import { durationMs } from '../../shared/time.ts';
import type { BankClock, ClockMode } from '../clock.ts';

export type ClockMove =
  /** By an ISO 8601 duration of weeks, days, hours, minutes and seconds. */
  | { advance: string }
  /** To an ISO 8601 date-time with zone. */
  | { set: string }
  /** `real` runs on from the current bank time. */
  | { mode: ClockMode }
  | { toNextBatch: true }
  /** Forward to real time. A clock that is ahead needs a reset. */
  | { toRealTime: true };

const CANNOT_GO_BACK = 'The clock cannot move back. Reset the bank to start over.';

/**
 * Sets the clock for a reset, possibly back.
 * @param to `keep`, `real`, or a date-time at which it is frozen @returns null, or what is wrong
 */
export function resetClock(clock: BankClock, to: string): string | null {
  if (to === 'keep') return null;
  if (to === 'real') {
    clock.followRealTime();
    return null;
  }
  const ms = dateTimeMs(to);
  if (ms === null)
    return `clock must be keep, real or a date-time with a time zone, such as 2026-12-01T08:00:00+01:00, not "${to.slice(0, 60)}".`;
  if (!isBankTime(ms)) return `The clock can be set to ${CLOCK_YEARS}.`;
  clock.freezeAt(ms);
  return null;
}

/** @param nextBatch in milliseconds of bank time @returns null if the clock was moved, otherwise what is wrong */
export function moveClock(clock: BankClock, move: ClockMove, nextBatch: () => number): string | null {
  if ('mode' in move) {
    clock.setMode(move.mode);
    return null;
  }
  if ('toRealTime' in move) {
    if (clock.now() > clock.realTime()) return CANNOT_GO_BACK;
    clock.followRealTime();
    return null;
  }
  const ms =
    'advance' in move ? later(clock, move.advance) : 'set' in move ? dateTimeMs(move.set) : nextBatch();
  if (ms === null && 'advance' in move)
    return `"${move.advance}" is not a duration such as PT90S, PT1H or P7D.`;
  if (ms === null)
    return `"${'set' in move ? move.set : ''}" is not a date-time with a time zone, such as 2026-12-01T08:00:00+01:00.`;
  if (ms >= LATEST) return 'The clock cannot move beyond the year 9989.';
  return clock.moveTo(ms) ? null : CANNOT_GO_BACK;
}

function later(clock: BankClock, text: string): number | null {
  const duration = durationMs(text);
  return duration === null ? null : clock.now() + duration;
}
