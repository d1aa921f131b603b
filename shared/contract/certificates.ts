/** Certificates in the contract: views, exports, imports and orders. Never a key, and passwords only as input. */
import { z } from 'zod';
import { PSD2_ROLES } from '../signing/certificate.ts';
import { DAY } from '../time.ts';

/** A certificate in the vault. The renderer reads the contents of the DER itself. */
export const certificateViewSchema = z.object({
  id: z.string(),
  kind: z.enum(['authority', 'signing']),
  origin: z.enum(['made', 'imported']),
  name: z.string(),
  pem: z.string(),
  /** PEM of the issuing certificates, nearest first. */
  chain: z.array(z.string()),
  /** SHA-256 of the DER, upper-case hexadecimal with colons. */
  fingerprint: z.string(),
  /** Names of the environments that use it, each with its purpose. */
  usedBy: z.array(z.object({ environment: z.string(), use: z.enum(['signs requests', 'TLS client']) })),
  /** Whether the CA that issued it is in the vault. */
  renewable: z.boolean(),
  /** Trust of its CA by the local bank in production: own CA of the vault, added, known (it came with the certificate) or unknown. */
  bankTrust: z.enum(['own', 'added', 'known', 'unknown']),
});
export type CertificateView = z.infer<typeof certificateViewSchema>;

export const exportOrderSchema = z.discriminatedUnion('format', [
  z.object({
    format: z.literal('pfx'),
    id: z.string(),
    password: z.string(),
    /** `3des` is for programs that predate about 2018. */
    cipher: z.enum(['aes-256', '3des']),
  }),
  z.object({
    format: z.literal('pem'),
    id: z.string(),
    /** Empty only if the key is to be unprotected. */
    password: z.string(),
    /** Leaves the key unencrypted: explicit, so that it does not follow from an empty password. */
    unprotected: z.boolean(),
  }),
  /** The certificate and its chain, without the key. */
  z.object({ format: z.literal('certificate'), id: z.string() }),
]);
export type ExportOrder = z.infer<typeof exportOrderSchema>;

export const importProgressSchema = z.object({
  step: z.string(),
  /** Iterations so far; null if the progress is unknown. */
  done: z.number().nullable(),
  total: z.number().nullable(),
});

const text = (what: string) =>
  z.string().trim().min(1, `${what} is missing.`).max(64, `${what} has more than 64 characters.`);

/** The subject of the CA's certificate. */
const issuerSchema = z.object({
  country: z.string().regex(/^[A-Z]{2}$/, 'The country must be two capital letters.'),
  organization: text('The organisation of the issuer'),
  commonName: text('The name of the issuer'),
  /** Left out of the name if empty. */
  organizationIdentifier: z.string().trim().max(64),
});
/** The order for a test certificate that the built-in test CA issues. */
export type IssuerOrder = z.infer<typeof issuerSchema>;

export const identityOrderSchema = z
  .object({
    /** QSealC signs requests; QWAC is the TLS client certificate (ETSI TS 119 495). */
    profile: z.enum(['QSealC', 'QWAC']),
    country: z.string().regex(/^[A-Z]{2}$/, 'The country must be two capital letters.'),
    organization: text('The organisation'),
    commonName: text('The common name'),
    /** `PSDNO-FSA-987654325`: PSD, country, competent authority, number (ETSI TS 119 495, 5.2.1). */
    organizationIdentifier: text('The organizationIdentifier'),
    roles: z.array(z.enum(PSD2_ROLES)),
    authorityName: text('The name of the competent authority'),
    authorityId: text('The ID of the competent authority'),
    /** Milliseconds since 1970. */
    notBefore: z.number().int(),
    notAfter: z.number().int(),
    /** Hexadecimal, at most 20 bytes (RFC 5280, 4.1.2.2); empty for a random one. */
    serial: z
      .string()
      .regex(/^[0-9A-Fa-f]{0,40}$/, 'The serial number can have at most 40 hexadecimal digits.'),
    bits: z.union([z.literal(1024), z.literal(2048), z.literal(3072), z.literal(4096)]),
    issuer: issuerSchema,
  })
  .refine(({ notBefore, notAfter }) => notBefore < notAfter, {
    message: 'The end of validity is before its start.',
    path: ['notAfter'],
  })
  .refine(({ notBefore, notAfter }) => notBefore >= Date.UTC(1950, 0) && notAfter < Date.UTC(10_000, 0), {
    message: 'Certificates support only the years 1950 to 9999.',
    path: ['notAfter'],
  });
export type IdentityOrder = z.infer<typeof identityOrderSchema>;

/** Contains an organizationIdentifier, which the keyId has as an OID. */
export const TEST_ISSUER: IssuerOrder = {
  country: 'NO',
  organization: 'Workbench',
  commonName: 'Workbench Test CA',
  organizationIdentifier: 'NTRNO-123456785',
};

