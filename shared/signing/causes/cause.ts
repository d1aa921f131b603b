/** The causes of a wrong signature: what was signed instead of the signing string, and what to do about it. */
import type { CauseKind } from './cause-kind.ts';
import { ENCODING_CAUSES, SCHEME_CAUSES } from './scheme-causes.ts';
import { DIGEST_CAUSES, TEXT_CAUSES } from './text-causes.ts';

const CATALOGUE = { ...ENCODING_CAUSES, ...SCHEME_CAUSES, ...DIGEST_CAUSES, ...TEXT_CAUSES } as const;

export type CauseId = keyof typeof CATALOGUE;

/** Every cause that can be named, by id. */
export const CAUSES: Readonly<Record<CauseId, CauseKind>> = CATALOGUE;

/** A cause as it was found in one request, in words. */
export interface Cause {
  id: CauseId;
  what: string;
  advice: string;
}

/** A cause before it is said. Its detail is as it stands in the request: whole, one char per byte, and not to be shown. */
export interface UnsaidCause {
  id: CauseId;
  detail: string;
}

/** Characters of a value from the request inside a sentence, so that a refusal stays within its 500 characters (ERR-1). */
const LONGEST_DETAIL = 100;

export function causeOf(id: CauseId, detail = ''): UnsaidCause {
  return { id, detail };
}

/**
 * A cause in words. Details come from the request, so they are shortened and only printable characters remain.
 * @param masked called first, because what is shortened or replaced is not found any more; its `•` remains
 */
export function inWords({ id, detail }: UnsaidCause, masked: ((detail: string) => string) | null): Cause {
  const { what, advice } = CAUSES[id];
  const text = masked === null ? detail : masked(detail);
  const printable = text.replaceAll(masked === null ? /[^\x20-\x7e]/g : /[^\x20-\x7e•]/g, '?');
  const short = printable.length > LONGEST_DETAIL ? `${printable.slice(0, LONGEST_DETAIL - 1)}…` : printable;
  return { id, what: what(short), advice };
}
