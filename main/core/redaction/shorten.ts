/** Shortens displayed values. */

/** Maximum length, in a result, of a value and of a sentence about one. */
export const SHOWN = 1000;

/** Only for a masked text: a secret that is cut would not be found. */
export function shortened(text: string): string {
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
}

/** Characters of all texts of one result, and of each text above that. */
const SHOWN_IN_ALL = 20_000;
const SHOWN_AFTER = 40;

/** Shortens the texts of one result, whose total size is limited. Only for masked texts. */
export function shortener(): (text: string) => string {
  let left = SHOWN_IN_ALL;
  return (text) => {
    const short = shortened(text);
    left -= short.length;
    return left >= 0 || short.length <= SHOWN_AFTER ? short : `${short.slice(0, SHOWN_AFTER)}…`;
  };
}
