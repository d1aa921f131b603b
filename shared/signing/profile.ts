/** How a bank wants requests to be signed: a signature profile. Banks of the Berlin Group family differ in these points only. */
import { z } from 'zod';
import { MAX_PROFILE_HEADERS, MAX_PROFILE_TEXT_CHARS } from '../limits.ts';
import { inPlainWords } from '../schema-tools.ts';
import { decodeBase64, encodeBase64, utf8OrNull } from './base64.ts';
import { type Certificate, pemOf, readCertificateHeader } from './certificate.ts';
import type { KeyIdSource } from './key-id.ts';
import { type AttributeTypes, type IssuerForm, issuerAs } from './key-id-spellings.ts';
import { encodeMimeWord, isAscii } from './signature-header.ts';
import { REQUEST_TARGET, SIGNED_HEADERS } from './signing-string.ts';

/** Forms of the certificate header: base64 of DER, or PEM without line breaks, percent-encoded, or as base64. */
export const CERTIFICATE_FORMS = ['base64', 'pem-line', 'pem-percent-encoded', 'pem-base64'] as const;
export type CertificateForm = (typeof CERTIFICATE_FORMS)[number];

/** Labels only: the signature is RSASSA-PKCS1-v1_5 with SHA-256 with each of them (SIG-8). */
export const ALGORITHM_LABELS = ['rsa-sha256', 'hs2019'] as const;

const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9a-z-]+$/i;

const signedName = z
  .string()
  .max(MAX_PROFILE_TEXT_CHARS)
  .refine((name) => name === REQUEST_TARGET || (HEADER_NAME.test(name) && name === name.toLowerCase()), {
    message: 'A signed header is written in lower case, such as psu-ip-address, or is (request-target).',
  })
  .refine((name) => name !== 'signature', { message: 'The header Signature cannot be signed.' })
  .refine((name) => name !== 'content-length', { message: 'The workbench does not sign Content-Length.' });

