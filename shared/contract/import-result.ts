/** The outcomes of importing certificates and keys, each with its sentence. */
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
  /** `what` completes the phrase "is encrypted with". */
  z.object({ kind: z.literal('unsupported'), file, what: z.string() }),
  /** `what` completes the phrase "asks for": more work or memory than a real file needs. */
  z.object({ kind: z.literal('too-costly'), file, what: z.string() }),
  z.object({ kind: z.literal('no-key') }),
  z.object({ kind: z.literal('no-certificate') }),
  z.object({ kind: z.literal('key-does-not-fit') }),
  z.object({ kind: z.literal('not-rsa'), algorithm: z.string() }),
  z.object({ kind: z.literal('too-short'), bits: z.number() }),
  z.object({ kind: z.literal('already-there'), name: z.string() }),
  /** The vault has no passphrase and the machine no safe storage, so a real key would be stored unprotected. */
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
      return `${result.file} is not a certificate, key or PFX that the workbench can read. ${result.hint}`;
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
    case 'not-rsa':
      return `The key is ${result.algorithm}. The interface uses rsa-sha256, so the bank accepts only RSA keys (SIG-2, SIG-5). Order a certificate with an RSA key.`;
    case 'too-short':
      return `The RSA key has ${result.bits} bits. The bank refuses keys below 2048 bits (SIG-2). Order a certificate with a longer key.`;
    case 'already-there':
      return `This certificate is already in the vault as “${result.name}”. Nothing was changed.`;
    case 'passphrase-needed':
      return 'This machine has no safe storage for keys. Choose a passphrase for the vault. You need it at every start.';
    case 'cancelled':
      return 'The import was cancelled. Nothing was changed.';
  }
}
