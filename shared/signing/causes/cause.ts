/** A cause as it was found in one request. */
import { type CauseId, CAUSES } from './catalogue.ts';

/** A cause in words. */
export interface Cause {
  id: CauseId;
  what: string;
  advice: string;
}

/** A cause with its detail as the request has it: whole, unmasked, one char per byte, and not to be shown. */
export interface RawCause {
  id: CauseId;
  detail: string;
}

/** Characters of a detail in a sentence, so that a refusal stays within its 500 characters (ERR-1). */
const MAX_DETAIL = 100;

export function causeOf(id: CauseId, detail = ''): RawCause {
  return { id, detail };
}

/**
 * A cause in words. Its detail is shortened, and only printable characters remain.
 * @param masked masks secrets; called first, because a shortened secret is not recognised. Its `•` remains
 */
export function describeCause({ id, detail }: RawCause, masked: ((detail: string) => string) | null): Cause {
  const { what, advice } = CAUSES[id];
  const text = masked === null ? detail : masked(detail);
  const printable = text.replaceAll(masked === null ? /[^\x20-\x7e]/g : /[^\x20-\x7e•]/g, '?');
  const short = printable.length > MAX_DETAIL ? `${printable.slice(0, MAX_DETAIL - 1)}…` : printable;
  return { id, what: what(short), advice };
}
