/** Access to the signing proxy: programs of this machine with the token, and pages of one origin chosen by the user. */
import type { IncomingMessage } from 'node:http';
import { PROXY_TOKEN_HEADER } from '../../../shared/proxy-token.ts';
import { foreignPage, ownHost, readTarget } from '../../../shared/node/local-request.ts';
import { sameSecret } from '../../../shared/node/crypto.ts';
import { METHODS, type Method } from '../../../shared/xs2a/http-syntax.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { ownValue } from '../../../shared/own-value.ts';

const t = texts.core.proxy;

/** A response of the proxy itself, without a body if the sentence is null. */
export interface Refusal {
  status: number;
  sentence: string | null;
  headers?: Readonly<Record<string, string>>;
}

export type Admission =
  | { kind: 'request'; method: Method; /** Path and query, without the token. */ path: string }
  | ({ kind: 'answer' } & Refusal);

export interface Keys {
  token: string;
  /** The one origin whose pages have access; null for none. */
  origin: string | null;
}

type Asked = Pick<IncomingMessage, 'headers' | 'method' | 'rawHeaders' | 'url'>;

export function admitted(request: Asked, keys: Keys): Admission {
  // Also for clients that use this address as an HTTP proxy.
  if (readTarget(request) === null) return answer(400, t.notAPath);
  const host = ownHost(request);
  if (host === null) return answer(403, t.otherHost);
  if (foreignPage(request, 'http', host) !== null && !isLetIn(request, keys)) return answer(403, t.otherPage);
  // The URL of a page would contain the token, and a bank's page must not read it (threat model: bank content renders at no origin of ours).
  if (!isAskedByScript(request)) return answer(403, t.noPage);
  if (isPreflight(request) && isLetIn(request, keys))
    return { kind: 'answer', status: 204, sentence: null, headers: permission(request) };
  const path = pathFor(request, keys.token);
  // A non-standard scheme, so that no browser asks for a password.
  if (path === null) return answer(401, t.noToken, { 'WWW-Authenticate': PROXY_TOKEN_HEADER });
  const method = METHODS.find((one) => one === request.method);
  if (method === undefined) return answer(405, t.otherMethod, { Allow: METHODS.join(', ') });
  return { kind: 'request', method, path };
}

/** Headers of every response: no content renders as a page, and the chosen origin has access. */
export function ownHeaders(request: Asked, keys: Keys): Record<string, string> {
  const noPage = { 'Content-Security-Policy': 'sandbox', 'X-Content-Type-Options': 'nosniff' };
  if (!isLetIn(request, keys)) return noPage;
  return {
    ...noPage,
    'Access-Control-Allow-Origin': keys.origin ?? '',
    'Access-Control-Expose-Headers': '*',
    Vary: 'origin',
  };
}

function isLetIn({ headers }: Asked, { origin }: Keys): boolean {
  return origin !== null && headers.origin === origin;
}

/** Browsers send the destination of a page, frame, script or image; programs send none, and `fetch` sends `empty`. */
function isAskedByScript({ headers }: Asked): boolean {
  const { 'sec-fetch-dest': destination = 'empty' } = headers;
  return destination === 'empty';
}

/** A CORS preflight (Fetch), which never has the token. */
function isPreflight({ method, headers }: Asked): boolean {
  return method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;
}

function permission({ headers }: Asked): Record<string, string> {
  const asked = headers['access-control-request-headers'];
  return {
    'Access-Control-Allow-Methods': METHODS.join(', '),
    ...(typeof asked === 'string' && { 'Access-Control-Allow-Headers': asked }),
    // For Private Network Access.
    ...(headers['access-control-request-private-network'] === 'true' && {
      'Access-Control-Allow-Private-Network': 'true',
    }),
    'Access-Control-Max-Age': '600',
  };
}

/** Path and query for the bank; null without the right token, in the path or a header. */
function pathFor({ url = '', headers }: Asked, token: string): string | null {
  const end = url.slice(1).search(/[/?]/);
  const first = end < 0 ? url.slice(1) : url.slice(1, end + 1);
  if (sameSecret(first, token)) {
    const rest = end < 0 ? '' : url.slice(end + 1);
    return rest.startsWith('/') ? rest : `/${rest}`;
  }
  const given = ownValue(headers, PROXY_TOKEN_HEADER.toLowerCase());
  return typeof given === 'string' && sameSecret(given, token) ? url : null;
}

function answer(status: number, sentence: string, headers: Record<string, string> = {}): Admission {
  return { kind: 'answer', status, sentence, headers };
}
