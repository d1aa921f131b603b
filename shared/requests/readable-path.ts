/** A path as people read it. */

import { partsOf, lineOf } from './compose.ts';
import { hasLongPath, type KnownRequest, operationOf } from './request.ts';

/** Characters of a path that are shown. */
const LONGEST_SHOWN = 5000;

/** A variable as a path with percent-encoded values has it. */
const ENCODED = /%7B%7B((?:\$|%24)?[A-Za-z][\w.+-]*)%7D%7D/g;

/** Variables in a path as the form shows them and as a line is written: in braces. */
export function readable(path: string): string {
  return path.replaceAll(ENCODED, (_, name: string) => `{{${name.replace('%24', '$')}}}`);
}

/** The path of a request where it is shown: that of a draft may be as long as somebody likes. */
export function shownPath(request: Pick<KnownRequest, 'operation' | 'params' | 'query' | 'line'>): string {
  const { operation, line } = request;
  const path = !hasLongPath(request)
    ? lineOf(request).path
    : line === null
      ? `${operationOf({ operation }).path}…`
      : partsOf(line.slice(0, 2 * LONGEST_SHOWN)).path;
  const shown = readable(path);
  return shown.length > LONGEST_SHOWN ? `${shown.slice(0, LONGEST_SHOWN)}…` : shown;
}
