/** What the vault leaves in memory. */
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { afterAll, beforeEach, expect, it, vi } from 'vitest';
import { type StoredCertificate, Vault } from '../../main/core/certificates/vault.ts';
import { joined, VaultKey } from '../../main/core/certificates/vault-key.ts';
import { openDatabases } from '../../main/core/store/databases.ts';
import { folderForFile } from '../support/folders.ts';
import { makeIdentity } from '../support/identity.ts';

/** Every key that a passphrase was turned into. */
const derived = vi.hoisted((): Buffer[] => []);
vi.mock('node:crypto', async (original) => {
  const crypto = await original<typeof import('node:crypto')>();
  type Done = (error: Error | null, key: Buffer) => void;
  const scrypt = (passphrase: string, salt: Buffer, length: number, _: object, done: Done) =>
    crypto.scrypt(passphrase, salt, length, { N: 2 }, (error, key) => {
      derived.push(key);
      done(error, key);
    });
  return { ...crypto, scrypt };
});

const folder = folderForFile('vault');
const { work, close } = openDatabases(folder, () => undefined);
afterAll(() => {
  close();
});

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const PEM = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const { pem } = await makeIdentity();
const row = (id: string): StoredCertificate => ({
  id,
  kind: 'signing',
  origin: 'imported',
  name: id,
  pem,
  chain: [],
});
const isZero = (bytes: Uint8Array) => bytes.length > 0 && bytes.every((byte) => byte === 0);

function vaultWith(dataKey: Buffer): Vault {
  let wrapped: string | null = null;
  return new Vault(work, dataKey, { read: () => wrapped, write: (text) => void (wrapped = text) });
}

beforeEach(() => {
  work.exec('DELETE FROM certificate');
  derived.length = 0;
});

it('the data key is overwritten when the vault closes, and when a new one replaces it', async () => {
  const closed = randomBytes(32);
  vaultWith(closed).close();
  expect(isZero(closed)).toBe(true);
  const replaced = randomBytes(32);
  const vault = vaultWith(replaced);
  vault.add([{ row: row('a'), privateKeyPem: PEM }], 0);
  await vault.protect('riktig hest batteri', null);
  expect(isZero(replaced)).toBe(true);
  expect(vault.sign('a', Buffer.from('x'))).toHaveLength(256);
});

it('locking overwrites the data key, and so does a second unlocking, with its copy', async () => {
  const opened = vi.spyOn(VaultKey.prototype, 'open');
  const vault = vaultWith(randomBytes(32));
  await vault.protect('riktig hest batteri', null);
  vault.lock();
  await vault.unlock('riktig hest batteri');
  const key = opened.mock.calls[0]?.[0] ?? Buffer.alloc(0);
  expect(isZero(key)).toBe(false);
  vault.lock();
  expect(isZero(key)).toBe(true);
  await expect(vault.unlock('feil hest batteri')).rejects.toThrow('Wrong passphrase');
  expect(vault.isLocked).toBe(true);
  // What passphrases were turned into: set, right, wrong.
  expect(derived.map(isZero)).toEqual([true, true, true]);
  opened.mockRestore();
});

it('private keys in the clear are overwritten after use', async () => {
  const unsealed = vi.spyOn(VaultKey.prototype, 'unseal');
  const vault = vaultWith(randomBytes(32));
  vault.add([{ row: row('a'), privateKeyPem: PEM }], 0);
  expect(vault.opensItsKeys()).toBe(true);
  vault.keyOf('a');
  await vault.protect('riktig hest batteri', null);
  const plain = unsealed.mock.results.map(({ value }) => value as Buffer);
  unsealed.mockRestore();
  expect(plain.map(({ length }) => length)).toEqual([PEM.length, PEM.length, PEM.length]);
  expect(plain.map(isZero)).toEqual([true, true, true]);
  const pieces = [Buffer.from('ab'), Buffer.from('c')];
  expect(joined(...pieces).toString()).toBe('abc');
  expect(pieces.map(isZero)).toEqual([true, true]);
});
