/** The range `[start, end)` of a text without the prefix and suffix that it shares with another text. */
export function differingPart(text: string, other: string): { start: number; end: number } {
  const shorter = Math.min(text.length, other.length);
  let start = 0;
  while (start < shorter && text[start] === other[start]) start++;
  let tail = 0;
  while (tail < shorter - start && text[text.length - 1 - tail] === other[other.length - 1 - tail]) tail++;
  return { start, end: text.length - tail };
}
