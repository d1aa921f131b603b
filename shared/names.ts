/** A name for something new beside what is there. */

/** The first name, with numbers from 1 on, that is not taken. @param nameOf the name with a number; names without an end */
export function firstFree(nameOf: (number: number) => string, isTaken: (name: string) => boolean): string {
  for (let number = 1; ; number++) {
    const name = nameOf(number);
    if (!isTaken(name)) return name;
  }
}

/** The name, or with the first number from 2 on that makes it free. @param longest characters of a name with a number */
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

/** The name with an end, together no longer than this. @param longest characters */
export function endingWith(name: string, end: string, longest: number): string {
  // Cut between the two halves of a character, a name could not be written.
  return `${name.slice(0, longest - end.length).toWellFormed()}${end}`;
}

/** When two names are one: most file systems ignore the case of letters, and the way in which accents are encoded. */

/**
 * Equal for names that some system takes for the same file. Lower case alone leaves letters apart that have one upper case: σ and ς, s and
 * ſ, µ and μ. What is made equal besides, such as ß and ss, only means that a name is not free.
 */
export function nameKey(name: string): string {
  if (ASCII.test(name)) return name.toLowerCase();
  // Each on its own: a Σ at the end of a word becomes another letter than the same Σ before others.
  return Array.from(name.normalize('NFD'), folded).join('').normalize('NFC');
}

/** Most names, and listings have thousands of them. */
const ASCII = /^[\x20-\x7e]*$/;

function folded(character: string): string {
  return Array.from(character.toLowerCase().toUpperCase(), (one) => one.toLowerCase()).join('');
}

/** Characters that a person does not see as they are: with them, one name looks like another, or reads in another order. */

/** For the inside of `[…]` in an expression. */
export const UNSEEN = [
  // C0 without the tab and the line feed, DEL and C1: a terminal obeys them.
  '\\0-\\u0008\\u000B-\\u001F\\u007F-\\u009F',
  // They change the direction of what follows.
  '\\u061C\\u200E\\u200F\\u202A-\\u202E\\u2066-\\u2069',
  // Nothing is seen of them, so two names look alike. Those that join letters of a script or the parts of an emoji stay.
  '\\u00AD\\u115F\\u1160\\u180E\\u200B\\u2060-\\u2064\\u3164\\uFEFF\\uFFA0',
  // They end a line for some programs.
  '\\u2028\\u2029',
].join('');

const ANY = new RegExp(`[${UNSEEN}\\t\\n]`);

/** Whether a name of one line has one. */
export function hasUnseen(name: string): boolean {
  return ANY.test(name);
}
