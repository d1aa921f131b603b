/** The headers of requests and responses in the OpenAPI document. Their examples are those of docs/signing. */
import type { Json } from './json-schema.ts';
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
  // As references, because every operation has them.
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

/** Headers of the response in docs/signing. */
export const SIGNED_RESPONSE = {
  Date: 'Fri, 15 Jan 2027 09:42:07 GMT',
  'Cache-Control': 'no-store',
  Location: '/v1/payments/domestic-norway-credit-transfers/enc!!_D-ZcIOL1YCQ6I_HVETjbdg%3D',
  'X-Request-ID': '0f8fad5b-d9cb-469f-a165-70867728950e',
  Digest: 'SHA-256=1nZRMHVoLfpQ50khLxlAsJdPfqDe847G0yTFwgSk028=',
  Signature:
    'keyId="SN=658DC1A3B76FDDBC747B8A14DB55DB6E,CA=CN=Simulated bank CA,O=Simulated bank,C=NO",algorithm="rsa-sha256",headers="date digest x-request-id",signature="qqFeBkKl/3NUblnBj/sKmr+lxwNKDP0RVIk4fQiR6q/Myl5mQgMYR+q2mSLzNTb9f9GXbedpjHOprLd/PWoEdH1kksTQURX7MMDLoaJVQie9o6EC05Is/ws+aDt2+aomQOgv9Cu1rHI/INW9OT72CNJMfaArxZq+lXuvRSnJpOVwFgag/1Tq2EFN2AQqLD9BqpraX1rovpbTW1ZmVJ/IvvxxKlToeLoKat+8oLNdKgBWcT3fRRK7WavUx2jHfFlFH+5CS/uAXsPfEDKMq5hIFLxOt6Nf2sVeNYCQQfaTrGO1jegH3dPO7STFa7lj48ykUxXaf9YgY1pNbfIF7J49VQ=="',
  'TPP-Signature-Certificate':
    'MIIDdjCCAl6gAwIBAgIQZY3Bo7dv3bx0e4oU21XbbjANBgkqhkiG9w0BAQsFADBCMQswCQYDVQQGEwJOTzEXMBUGA1UECgwOU2ltdWxhdGVkIGJhbmsxGjAYBgNVBAMMEVNpbXVsYXRlZCBiYW5rIENBMB4XDTI2MTEyMzA5MDAwMloXDTI4MTAyNDA5MDAwMlowTTELMAkGA1UEBhMCTk8xFzAVBgNVBAoMDlNpbXVsYXRlZCBiYW5rMSUwIwYDVQQDDBxTaW11bGF0ZWQgYmFuayByZXNwb25zZSBzZWFsMIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAtdSDD+2a9Vs+EJLIobp2WACRmQB4pJOu0gyeWdflovHRc4mPFkODaFRbC+JEVxCtkRvtjKbXRQOckxVMiCisult5mEsoWGKCRCyXnjuHFZoX9MYohDyWtrLH8ltILP1Ho0jHXZXBhkbHyqB8vBJrdBJwHthaqmEtFDZrAut5DDBI/kz9E76Y4H6HQwL0//MqO06IaXj2JRB8JSDkJ2S3hNGqFNXZ+W3DGQrqOGhJF+zxUS4sjsJM8Ymtw5P2clVWi20bq1X3BN6rRlhiOWE+tn+GHU9hiwZm6vk60h9MtwCbwWnRBU6gTQgjrMNv6YWX4j8OWoLsSJC85GAWsrpnbwIDAQABo10wWzAdBgNVHQ4EFgQUe6NRVklvB294Y4E7jvZWOza9hDYwHwYDVR0jBBgwFoAU5z0nzZquTdO4NumWTb2voF0IVTgwCQYDVR0TBAIwADAOBgNVHQ8BAf8EBAMCB4AwDQYJKoZIhvcNAQELBQADggEBABIgvRwakCzGVxngz2KIUj7eZtm84uaM23GXr7YDzwaqCoIvphUNJ1rz8/wYELFprhjSwPIJ4Lbfh3Kxen0GKqFNoL5A/dOrAzjxoi8DQuoZOpyItkF1RxU20iuxpWBrelLetLzbOySPEIcdTKA4wNaZU0G3ANx8Ngi2+4Uzij5wEuqUB/5pMv/0UkCDi6Qj58aaowjyARXQTYgJivSHoXDHHdoGVoWnpWlbBv2IlBKM3AmbllJlMgz/Vx7+5j7JNTtZn2wZ0yzgPuY3/3gECNECHCRXPYcI9GZDoWp1xPPP1Pgsf9KbYkeH3pAMnFEBoNCpSS/PrR0wiXaSpCCxJRw=',
} as const;

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
