/** The first checks of SVC-11: path and method, media types, size, X-Request-ID. */
import { nearestPath } from '../../shared/names.ts';
import { OPERATIONS, routeOf, type Route } from '../../shared/xs2a/operations.ts';
import { kindOfPath, productAt, productsOf } from '../../shared/xs2a/payment-products.ts';
import { type Refusal, refuse } from '../domain/refusal.ts';
import { MAX_BODY, MAX_HEADERS } from '../../shared/xs2a/bank-limits.ts';
import { memoizeLatest } from '../memoize-latest.ts';
import { pathOnly, type RawRequest } from './raw.ts';

/** A TPP often repeats a request. */
const cachedRoute = memoizeLatest(routeOf);

/** SVC-2, SVC-6. */
export function checkRoute(raw: RawRequest, environment: 'sandbox' | 'production'): Route | Refusal {
  const path = pathOnly(raw);
  if (environment === 'production' && path.startsWith('/v1/sandbox/')) {
    return refuse({
      check: 'path',
      rule: 'SVC-2',
      status: 404,
      code: 'RESOURCE_UNKNOWN',
      text: 'A production bank has no sandbox operations.',
      hint: 'Set the quirk environment to sandbox (in the window under Bank, Quirks, or with --env sandbox at the start), or do not call this operation.',
    });
  }
  const result = cachedRoute(raw.method, path);
  switch (result.kind) {
    case 'found':
      // PAY-1: the product is part of the path.
      return checkProduct(result.route) ?? result.route;
    case 'method':
      return refuse({
        check: 'path',
        rule: 'SVC-6',
        status: 405,
        code: 'SERVICE_INVALID',
        text: `${raw.method} is not allowed here. Allowed: ${result.allow.join(', ')}.`,
        headers: { Allow: result.allow.join(', ') },
      });
    case 'unknown':
      return refuse({
        check: 'path',
        rule: 'SVC-6',
        status: 404,
        code: 'RESOURCE_UNKNOWN',
        text: 'This path does not exist.',
        hint: pathAdvice(raw.method, path),
      });
  }
}

/** What may be wrong with a path that no operation has. */
function pathAdvice(method: string, path: string): string {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(path))
    return 'Send only the path in the request line, not the whole URL. Clients send the whole URL to an HTTP proxy: check whether yours takes the bank for one.';
  const slash = path.endsWith('/') ? 'the slash at the end' : 'one of two slashes in a row';
  const repairs: [path: string, advice: string][] = [
    [`/v1${path}`, 'put /v1, which is missing, in front of the path'],
    [path.replace(/^\/v1(?=\/v1\/)/, ''), 'remove one of the two /v1'],
    [
      path.replaceAll(/\/(?=\/|$)/g, '/x'),
      'write what is missing between two slashes or after the last one, such as an id',
    ],
    [path.replaceAll(/\/+(?=\/|$)/g, ''), `remove ${slash}`],
  ];
  for (const kind of ['found', 'method']) {
    const fitting = repairs.filter(([repaired]) => routeOf(method, repaired).kind === kind);
    const advice = fitting.map(([, what]) => what).join(', or ');
    if (advice !== '') return `${advice.charAt(0).toUpperCase()}${advice.slice(1)}.`;
  }
  if (!isDecodable(path))
    return 'A % in the path does not begin a percent-encoding. Ids such as enc!!… must be percent-encoded in paths (SVC-9).';
  const meant = nearestPath(
    path,
    OPERATIONS.map((one) => one.path),
  );
  return meant === null
    ? 'Compare the path with those in the OpenAPI document of the bank.'
    : `Did you mean ${meant}?`;
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/** PAY-1. */
function checkProduct({ operation, params }: Route): Refusal | null {
  const segment = params['payment-product'];
  if (segment === undefined) return null;
  const kind = kindOfPath(operation.path);
  if (productAt(kind, segment) !== null) return null;
  const known = productsOf(kind).map(({ path }) => path);
  return refuse({
    check: 'path',
    rule: 'PAY-1',
    status: 404,
    code: 'PRODUCT_UNKNOWN',
    text: `Unknown payment product "${segment}". Known here: ${known.join(', ')}.`,
  });
}

/** SVC-3. */
export function checkMedia(raw: RawRequest): Refusal | null {
  const accept = raw.headers.get('accept');
  if (accept !== undefined && !acceptsJson(accept)) {
    return refuse({
      check: 'media',
      rule: 'SVC-3',
      status: 406,
      code: 'FORMAT_ERROR',
      text: 'The bank responds with application/json, which the Accept header excludes.',
    });
  }
  if (raw.body.length === 0 && !raw.bodyTooLarge) return null;
  const type = raw.headers.get('content-type') ?? '';
  const [media = '', ...parameters] = type.split(';').map((part) => part.trim().toLowerCase());
  const charset = parameters
    .find((parameter) => parameter.startsWith('charset='))
    ?.slice(8)
    .replaceAll('"', '');
  if (media !== 'application/json' || (charset !== undefined && charset !== 'utf-8')) {
    return refuse({
      check: 'media',
      rule: 'SVC-3',
      status: 415,
      code: 'FORMAT_ERROR',
      text: `A body must be application/json in UTF-8; this one is ${type === '' ? 'without Content-Type' : type}.`,
    });
  }
  return null;
}

/** SVC-3. RFC 7231, 5.3.2: the most specific range that matches application/json decides; q=0 excludes it. */
function acceptsJson(accept: string): boolean {
  if (accept.trim() === '') return true;
  let best = { rank: 1, q: 0 };
  for (const range of accept.split(',')) {
    const [media = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    const rank = media === 'application/json' ? 3 : media === 'application/*' ? 2 : media === '*/*' ? 1 : 0;
    if (rank < best.rank) continue;
    const q = Number(parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1');
    best = { rank, q };
  }
  return best.q > 0;
}

/** SVC-6. */
export function checkSize(raw: RawRequest): Refusal | null {
  if (raw.headerBytes > MAX_HEADERS) {
    return refuse({
      check: 'size',
      rule: 'SVC-6',
      status: 431,
      code: 'FORMAT_ERROR',
      text: `The headers have ${raw.headerBytes} bytes. The bank accepts at most ${MAX_HEADERS}.`,
    });
  }
  if (raw.bodyTooLarge)
    return refuse({
      check: 'size',
      rule: 'SVC-6',
      status: 413,
      code: 'FORMAT_ERROR',
      text: `The body is larger than ${MAX_BODY} bytes.`,
    });
  return null;
}

/** HDR-1. */
export function checkRequestId(raw: RawRequest): Refusal | null {
  const value = raw.headers.first('x-request-id');
  const wrong = (text: string) =>
    refuse({
      check: 'request-id',
      rule: 'HDR-1',
      status: 400,
      code: 'FORMAT_ERROR',
      text,
      hint: 'Send a new UUID with each request, also when you send the same one again. The bank repeats it in its response, so that you both find the exchange by it. This request has changed nothing.',
    });
  if (value === undefined) return wrong('The header X-Request-ID is missing.');
  if (value === '') return wrong('The header X-Request-ID is empty.');
  if (value.length > 64)
    return wrong(`The header X-Request-ID has ${value.length} characters; at most 64 are allowed.`);
  return null;
}
