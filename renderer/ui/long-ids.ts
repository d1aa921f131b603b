/** Ids in paths and bodies: longer than a word, and with digits and capitals, which the words of a path do not have. */

const LONG = /[^\s/?&="',:{}[\]]{20,}/g;
/** A product such as `pain.001-sepa-credit-transfers` has three digits. */
const FEWEST_MARKS = 4;

function replaced(text: string, by: (id: string) => string): string {
  return text.replace(LONG, (word) =>
    word.replace(/[^0-9A-Z]/g, '').length < FEWEST_MARKS ? word : by(word),
  );
}

/** The text with each id cut in the middle: its beginning and its end tell it from others. */
export const shortIds = (text: string): string => replaced(text, (id) => `${id.slice(0, 9)}…${id.slice(-6)}`);

/** The text with nothing in place of each id. */
export const withoutIds = (text: string): string => replaced(text, () => '');
