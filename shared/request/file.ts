/** The first format of a saved request, which had no steps: one entry per line of the body. It is read, and no longer written. */
import { upToFirstFault } from '../fault-words.ts';
import { z } from 'zod';
import { hasLongPath, LONG_PATH, requestSchema, type SavedRequest, savedRequestSchema } from './request.ts';

const firstFileSchema = z
  .strictObject({
    version: z.literal(1),
    ...savedRequestSchema.shape,
    /** Absent if operation, params and query determine it. */
    line: requestSchema.shape.line.unwrap().optional(),
    /** One entry per line. */
    body: z.array(z.string()),
  })
  .refine((request) => !hasLongPath(request), LONG_PATH);

/** Reads a file of version 1. @returns the request, or what is wrong with it */
export function readFirstFile(json: unknown): SavedRequest | z.ZodError {
  const read = firstFileSchema.safeParse(json, upToFirstFault);
  if (!read.success) return read.error;
  const { version: _, line = null, body, ...request } = read.data;
  return { ...request, line, body: body.join('\n') };
}
