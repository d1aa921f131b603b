/** What renderer and core exchange about certificates. Never a key; a password only as the user has just typed it. */
import { z } from 'zod';

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
  /**
   * Whether the local bank trusts its CA in production: a CA of this vault, one that was added, one that could be because it came with the
   * certificate, or one that is not known here.
   */
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
    /** Leaves the key in the file unencrypted: an act of its own, never what happens if a password is left out. */
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
