/** Ids, paths and texts of others, short enough for a diagram, and without characters that would change what is around them. */

/** Characters of an id that stay. */
const ID = 16;

/**
 * The text on one line, without control characters, characters that turn the direction of writing, and halves of characters:
 * no export could hold them, or they would move other text. Each becomes `�`.
 */
export function plain(text: string): string {
  return text.toWellFormed().replaceAll(/[\p{Cc}\p{Cf}\p{Cn}\p{Co}\p{Zl}\p{Zp}]/gu, '\uFFFD');
}

/** At most so many characters; a longer text ends in `…`. */
export function cutTo(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, Math.max(0, most - 1)).toWellFormed()}…`;
}

/** An id, cut after its first characters. */
export function shortId(id: string): string {
  return cutTo(plain(id), ID);
}

/** `…/enc%21%21Fptb…/status` for a path and query: its last parts, with ids cut. */
export function shortTarget(target: string): string {
  const [path = '', query] = plain(target).split('?', 2);
  const parts = path.split('/').filter(Boolean);
  const last = parts.at(-1) ?? '';
  const shown = isId(last) || isId(parts.at(-2) ?? '') ? parts.slice(-2) : parts.slice(-1);
  const lead = parts.length > shown.length ? '…/' : '/';
  return `${lead}${shown.map((part) => (isId(part) ? cutTo(part, ID) : part)).join('/')}${query === undefined ? '' : '?…'}`;
}

/** A long part with a digit, a capital or an escape is no word of the interface. */
function isId(part: string): boolean {
  return part.length > ID && /[%A-Z\d]/.test(part);
}
