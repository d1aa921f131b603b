/**
 * A text without those of its last characters that are of a kind. In place of an expression such as `/[ ,]+$/`, which starts again at
 * each blank and so takes the square of a long row of them that is not at the end.
 * @param kind characters of one code unit each
 */
export function withoutLast(text: string, kind: string): string {
  let end = text.length;
  while (end > 0 && kind.includes(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}
