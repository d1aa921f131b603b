/**
 * Parses large JSON from anywhere without what takes an engine minutes or gigabytes: millions of empty objects, or an object
 * with millions of members.
 */

/** Objects and lists in one document. A bank with 100,000 payments has fewer than one million rows. */
const MOST_CONTAINERS = 4_000_000;
/** Members of one object. */
const MOST_MEMBERS = 1000;
/** Values in one document. */
const MOST_VALUES = 64_000_000;
const DEEPEST = 100;

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [OPEN_OBJECT, OPEN_LIST, CLOSE_OBJECT, CLOSE_LIST] = [0x7b, 0x5b, 0x7d, 0x5d];

/** @param bytes UTF-8 @throws SyntaxError if it is not JSON, or exceeds the bounds */
export function parseBounded(bytes: Buffer): unknown {
  if (exceeds(bytes)) throw new SyntaxError('The document has too many values.');
  return JSON.parse(bytes.toString('utf8'));
}

function exceeds(bytes: Uint8Array): boolean {
  /** Commas seen in each open object; those of a list do not count. */
  const commas = new Float64Array(DEEPEST + 1);
  let depth = 0;
  let containers = 0;
  let values = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === QUOTE) {
      at++;
      while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
    } else if (byte === COMMA) {
      values++;
      const seen = (commas[depth] ?? 0) + 1;
      commas[depth] = seen;
      if (seen >= MOST_MEMBERS || values > MOST_VALUES) return true;
    } else if (byte === OPEN_OBJECT || byte === OPEN_LIST) {
      depth++;
      containers++;
      if (depth > DEEPEST || containers > MOST_CONTAINERS) return true;
      commas[depth] = byte === OPEN_LIST ? Number.NEGATIVE_INFINITY : 0;
    } else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) {
      depth = Math.max(0, depth - 1);
    }
  }
  return false;
}
