/** The headers of requests and responses in the OpenAPI document. Their examples belong to the request that docs/signing.md signs. */
import type { Json } from './json-schema.ts';
import { SIGNED_RESPONSE } from './openapi-signed.ts';
import type { Operation } from './operations.ts';
import { ALWAYS, DIGEST, OPTIONAL, PSU, REDIRECT, type RequestHeader } from './request-headers.ts';

/** The header parameters of an operation, without those of the security scheme. */
export function headerParameters(operation: Operation): Json[] {
  const must = [
    ...(operation.psuPresent ? ['PSU-IP-Address'] : []),
    ...(operation.psu === 'named' ? ['PSU-ID'] : []),
    ...(operation.acceptFix === undefined ? [] : ['x-accept-fix']),
  ];
  const headers = [
    ...ALWAYS,
    ...(operation.redirectHeaders ? REDIRECT : []),
    ...(operation.psu === 'none' ? [] : PSU),
    ...(operation.body === 'json' ? [DIGEST] : []),
  ];
  const own = headers.map((header) =>
    parameterOf(withNeededFix(header, operation), header.required || must.includes(header.name)),
  );
  // Nobody looks for them at each operation.
  const optional = operation.psu === 'none' ? [] : OPTIONAL;
  return [...own, ...optional.map(({ name }) => ({ $ref: `#/components/parameters/${name}` }))];
}

/** HDR-9. */
function withNeededFix(header: RequestHeader, { acceptFix }: Operation): RequestHeader {
  if (acceptFix === undefined || header.name !== 'x-accept-fix') return header;
  return { ...header, text: `${header.text} It must contain \`${acceptFix}\` here.` };
}

/** The parameters that operations refer to. */
export function parameterComponents(): Json {
  return Object.fromEntries(OPTIONAL.map((header) => [header.name, parameterOf(header, false)]));
}

function parameterOf(
  { name, text, example, schema = { type: 'string' }, values = [] }: RequestHeader,
  required: boolean,
): Json {
  const meanings = values.flatMap(({ value, about }) => (about === '' ? [] : [`\`${value}\`: ${about}`]));
  const description = [text, ...meanings].join('\n- ');
  const shown = schema['type'] === 'integer' ? Number(example) : example;
  return { name, in: 'header', required, description, schema, example: shown };
}

/** SIG-1, SIG-2: what proves who sends a request. */
export const SECURITY_SCHEMES: Json = {
  requestSignature: {
    type: 'apiKey',
    in: 'header',
    name: 'Signature',
    description:
      'keyId, algorithm, headers and signature: an RSA signature over the headers that are listed (SIG-3 to SIG-9). Not a fixed key: each request has its own. docs/signing.md explains it with an example.',
  },
  signingCertificate: {
    type: 'apiKey',
    in: 'header',
    name: 'TPP-Signature-Certificate',
    description: 'The certificate whose key signed the request: base64 of its DER encoding (SIG-2).',
  },
};

/** Response headers by name. */
const RESPONSE_HEADERS: Readonly<Record<string, { text: string; example: string }>> = {
  'X-Request-ID': {
    text: 'The X-Request-ID of the request (SVC-7).',
    example: SIGNED_RESPONSE['X-Request-ID'],
  },
  Date: { text: "The bank's clock (SVC-7).", example: SIGNED_RESPONSE.Date },
  'Cache-Control': { text: 'Responses are never stored (SVC-7).', example: SIGNED_RESPONSE['Cache-Control'] },
  Location: {
    text: 'Path of what was created (SVC-7).',
    example: SIGNED_RESPONSE.Location,
  },
  'ASPSP-SCA-Approach': {
    text: 'The response has the link to an SCA, to which the PSU is redirected (SVC-7).',
    example: 'REDIRECT',
  },
  Digest: {
    text: 'SHA-256 of the response body (SIG-13).',
    example: SIGNED_RESPONSE.Digest,
  },
  Signature: {
    text: "The bank's signature over date, digest and x-request-id (SIG-13). docs/signing.md explains how to check it.",
    example: SIGNED_RESPONSE.Signature,
  },
  'TPP-Signature-Certificate': {
    text: "The certificate of the bank's signature: base64 of its DER encoding (SIG-13).",
    example: SIGNED_RESPONSE['TPP-Signature-Certificate'],
  },
  Deprecation: { text: 'The path is deprecated (SCA-9).', example: 'true' },
  Link: {
    text: 'The successor of a deprecated path (SCA-9).',
    example: '</v1/bank-offered-consents>; rel="successor-version"',
  },
  Allow: { text: 'The methods that the path has (SVC-6).', example: 'GET' },
  'Retry-After': { text: 'Seconds until another call is allowed (LIM-1).', example: '86400' },
};

/** References to the headers of a response. @throws RangeError for one that is not described above */
export function responseHeaders(names: readonly string[]): Json {
  return Object.fromEntries(
    names.map((name) => {
      if (!Object.hasOwn(RESPONSE_HEADERS, name))
        throw new RangeError(`The response header ${name} is not described in openapi-headers.ts.`);
      return [name, { $ref: `#/components/headers/${name}` }];
    }),
  );
}

/** The headers that responses refer to. @param used their names */
export function headerComponents(used: ReadonlySet<string>): Json {
  return Object.fromEntries(
    Object.entries(RESPONSE_HEADERS)
      .filter(([name]) => used.has(name))
      .map(([name, { text, example }]) => [name, { description: text, schema: { type: 'string' }, example }]),
  );
}
