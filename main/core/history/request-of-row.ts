/** The request that a row of the history keeps, also one that an earlier workbench wrote. */
import { z } from 'zod';
import { httpRequestSchema, requestOf } from '../../../shared/request/http.ts';
import { type ComposedRequest, requestSchema } from '../../../shared/request/request.ts';

/** Until 0.1.0 a row kept what crosses the wire, with the id of the deliberate fault. */
const earlierSchema = httpRequestSchema.extend({ fault: z.string().nullable().default(null) });

/**
 * @param detail the JSON of a row: with `request`; of an earlier workbench with `draft`; of the earliest with neither
 * @param sent what the row says was sent: the earliest rows have nothing else, and what was filled in is filled in anew
 * @returns null where nothing of it can be read as a request
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
