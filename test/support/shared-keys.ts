/**
 * RSA keys that the test files of a process share, in turn. A bank makes three at its first start, a certificate two more, and each
 * takes longer than most tests. Programs in processes of their own make real ones, and so do tests of other lengths.
 */
import { vi } from 'vitest';
import type * as Certificates from '../../shared/node/x509.ts';
import { nextKeyPair } from './key-ring.ts';

vi.mock('../../shared/node/x509.ts', async (importOriginal) => {
  const original = await importOriginal<typeof Certificates>();
  return {
    ...original,
    makeKeyPair: (bits = 2048) =>
      bits === 2048 ? nextKeyPair(() => original.makeKeyPair()) : original.makeKeyPair(bits),
  };
});
