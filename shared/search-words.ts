/** Words that are searched for, in any order and ignoring case. */
export function wordsOf(search: string): string[] {
  return search.toLowerCase().split(/\s+/).filter(Boolean);
}

/** @param words from {@link wordsOf}; every text has all of no words */
export function hasWords(text: string, words: readonly string[]): boolean {
  const lower = text.toLowerCase();
  return words.every((word) => lower.includes(word));
}
