/** Searching by LIKE with `ESCAPE '\'`. */

/** Words of a search; further ones are ignored. */
const MOST_WORDS = 10;

/** The words that a user wrote, each of which must occur. */
export function wordsIn(search: string): string[] {
  return search
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, MOST_WORDS);
}

/** The pattern for what contains a text. */
export function patternOf(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
}
