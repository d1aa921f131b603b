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
