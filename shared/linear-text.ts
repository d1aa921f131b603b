/** Operations on untrusted texts in linear time. */

/** Characters up to which JavaScript's search is used, which can take the product of both lengths. */
const SHORT = 64;

/** `String.indexOf` in linear time (Knuth, Morris and Pratt, 1977). */
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

/** The KMP failure function: for each prefix, the length of its longest proper prefix that is also a suffix. */
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

/** Trims these characters from the end. An expression such as `/[ ,]+$/` takes quadratic time. @param kind characters of one code unit */
export function withoutLast(text: string, kind: string): string {
  let end = text.length;
  while (end > 0 && kind.includes(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}

/** A text with at most so many characters, and a mark where it is cut. */
export function shortened(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most)}…` : text;
}
