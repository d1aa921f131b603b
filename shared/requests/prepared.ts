/** A request prepared for sending: its headers with their sources, and its signature. */
import { z } from 'zod';
import { wrongSignatureSchema } from '../xs2a/explanation.ts';

const preparedHeader = z.object({
  name: z.string(),
  value: z.string(),
  /** Where the value comes from, as shown to the user: "live", "last SCA", "yours"… */
  source: z.string(),
  rule: z.string().nullable(),
  /** Number of its line in the signing string, from 1; null if the header is not signed. */
  line: z.number().nullable(),
});

/** A bank's checks of a Signature header that the user wrote. */
const expectedSchema = z.object({
  /** Failed checks; empty for a correct signature. */
  failures: z.array(
    z.object({ check: z.string(), rule: z.string(), text: z.string(), hint: z.string().nullable() }),
  ),
  wrongSignature: wrongSignatureSchema.nullable(),
});
export type Expected = z.infer<typeof expectedSchema>;

const signingSchema = z.object({
  /** The correct signing string. */
  lines: z.array(z.string()),
  /** A different text that was signed on purpose, or null. */
  signed: z.string().nullable().default(null),
  /** Whether another key signed on purpose. */
  otherKey: z.boolean().default(false),
  keyId: z.string(),
  /** The Signature header before and after RFC 2047. */
  text: z.string(),
  header: z.string(),
  /** Whether the user has replaced or omitted the Signature header. */
  replaced: z.boolean(),
  /** Null unless the user has written the Signature header, and for sent requests. */
  expected: expectedSchema.nullable().default(null),
});

/** The text that the signature covers. */
export function signedTextOf({ lines, signed }: Pick<Prepared['signing'], 'lines' | 'signed'>): string {
  return signed ?? lines.join('\n');
}

export const preparedSchema = z.object({
  url: z.string(),
  headers: z.array(preparedHeader),
  signing: signingSchema,
});
export type Prepared = z.infer<typeof preparedSchema>;
