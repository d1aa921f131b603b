/** Block ciphers of key files: those of node:crypto that both runtimes have, and RC2 of node-forge. */
import { createCipheriv, createDecipheriv } from 'node:crypto';
import forge from 'node-forge';
import { binaryToBytes, bytesToBinary } from '../../../../shared/signing/base64.ts';

export interface CipherChoice {
  name: 'aes-128-cbc' | 'aes-192-cbc' | 'aes-256-cbc' | 'des-ede3-cbc' | 'rc2-cbc';
  /** Bytes. */
  keySize: number;
  ivSize: number;
}

/** Decrypts and removes the padding. @returns null if the key is wrong or the bytes are damaged */
export function decrypt(cipher: CipherChoice, key: Buffer, iv: Buffer, data: Uint8Array): Buffer | null {
  if (data.length === 0 || data.length % cipher.ivSize !== 0) return null;
  if (cipher.name === 'rc2-cbc') return decryptRc2(key, iv, data);
  try {
    const decipher = createDecipheriv(cipher.name, key, iv);
    return Buffer.concat([decipher.update(data), decipher.final()]);
  } catch {
    return null;
  }
}

/** Only with AES or 3DES: the workbench writes nothing with a weaker cipher. */
export function encrypt(cipher: CipherChoice, key: Buffer, iv: Buffer, data: Uint8Array): Buffer {
  const made = createCipheriv(cipher.name, key, iv);
  return Buffer.concat([made.update(data), made.final()]);
}

/** OpenSSL 3 has RC2 in its legacy provider, which Node does not load. */
function decryptRc2(key: Buffer, iv: Buffer, data: Uint8Array): Buffer | null {
  const decipher = forge.rc2.createDecryptionCipher(bytesToBinary(key), key.length * 8);
  decipher.start(bytesToBinary(iv), forge.util.createBuffer());
  decipher.update(forge.util.createBuffer(bytesToBinary(data)));
  return decipher.finish() ? Buffer.from(binaryToBytes(decipher.output?.getBytes() ?? '')) : null;
}
