/** A request prepared for sending: its headers, each with its source, and what is signed. */
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

/** What a bank will see in a Signature header that the user has written. */
const expectedSchema = z.object({
  /** The checks that fail, each with its sentence; empty for a correct signature. */
  failures: z.array(
    z.object({ check: z.string(), rule: z.string(), text: z.string(), hint: z.string().nullable() }),
  ),
  wrongSignature: wrongSignatureSchema.nullable(),
});
export type Expected = z.infer<typeof expectedSchema>;

const signingSchema = z.object({
  /** The signing string that the request should have. */
  lines: z.array(z.string()),
  /** The text that was really signed, if it is another one on purpose; null for the lines above. */
  signed: z.string().nullable().default(null),
  /** Whether a key that is not that of the certificate has signed, on purpose. */
  otherKey: z.boolean().default(false),
  keyId: z.string(),
  /** The Signature header before and after RFC 2047. */
  text: z.string(),
  header: z.string(),
  /** Whether the user has replaced or omitted the Signature header. */
  replaced: z.boolean(),
  /** Null unless the user has written the Signature header, and for requests that were sent. */
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
