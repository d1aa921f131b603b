/** The headers of a request except those of the signature, with their values (S4.1; HDR-1 to HDR-9). */
import type { Json } from './json-schema.ts';
import { ACCEPT_FIX_HISTORY } from './releases.ts';

/** Headers of the request in docs/signing, for the examples of the OpenAPI document. */
export const SIGNED_REQUEST = {
  Date: 'Fri, 15 Jan 2027 09:42:07 GMT',
  'X-Request-ID': '0f8fad5b-d9cb-469f-a165-70867728950e',
  'TPP-Redirect-URI': 'https://tpp.example/return',
  'TPP-Session-ID': '6d0a6b4e-6a31-4f0e-9f6e-1f2d5c9a8b70',
  'PSU-IP-Address': '203.0.113.24',
  Digest: 'SHA-256=t1Y6HLy+B70i9fLnx40F+NxT9c1e426HpJCThRz98Qs=',
} as const;

export interface RequestHeader {
  name: string;
  text: string;
  required: boolean;
  example: string;
  /** Any text if left out. */
  schema?: Json;
  /** Values to choose from, with their meaning. */
  values?: readonly { value: string; about: string }[];
}

/** Headers of every request (HDR-1). */
export const ALWAYS: readonly RequestHeader[] = [
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
export const REDIRECT: readonly RequestHeader[] = [
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
    values: [
      { value: 'true', about: "The bank's pages, in a browser; the default." },
      { value: 'false', about: "The bank's app, with a fingerprint." },
    ],
  },
  {
    name: 'PSU-IP-Address',
    text: 'Present when the PSU is present (HDR-7).',
    required: false,
    example: SIGNED_REQUEST['PSU-IP-Address'],
  },
];
export const PSU: readonly RequestHeader[] = [
  {
    name: 'PSU-ID',
    text: 'UUID that an SCA returned (HDR-5).',
    required: false,
    example: '3e7c9a52-8d14-5b6f-a0e3-94c7d1f28b65',
  },
  {
    name: 'PSU-Corporate-ID',
    text: 'UUID of the corporate agreement; required after a corporate SCA (HDR-6).',
    required: false,
    example: '0b9f3b0e-5f3c-5d6a-9c59-7b6a3e2f4c11',
  },
  {
    name: 'x-accept-fix',
    text: 'Known values, separated by commas (HDR-9). Each changes something before it became the default (VER-1).',
    required: false,
    example: 'amount-as-string',
    values: ACCEPT_FIX_HISTORY.map(({ value, effect, introduced, defaultSince }) => ({
      value,
      about: `${effect} Known from ${introduced}, the default since ${defaultSince}.`,
    })),
  },
];
export const DIGEST: RequestHeader = {
  name: 'Digest',
  text: 'SHA-256 or SHA-512 of the body (SIG-11).',
  required: true,
  example: SIGNED_REQUEST.Digest,
};

const UUID: Json = { type: 'string', format: 'uuid' };
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** Headers of any request that takes PSU headers: about the PSU's request to the TPP, and what the TPP accepts. */
export const OPTIONAL: readonly RequestHeader[] = [
  {
    name: 'PSU-IP-Port',
    text: "Port of the PSU's request to the TPP (HDR-7).",
    example: '49152',
    schema: { type: 'integer', minimum: 1, maximum: 65_535 },
  },
  {
    name: 'PSU-User-Agent',
    text: "User-Agent of the PSU's request.",
    example: 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
  },
  { name: 'PSU-Accept', text: "Accept of the PSU's request.", example: 'text/html' },
  { name: 'PSU-Accept-Charset', text: "Accept-Charset of the PSU's request.", example: 'utf-8' },
  { name: 'PSU-Accept-Encoding', text: "Accept-Encoding of the PSU's request.", example: 'gzip' },
  { name: 'PSU-Accept-Language', text: "Accept-Language of the PSU's request.", example: 'nb-NO' },
  {
    name: 'PSU-HTTP-Method',
    text: "Method of the PSU's request (HDR-8).",
    example: 'POST',
    schema: { type: 'string', enum: METHODS },
    values: METHODS.map((value) => ({ value, about: '' })),
  },
  {
    name: 'PSU-Device-ID',
    text: "UUID of the PSU's device (HDR-8).",
    example: '9a0f2c1e-6b7d-4c5e-8f3a-2d1b0c9e8f7a',
    schema: UUID,
  },
  {
    name: 'PSU-Geo-Location',
    text: 'Where the PSU is, as GEO:<latitude>,<longitude> (HDR-8).',
    example: 'GEO:59.9139,10.7522',
    schema: { type: 'string', pattern: String.raw`^GEO:-?\d{1,3}(\.\d+)?[,;]-?\d{1,3}(\.\d+)?$` },
  },
  { name: 'Accept-Charset', text: 'Content negotiation. The bank answers in UTF-8.', example: 'utf-8' },
  { name: 'Accept-Encoding', text: 'Content negotiation.', example: 'identity' },
  { name: 'Accept-Language', text: 'Content negotiation. The bank answers in English.', example: 'en' },
].map((header) => ({ required: false, ...header }));

/** Every header that a TPP may write, by its name in lower case. */
export const REQUEST_HEADERS: ReadonlyMap<string, RequestHeader> = new Map(
  [...ALWAYS, ...REDIRECT, ...PSU, ...OPTIONAL, DIGEST].map((header) => [header.name.toLowerCase(), header]),
);
