/** Block ciphers of key files. node:crypto provides those that both runtimes have; node-forge provides DES and RC2. */
import { createCipheriv, createDecipheriv } from 'node:crypto';
import forge from 'node-forge';
import { binaryToBytes, bytesToBinary } from '../../../../shared/signing/base64.ts';

export interface CipherChoice {
  name: 'aes-128-cbc' | 'aes-192-cbc' | 'aes-256-cbc' | 'des-ede3-cbc' | 'des-cbc' | 'rc2-cbc';
  /** Bytes. */
  keySize: number;
  ivSize: number;
  /** Only for RC2: the effective key bits, which differ from the size of the key. */
  effectiveBits?: number;
}

/** Decrypts and removes the padding. @returns null if the key is wrong or the bytes are damaged */
export function decrypt(cipher: CipherChoice, key: Buffer, iv: Buffer, data: Uint8Array): Buffer | null {
  if (data.length === 0 || data.length % cipher.ivSize !== 0) return null;
  if (cipher.name === 'des-cbc' || cipher.name === 'rc2-cbc') return decryptOld(cipher, key, iv, data);
  try {
    const decipher = createDecipheriv(cipher.name, key, iv);
    return Buffer.concat([decipher.update(data), decipher.final()]);
  } catch {
    return null;
  }
}

/** Encrypts with AES or 3DES only: the workbench writes nothing with a weaker cipher. */
export function encrypt(cipher: CipherChoice, key: Buffer, iv: Buffer, data: Uint8Array): Buffer {
  const made = createCipheriv(cipher.name, key, iv);
  return Buffer.concat([made.update(data), made.final()]);
}

/** OpenSSL 3 has DES and RC2 in its legacy provider, which Node does not load. forge has them everywhere. */
function decryptOld(cipher: CipherChoice, key: Buffer, iv: Buffer, data: Uint8Array): Buffer | null {
  const input = forge.util.createBuffer(bytesToBinary(data));
  const ivText = bytesToBinary(iv);
  if (cipher.name === 'des-cbc') {
    const decipher = forge.cipher.createDecipher('DES-CBC', bytesToBinary(key));
    decipher.start({ iv: ivText });
    decipher.update(input);
    return decipher.finish() ? Buffer.from(binaryToBytes(decipher.output.getBytes())) : null;
  }
  const decipher = forge.rc2.createDecryptionCipher(bytesToBinary(key), cipher.effectiveBits);
  decipher.start(ivText, forge.util.createBuffer());
  decipher.update(input);
  return decipher.finish() ? Buffer.from(binaryToBytes(decipher.output?.getBytes() ?? '')) : null;
}
