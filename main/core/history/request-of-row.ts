/** The request stored in a row of the history, including rows that earlier versions wrote. */
import { z } from 'zod';
import { httpRequestSchema, requestOf } from '../../../shared/request/http.ts';
import { type ComposedRequest, requestSchema } from '../../../shared/request/request.ts';

/** Until 0.1.0 a row contained the request as it crossed the wire, with the id of the deliberate fault. */
const earlierSchema = httpRequestSchema.extend({ fault: z.string().nullable().default(null) });

/**
 * @param detail the JSON of a row: with `request`; with `draft` in earlier versions; with neither in the earliest
 * @param sent what was sent according to the row. The earliest rows have nothing else; headers that were filled in are filled
 * in again
 * @returns null if the row does not contain a readable request
 */
export function requestOfRow(
  detail: { request?: unknown; draft?: unknown; requestBody: string },
  sent: { method: string; path: string },
): ComposedRequest | null {
  const present = requestSchema.safeParse(detail.request);
  if (present.success) return present.data;
  const earlier = earlierSchema.safeParse(detail.draft ?? { ...sent, headers: [], body: detail.requestBody });
  if (!earlier.success) return null;
  const { fault, ...http } = earlier.data;
  return { ...requestOf(http), fault };
}
