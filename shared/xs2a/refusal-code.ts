/** The code of a refusal (ERR-1), whatever else a bank has put into its body. */
import { z } from 'zod';
import { errorSchema } from './schemas.ts';

/** Only the first message is read: a bank decides how many there are, and each of them may be wrong in several ways. */
const message = errorSchema.shape.tppMessages.element;
const refusal = z.object({ tppMessages: z.tuple([z.unknown()], z.unknown()) });

/** Code of the first message; null if the body is not that of a refusal. */
export function codeOfRefusal(json: unknown): z.infer<typeof message>['code'] | null {
  const read = refusal.safeParse(json);
  const first = read.success ? message.safeParse(read.data.tppMessages[0]) : null;
  return first?.success === true ? first.data.code : null;
}
