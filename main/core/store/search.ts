/** Search with LIKE and `ESCAPE '\'`. */

/** The words of a search, all of which must occur. */
export function wordsIn(search: string): string[] {
  return search.split(/\s+/).filter((word) => word !== '');
}

/** The pattern for texts that contain this one. */
export function patternOf(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
}
