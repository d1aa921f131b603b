/** Searching by LIKE with `ESCAPE '\'`. */

/** The words that a user wrote, each of which must occur. */
export function wordsIn(search: string): string[] {
  return search.split(/\s+/).filter((word) => word !== '');
}

/** The pattern for what contains a text. */
export function patternOf(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
}
