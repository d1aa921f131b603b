/** Names of files, folders and tabs: free ones, equality on file systems, and invisible characters. */

/** The first free name, with numbers from 1. @param nameOf the name with a number */
export function firstFree(nameOf: (number: number) => string, isTaken: (name: string) => boolean): string {
  for (let number = 1; ; number++) {
    const name = nameOf(number);
    if (!isTaken(name)) return name;
  }
}

/** The name, or the first free one with a number from 2. @param longest characters of a name with a number */
export function freeName(
  wanted: string,
  isTaken: (name: string) => boolean,
  longest = Number.POSITIVE_INFINITY,
): string {
  return firstFree(
    (number) => (number === 1 ? wanted : endingWith(wanted, ` (${number})`, longest)),
    isTaken,
  );
}

/** The name with a suffix, truncated to `longest` characters. */
export function endingWith(name: string, end: string, longest: number): string {
  // A name with half of a surrogate pair cannot be written.
  return `${name.slice(0, longest - end.length).toWellFormed()}${end}`;
}

/**
 * A key that is equal for names of the same file on a file system that ignores case and Unicode normalisation. Upper case unites σ and ς, s
 * and ſ, µ and μ; ß and ss are also equal, which only makes a name unavailable.
 */
export function nameKey(name: string): string {
  if (ASCII.test(name)) return name.toLowerCase();
  // Letter by letter, because Σ at the end of a word has another lower case.
  return Array.from(name.normalize('NFD'), folded).join('').normalize('NFC');
}

/** Fast path: most names. */
const ASCII = /^[\x20-\x7e]*$/;

function folded(character: string): string {
  return Array.from(character.toLowerCase().toUpperCase(), (one) => one.toLowerCase()).join('');
}

/** Characters that are invisible or change the order of others, for the inside of `[…]` in an expression. */
export const UNSEEN = [
  // Control characters except tab and line feed: a terminal executes them.
  '\\0-\\u0008\\u000B-\\u001F\\u007F-\\u009F',
  // Bidirectional controls.
  '\\u061C\\u200E\\u200F\\u202A-\\u202E\\u2066-\\u2069',
  // Invisible characters, except those that join letters or parts of an emoji.
  '\\u00AD\\u115F\\u1160\\u180E\\u200B\\u2060-\\u2064\\u3164\\uFEFF\\uFFA0',
  // Line and paragraph separators.
  '\\u2028\\u2029',
].join('');

const ANY = new RegExp(`[${UNSEEN}\\t\\n]`);

/** Whether a name has one of them, a tab or a line break. */
export function hasUnseen(name: string): boolean {
  return ANY.test(name);
}
