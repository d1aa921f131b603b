/** A name for something new beside what is there. */

/** The name, or with the first number from 2 on that makes it free. @param longest characters of a name with a number */
export function freeName(
  wanted: string,
  isTaken: (name: string) => boolean,
  longest = Number.POSITIVE_INFINITY,
): string {
  let name = wanted;
  for (let number = 2; isTaken(name); number++) {
    const suffix = ` (${number})`;
    // Cut between the two halves of a character, a name could not be written.
    name = `${wanted.slice(0, longest - suffix.length).toWellFormed()}${suffix}`;
  }
  return name;
}
