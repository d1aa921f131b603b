/** Reads targets, Hosts and Origins at the listeners on this machine. Nothing here throws, whatever a socket delivers. */
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
 * The Host of a request if it is this machine; null for another one, for none and for several. A page whose name an attacker has mapped
 * to 127.0.0.1 (DNS rebinding) still sends that name.
 * @param names further host names and addresses of the listener, in lower case
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

/** Removes what another program stored when it had our port, above all a service worker, which could change our pages. */
export const CLEAR_STORAGE = { 'Clear-Site-Data': '"storage"' } as const;

/** Whether a browser navigates to the address. A service worker, picture or frame has another destination; other programs send none. */
export function opensPage({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  const { 'sec-fetch-dest': destination = 'document' } = headers;
  return destination === 'document';
}

type Foreign = 'origin' | 'site';

/**
 * The header that shows a page of another origin; null if there is none. Programs other than browsers send neither, and have no
 * cookies of the user that a page could misuse.
 * @param host from {@link ownHost}
 */
export function foreignPage(
  { headers }: Pick<IncomingMessage, 'headers'>,
  scheme: 'http' | 'https',
  host: string,
): Foreign | null {
  const { origin, 'sec-fetch-site': site } = headers;
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return 'site';
  if (origin === undefined || origin === `${scheme}://${host}`) return null;
  // A form on a page without referrer has the Origin null; Sec-Fetch-Site shows that it is our own page.
  return origin === 'null' && site === 'same-origin' ? null : 'origin';
}
