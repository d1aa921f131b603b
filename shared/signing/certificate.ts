/** The parts of an X.509 certificate that the workbench and the bank use, read from its DER (RFC 5280, ETSI TS 119 495). */
import { bytesToBinary, decodeBase64, encodeBase64 } from './base64.ts';
import { derChildren, DerError, type DerNode, expectTag, hex, oidText, readDer, TAG, timeMs } from './der.ts';
import {
  attributeText,
  type Name,
  ORGANIZATION_IDENTIFIER,
  printRfc2253,
  readName,
} from './distinguished-names.ts';
import { type Extension, type QcStatements, readExtensions, readQcStatements } from './qc-statements.ts';

export const PSD2_ROLES = ['PSP_AI', 'PSP_PI', 'PSP_AS', 'PSP_IC'] as const;
export type Psd2Role = (typeof PSD2_ROLES)[number];

export interface Certificate {
  der: Uint8Array;
  /** Upper-case hexadecimal, without sign byte or leading zeros; "0" for zero (SIG-4a). */
  serial: string;
  issuer: Name;
  subject: Name;
  /** Milliseconds since 1970. */
  notBefore: number;
  notAfter: number;
  /** SubjectPublicKeyInfo, DER. */
  publicKey: Uint8Array;
  /** Null for any algorithm but rsaEncryption. */
  rsaBits: number | null;
  keyAlgorithm: string;
  /** Curve of an EC key, such as `P-256`, or its OID; null for any other algorithm. */
  curve: string | null;
  /** By OID. */
  extensions: ReadonlyMap<string, Extension>;
  /** Null without the extension. */
  qc: QcStatements | null;
  /** Modulus of an RSA key, upper-case hexadecimal; null for any other algorithm. */
  modulus: string | null;
  /** Public exponent of an RSA key, in the same form. */
  exponent: string | null;
  roles: Psd2Role[];
  /** The competent authority in the PSD2 statement, or null. */
  authority: { name: string; id: string } | null;
  /** The purpose in the QcType statement; null for any other. */
  qcType: QcType | null;
  /** The authorisation number, such as `PSDNO-FSA-987654325`, or null. */
  organizationIdentifier: string | null;
  /** Common name of the subject, or null. */
  commonName: string | null;
  organization: string | null;
}

/** Purposes of a certificate (ETSI EN 319 412-5, 4.2.3): e-seal (QSealC), website (QWAC). */
export const QC_TYPE_OIDS = { seal: '0.4.0.1862.1.6.2', web: '0.4.0.1862.1.6.3' } as const;
export type QcType = keyof typeof QC_TYPE_OIDS;
/** PSD2 roles (ETSI TS 119 495, 5.1). */
export const ROLE_OIDS: Readonly<Record<Psd2Role, string>> = {
  PSP_AS: '0.4.0.19495.1.1',
  PSP_PI: '0.4.0.19495.1.2',
  PSP_AI: '0.4.0.19495.1.3',
  PSP_IC: '0.4.0.19495.1.4',
};
const QC_TYPES = new Map(Object.entries(QC_TYPE_OIDS).map(([type, oid]) => [oid as string, type as QcType]));
/** Roles by OID. */
export const ROLES: ReadonlyMap<string, Psd2Role> = new Map(
  PSD2_ROLES.map((role) => [ROLE_OIDS[role], role]),
);

/** Reads a DER certificate. @throws DerError with a sentence about what is wrong. */
export function readCertificate(der: Uint8Array): Certificate {
  const outer = expectTag(readDer(der), TAG.sequence, 'The certificate');
  if (outer.raw.length !== der.length) throw new DerError('There is data after the end of the certificate.');
  const [tbs] = derChildren(outer);
  const fields = derChildren(expectTag(tbs, TAG.sequence, 'The part that is signed'));
  // version is [0] EXPLICIT, and absent in v1 certificates.
  if (fields[0]?.tag === 0xa0) fields.shift();
  const [serial, , issuer, validity, subject, spki] = fields;
  if (!issuer || !subject || !validity || !spki) throw new DerError('A field of the certificate is missing.');
  const [notBefore, notAfter] = derChildren(expectTag(validity, TAG.sequence, 'The validity'));
  const subjectName = readName(subject);
  const key = readPublicKey(spki);
  const extensions = readExtensions(fields);
  const qc = readQcStatements(extensions);
  return {
    der,
    serial: hex(expectTag(serial, TAG.integer, 'The serial number').value).replace(/^0+(?=.)/, ''),
    issuer: readName(issuer),
    subject: subjectName,
    notBefore: timeMs(notBefore),
    notAfter: timeMs(notAfter),
    publicKey: spki.raw,
    rsaBits: key.rsa?.bits ?? null,
    modulus: key.rsa?.modulus ?? null,
    exponent: key.rsa?.exponent ?? null,
    keyAlgorithm: key.algorithm,
    curve: key.curve,
    extensions,
    qc,
    ...statedIn(qc),
    organizationIdentifier: attributeText(subjectName, ORGANIZATION_IDENTIFIER),
    commonName: attributeText(subjectName, '2.5.4.3'),
    organization: attributeText(subjectName, '2.5.4.10'),
  };
}