/** Has letters outside ASCII, so that the Signature header becomes an encoded word (SIG-9). */
export const LETTERS_ISSUER: IssuerOrder = { ...TEST_ISSUER, organization: 'Prøvemiljø' };

/**
 * A valid order for a QSealC that starts yesterday and lasts one year.
 * @param clocks milliseconds since 1970: this machine's and that of the bank in use, which may be far ahead; it is valid by both
 */
export function firstOrder(...clocks: readonly number[]): IdentityOrder {
  return {
    profile: 'QSealC',
    country: 'NO',
    organization: 'Fjordpay AS',
    commonName: 'Fjordpay AS',
    organizationIdentifier: 'PSDNO-FSA-987654325',
    roles: ['PSP_AI', 'PSP_PI'],
    authorityName: 'Finanstilsynet',
    authorityId: 'NO-FSA',
    notBefore: Math.min(...clocks) - DAY,
    notAfter: Math.max(...clocks) + 365 * DAY,
    serial: '',
    bits: 2048,
    issuer: TEST_ISSUER,
  };
}

const file = z.string();

/** The outcomes of importing certificates and keys, each with its sentence. */
export const importResultSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('imported'),
    certificates: z.array(z.object({ id: z.string(), name: z.string() })),
  }),
  z.object({ kind: z.literal('password-needed'), file }),
  z.object({ kind: z.literal('wrong-password'), file }),
  z.object({ kind: z.literal('damaged'), file, reason: z.string() }),
  z.object({ kind: z.literal('not-recognised'), file, hint: z.string() }),
  /** `what` completes the phrase "is encrypted with". */
  z.object({ kind: z.literal('unsupported'), file, what: z.string() }),
  /** `what` completes the phrase "asks for": more work or memory than a real file needs. */
  z.object({ kind: z.literal('too-costly'), file, what: z.string() }),
  z.object({ kind: z.literal('no-key') }),
  z.object({ kind: z.literal('no-certificate') }),
  z.object({ kind: z.literal('key-does-not-fit') }),
  z.object({ kind: z.literal('key-not-supported'), algorithm: z.string() }),
  z.object({ kind: z.literal('too-short'), bits: z.number() }),
  z.object({ kind: z.literal('already-there'), name: z.string() }),
  /** The vault has no passphrase and the machine no safe storage, so a real key would be stored unprotected. Not for test keys. */
  z.object({ kind: z.literal('passphrase-needed') }),
  z.object({ kind: z.literal('cancelled') }),
]);
export type ImportResult = z.infer<typeof importResultSchema>;
export type ImportFailure = Exclude<ImportResult, { kind: 'imported' }>;

/** What happened, why, and what to do. */
export function importSentence(result: ImportResult): string {
  switch (result.kind) {
    case 'imported':
      return `Imported: ${result.certificates.map(({ name }) => name).join(', ')}.`;
    case 'password-needed':
      return `${result.file} is protected by a password. Enter it.`;
    case 'wrong-password':
      return `This password does not open ${result.file}. Check Caps Lock and the keyboard layout, then type it again.`;
    case 'damaged':
      return `${result.file} is damaged: ${result.reason} Get a new copy from its source.`;
    case 'not-recognised':
      return `${result.file} is not a certificate, private key or PFX that the workbench can read. ${result.hint}`;
    case 'unsupported':
      return `${result.file} is encrypted with ${result.what}, which the workbench does not support. Convert it to AES-256 with openssl pkcs12 or openssl pkcs8.`;
    case 'too-costly':
      return `${result.file} asks for ${result.what}. No real certificate file needs that, so it was not opened. Ask its sender for one with the usual settings of openssl pkcs12.`;
    case 'no-key':
      return 'There is a certificate but no private key, which is needed for signing. Choose the key file together with the certificate.';
    case 'no-certificate':
      return 'There is a private key but no certificate. Choose the certificate file together with the key.';
    case 'key-does-not-fit':
      return 'The private key does not match the certificate. Choose the key that was used to order the certificate.';
    case 'key-not-supported':
      return `The key is ${result.algorithm}. Banks accept RSA keys for signing (SIG-2, SIG-5), and RSA or EC keys (P-256, P-384) for TLS. Order a certificate with one of these.`;
    case 'too-short':
      return `The RSA key has ${result.bits} bits. The bank refuses keys below 2048 bits (SIG-2). Order a certificate with a longer key.`;
    case 'already-there':
      return `This certificate is already in the vault as “${result.name}”. Nothing was changed.`;
    case 'passphrase-needed':
      return 'This machine has no safe storage for keys. Choose a passphrase for the vault, which you need at every start. A test key needs none.';
    case 'cancelled':
      return 'The import was cancelled. Nothing was changed.';
  }
}
