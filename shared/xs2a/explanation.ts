/** Why the bank refused a request (SIG-14), and the order of its checks (SVC-11). */
import { z } from 'zod';

/** In their order; the first failure determines the response. */
export const CHECKS = [
  { id: 'path', label: 'Path and method' },
  { id: 'media', label: 'Media types' },
  { id: 'size', label: 'Size' },
  { id: 'request-id', label: 'X-Request-ID' },
  { id: 'certificate', label: 'Certificate' },
  { id: 'presence', label: 'Signature present' },
  { id: 'syntax', label: 'Syntax' },
  { id: 'key-id', label: 'keyId' },
  { id: 'date', label: 'Date' },
  { id: 'digest', label: 'Digest' },
  { id: 'cryptography', label: 'Cryptography' },
  { id: 'production', label: 'Certificate trusted' },
  { id: 'headers', label: 'Other headers' },
  { id: 'psu', label: 'PSU, SCA, consent' },
  { id: 'body', label: 'Body' },
  { id: 'business', label: 'Business rules' },
] as const;

export type Check = (typeof CHECKS)[number]['id'];

/** Why a signature does not match, found by searching what was signed (SIG-14). */
export const wrongSignatureSchema = z.object({
  /**
   * `named`: the causes reproduce the signature exactly. `other-text`: the key is right, but no variant of the signing string
   * matches. `other-key`: it is not a signature by a known key. `no-signature`: it cannot be one by any key of this size.
   */
  verdict: z.enum(['named', 'other-text', 'other-key', 'no-signature']),
  causes: z.array(
    z.object({
      id: z.string(),
      /** A clause: "the signed text ends with a newline". */
      what: z.string(),
      advice: z.string(),
    }),
  ),
  /** The text that was signed, one char per byte; null if it is unknown. */
  signedText: z.string().nullable(),
  /** The hash in the signature, lower-case hexadecimal; null if it is unknown. */
  digest: z.object({ algorithm: z.string(), hex: z.string() }).nullable(),
  /** Texts that were compared with the signature. */
  tried: z.number(),
});
export type WrongSignature = z.infer<typeof wrongSignatureSchema>;

export const explanationSchema = z.object({
  /** The check that failed; of a scripted response, the first one that the bank did not finish. */
  check: z.enum(CHECKS.map((check) => check.id)),
  /** Whether the operator scripted this response (SCA-8). */
  scripted: z.boolean(),
  rule: z.string(),
  text: z.string(),
  /** What to do about it, if the bank can tell. */
  hint: z.string().nullable(),
  /** What passed here, but other banks may refuse (SIG-2, SIG-4, SIG-9, SIG-10, SIG-12, PAY-11). */
  notes: z.array(z.string()),
  /** The signing string that the bank built, line by line; null if it did not get that far. */
  signingLines: z.array(z.string()).nullable(),
  /** The Digest value that the bank computed over the body it received. */
  digest: z.string().nullable(),
  expectedKeyId: z.string().nullable(),
  /** Date header minus bank clock, in whole seconds. */
  clockDifference: z.number().nullable(),
  /** Checks before the failed one that this bank omits: a sandbox trusts every certificate. */
  notChecked: z.array(z.enum(CHECKS.map((check) => check.id))),
  /** Null unless the signature itself is wrong. */
  wrongSignature: wrongSignatureSchema.nullable(),
});

export type Explanation = z.infer<typeof explanationSchema>;
