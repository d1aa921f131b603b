/** The key that encrypts the private keys. It is in memory only while the vault is unlocked. */
import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto';
import { HostError } from '../../../shared/contract/envelope.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { promisify } from 'node:util';
import { z } from 'zod';
import { computing } from '../../../shared/node/process.ts';
import { MAX_KEY_DERIVATION_BYTES } from '../../../shared/limits.ts';

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

/** Joins and erases the pieces, so that a decrypted key is in memory once. */
export function joined(...pieces: readonly Buffer[]): Buffer {
  const whole = Buffer.concat(pieces);
  for (const piece of pieces) piece.fill(0);
  return whole;
}

// Encrypts the vault's data key with a passphrase: scrypt (RFC 7914) derives the key for AES-256-GCM.

/** 128 MiB and about a third of a second here: OWASP's first recommendation for scrypt in 2023. */
const COST = { N: 2 ** 17, r: 8, p: 1 } as const;
const KEY_BYTES = 32;
const PASSPHRASE_TAG_BYTES = 16;

const wrappedSchema = z.object({
  version: z.literal(1),
  // A damaged row must not compute for hours.
  N: z
    .number()
    .int()
    .max(2 ** 20),
  r: z.number().int().max(16),
  p: z.number().int().max(16),
  salt: z.base64(),
  iv: z.base64(),
  sealed: z.base64(),
});

type Cost = Record<keyof typeof COST, number>;
const scryptKey = promisify<string, Buffer, number, Cost & { maxmem: number }, Buffer>(scrypt);
const derive = (passphrase: string, salt: Buffer, cost: Cost) =>
  computing(scryptKey(normal(passphrase), salt, KEY_BYTES, { ...cost, maxmem: MAX_KEY_DERIVATION_BYTES }));

// Keyboards compose the same character differently.
const normal = (passphrase: string) => passphrase.normalize('NFC');

/** Encrypts a data key. @returns JSON to be stored */
export async function wrapKey(dataKey: Buffer, passphrase: string): Promise<string> {
  const salt = randomBytes(16);
  const iv = randomBytes(12);
  const key = await derive(passphrase, salt, COST);
  const cipher = createCipheriv('aes-256-gcm', key, iv);
  const sealed = Buffer.concat([cipher.update(dataKey), cipher.final(), cipher.getAuthTag()]);
  key.fill(0);
  const base64 = (bytes: Buffer) => bytes.toString('base64');
  return JSON.stringify({
    version: 1,
    ...COST,
    salt: base64(salt),
    iv: base64(iv),
    sealed: base64(sealed),
  });
}

/** Decrypts a data key. @returns null if the passphrase is wrong @throws ZodError if the text is damaged */
export async function unwrapKey(wrapped: string, passphrase: string): Promise<Buffer | null> {
  const { N, r, p, ...texts } = wrappedSchema.parse(JSON.parse(wrapped));
  const sealed = Buffer.from(texts.sealed, 'base64');
  const salt = Buffer.from(texts.salt, 'base64');
  const key = await derive(passphrase, salt, { N, r, p });
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(texts.iv, 'base64'));
    decipher.setAuthTag(sealed.subarray(-PASSPHRASE_TAG_BYTES));
    return joined(decipher.update(sealed.subarray(0, -PASSPHRASE_TAG_BYTES)), decipher.final());
  } catch {
    return null;
  } finally {
    key.fill(0);
  }
}
