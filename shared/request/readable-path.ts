/** A path as people read it. */

/** A variable as a path with percent-encoded values has it. */
const ENCODED = /%7B%7B((?:\$|%24)?[A-Za-z][\w.+-]*)%7D%7D/g;

/** Variables in a path as the form shows them and as a line is written: in braces. */
export function readable(path: string): string {
  return path.replaceAll(ENCODED, (_, name: string) => `{{${name.replace('%24', '$')}}}`);
}
