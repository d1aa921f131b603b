/** Names of files, folders and tabs: free ones, equality on file systems, and invisible characters. */
import { MAX_REQUEST_NAME_CHARS } from './limits.ts';

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

/** Gives names that are free, with numbers from 2; thousands of the same name cost no more than others. */
export class FreeNames {
  private readonly taken: Set<string>;
  /** The last number of each name. */
  private readonly numbers = new Map<string, number>();

  constructor(taken: Iterable<string> = []) {
    this.taken = new Set(taken);
  }

  next(wanted: string): string {
    let number = this.numbers.get(wanted) ?? 0;
    let name: string;
    do {
      number++;
      name = number === 1 ? wanted : endingWith(wanted, ` (${number})`, MAX_REQUEST_NAME_CHARS);
    } while (this.taken.has(name));
    this.numbers.set(wanted, number);
    this.taken.add(name);
    return name;
  }
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

/** The known name that was probably meant: one letter is wrong, missing, added or swapped, or two of a long name. Null if none is near. */
export function nearest(name: string, known: Iterable<string>): string | null {
  let best: string | null = null;
  let least = (name.length < 3 ? 0 : name.length < 8 ? 1 : 2) + 1;
  for (const one of known) {
    const distance = Math.abs(one.length - name.length) < least ? distanceBetween(name, one) : least;
    if (distance < least) [best, least] = [one, distance];
  }
  return best;
}

/** The path that was probably meant, by templates such as `/v1/accounts/{account-id}`, with what the path has in place of their parameters. */
export function nearestPath(path: string, templates: readonly string[]): string | null {
  const parts = path.split('/');
  const filled = templates
    .map((template) => template.split('/'))
    .filter(({ length }) => length === parts.length)
    .map((template) => template.map((part, at) => (part.startsWith('{') ? parts[at] : part)).join('/'));
  return nearest(path, filled);
}

/** The number of letters to add, leave out, replace or swap with their neighbour. */
function distanceBetween(a: string, b: string): number {
  const [left, right] = [a.toLowerCase(), b.toLowerCase()];
  let [before, row]: [number[], number[]] = [[], Array.from({ length: right.length + 1 }, (_, at) => at)];
  for (let i = 1; i <= left.length; i++) {
    const next = [i];
    for (let j = 1; j <= right.length; j++) {
      const isSame = left[i - 1] === right[j - 1];
      const isSwap = i > 1 && j > 1 && left[i - 1] === right[j - 2] && left[i - 2] === right[j - 1];
      next.push(
        Math.min(
          (row[j] ?? 0) + 1,
          (next[j - 1] ?? 0) + 1,
          (row[j - 1] ?? 0) + (isSame ? 0 : 1),
          isSwap ? (before[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
    [before, row] = [row, next];
  }
  return row[right.length] ?? 0;
}
