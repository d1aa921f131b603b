/** A search as a person types it: words in any order, whatever their case. Pure. */

export function wordsOf(search: string): string[] {
  return search.toLowerCase().split(/\s+/).filter(Boolean);
}

/** Whether a text contains every word; every text contains all of no words. @param words from {@link wordsOf} */
export function hasWords(text: string, words: readonly string[]): boolean {
  const lower = text.toLowerCase();
  return words.every((word) => lower.includes(word));
}