/** The roles that are known and named, the authority and the type in the statements. */
function statedIn(qc: QcStatements | null): Pick<Certificate, 'roles' | 'authority' | 'qcType'> {
  const roles = (qc?.psd2?.roles ?? []).flatMap(({ oid, name }) => {
    const known = ROLES.get(oid);
    return known !== undefined && name !== null ? [known] : [];
  });
  const { authorityName: name = null, authorityId: id = null } = qc?.psd2 ?? {};
  return {
    roles: [...new Set(roles)],
    authority: name !== null && id !== null ? { name, id } : null,
    qcType: QC_TYPES.get(qc?.type ?? '') ?? null,
  };
}

/** Whether TLS servers accept its EC key. */
export function isTlsCurve({ curve }: Pick<Certificate, 'curve'>): boolean {
  return curve === 'P-256' || curve === 'P-384';
}

/** Whether a test CA issued it: the address of the disclosure statement is reserved (RFC 2606), which no real CA can use. */
export function isTestCertificate({ qc }: Certificate): boolean {
  return (qc?.pds ?? []).some((address) =>
    /^https?:\/\/[^/]*\.(?:example|test|invalid)(?:[:/]|$)/.test(address),
  );
}

/**
 * Reads the value of `TPP-Signature-Certificate`: base64 of the DER; PEM armour and line breaks are tolerated (SIG-2).
 * @throws DerError with a sentence about what is wrong.
 */
export function readCertificateHeader(value: string): Certificate {
  const der = derIn(value);
  const key = keySent(value, der);
  if (key !== null || der === null) throw new DerError(key ?? notBase64(value));
  if (isPem(bytesToBinary(der)))
    throw new DerError(
      'The value is the base64 of a PEM text. Send the base64 of the DER, which is inside that text.',
    );
  const inner = decodeBase64(bytesToBinary(der).trim());
  if (inner?.[0] === TAG.sequence)
    throw new DerError('The value was encoded as base64 twice. Send the base64 of the DER once.');
  return readCertificate(der);
}

/** Whether the value of a header is a private key or a file with one, sent in place of a certificate. */
export function isPrivateKey(value: string): boolean {
  try {
    return keySent(value, derIn(value)) === PRIVATE_KEY;
  } catch (error) {
    if (error instanceof DerError) return false;
    throw error;
  }
}

/** The bytes of base64, also between the lines of a PEM text; null for any other value. */
function derIn(value: string): Uint8Array | null {
  const bare = value.replaceAll(/-----(?:BEGIN|END) CERTIFICATE-----/g, '').replaceAll(/(?:\\[rn]|\s)+/g, '');
  const der = decodeBase64(bare);
  return der?.length === 0 ? null : der;
}

/** The sentence about a key in place of a certificate; null for any other value. @param der its bytes, if it is base64 @throws DerError */
function keySent(value: string, der: Uint8Array | null): string | null {
  return der === null ? keyInPem(value) : keyIn(der);
}

const PRIVATE_KEY =
  'The value is a private key or a file with one, which must never be sent: whoever has it can sign as you. Send the certificate, and replace the key.';
const PUBLIC_KEY = 'The value is a public key. Send the certificate that contains it.';

/** The sentence about a PEM text of a key, perhaps percent-encoded; null for any other text. */
function keyInPem(text: string): string | null {
  const [, kind] = /^\s*-----BEGIN.+?(PRIVATE|PUBLIC)(?: |%20|\+)KEY/.exec(text) ?? [];
  return kind === undefined ? null : kind === 'PRIVATE' ? PRIVATE_KEY : PUBLIC_KEY;
}

/** The sentence about the PEM text or the DER of a key, or of a PFX; null for any other bytes. */
function keyIn(bytes: Uint8Array): string | null {
  if (bytes[0] !== TAG.sequence) return keyInPem(bytesToBinary(bytes));
  const tags = derChildren(readDer(bytes)).map(({ tag }) => tag);
  // PKCS#1, PKCS#8 (also encrypted), SEC 1 and PKCS#12.
  if (/^(?:2,2,2|2,4\b|2,48|48,4$)/.test(tags.join())) return PRIVATE_KEY;
  return ['48,3', '2,2'].includes(tags.join()) ? PUBLIC_KEY : null;
}

/** A certificate with a PEM text in one of its names is none. */
const isPem = (text: string) => /^\s*-----BEGIN CERTIFICATE-----/.test(text);

