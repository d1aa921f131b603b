/** Refusals of the bank (ERR-1): the error codes and the body. */
import { z } from 'zod';
import { linksSchema } from './schemas.ts';

/** Names after NextGenPSD2 1.3.11. */
export const CODES = [
  'ACCESS_EXCEEDED',
  'CANCELLATION_INVALID',
  'CERTIFICATE_BLOCKED',
  'CERTIFICATE_EXPIRED',
  'CERTIFICATE_INVALID',
  'CERTIFICATE_MISSING',
  'CONSENT_EXPIRED',
  'CONSENT_INVALID',
  'CONSENT_UNKNOWN',
  'CORPORATE_ID_INVALID',
  'EXECUTION_DATE_INVALID',
  'FORMAT_ERROR',
  'INTERNAL_SERVER_ERROR',
  'PARAMETER_NOT_SUPPORTED',
  'PAYMENT_FAILED',
  'PERIOD_INVALID',
  'PRODUCT_INVALID',
  'PRODUCT_UNKNOWN',
  'PSU_CREDENTIALS_INVALID',
  'REFERENCE_MIX_INVALID',
  'REFERENCE_STATUS_INVALID',
  'RESOURCE_UNKNOWN',
  'ROLE_INVALID',
  'SERVICE_BLOCKED',
  'SERVICE_INVALID',
  'SIGNATURE_INVALID',
  'SIGNATURE_MISSING',
  'STATUS_INVALID',
  'TIMESTAMP_INVALID',
] as const;

export type Code = (typeof CODES)[number];

const message = z.object({
  category: z.literal('ERROR'),
  code: z.enum(CODES),
  path: z.string().optional(),
  text: z.string().max(500),
});
export const errorSchema = z.object({
  tppMessages: z.array(message).min(1),
  _links: linksSchema.optional(),
});

/** A message of a response that is not a refusal. */
export const warningSchema = z.object({
  category: z.literal('WARNING'),
  code: z.literal('WARNING'),
  path: z.string().optional(),
  text: z.string().max(500),
});

/** Only the first message is read, because a bank decides how many there are. */
const refusal = z.object({ tppMessages: z.tuple([message], z.unknown()) });

/** The first message; null if the body is not that of a refusal. */
export function messageOfRefusal(json: unknown): { code: Code; text: string } | null {
  return refusal.safeParse(json).data?.tppMessages[0] ?? null;
}

/** The first message in the text of a body; null if it is not that of a refusal. */
export function messageInBody(body: string): ReturnType<typeof messageOfRefusal> {
  try {
    return messageOfRefusal(JSON.parse(body));
  } catch {
    return null;
  }
}

/** The texts of the messages after the first, such as the other faults of a body. @param most of them */
export function furtherMessages(body: string, most: number): string[] {
  try {
    const all = z.object({ tppMessages: z.array(z.unknown()) }).safeParse(JSON.parse(body)).data?.tppMessages;
    return (all ?? []).slice(1, 1 + most).flatMap((one) => message.safeParse(one).data?.text ?? []);
  } catch {
    return [];
  }
}

/** Code of the first message; null if the body is not that of a refusal. */
export function codeOfRefusal(json: unknown): Code | null {
  return messageOfRefusal(json)?.code ?? null;
}

/** How the local bank begins the text of a `SIGNATURE_INVALID`. */
export const SIGNATURE_NOT_VALID = 'The request signature is not valid: ';

/** Code in the text of a refusal of any bank, also of one whose codes are its own; null if there is none. */
export function codeIn(body: string): string | null {
  return /"code"\s*:\s*"([\w.-]+)"/.exec(body)?.[1] ?? null;
}

/** Whether a bank's code is about signature, certificate or time (ERR-2). */
export function isAboutSignature(code: string): boolean {
  return /SIGN|CERT|TIMESTAMP|KEY/i.test(code);
}
