/** Why the bank refused a request: written by the bank (SIG-14), shown by the workbench. */
import { z } from 'zod';
import { CHECKS } from './checks.ts';

export const explanationSchema = z.object({
  /** The step of SVC-11 that failed. */
  check: z.enum(CHECKS.map((check) => check.id)),
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
});

export type Explanation = z.infer<typeof explanationSchema>;
