/** Forwards requests and responses: which headers pass (RFC 9110, 7.6.1), bodies, refusals. */
import { HostError } from '../../../shared/contract/envelope.ts';
import type { Exchange } from '../../../shared/contract/exchange.ts';
import { ClientGone } from '../requests/tls-failure.ts';
import { PROXY_TOKEN_HEADER } from '../../../shared/proxy-token.ts';
import { type IncomingMessage, STATUS_CODES, type ServerResponse } from 'node:http';
import { readBody } from '../../../shared/node/bounded-http.ts';
import { texts } from '../../../shared/texts/texts.ts';
import type { Refusal } from './proxy-access.ts';
import { LISTENER_TIMEOUTS_MS, MAX_PROXY_BODY_BYTES } from '../../../shared/limits.ts';
import { once } from 'node:events';
import type { Relay } from '../requests/connection.ts';

const t = texts.core.proxy;
const MEBIBYTE = 1024 * 1024;

/** About one connection, not the message. */
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
 * Request headers for the proxy rather than the bank. Cookies belong to other programs of this machine, because they ignore ports.
 * Without Accept-Encoding, the bank responds with a body that the history can show.
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

/** Response headers that browsers would store for this address, which serves all banks. */
const KEPT_BY_BROWSERS: readonly string[] = ['clear-site-data', 'service-worker-allowed', 'set-cookie'];

const ABOUT_THE_PAGE = /^(?:sec-|access-control-request-)/;

/**
 * The headers for the bank, by lower-case name. Repeated ones are joined (RFC 9110, 5.3), because they are signed as one line.
 * @param raw alternating names and values
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

/** The headers of a request that is passed on as it is: all but those about the connection, which is another one. */
export function passedHeaders(raw: readonly string[]): [string, string][] {
  const pairs = pairsOf(raw);
  const left = new Set([...HOP_BY_HOP, ...listedIn(pairs), 'content-length', 'expect', 'host']);
  return pairs.filter(([name]) => !left.has(name.toLowerCase()));
}

/** The headers for the client, alternating names and values. @param added headers of the proxy, which replace the bank's */
export function responseHeaders(
  pairs: readonly (readonly [string, string])[],
  added: Readonly<Record<string, string>>,
  withheld: readonly string[] = KEPT_BY_BROWSERS,
): string[] {
  const own = new Set(Object.keys(added).map((name) => name.toLowerCase()));
  const left = new Set([...HOP_BY_HOP, ...withheld, ...listedIn(pairs), ...own]);
  return [...pairs.filter(([name]) => !left.has(name.toLowerCase())), ...Object.entries(added)].flat();
}

/** Headers that Connection declares as hop-by-hop. */
function listedIn(pairs: readonly (readonly [string, string])[]): ReadonlySet<string> {
  const options = pairs
    .filter(([name]) => name.toLowerCase() === 'connection')
    .flatMap(([, value]) => value.split(','));
  return new Set(options.map((option) => option.trim().toLowerCase()));
}

/** As names and values. @param raw alternating names and values */
export function pairsOf(raw: readonly string[]): [string, string][] {
  return raw.flatMap((name, at): [string, string][] => (at % 2 === 0 ? [[name, raw[at + 1] ?? '']] : []));
}

type Asked = Pick<IncomingMessage, 'headers' | 'iterator'> & { resume: () => unknown };

/** @returns the exact body, or a refusal */
export async function bytesOf(request: Asked): Promise<Uint8Array | Refusal> {
  const tooLarge = { status: 413, sentence: t.tooLarge(MAX_PROXY_BODY_BYTES / MEBIBYTE) };
  if (Number(request.headers['content-length'] ?? 0) > MAX_PROXY_BODY_BYTES) return tooLarge;
  // The connection must survive, for the response.
  const pieces = { [Symbol.asyncIterator]: () => request.iterator({ destroyOnReturn: false }) };
  const read = await readBody(pieces as AsyncIterable<Uint8Array>, {
    bytes: MAX_PROXY_BODY_BYTES,
    time: LISTENER_TIMEOUTS_MS.requestTimeout,
  });
  if (!read.ok) {
    request.resume();
    return read.reason === 'too-large' ? tooLarge : { status: 408, sentence: t.tooSlow };
  }
  return read.bytes;
}

/** @returns the exact body as text, or a refusal */
export async function bodyOf(request: Asked): Promise<string | Refusal> {
  const bytes = await bytesOf(request);
  if (!(bytes instanceof Uint8Array)) return bytes;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return { status: 400, sentence: t.notText };
  }
}

/** Characters that HTTP allows in a reason phrase. */
const REASON = /^[\t\x20-\x7e\x80-\xff]*$/;

/** @param withheld names of further response headers that the client does not get, in lower case */
export function relayTo(
  response: ServerResponse,
  added: Readonly<Record<string, string>>,
  withheld: readonly string[] = KEPT_BY_BROWSERS,
): Relay {
  // The bank's signed Date is among its headers.
  response.sendDate = false;
  return {
    head: ({ status, reason, headers }) => {
      response.writeHead(
        status,
        REASON.test(reason) ? reason : '',
        responseHeaders(headers, added, withheld),
      );
    },
    piece: async (bytes) => {
      if (response.write(bytes) || response.destroyed) return;
      const ends = new AbortController();
      try {
        await Promise.race(['drain', 'close'].map((event) => once(response, event, { signal: ends.signal })));
      } finally {
        ends.abort();
      }
    },
    end: () => void response.end(),
  };
}

/** Aborts when the client no longer waits for the response. */
export function whileWaiting(response: ServerResponse): AbortSignal {
  const gone = new AbortController();
  response.on('close', () => {
    if (!response.writableFinished) gone.abort(new ClientGone());
  });
  return gone.signal;
}

/** Sends a request. @returns null if the whole response was relayed */
export async function refusalOf(send: () => Promise<Pick<Exchange, 'failure'>>): Promise<Refusal | null> {
  try {
    const { failure } = await send();
    return failure === null ? null : { status: 502, sentence: failure };
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
    return { status: error.kind === 'bad-input' ? 400 : 503, sentence: error.message };
  }
}

/** Sends a refusal (RFC 9457) in place of a response. A response that has begun is cut off, so that it does not look complete. */
export function refuse(
  response: ServerResponse,
  { status, sentence, headers = {} }: Refusal,
  added: Readonly<Record<string, string>>,
): void {
  if (response.headersSent) {
    // The failure may have occurred after the last piece.
    if (!response.writableEnded) response.destroy();
    return;
  }
  response.sendDate = true;
  const type = sentence === null ? {} : { 'Content-Type': 'application/problem+json' };
  response.writeHead(status, { ...type, 'Cache-Control': 'no-store', ...headers, ...added });
  response.end(
    sentence === null ? '' : JSON.stringify({ title: STATUS_CODES[status], status, detail: sentence }),
  );
}
