/** What crosses between renderer and core about certificates. No key, ever; a password only as the person has just typed it. */
import { z } from 'zod';

/** A certificate of the vault. What its DER says, the renderer reads itself. */
export const certificateViewSchema = z.object({
  id: z.string(),
  kind: z.enum(['authority', 'signing']),
  origin: z.enum(['made', 'imported']),
  name: z.string(),
  pem: z.string(),
  /** PEM of the certificates above it, nearest first. */
  chain: z.array(z.string()),
  /** SHA-256 of the DER, upper-case hexadecimal with colons. */
  fingerprint: z.string(),
  /** Names of the environments, each with what it uses it for. */
  usedBy: z.array(z.object({ environment: z.string(), use: z.enum(['signs requests', 'TLS client']) })),
  /** Whether the authority that issued it is in the vault. */
  renewable: z.boolean(),
});
export type CertificateView = z.infer<typeof certificateViewSchema>;

export const exportOrderSchema = z.discriminatedUnion('format', [
  z.object({
    format: z.literal('pfx'),
    id: z.string(),
    password: z.string(),
    /** `3des` is for programs from before about 2018. */
    cipher: z.enum(['aes-256', '3des']),
  }),
  z.object({
    format: z.literal('pem'),
    id: z.string(),
    /** Empty for a key that lies open in the file. */
    password: z.string(),
  }),
  /** The certificate and its chain alone. */
  z.object({ format: z.literal('certificate'), id: z.string() }),
]);
export type ExportOrder = z.infer<typeof exportOrderSchema>;

export const importProgressSchema = z.object({
  step: z.string(),
  /** Iterations; null where they cannot be seen. */
  done: z.number().nullable(),
  total: z.number().nullable(),
});
