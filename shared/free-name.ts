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
