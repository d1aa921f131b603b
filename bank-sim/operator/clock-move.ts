/** How the operator may move the bank's clock: forward, or to a standstill (contract section 13). */
import { type BankClock, type ClockMode, dateTimeMs, durationMs } from '../clock.ts';

export type ClockMove =
  /** By an ISO 8601 duration of weeks, days, hours, minutes and seconds. */
  | { advance: string }
  /** To an ISO 8601 date-time with zone. */
  | { set: string }
  /** `real` lets the clock run on from the bank's present time. */
  | { mode: ClockMode }
  /** To the next batch of the timetable. */
  | { toNextBatch: true };

/** @param nextBatch milliseconds of bank time @returns null if the clock was moved, otherwise what is wrong */
export function moveClock(clock: BankClock, move: ClockMove, nextBatch: () => number): string | null {
  if ('mode' in move) {
    clock.setMode(move.mode);
    return null;
  }
  if ('advance' in move) {
    const duration = durationMs(move.advance);
    if (duration === null) return `"${move.advance}" is not a duration such as PT90S, PT1H or P7D.`;
    clock.moveTo(clock.now() + duration);
    return null;
  }
  const ms = 'set' in move ? dateTimeMs(move.set) : nextBatch();
  if (ms === null)
    return `"${'set' in move ? move.set : ''}" is not a date-time with a time zone, such as 2026-12-01T08:00:00+01:00.`;
  return clock.moveTo(ms) ? null : 'The clock cannot move back. Reset the bank to start over.';
}
