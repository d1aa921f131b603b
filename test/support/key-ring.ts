/** RSA keys of 2048 bits in a ring: made when they are first asked for, and handed out again after all others. */
import type { KeyPair } from '../../shared/node/x509.ts';

/** More than one test needs, so that keys which must differ do. */
const SIZE = 24;
/** Those of this process: a file of tests that shares it finds them made. */
const made: (Promise<KeyPair> | undefined)[] = [];
let turn = 0;

/** @param make called if the next place is still empty */
export function nextKeyPair(make: () => Promise<KeyPair>): Promise<KeyPair> {
  const at = turn++ % SIZE;
  return (made[at] ??= make());
}

/** Takes a pair out of the ring, for who keeps it longer than a turn of the ring: no other key that must differ is the same. */
export function keep(pair: Promise<KeyPair>): Promise<KeyPair> {
  const at = made.indexOf(pair);
  if (at >= 0) made[at] = undefined;
  return pair;
}
