/** Shortens what is shown of a value. */

/** Characters of a value, and of a sentence about one, in a result. */
export const SHOWN = 1000;

/** A text as it is shown. Only for one that is masked: a secret that is cut is not found any more. */
export function shortened(text: string): string {
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
}

/** Characters of all texts of one result that are shown whole or as above, and of each text after them. */
const SHOWN_IN_ALL = 20_000;
const SHOWN_AFTER = 40;

/** Shortens the texts of one result one after another: it must stay small however many there are. Only for texts that are masked. */
export function shortener(): (text: string) => string {
  let left = SHOWN_IN_ALL;
  return (text) => {
    const short = shortened(text);
    left -= short.length;
    return left >= 0 || short.length <= SHOWN_AFTER ? short : `${short.slice(0, SHOWN_AFTER)}…`;
  };
}
