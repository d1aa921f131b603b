/** A request prepared for sending: its headers, each with its source, and what is signed. */
import { z } from 'zod';

const preparedHeader = z.object({
  name: z.string(),
  value: z.string(),
  /** Where the value comes from, as shown to the user: "live", "last SCA", "yours"… */
  source: z.string(),
  rule: z.string().nullable(),
  /** Number of its line in the signing string, from 1; null if the header is not signed. */
  line: z.number().nullable(),
});

const signingSchema = z.object({
  lines: z.array(z.string()),
  keyId: z.string(),
  /** The Signature header before and after RFC 2047. */
  text: z.string(),
  header: z.string(),
  /** Whether the user has replaced or omitted the Signature header. */
  replaced: z.boolean(),
});

export const preparedSchema = z.object({
  url: z.string(),
  headers: z.array(preparedHeader),
  signing: signingSchema,
});
export type Prepared = z.infer<typeof preparedSchema>;