export const signatureProfileSchema = z.strictObject({
  name: z.string().trim().min(1, 'A signature profile has a name.').max(MAX_PROFILE_TEXT_CHARS),
  /** Those of these headers that a request has are signed, in this order. */
  headers: z
    .array(signedName)
    .min(1, 'At least one header is signed.')
    .max(MAX_PROFILE_HEADERS)
    .refine((names) => new Set(names).size === names.length, { message: 'A header is listed twice.' }),
  /** Whether a request without a body has the Digest of the empty body. */
  digestWithoutBody: z.boolean(),
  digestAlgorithm: z.enum(['SHA-256', 'SHA-512']),
  algorithm: z.enum(ALGORITHM_LABELS),
  /** Template, in which `{serial}` and `{issuer}` are replaced. */
  keyId: z
    .string()
    .min(1, 'The keyId is empty.')
    .max(MAX_PROFILE_TEXT_CHARS)
    .regex(/^[^"\p{Cc}]*$/u, 'The keyId cannot contain quotes or control characters.')
    .regex(
      /^(?:[^{}]|\{(?:serial|issuer)\})*$/,
      'The keyId can have {serial} and {issuer}, and no other braces.',
    ),
  serial: z.enum(['upper-hex', 'lower-hex', 'decimal']),
  issuer: z.enum(['rfc2253', 'openssl', 'as-issued', 'percent-encoded']) satisfies z.ZodType<IssuerForm>,
  /** How attribute types without a keyword of RFC 2253 are written, such as organizationIdentifier. */
  attributeTypes: z.enum(['oid', 'name']) satisfies z.ZodType<AttributeTypes>,
  certificateHeader: z
    .string()
    .max(MAX_PROFILE_TEXT_CHARS)
    .regex(HEADER_NAME, 'This is not the name of a header.'),
  certificateForm: z.enum(CERTIFICATE_FORMS),
  /** How a Signature header that is not ASCII is sent: as one RFC 2047 encoded word, or as its UTF-8 bytes. */
  nonAscii: z.enum(['encoded-word', 'utf-8']),
});
export type SignatureProfile = z.infer<typeof signatureProfileSchema>;

/** The specification's own form (SIG-2 to SIG-11). */
export const SPECIFICATION: SignatureProfile = {
  name: 'As the specification says',
  headers: [REQUEST_TARGET, ...SIGNED_HEADERS],
  digestWithoutBody: false,
  digestAlgorithm: 'SHA-256',
  algorithm: 'rsa-sha256',
  keyId: 'SN={serial},CA={issuer}',
  serial: 'upper-hex',
  issuer: 'rfc2253',
  attributeTypes: 'oid',
  certificateHeader: 'TPP-Signature-Certificate',
  certificateForm: 'base64',
  nonAscii: 'encoded-word',
};

export const PRESETS: readonly SignatureProfile[] = [
  SPECIFICATION,
  { ...SPECIFICATION, name: 'Berlin Group, Digest always', digestWithoutBody: true },
];

type Setting = Exclude<keyof SignatureProfile, 'name'>;
const SETTINGS = Object.keys(SPECIFICATION).filter((key): key is Setting => key !== 'name');

/** The settings in which two profiles differ. */
export function differingSettings(a: SignatureProfile, b: SignatureProfile): Setting[] {
  return SETTINGS.filter((key) => JSON.stringify(a[key]) !== JSON.stringify(b[key]));
}

/**
 * Null for the specification, which leaves spellings and further headers open (SIG-4, SIG-6). A bank with a profile of its own takes
 * exactly what that says, even if its settings are the same.
 */
export function ownProfile(profile: SignatureProfile): SignatureProfile | null {
  const isSpecified =
    profile.name === SPECIFICATION.name && differingSettings(profile, SPECIFICATION).length === 0;
  return isSpecified ? null : profile;
}

/** The keyId of a certificate (SIG-4a). */
export function keyIdBy(profile: SignatureProfile, certificate: KeyIdSource): string {
  return profile.keyId.replaceAll(/\{(?:serial|issuer)\}/g, (part) =>
    part === '{serial}'
      ? serialAs(profile.serial, certificate.serial)
      : issuerAs(profile.issuer, profile.attributeTypes, certificate.issuer),
  );
}

function serialAs(form: SignatureProfile['serial'], serial: string): string {
  if (form === 'decimal') return String(BigInt(`0x${serial}`));
  return form === 'lower-hex' ? serial.toLowerCase() : serial;
}

/** The value of the certificate header. @param der of the certificate */
export function certificateValue(form: CertificateForm, der: Uint8Array): string {
  if (form === 'base64') return encodeBase64(der);
  const pem = pemOf(der, 'CERTIFICATE');
  if (form === 'pem-line') return pem.replaceAll('\n', '');
  return form === 'pem-base64' ? encodeBase64(new TextEncoder().encode(pem)) : encodeURIComponent(pem);
}

/** Phrases for "send it as …". */
export const CERTIFICATE_FORM_NAMES: Readonly<Record<CertificateForm, string>> = {
  base64: 'the base64 of its DER encoding',
  'pem-line': 'PEM on one line, without line breaks',
  'pem-percent-encoded': 'percent-encoded PEM',
  'pem-base64': 'the base64 of its PEM text',
};

/** Reads the value of the certificate header. @throws DerError, or Error with a sentence, for another form */
export function readCertificateBy(form: CertificateForm, value: string): Certificate {
  if (form === 'base64') return readCertificateHeader(value);
  const pem = pemIn(form, value.trim());
  // A key is named as such.
  if (pem?.startsWith('-----BEGIN ') !== true)
    throw new Error(`This bank takes the certificate as ${CERTIFICATE_FORM_NAMES[form]}.`);
  return readCertificateHeader(pem);
}

/** Null if the value is not encoded so. */
function pemIn(form: Exclude<CertificateForm, 'base64'>, value: string): string | null {
  if (form === 'pem-line') return value;
  if (form === 'pem-base64') {
    const bytes = decodeBase64(value);
    return bytes && utf8OrNull(bytes);
  }
  try {
    // Unencoded PEM has spaces in its first line.
    return value.includes(' ') ? null : decodeURIComponent(value);
  } catch {
    return null;
  }
}

/** The Signature header on the wire, in a header's form of one char per byte (SIG-9). @param text before encoding */
export function signatureValue({ nonAscii }: SignatureProfile, text: string): string {
  if (isAscii(text)) return text;
  return nonAscii === 'encoded-word' ? encodeMimeWord(text) : utf8Binary(text);
}

function utf8Binary(text: string): string {
  return Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join('');
}

/** What a profile's file contains beside the settings. */
const FILE_KEY = 'signatureProfile';

/** The text of a profile's file: JSON. */
export function writeProfileFile(profile: SignatureProfile): string {
  return `${JSON.stringify({ [FILE_KEY]: profile }, null, 2)}\n`;
}

/** Reads a profile's file. Settings that it omits are those of the specification. @returns the profile, or a sentence about what is wrong */
export function readProfileFile(text: string): SignatureProfile | string {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return 'A signature profile is a JSON file, and this text is not JSON.';
  }
  const outer = z.strictObject({ [FILE_KEY]: z.record(z.string(), z.unknown()) }).safeParse(json);
  if (!outer.success) return `A signature profile has the form {"${FILE_KEY}": {"name": "…", …}}.`;
  const read = signatureProfileSchema.safeParse(
    { ...SPECIFICATION, name: undefined, ...outer.data[FILE_KEY] },
    inPlainWords,
  );
  if (read.success) return read.data;
  const [{ path, message } = { path: [], message: '' }] = read.error.issues;
  const where = path.length === 0 ? 'it' : `${path.join('.')}:`;
  return `The signature profile cannot be used: ${where} ${message.replace(/\.$/, '')}.`;
}
