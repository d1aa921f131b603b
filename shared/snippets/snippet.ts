/** The input of programs that sign and send a request; each language has a writer in this folder. */
import type { Prepared } from '../requests/prepared.ts';
import type { HttpRequest } from '../requests/http.ts';
import { NAME_KEYWORDS } from '../signing/distinguished-names.ts';
import { OPENSSL_NAMES } from '../signing/key-id-spellings.ts';
import type { SignatureProfile } from '../signing/profile.ts';

/** Values that the function `sign` of a program computes for headers that it is not given. */
export type Computed = 'date' | 'digest' | 'requestId' | 'certificate';

export interface SnippetInput {
  /** For the first comment. */
  title: string;
  method: string;
  url: string;
  /** Path with query, as it is signed. */
  target: string;
  body: string;
  /** Headers that are given to `sign`, in the order of sending. */
  headers: { name: string; value: string }[];
  computes: ReadonlySet<Computed>;
  /** How the bank wants requests to be signed; null if the user has written, or omitted, the Signature header. */
  profile: SignatureProfile | null;
  /** The keyId that the workbench sends, for the languages that cannot build it. */
  keyId: string;
  /** PEM file of the CA to trust, or null for the system's own list. */
  caFile: string | null;
}

/** Forms of the certificate header that the programs compute; they get others as fixed values. */
const COMPUTED_FORMS: readonly SignatureProfile['certificateForm'][] = ['base64', 'pem-line'];

/** @param prepared the request as it would be sent now; a header that the user has written is given, one that they have removed is not there */
export function snippetInput(
  title: string,
  request: Pick<HttpRequest, 'method' | 'headers' | 'body'>,
  { prepared, profile }: { prepared: Prepared; profile: SignatureProfile },
  caFile: string | null,
): SnippetInput {
  const url = new URL(prepared.url);
  const live = new Map<string, Computed>([
    ['date', 'date'],
    ['digest', 'digest'],
    ['x-request-id', 'requestId'],
    ...(COMPUTED_FORMS.includes(profile.certificateForm)
      ? [[profile.certificateHeader.toLowerCase(), 'certificate'] as const]
      : []),
  ]);
  const { replaced } = prepared.signing;
  const computes = new Set<Computed>();
  const headers = prepared.headers.flatMap(({ name, value, source }) => {
    if (name.toLowerCase() === 'signature' && !replaced) return [];
    const computed = replaced ? undefined : live.get(name.toLowerCase());
    if (computed !== undefined) computes.add(computed);
    return computed === undefined || source === 'yours' ? [{ name, value }] : [];
  });
  // For a later request with a body, unless the user has removed the Digest.
  const isRemoved = request.headers.some(([name, value]) => name.toLowerCase() === 'digest' && value === '');
  if (!replaced && request.body === '' && !isRemoved) computes.add('digest');
  return {
    title,
    method: request.method,
    url: prepared.url,
    target: prepared.url.slice(url.origin.length),
    body: request.body,
    headers,
    computes,
    profile: replaced ? null : profile,
    keyId: prepared.signing.keyId,
    caFile,
  };
}

/** How an issuer's name is written in a keyId (SIG-4a). */
export interface IssuerStyle {
  /** Whether the last part of the certificate's name comes first. */
  reversed: boolean;
  separator: string;
  equals: string;
  /** Names of attribute types by OID. */
  names: readonly (readonly [oid: string, name: string])[];
  /** Whether the value of a type without a name is the hexadecimal of its DER. */
  othersInHex: boolean;
  value: 'java' | 'rfc2253' | 'quoted' | 'percent-encoded';
}

export function issuerStyle({ issuer, attributeTypes }: SignatureProfile): IssuerStyle {
  const byOid = attributeTypes === 'oid' && (issuer === 'rfc2253' || issuer === 'as-issued');
  return {
    reversed: issuer === 'rfc2253' || issuer === 'percent-encoded',
    separator: issuer === 'openssl' ? ', ' : ',',
    equals: issuer === 'openssl' ? ' = ' : '=',
    names: byOid ? [...NAME_KEYWORDS] : [...OPENSSL_NAMES, ...NAME_KEYWORDS],
    othersInHex: byOid,
    value: byOid
      ? 'java'
      : issuer === 'openssl'
        ? 'quoted'
        : issuer === 'percent-encoded'
          ? 'percent-encoded'
          : 'rfc2253',
  };
}