/** Why a certificate header is not base64. */
function notBase64(value: string): string {
  if (/^b'.*'$/.test(value))
    return "The value is written as Python prints bytes, b'…'. Send what is between the quotes.";
  if (!/%[0-9a-f]{2}/i.test(value)) return 'The value is not valid base64.';
  return /BEGIN(?: |%20|\+)CERTIFICATE/i.test(value)
    ? 'The value is percent-encoded PEM. Send the base64 of the DER, without percent-encoding.'
    : 'The value is percent-encoded. A header is not part of a URL: send the base64 as it is.';
}

/** The TPP of a certificate: its organizationIdentifier, or its subject if it has none (SCA-3). */
export function tppOf(certificate: Certificate): { id: string; name: string; roles: readonly Psd2Role[] } {
  const subject = printRfc2253(certificate.subject);
  const { organizationIdentifier, organization, commonName, roles } = certificate;
  return { id: organizationIdentifier ?? subject, name: organization ?? commonName ?? subject, roles };
}

/** Why a certificate is not valid at a time, as a sentence, or null. @param now milliseconds since 1970 */
export function validityFault(
  { notBefore, notAfter }: Pick<Certificate, 'notBefore' | 'notAfter'>,
  now: number,
): string | null {
  if (now < notBefore) return `The certificate is not valid before ${certificateDay(notBefore)}.`;
  return now > notAfter ? `The certificate expired on ${certificateDay(notAfter)}.` : null;
}

/** DER as PEM (RFC 7468). */
export function pemOf(der: Uint8Array, label: string): string {
  const lines = encodeBase64(der).replaceAll(/.{64}(?=.)/g, '$&\n');
  return `-----BEGIN ${label}-----\n${lines}\n-----END ${label}-----\n`;
}

/** In UTC, like the times of certificates. */
const DAY = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'UTC',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
});

/** `20 Nov 2026`. @param at milliseconds since 1970 */
export function utcDay(at: number): string {
  return DAY.format(at);
}

/** `20 Nov 2026 UTC`. @param at milliseconds since 1970 */
export function certificateDay(at: number): string {
  return `${utcDay(at)} UTC`;
}

/** rsaEncryption (RFC 8017). */
export const RSA = '1.2.840.113549.1.1.1';

/** id-ecPublicKey (RFC 5480). */
export const EC = '1.2.840.10045.2.1';

/** Names of key algorithms by OID. */
export const ALGORITHMS: ReadonlyMap<string, string> = new Map([
  [RSA, 'RSA'],
  ['1.2.840.113549.1.1.10', 'RSA-PSS'],
  [EC, 'EC'],
  ['1.3.101.112', 'Ed25519'],
  ['1.3.101.113', 'Ed448'],
  ['1.3.101.110', 'X25519'],
  ['1.2.840.10040.4.1', 'DSA'],
]);

interface PublicKey {
  /** The name if it is known, otherwise the dotted OID. */
  algorithm: string;
  /** Null for any algorithm but rsaEncryption; numbers in upper-case hexadecimal without leading zeros. */
  rsa: { modulus: string; exponent: string; bits: number } | null;
  curve: string | null;
}

/** Named curves (RFC 5480, 2.1.1.1). */
const CURVES = new Map([
  ['1.2.840.10045.3.1.7', 'P-256'],
  ['1.3.132.0.34', 'P-384'],
  ['1.3.132.0.35', 'P-521'],
]);

/** Reads a SubjectPublicKeyInfo (RFC 5280, 4.1.2.7). @throws DerError */
export function readPublicKey(spki: DerNode): PublicKey {
  const [algorithm, bits] = derChildren(expectTag(spki, TAG.sequence, 'The public key'));
  const [type, parameters] = derChildren(expectTag(algorithm, TAG.sequence, 'The key algorithm'));
  const oid = oidText(expectTag(type, TAG.oid, 'The key algorithm').value);
  const name = ALGORITHMS.get(oid) ?? oid;
  if (oid !== RSA) return { algorithm: name, rsa: null, curve: oid === EC ? curveOf(parameters) : null };
  const numbers = derChildren(readDer(expectTag(bits, TAG.bitString, 'The public key').value, 1));
  const modulus = digitsOf(numbers[0]);
  return {
    algorithm: name,
    rsa: { modulus, exponent: digitsOf(numbers[1]), bits: bitsOf(modulus) },
    curve: null,
  };
}

/** The name of a curve, its OID, or `unnamed` for explicit parameters. @throws DerError */
export function curveOf(parameters: DerNode | undefined): string {
  if (parameters?.tag !== TAG.oid) return 'unnamed';
  const oid = oidText(parameters.value);
  return CURVES.get(oid) ?? oid;
}

function digitsOf(number: DerNode | undefined): string {
  return hex(expectTag(number, TAG.integer, 'A number of the key').value).replace(/^0+/, '');
}

/** The number of bits of a hexadecimal number without leading zeros. */
export function bitsOf(digits: string): number {
  if (digits === '') return 0;
  return (digits.length - 1) * 4 + Number.parseInt(digits.charAt(0), 16).toString(2).length;
}
