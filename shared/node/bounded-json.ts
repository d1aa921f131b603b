/** JSON that may come from anybody, parsed if it is not too deep or too full. */
import { exceeds, type JsonBounds } from '../json-bounds.ts';

/**
 * Bytes of a snapshot, and what it may have. That of a bank with 100,000 payments has 103 MB, 1.1 million containers and 3.4 million
 * commas. It is parsed in less than two seconds, and restored in five, of which two in one go.
 */
export const LARGEST_SNAPSHOT = 128 * 1024 * 1024;
export const SNAPSHOT = {
  levels: 100,
  containers: 2_000_000,
  members: 1000,
  values: 8_000_000,
  forms: 20_000,
} as const satisfies JsonBounds;

/** @param bytes UTF-8 @throws SyntaxError if it is not JSON, or exceeds the bounds */
export function parseBounded(bytes: Buffer, bounds: JsonBounds = SNAPSHOT): unknown {
  if (exceeds(bytes, bounds)) throw new SyntaxError('The document has too many values.');
  return JSON.parse(bytes.toString('utf8'));
}
