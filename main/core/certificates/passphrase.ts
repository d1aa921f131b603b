/** Encrypts the vault's data key with a passphrase: scrypt (RFC 7914) derives the key for AES-256-GCM. */
import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import { z } from 'zod';

/** 128 MiB and about a third of a second here: OWASP's first recommendation for scrypt in 2023. */
const COST = { N: 2 ** 17, r: 8, p: 1 } as const;
const MAX_MEMORY = 512 * 1024 * 1024;
const KEY_BYTES = 32;
const TAG_BYTES = 16;

const wrappedSchema = z.object({
  version: z.literal(1),
  N: z.number(),
  r: z.number(),
  p: z.number(),
  salt: z.base64(),
  iv: z.base64(),
  sealed: z.base64(),
});

const derive = promisify<string, Buffer, number, { N: number; r: number; p: number; maxmem: number }, Buffer>(
  scrypt,
);

/** Normalises characters that keyboards compose differently. */
const normal = (passphrase: string) => passphrase.normalize('NFC');

/** Encrypts a data key. @returns JSON to be stored */
export async function wrapKey(dataKey: Buffer, passphrase: string): Promise<string> {
  const salt = randomBytes(16);
  const iv = randomBytes(12);
  const key = await derive(normal(passphrase), salt, KEY_BYTES, { ...COST, maxmem: MAX_MEMORY });
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
  const key = await derive(normal(passphrase), salt, KEY_BYTES, { N, r, p, maxmem: MAX_MEMORY });
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(texts.iv, 'base64'));
    decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
    return Buffer.concat([decipher.update(sealed.subarray(0, -TAG_BYTES)), decipher.final()]);
  } catch {
    return null;
  } finally {
    key.fill(0);
  }
}
