/** Variables that are computed each time: `{{$uuid}}`, `{{$today+1}}` and their kind. */
import { dateOfDay, dayNumber, shiftedBankingDay } from '../norway/banking-days.ts';
import { osloDate } from '../norway/oslo.ts';
import { ownValue } from '../own-value.ts';
import { MAX_SHIFT_DAYS } from '../limits.ts';

export interface Circumstances {
  /** Bank time in milliseconds since 1970. */
  now: number;
  newUuid: () => string;
}

interface Dynamic {
  /** What it gives, for completion and help. */
  meaning: string;
  /** @param days after the name; 0 without one @returns null if there is no such day */
  value: (days: number, circumstances: Circumstances) => string | null;
  /** Whether `+n` or `-n` may follow. */
  shifts: boolean;
  /** Whether it differs each time, so that a preview can only show an example. */
  anew: boolean;
}

export const DYNAMIC: Readonly<Record<string, Dynamic>> = {
  $uuid: { meaning: 'a new UUID each time', shifts: false, anew: true, value: (_, { newUuid }) => newUuid() },
  $today: {
    meaning: "the bank's date in Oslo",
    shifts: true,
    anew: false,
    value: (days, { now }) => dateOfDay(dayNumber(osloDate(now)) + days),
  },
  $bankingDay: {
    meaning: "the bank's date, or the next banking day; +1 is the banking day after it",
    shifts: true,
    anew: false,
    value: (days, { now }) => shiftedBankingDay(osloDate(now), days),
  },
  $now: {
    meaning: "the bank's time in UTC",
    shifts: false,
    anew: true,
    value: (_, { now }) => new Date(now).toISOString(),
  },
  $text: {
    meaning: 'eight new letters and digits each time',
    shifts: false,
    anew: true,
    value: (_, { newUuid }) => newUuid().slice(0, 8),
  },
};

/** Whether the variable of this name has another value at each sending. */
export function isMadeAnew(name: string): boolean {
  return ownValue(DYNAMIC, name)?.anew === true;
}

/** The value of a name that starts with `$`, or null if there is none. */
export function dynamicValue(name: string, circumstances: Circumstances): string | null {
  const match = /^(\$[A-Za-z]+)([+-]\d{1,4})?$/.exec(name);
  const [, base = '', shift] = match ?? [];
  const dynamic = ownValue(DYNAMIC, base);
  if (dynamic === undefined || (shift !== undefined && !dynamic.shifts)) return null;
  const days = Number(shift ?? 0);
  return Math.abs(days) > MAX_SHIFT_DAYS ? null : dynamic.value(days, circumstances);
}
