/** Requests that are signed before a bench, so that it does not measure the signing. */
import type { Tpp } from '../support/tpp.ts';

/** A request as it goes over the wire. */
export function onWire(
  method: string,
  path: string,
  headers: readonly (readonly [string, string])[],
): Buffer {
  const lines = headers.map(([name, value]) => `${name}: ${value}`);
  return Buffer.from(
    [`${method} ${path} HTTP/1.1`, 'Host: localhost', ...lines, '', ''].join('\r\n'),
    'latin1',
  );
}

/** Signed requests for the same path, each with an X-Request-ID of its own. */
export function signedRequests(tpp: Tpp, path: string, count: number): Buffer[] {
  return Array.from({ length: count }, () => onWire('GET', path, tpp.prepare({ path })));
}
