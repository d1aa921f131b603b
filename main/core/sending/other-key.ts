/** A key that belongs to no certificate: for the fault that signs with the wrong one. */
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { signRsaSha256 } from '../../../shared/node/rsa.ts';

let key: KeyObject | undefined;

/** RSASSA-PKCS1-v1_5 with SHA-256 by a key that is made at the first call and never kept. */
export function signWithOtherKey(data: Uint8Array): Uint8Array {
  key ??= generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
  return signRsaSha256(key, data);
}
