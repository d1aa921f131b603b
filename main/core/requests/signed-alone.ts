/** Composes and signs a request without an environment, for the command line and the package for npm. */
import { type KeyObject, randomUUID } from 'node:crypto';
import { HostError } from '../../../shared/contract/envelope.ts';
import { signRsaSha256 } from '../../../shared/node/crypto.ts';
import { type HttpRequest, httpRequestSchema, operationAt } from '../../../shared/requests/http.ts';
import type { Prepared } from '../../../shared/requests/prepared.ts';
import type { Certificate } from '../../../shared/signing/certificate.ts';
import { type SignatureProfile, SPECIFICATION } from '../../../shared/signing/profile.ts';
import { prepare } from './compose.ts';
import { faultOf, type ResolvedRequest } from './resolve.ts';

/** Reserved for documentation (RFC 5737). */
const PSU_IP_ADDRESS = '203.0.113.24';
const REDIRECT_URI = 'https://tpp.example/sca/return';

export interface LoneRequest {
  /** GET without a body and POST with one, unless given. */
  method?: string | undefined;
  url: URL;
  /** Added to the default headers, or replacing them; an empty value removes one. */
  headers: HttpRequest['headers'];
  body: string;
  fault: string | null;
}

/** Path and query as curl and `fetch` send them: also a question mark without a query, which `search` omits, and no fragment. */
function pathIn({ pathname, search, href }: URL): string {
  return pathname + (search === '' && href.split('#', 1)[0]?.endsWith('?') === true ? '?' : search);
}

/** @throws HostError for an invalid request or an unknown fault */
export function loneRequest({ method, url, headers, body, fault }: LoneRequest): ResolvedRequest {
  const checked = httpRequestSchema.safeParse({
    method: (method ?? (body === '' ? 'GET' : 'POST')).toUpperCase(),
    path: pathIn(url),
    headers,
    body,
  });
  if (!checked.success)
    throw new HostError('bad-input', checked.error.issues.map(({ message }) => message).join(' '));
  const operation = operationAt(checked.data.method, checked.data.path)?.operation ?? null;
  return { ...checked.data, operation, fault: faultOf(fault) };
}

/** @param now milliseconds since 1970 @throws HostError for a header that HTTP cannot carry */
export function signedAlone(
  request: ResolvedRequest,
  {
    origin,
    certificate,
    key,
    now,
    profile = SPECIFICATION,
  }: { origin: string; certificate: Certificate; key: KeyObject; now: number; profile?: SignatureProfile },
): Prepared {
  return prepare(request, {
    environment: {
      psuId: null,
      corporateId: null,
      sessionId: `cli-${randomUUID().slice(0, 13)}`,
      psuIpAddress: PSU_IP_ADDRESS,
    },
    baseUrl: origin,
    redirectUri: REDIRECT_URI,
    defaults: [],
    profile,
    certificate,
    sign: (data) => signRsaSha256(key, data),
    now,
    newRequestId: randomUUID,
  });
}
