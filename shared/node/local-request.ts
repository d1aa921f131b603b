/**
 * The one reader of requests at the listeners on this machine. Whatever a socket delivers, it returns a value and never
 * throws: a listener must survive every page and every program.
 */
import type { IncomingMessage } from 'node:http';

export interface Target {
  /** As sent, percent-encoded; begins with `/`. */
  path: string;
  query: URLSearchParams;
}

/** The target in origin-form (RFC 9112, 3.2.1); null for any other form, which only proxies need. */
export function readTarget({ url = '' }: Pick<IncomingMessage, 'url'>): Target | null {
  if (!url.startsWith('/')) return null;
  const mark = url.indexOf('?');
  return mark < 0
    ? { path: url, query: new URLSearchParams() }
    : { path: url.slice(0, mark), query: new URLSearchParams(url.slice(mark + 1)) };
}

/** A piece of a path without its percent-encoding; null if that is not UTF-8. */
export function decodePiece(piece: string): string | null {
  try {
    return decodeURIComponent(piece);
  } catch {
    return null;
  }
}

const OWN_NAMES = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d{1,5})?$/;

/**
 * The Host of a request if it names this machine; null for another name, for none and for several. A page whose name an
 * attacker has mapped to 127.0.0.1 (DNS rebinding) still sends that name.
 * @param names further host names and addresses that a person has given to the listener, in lower case
 */
export function ownHost(
  { rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>,
  names: readonly string[] = [],
): string | null {
  const given = rawHeaders.filter((_, at) => at % 2 === 1 && rawHeaders[at - 1]?.toLowerCase() === 'host');
  const host = given[0]?.toLowerCase() ?? '';
  if (given.length !== 1) return null;
  return OWN_NAMES.test(host) || names.includes(nameIn(host)) ? host : null;
}

/** A Host without its port, and an IPv6 address without its brackets. */
function nameIn(host: string): string {
  const name = host.replace(/:\d{1,5}$/, '');
  return name.startsWith('[') && name.endsWith(']') ? name.slice(1, -1) : name;
}

/**
 * Makes a browser forget what another program left at our address when it had our port, above all a service worker, which
 * would read and change every page of ours.
 */
export const CLEAR_STORAGE = { 'Clear-Site-Data': '"storage"' } as const;

/**
 * Whether a browser itself opens the address as a page. A service worker that asks in its place is seen by its empty
 * destination, and so is a picture or a frame on another page. Programs other than browsers say nothing.
 */
export function opensPage({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  const { 'sec-fetch-dest': destination = 'document' } = headers;
  return destination === 'document';
}

/** Which statement of a browser shows that a page of another origin is calling; null if there is none. */
export type Foreign = 'origin' | 'site';

/**
 * Programs other than browsers send neither header, and have no cookies of the user's that a page could misuse.
 * @param host what {@link ownHost} returned
 */
export function foreignPage(
  { headers }: Pick<IncomingMessage, 'headers'>,
  scheme: 'http' | 'https',
  host: string,
): Foreign | null {
  const { origin, 'sec-fetch-site': site } = headers;
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return 'site';
  if (origin === undefined || origin === `${scheme}://${host}`) return null;
  // A form on a page that sends no referrer has the Origin null. Only the browser can say that it is our own page.
  return origin === 'null' && site === 'same-origin' ? null : 'origin';
}
