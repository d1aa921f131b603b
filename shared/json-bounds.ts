/**
 * How deep and how full a JSON document is, found out without parsing it: what takes an engine minutes or gigabytes is millions of
 * empty objects, an object with millions of members, or thousands of levels.
 */

/** What a document may have at most. Each byte is looked at once, and no further than where it has more. */
export interface JsonBounds {
  /** Levels of objects and lists in each other. */
  levels: number;
  /** Objects and lists. */
  containers?: number;
  /** Members of one object. */
  members?: number;
  /** Commas in all: the values without the first of each container. */
  values?: number;
  /** Objects, lists and commas together: the values, with an empty container counted twice. */
  all?: number;
}

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [OPEN_OBJECT, OPEN_LIST, CLOSE_OBJECT, CLOSE_LIST] = [0x7b, 0x5b, 0x7d, 0x5d];

/** Whether a text has more than the bounds, if it is JSON. */
export function exceeds(bytes: Uint8Array, bounds: JsonBounds): boolean {
  return countedWithin(bytes, bounds) === null;
}

/** Objects, lists and commas together, as in `all`; null if a text has more than the bounds. */
export function countedWithin(bytes: Uint8Array, bounds: JsonBounds): number | null {
  const { levels, containers = Infinity, members = Infinity, values = Infinity, all = Infinity } = bounds;
  /** Commas seen in each open object; those of a list do not count. A text has no more levels than bytes. */
  const commas = new Float64Array(Math.min(levels, bytes.length) + 1);
  let depth = 0;
  let opened = 0;
  let separated = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === QUOTE) {
      at++;
      while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
    } else if (byte === COMMA) {
      separated++;
      const seen = (commas[depth] ?? 0) + 1;
      commas[depth] = seen;
      if (seen >= members || separated > values || separated + opened > all) return null;
    } else if (byte === OPEN_OBJECT || byte === OPEN_LIST) {
      depth++;
      opened++;
      if (depth > levels || opened > containers || separated + opened > all) return null;
      commas[depth] = byte === OPEN_LIST ? Number.NEGATIVE_INFINITY : 0;
    } else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) {
      depth = Math.max(0, depth - 1);
    }
  }
  return separated + opened;
}
