/** Shortens what is shown of a value. */

/** Characters of a value, and of a sentence about one, in a result. */
export const SHOWN = 1000;

/** A text as it is shown. Only for one that is masked: a secret that is cut is not found any more. */
export function shortened(text: string): string {
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
}
