/** A key that does not belong to any certificate, for the fault that signs with the wrong key. */
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { signRsaSha256 } from '../../../shared/node/rsa.ts';

let key: KeyObject | undefined;

/** Signs with RSASSA-PKCS1-v1_5 and SHA-256, using a key that is generated at the first call and never stored. */
export function signWithOtherKey(data: Uint8Array): Uint8Array {
  key ??= generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
  return signRsaSha256(key, data);
}
