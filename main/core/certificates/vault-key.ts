/** The key that encrypts the private keys. It is in memory only while the vault is unlocked. */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { HostError } from '../../../shared/contract/envelope.ts';
import { texts } from '../../../shared/texts/texts.ts';

const t = texts.core.vaultKey;

const IV_BYTES = 12;
const TAG_BYTES = 16;

export class VaultKey {
  private key: Buffer | null;

  /** @param key 32 bytes, or null for a vault that starts locked */
  constructor(key: Buffer | null) {
    this.key = key;
  }

  static random(): VaultKey {
    return new VaultKey(randomBytes(32));
  }

  get isLocked(): boolean {
    return this.key === null;
  }

  /** @param key 32 bytes */
  open(key: Buffer): void {
    this.key = key;
  }

  lock(): void {
    this.key?.fill(0);
    this.key = null;
  }

  /** Returns the key itself, to be encrypted with a passphrase. @throws HostError while locked */
  bytes(): Buffer {
    if (this.key === null) throw new HostError('locked', t.locked);
    return this.key;
  }

  /** Encrypts with AES-256-GCM, bound to the row: the result does not decrypt in any other row. @throws HostError while locked */
  seal(row: string, plain: Uint8Array): Buffer {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.bytes(), iv);
    cipher.setAAD(Buffer.from(row));
    return Buffer.concat([iv, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
  }

  /** @throws HostError while locked; Error if the key, the row or the bytes differ from those that were sealed */
  unseal(row: string, sealed: Buffer): Buffer {
    const decipher = createDecipheriv('aes-256-gcm', this.bytes(), sealed.subarray(0, IV_BYTES));
    decipher.setAAD(Buffer.from(row));
    decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
    return joined(decipher.update(sealed.subarray(IV_BYTES, -TAG_BYTES)), decipher.final());
  }
}

/** The pieces as one buffer. They are overwritten, so that what was decrypted is in memory once. */
export function joined(...pieces: readonly Buffer[]): Buffer {
  const whole = Buffer.concat(pieces);
  for (const piece of pieces) piece.fill(0);
  return whole;
}
