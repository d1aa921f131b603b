/** Characters that a person does not see as they are: with them, one name looks like another, or reads in another order. */

/** For the inside of `[…]` in an expression. */
export const UNSEEN = [
  // C0 without the tab and the line feed, DEL and C1: a terminal obeys them.
  '\\0-\\u0008\\u000B-\\u001F\\u007F-\\u009F',
  // They change the direction of what follows.
  '\\u061C\\u200E\\u200F\\u202A-\\u202E\\u2066-\\u2069',
  // Nothing is seen of them, so two names look alike. Those that join letters of a script or the parts of an emoji stay.
  '\\u00AD\\u115F\\u1160\\u180E\\u200B\\u2060-\\u2064\\u3164\\uFEFF\\uFFA0',
  // They end a line for some programs.
  '\\u2028\\u2029',
].join('');

const ANY = new RegExp(`[${UNSEEN}\\t\\n]`);

/** Whether a name of one line has one. */
export function hasUnseen(name: string): boolean {
  return ANY.test(name);
}
