/** The headers of requests and responses in the OpenAPI document. Their examples belong to the request that docs/signing.md signs. */
import type { Json } from './json-schema.ts';
import { SIGNED_REQUEST, SIGNED_RESPONSE } from './openapi-signed.ts';
import type { Operation } from './operations.ts';

interface Header {
  name: string;
  text: string;
  required: boolean;
  example: string;
}

/** Headers of every request, beside those of the signature (HDR-1). */
const ALWAYS: readonly Header[] = [
  {
    name: 'X-Request-ID',
    text: 'Identifies the request; 1 to 64 characters (HDR-1).',
    required: true,
    example: SIGNED_REQUEST['X-Request-ID'],
  },
  {
    name: 'Date',
    text: "RFC 7231 date, at most 60 seconds from the bank's clock (SIG-10).",
    required: true,
    example: SIGNED_REQUEST.Date,
  },
];
const REDIRECT: readonly Header[] = [
  {
    name: 'TPP-Redirect-URI',
    text: 'Where the PSU returns after an SCA (HDR-2).',
    required: true,
    example: SIGNED_REQUEST['TPP-Redirect-URI'],
  },
  {
    name: 'TPP-Session-ID',
    text: 'Correlates the redirect and names the session that an SCA starts (HDR-3).',
    required: true,
    example: SIGNED_REQUEST['TPP-Session-ID'],
  },
  {
    name: 'TPP-Redirect-Preferred',
    text: 'false offers the app variant of the SCA (HDR-4).',
    required: false,
    example: 'true',
  },
  {
    name: 'PSU-IP-Address',
    text: 'Present when the PSU is present (HDR-7).',
    required: false,
    example: SIGNED_REQUEST['PSU-IP-Address'],
  },
];
const PSU: readonly Header[] = [
  {
    name: 'PSU-ID',
    text: 'UUID that an SCA returned (HDR-5).',
    required: false,
    example: '3e7c9a52-8d14-5b6f-a0e3-94c7d1f28b65',
  },
  {
    name: 'PSU-Corporate-ID',
    text: 'UUID of the corporate agreement (HDR-6).',
    required: false,
    example: '0b9f3b0e-5f3c-5d6a-9c59-7b6a3e2f4c11',
  },
  {
    name: 'x-accept-fix',
    text: 'Known values, separated by commas (HDR-9).',
    required: false,
    example: 'amount-as-string',
  },
];
const DIGEST: Header = {
  name: 'Digest',
  text: 'SHA-256 or SHA-512 of the body (SIG-11).',
  required: true,
  example: SIGNED_REQUEST.Digest,
};

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
  return headers.map(({ name, text, required, example }) => ({
    name,
    in: 'header',
    required: required || must.includes(name),
    description: text,
    schema: { type: 'string' },
    example,
  }));
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
