/** Which headers pass through the proxy (RFC 9110, 7.6.1), in both directions. */
import { PROXY_TOKEN_HEADER } from '../../../shared/contract/proxy.ts';

/** They are about one connection, not about the message. */
const HOP_BY_HOP: readonly string[] = [
  'connection',
  'keep-alive',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
];

/**
 * Of a request: what is about the way to the proxy, and not to the bank. Cookies belong to whatever else runs on this machine, since
 * they know no ports. Without Accept-Encoding, the bank answers with a body that the history can show.
 */
const ABOUT_THE_PROXY: ReadonlySet<string> = new Set([
  ...HOP_BY_HOP,
  'accept-encoding',
  'content-length',
  'cookie',
  'expect',
  'host',
  'origin',
  'referer',
  PROXY_TOKEN_HEADER.toLowerCase(),
]);

/** Of a response: what a browser would keep for this address, where everything of every bank comes from. */
const KEPT_BY_BROWSERS: readonly string[] = ['clear-site-data', 'service-worker-allowed', 'set-cookie'];

/** What browsers say about the page that asks. */
const ABOUT_THE_PAGE = /^(?:sec-|access-control-request-)/;

/**
 * The headers of a request that go on to the bank, by name in lower case. Several of one name become one, as RFC 9110, 5.3 allows,
 * because they are signed as one line.
 * @param raw names and values in turn
 */
export function requestHeaders(raw: readonly string[]): Record<string, string> {
  const pairs = pairsOf(raw);
  const listed = listedIn(pairs);
  const kept = new Map<string, string>();
  for (const [given, value] of pairs) {
    const name = given.toLowerCase();
    if (ABOUT_THE_PROXY.has(name) || ABOUT_THE_PAGE.test(name) || listed.has(name)) continue;
    const before = kept.get(name);
    kept.set(name, before === undefined ? value : `${before}, ${value}`);
  }
  return Object.fromEntries(kept);
}

/**
 * The headers of a response that go on to the client, names and values in turn.
 * @param added the proxy's own, in place of the bank's of the same names
 */
export function responseHeaders(
  pairs: readonly (readonly [string, string])[],
  added: Readonly<Record<string, string>>,
): string[] {
  const own = new Set(Object.keys(added).map((name) => name.toLowerCase()));
  const left = new Set([...HOP_BY_HOP, ...KEPT_BY_BROWSERS, ...listedIn(pairs), ...own]);
  return [...pairs.filter(([name]) => !left.has(name.toLowerCase())), ...Object.entries(added)].flat();
}

/** What Connection declares to be about this connection, too. */
function listedIn(pairs: readonly (readonly [string, string])[]): ReadonlySet<string> {
  const options = pairs
    .filter(([name]) => name.toLowerCase() === 'connection')
    .flatMap(([, value]) => value.split(','));
  return new Set(options.map((option) => option.trim().toLowerCase()));
}

function pairsOf(raw: readonly string[]): [string, string][] {
  return raw.flatMap((name, at): [string, string][] => (at % 2 === 0 ? [[name, raw[at + 1] ?? '']] : []));
}
