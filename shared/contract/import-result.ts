/** What comes of importing certificates and keys: one case for each way in which it can end, each with its sentence. */
import { z } from 'zod';

const file = z.string();

export const importResultSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('imported'),
    certificates: z.array(z.object({ id: z.string(), name: z.string() })),
  }),
  z.object({ kind: z.literal('password-needed'), file }),
  z.object({ kind: z.literal('wrong-password'), file }),
  z.object({ kind: z.literal('damaged'), file, reason: z.string() }),
  z.object({ kind: z.literal('not-recognised'), file, hint: z.string() }),
  /** `what` completes "is sealed with". */
  z.object({ kind: z.literal('unsupported'), file, what: z.string() }),
  z.object({ kind: z.literal('no-key') }),
  z.object({ kind: z.literal('no-certificate') }),
  z.object({ kind: z.literal('key-does-not-fit') }),
  z.object({ kind: z.literal('not-rsa'), algorithm: z.string() }),
  z.object({ kind: z.literal('too-short'), bits: z.number() }),
  z.object({ kind: z.literal('already-there'), name: z.string() }),
  /** The vault has no passphrase, and this machine no safe storage: a real key would lie open. */
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
      return `${result.file} is protected by a password. Type it.`;
    case 'wrong-password':
      return `This password does not open ${result.file}. Check capitals and keyboard layout, and type it again.`;
    case 'damaged':
      return `${result.file} is damaged: ${result.reason} Get it again from where it came.`;
    case 'not-recognised':
      return `${result.file} is no certificate, key or PFX that the workbench knows. ${result.hint}`;
    case 'unsupported':
      return `${result.file} is sealed with ${result.what}, which the workbench cannot open. Convert it: openssl pkcs12 or openssl pkcs8 write AES-256.`;
    case 'no-key':
      return 'There is a certificate but no private key, and without it nothing can be signed. Choose the key file together with the certificate.';
    case 'no-certificate':
      return 'There is a private key but no certificate. Choose the certificate file together with the key.';
    case 'key-does-not-fit':
      return 'The private key does not belong to the certificate. Choose the key that the certificate was ordered with.';
    case 'not-rsa':
      return `The key is ${result.algorithm}. The bank's interface takes RSA keys alone, because it signs with rsa-sha256 (SIG-2, SIG-5). Order a certificate with an RSA key.`;
    case 'too-short':
      return `The RSA key has ${result.bits} bits; the bank refuses keys below 2048 (SIG-2). Order a certificate with a longer key.`;
    case 'already-there':
      return `This certificate is in the vault already, as "${result.name}". Nothing was changed.`;
    case 'passphrase-needed':
      return 'This machine has no safe storage for keys. Choose a passphrase for the vault; it will be asked for at each start.';
    case 'cancelled':
      return 'The import was cancelled. Nothing was changed.';
  }
}
