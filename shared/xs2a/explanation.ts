/** Why the bank refused a request: written by the bank (SIG-14), shown by the workbench. */
import { z } from 'zod';
import { CHECKS } from './checks.ts';

/** Why a signature does not match, found by searching what was signed (SIG-14). */
export const wrongSignatureSchema = z.object({
  /**
   * `named`: the causes reproduce the signature exactly. `other-text`: the key is right, but no variant of the signing string
   * fits. `other-key`: it is not a signature by a known key. `no-signature`: it cannot be one by any key of this size.
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
  /** The step of SVC-11 that failed; of a scripted answer, the first one that the bank did not finish. */
  check: z.enum(CHECKS.map((check) => check.id)),
  /** Whether the operator had scripted this answer (SCA-8): no check decided. */
  scripted: z.boolean(),
  rule: z.string(),
  text: z.string(),
  /** What to do about it, if the bank can tell. */
  hint: z.string().nullable(),
  /** Things that passed but were written unusually (SIG-4, SIG-9, SIG-10, PAY-11). */
  notes: z.array(z.string()),
  /** The signing string that the bank built, line by line; null if it did not get that far. */
  signingLines: z.array(z.string()).nullable(),
  /** The Digest value that the bank computed over the body it received. */
  digest: z.string().nullable(),
  expectedKeyId: z.string().nullable(),
  /** Date header minus bank clock, whole seconds. */
  clockDifference: z.number().nullable(),
  /** Steps before the failed one that this bank leaves out: a sandbox trusts every certificate. */
  notChecked: z.array(z.enum(CHECKS.map((check) => check.id))),
  /** Null unless the signature itself is wrong. */
  wrongSignature: wrongSignatureSchema.nullable(),
});

export type Explanation = z.infer<typeof explanationSchema>;
