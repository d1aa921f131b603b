/** Encrypts the vault's data key with a passphrase: scrypt (RFC 7914) derives the key for AES-256-GCM. */
import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import { z } from 'zod';
import { computing } from '../../../shared/node/native-work.ts';
import { joined } from './vault-key.ts';
import { MAX_KEY_DERIVATION_BYTES } from '../../../shared/limits.ts';

/** 128 MiB and about a third of a second here: OWASP's first recommendation for scrypt in 2023. */
const COST = { N: 2 ** 17, r: 8, p: 1 } as const;
const KEY_BYTES = 32;
const TAG_BYTES = 16;

const wrappedSchema = z.object({
  version: z.literal(1),
  // Bounded: a damaged row must not compute for hours.
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

/** Normalises characters that keyboards compose differently. */
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
    decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
    return joined(decipher.update(sealed.subarray(0, -TAG_BYTES)), decipher.final());
  } catch {
    return null;
  } finally {
    key.fill(0);
  }
}
