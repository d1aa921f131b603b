/** A search for one text in another, both from somebody else. */

/** Characters up to which the search of JavaScript is used: it takes the product of both lengths at worst. */
const SHORT = 64;

/**
 * Where a text first occurs in another one, as `String.indexOf` does, in a time that grows with the sum of their lengths
 * (Knuth, Morris and Pratt, 1977). @returns -1 if it does not
 */
export function indexOf(text: string, wanted: string, from = 0): number {
  if (wanted.length <= SHORT || wanted.length > text.length - from) return text.indexOf(wanted, from);
  const fallback = bordersOf(wanted);
  let matched = 0;
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at);
    while (matched > 0 && wanted.charCodeAt(matched) !== code) matched = fallback[matched - 1] ?? 0;
    if (wanted.charCodeAt(matched) === code) matched++;
    if (matched === wanted.length) return at - matched + 1;
  }
  return -1;
}

/** Of each beginning of a text: the length of the longest shorter beginning that it also ends with. */
function bordersOf(text: string): Int32Array {
  const borders = new Int32Array(text.length);
  let length = 0;
  for (let at = 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    while (length > 0 && text.charCodeAt(length) !== code) length = borders[length - 1] ?? 0;
    if (text.charCodeAt(length) === code) length++;
    borders[at] = length;
  }
  return borders;
}

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
