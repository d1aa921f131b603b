/** RSA keys of 2048 bits in a ring: made when they are first asked for, and handed out again after all others. */
import type { KeyPair } from '../../shared/node/x509/certificates.ts';

/** More than one test needs, so that keys which must differ do. */
const SIZE = 24;
/** Those of this process: a file of tests that shares it finds them made. */
const made: Promise<KeyPair>[] = [];
let turn = 0;

/** @param make called if the next place is still empty */
export function nextKeyPair(make: () => Promise<KeyPair>): Promise<KeyPair> {
  const at = turn++ % SIZE;
  return (made[at] ??= make());
}
