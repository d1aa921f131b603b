/** Who keeps the vault's data key: the operating system's safe storage where it is real, else a file for the owner alone. */
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface KeyProtection {
  /** Completes "kept …" for people. */
  name: string;
  /** The 32-byte data key, made at the first call. @throws Error with a sentence when it exists but cannot be read */
  dataKey: () => Promise<Buffer>;
}

/** Reads the file with the (sealed) data key, or makes it whole or not at all. */
export async function keyFile(
  folder: string,
  name: string,
  seal: (key: Buffer) => Promise<Buffer>,
  open: (sealed: Buffer) => Promise<Buffer>,
): Promise<Buffer> {
  const file = join(folder, name);
  if (existsSync(file)) {
    const key = await open(readFileSync(file));
    if (key.length !== 32)
      throw new Error(
        `The key file ${file} is damaged. Restore it from a backup; without it the private keys cannot be read.`,
      );
    return key;
  }
  const key = randomBytes(32);
  writeFileSync(`${file}.new`, await seal(key), { mode: 0o600 });
  renameSync(`${file}.new`, file);
  return key;
}

/** Where no safe storage is real. It protects copies of the database alone, not a thief of the whole folder; the name says so. */
export function fileProtection(folder: string): KeyProtection {
  const same = (bytes: Buffer) => Promise.resolve(bytes);
  return {
    name: 'in a file that only this user can read',
    dataKey: () => keyFile(folder, 'vault.key', same, same),
  };
}
