/** Decodes compressed bodies (RFC 9110, 8.4.1), so that what is recorded can be read, masked and judged. */
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { MAX_BODY_IN_MEMORY_BYTES } from '../../../shared/limits.ts';
import { ownValue } from '../../../shared/own-value.ts';

const DECODERS = {
  gzip: gunzipSync,
  'x-gzip': gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
} as const;

/**
 * The body without the coding of its Content-Encoding header.
 * @returns the bytes as they came if there is no such header, several codings or an unknown one, if they are damaged, or if they
 * would be larger than a body in memory
 */
export function decodedBody(
  bytes: Buffer,
  headers: readonly (readonly [name: string, value: string])[],
): Buffer {
  const coding = headers.find(([name]) => name.toLowerCase() === 'content-encoding')?.[1] ?? '';
  const decode = ownValue<typeof gunzipSync>(DECODERS, coding.trim().toLowerCase());
  if (decode === undefined) return bytes;
  try {
    return decode(bytes, { maxOutputLength: MAX_BODY_IN_MEMORY_BYTES });
  } catch {
    return bytes;
  }
}