/** The keyId template as texts and the names of variables. @param expressions of a language for serial and issuer */
export function keyIdParts(
  { keyId }: SignatureProfile,
  expressions: Readonly<{ serial: string; issuer: string }>,
  quote: (text: string) => string,
): string[] {
  return keyId
    .split(/(\{(?:serial|issuer)\})/)
    .filter((part) => part !== '')
    .map((part) =>
      part === '{serial}' ? expressions.serial : part === '{issuer}' ? expressions.issuer : quote(part),
    );
}

/**
 * The first comment of a program. Only characters without a meaning in comments: Java reads escapes there, C# and JavaScript have other
 * line breaks, and Python reads an encoding.
 */
export function headline({ title, method, target }: SnippetInput): string {
  return `${title}: ${method} ${target}`.replaceAll(/[^A-Za-z0-9 /?&=._~%:,!-]/g, '.');
}

/** The CA file beside a program. */
export const CA_FILE = 'bank-ca.pem';

/** The first comments of a program. @param needs what it needs if it signs */
export function firstComments(input: SnippetInput, mark: '#' | '//', needs: readonly string[]): string[] {
  const fixed = [
    'The Signature header was written or removed by hand, so this program does not sign: all its headers are fixed.',
    'Banks refuse them when the Date is more than 60 seconds old (SIG-10).',
  ];
  return [
    headline(input),
    ...(input.profile === null ? fixed : needs),
    ...(input.caFile === CA_FILE
      ? [`Needs ${CA_FILE}: the CA that it trusts, from the trusted roots of the environment.`]
      : []),
  ].map((line) => `${mark} ${line}`);
}

/** A string literal with the escapes that JavaScript, Python, Java and C# share; ASCII only. */
export function quoted(text: string): string {
  return JSON.stringify(text).replaceAll(
    /[\x7f-\uffff]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Expressions of a language for the values that `sign` computes. */
export interface Expressions {
  date: string;
  /** Base64 of the body's hash. */
  hash: string;
  requestId: string;
  /** Base64 of the certificate's DER. */
  der: string;
  /** Between texts that are joined. */
  plus: string;
}

/**
 * The lines of `sign` that add headers, each unless its caller has given it.
 * @param add writes them for one header; `ifBody`: only if there is a body
 */
export function additions(
  { computes }: SnippetInput,
  profile: SignatureProfile,
  { date, hash, requestId, der, plus }: Expressions,
  add: (header: { name: string; value: string; ifBody: boolean }) => string[],
): string[] {
  const { certificateForm, certificateHeader, digestAlgorithm, digestWithoutBody } = profile;
  const pem = ['"-----BEGIN CERTIFICATE-----"', der, '"-----END CERTIFICATE-----"'].join(plus);
  const headers: [computed: Computed, name: string, value: string][] = [
    ['date', 'Date', date],
    ['digest', 'Digest', [`"${digestAlgorithm}="`, hash].join(plus)],
    ['requestId', 'X-Request-ID', requestId],
    ['certificate', certificateHeader, certificateForm === 'base64' ? der : pem],
  ];
  return headers
    .filter(([computed]) => computes.has(computed))
    .flatMap(([computed, name, value]) =>
      add({ name, value, ifBody: computed === 'digest' && !digestWithoutBody }),
    );
}

/** The languages in which a request can be copied as code. `run` are the commands that run the program in its folder. */
export const LANGUAGES = [
  { id: 'curl', title: 'curl', file: 'request.sh', needs: 'tpp.pem', run: ['bash request.sh'] },
  { id: 'node', title: 'Node.js', file: 'request.mjs', needs: 'tpp.pem', run: ['node request.mjs'] },
  {
    id: 'python',
    title: 'Python',
    file: 'request.py',
    needs: 'tpp.pem',
    run: ['python3 -m pip install requests cryptography', 'python3 request.py'],
  },
  {
    id: 'java',
    title: 'Java',
    file: 'SignedRequest.java',
    needs: 'tpp.pem',
    run: ['java SignedRequest.java'],
  },
  { id: 'csharp', title: 'C#', file: 'SignedRequest.cs', needs: 'tpp.pfx', run: ['dotnet run'] },
] as const;
export type Language = (typeof LANGUAGES)[number]['id'];
