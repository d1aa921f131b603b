/** Hashing for the search for the cause of a wrong signature (`signing/causes`). */
import { hash } from 'node:crypto';
import { isAscii } from '../signing/mime-word.ts';
import type { Hash, HashName } from '../signing/causes/hash.ts';

const NAMES: Readonly<Record<HashName, string>> = {
  'SHA-1': 'sha1',
  'SHA-256': 'sha256',
  'SHA-384': 'sha384',
  'SHA-512': 'sha512',
};

/** In one call, and without a copy for plain ASCII, because a search hashes thousands of texts. */
export const hashText: Hash = (name, text) =>
  hash(NAMES[name], isAscii(text) ? text : Buffer.from(text, 'latin1'), 'hex');
