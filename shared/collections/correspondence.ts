/** Ids and addresses that differ between two runs, but correspond: one of a run stands wherever the other stands in the other run. */

/** Values at the same place in two runs, each as JSON. */
export type ValuePair = readonly [then: string, now: string];

/** Scheme, host and port, and the path before `/v1/` where a bank has one. */
const PIECES =
  /https?:\/\/[^\s/?#"]+(?:[^\s?#"]*?(?=\/v1\/))?|(?:[\s/?&=#,;:"'()<>!]|\.(?!\w))+|(?:[^\s/?&=#,;:"'()<>!.]|\.(?=\w))+/g;

/** Characters from which on one place is enough: a shorter text may be a code, unless it is in two. */
const LONG = 8;

/**
 * Finds what corresponds in the values of two runs.
 * @param pairs of both whole runs, also of values that are equal
 * @returns whether two values differ only in ids and addresses that correspond
 */
export function correspondence(pairs: Iterable<ValuePair>): (pair: ValuePair) => boolean {
  const forth = new Map<string, Set<string>>();
  const back = new Map<string, Set<string>>();
  const places = new Map<string, number>();
  for (const [then, now] of pairs)
    for (const [old, value] of idsIn(then, now) ?? []) {
      add(forth, old, value);
      add(back, value, old);
      places.set(old, (places.get(old) ?? 0) + 1);
    }
  const correspond = ([old, value]: readonly [string, string]) =>
    old === value ||
    (forth.get(old)?.size === 1 &&
      back.get(value)?.size === 1 &&
      (Math.min(old.length, value.length) >= LONG || (places.get(old) ?? 0) > 1));
  return ([then, now]) => idsIn(then, now)?.every(correspond) ?? false;
}

function add(map: Map<string, Set<string>>, key: string, value: string): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, new Set([value]));
  else known.add(value);
}

/** The ids and addresses at the same places of two texts; null if the texts differ in anything else. */
function idsIn(then: string, now: string): [string, string][] | null {
  if (!then.startsWith('"') || !now.startsWith('"')) return null;
  const [old, values] = [piecesOf(then), piecesOf(now)];
  if (old.length !== values.length) return null;
  const ids: [string, string][] = [];
  for (const [at, piece] of old.entries()) {
    const value = values[at] ?? '';
    const areIds = (isAddress(piece) && isAddress(value)) || (isId(piece) && isId(value));
    if (areIds) ids.push([piece, value]);
    else if (piece !== value) return null;
  }
  return ids;
}

/** An id is percent-encoded in a link, and as it is elsewhere. */
function piecesOf(text: string): string[] {
  let decoded = text;
  try {
    decoded = decodeURIComponent(text);
  } catch {
    // A text with a percent sign.
  }
  return decoded.match(PIECES) ?? [];
}

const isAddress = (piece: string) => /^https?:\/\//.test(piece);

/** Letters with digits, a long number, or a long random text; not a date, a version, a status or a name. */
function isId(piece: string): boolean {
  if (/^\d{4}-\d\d-\d\d/.test(piece) || /^v\d+$/i.test(piece)) return false;
  if (/^\d+$/.test(piece)) return piece.length > LONG;
  if (!/^[\w.~-]+$/.test(piece)) return false;
  return (
    /[a-z]/i.test(piece) && (/\d/.test(piece) || (piece.length >= 2 * LONG && /(?:[A-Z].*){4}/.test(piece)))
  );
}
