import { longText, twoUnits } from '../time.ts';

/** Ids, paths, untrusted texts and times as the diagram writes them. */

/** Shown characters of an id. */
const ID = 16;

/**
 * Replaces control characters, bidirectional controls and lone surrogates by `�`: exports cannot contain them, or they move other text.
 */
export function plain(text: string): string {
  return text.toWellFormed().replaceAll(/[\p{Cc}\p{Cf}\p{Cn}\p{Co}\p{Zl}\p{Zp}]/gu, '\uFFFD');
}

/** Truncates a text, with `…` at its end. */
export function cutTo(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, Math.max(0, most - 1)).toWellFormed()}…`;
}

/** A truncated id. */
export function shortId(id: string): string {
  return cutTo(plain(id), ID);
}

/** `…/enc%21%21Fptb…/status`: the last parts of a path and query, with truncated ids. */
export function shortTarget(target: string): string {
  const [path = '', query] = plain(target).split('?', 2);
  const parts = path.split('/').filter(Boolean);
  const last = parts.at(-1) ?? '';
  const shown = isId(last) || isId(parts.at(-2) ?? '') ? parts.slice(-2) : parts.slice(-1);
  const lead = parts.length > shown.length ? '…/' : '/';
  return `${lead}${shown.map((part) => (isId(part) ? cutTo(part, ID) : part)).join('/')}${query === undefined ? '' : '?…'}`;
}

/** A long part with a digit, a capital or an escape. */
function isId(part: string): boolean {
  return part.length > ID && /[%A-Z\d]/.test(part);
}

// Times and lengths of time as the diagram writes them. Times are the bank's, in Oslo.

const zone = { timeZone: 'Europe/Oslo' } as const;
const SECONDS = new Intl.DateTimeFormat('en-GB', {
  ...zone,
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});
const MINUTES = new Intl.DateTimeFormat('en-GB', { ...zone, hour: '2-digit', minute: '2-digit' });
const WHOLE = new Intl.DateTimeFormat('en-GB', { ...zone, weekday: 'short', day: 'numeric', month: 'short' });
const FULL = new Intl.DateTimeFormat('en-GB', {
  ...zone,
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
});

/** `10:42:07`. @param ms since 1970 */
export function secondsText(ms: number): string {
  return SECONDS.format(ms);
}

/** `10:42`. */
export function minutesText(ms: number): string {
  return MINUTES.format(ms);
}

/** `Fri 20 Nov 11:30:00`. */
export function dayText(ms: number): string {
  return `${WHOLE.format(ms).replace(',', '')} ${SECONDS.format(ms)}`;
}

/** `Fri 20 Nov 2026 11:30:00`. */
export function fullText(ms: number): string {
  return `${FULL.format(ms).replace(',', '')} ${SECONDS.format(ms)}`;
}

/** `9 ms`, `2.4 s`, `28 s`, `3 min 5 s`, `47 min`, `2 h 5 min`, `3 d 15 h`: two units at most. @param ms not negative */
export function lengthText(ms: number): string {
  if (ms < 999.5) return `${Math.round(ms)} ms`;
  if (ms < 9950) return `${(ms / 1000).toFixed(1).replace('.0', '')} s`;
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 600) return twoUnits(Math.floor(seconds / 60), 'min', seconds % 60, 's');
  return longText(ms);
}
