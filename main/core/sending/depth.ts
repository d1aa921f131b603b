/** How deep a body is nested, found out without parsing it. */

/** Levels. The deepest response of the catalogue has fewer than ten. */
export const DEEPEST = 500;
const [QUOTE, BACKSLASH] = [0x22, 0x5c];

/** Whether a body, if it is JSON, is nested deeper than 500 levels. Each byte is looked at once. */
export function isTooDeep(bytes: Uint8Array): boolean {
  let depth = 0;
  let inString = false;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (inString) {
      if (byte === BACKSLASH) at++;
      else if (byte === QUOTE) inString = false;
    } else if (byte === QUOTE) inString = true;
    else if (byte === 0x5b || byte === 0x7b) {
      if (++depth > DEEPEST) return true;
    } else if (byte === 0x5d || byte === 0x7d) depth--;
  }
  return false;
}
