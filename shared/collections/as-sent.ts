/** Requests of the history, whose variables may be gone. */
import { texts } from '../texts/texts.ts';
import { lineOf } from '../requests/compose.ts';
import { type HttpRequest, PLACEHOLDER, requestOf } from '../requests/http.ts';
import type { KnownRequest } from '../requests/request.ts';
import { namesIn } from './fill.ts';

/**
 * A composed request with the values that it was sent with in place of variables. Values that were masked, or that would be variables
 * themselves, are not taken.
 * @param names of the variables
 */
export function asSent(
  request: KnownRequest,
  sent: Pick<HttpRequest, 'body' | 'headers'> & { path: string },
  names: readonly string[],
): KnownRequest {
  const value = (written: string, was: string | undefined) =>
    was !== undefined &&
    names.some((name) => namesIn(written).has(name)) &&
    !was.includes(texts.common.mask) &&
    !PLACEHOLDER.test(was)
      ? was
      : written;
  const { method, path } = lineOf(request);
  const found = new Map(sent.headers.map(([name, was]) => [name.toLowerCase(), was]));
  return requestOf(
    {
      method,
      path: value(path, sent.path),
      headers: Object.entries(request.headers).map(([name, written]) => [
        name,
        value(written, found.get(name)),
      ]),
      body: value(request.body, sent.body),
    },
    request,
  );
}
