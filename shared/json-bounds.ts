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
  /**
   * Different beginnings of the lists of names that objects have. An engine keeps a description of each, and takes ten times as long for
   * objects that have nothing in common.
   */
  forms?: number;
}

const [QUOTE, BACKSLASH, COMMA, COLON, SPACE] = [0x22, 0x5c, 0x2c, 0x3a, 0x20];
const [OPEN_OBJECT, OPEN_LIST, CLOSE_OBJECT, CLOSE_LIST] = [0x7b, 0x5b, 0x7d, 0x5d];

/** Whether a text has more than the bounds, if it is JSON. */
export function exceeds(bytes: Uint8Array, bounds: JsonBounds): boolean {
  return countedWithin(bytes, bounds) === null;
}

/** Objects, lists and commas together, as in `all`; null if a text has more than the bounds. */
export function countedWithin(bytes: Uint8Array, bounds: JsonBounds): number | null {
  const { levels, containers = Infinity, members = Infinity, values = Infinity, all = Infinity } = bounds;
  const forms = bounds.forms === undefined ? null : new Forms(bounds.forms, levels);
  /** Commas seen in each open object; those of a list do not count. A text has no more levels than bytes. */
  const commas = new Float64Array(Math.min(levels, bytes.length) + 1);
  let depth = 0;
  let opened = 0;
  let separated = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === QUOTE) {
      const start = ++at;
      while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
      if (forms !== null && !forms.fit(depth, bytes, start, at)) return null;
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
      forms?.open(depth);
    } else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) {
      depth = Math.max(0, depth - 1);
    }
  }
  return separated + opened;
}

/** Numbers that nobody knows beforehand: names that are chosen to be taken for each other are not. The second is odd. */
const [SEED, FACTOR] = [Math.trunc(Math.random() * 2 ** 31), 2 * Math.trunc(Math.random() * 2 ** 30) + 1];

/** Counts the different beginnings of lists of names. */
class Forms {
  private readonly most: number;
  private readonly seen = new Set<number>();
  /** For each open object, one number for its names so far. */
  private readonly names: Int32Array;

  constructor(most: number, levels: number) {
    this.most = most;
    this.names = new Int32Array(levels + 1);
  }

  open(depth: number): void {
    this.names[depth] = SEED;
  }

  /** @returns whether there is room for a text from `start` to `end`, if it is a name */
  fit(depth: number, bytes: Uint8Array, start: number, end: number): boolean {
    let after = end + 1;
    while ((bytes[after] ?? COLON) <= SPACE) after++;
    if (bytes[after] !== COLON) return true;
    let name = this.names[depth] ?? 0;
    for (let at = start; at <= end; at++) name = Math.imul(name ^ (bytes[at] ?? 0), FACTOR) ^ (name >>> 15);
    this.names[depth] = name;
    this.seen.add(name);
    return this.seen.size <= this.most;
  }
}
