/** Tells whether a file is still the one that was read. */
import { createHash } from 'node:crypto';

/** The same for the same text. */
export function fingerprintOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
