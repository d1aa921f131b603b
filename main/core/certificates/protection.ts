/** Who keeps the vault's data key: the operating system's safe storage where it is real, else a file for the owner alone. */
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { texts } from '../../../shared/texts/texts.ts';
import { StartError } from '../../../shared/node/start-error.ts';
import type { KeyProtection } from '../host-port.ts';

const t = texts.core.protection;

/** In the data folder: the data key as it is, and as the operating system's safe storage has sealed it. */
export const KEY_FILES = { plain: 'vault.key', sealed: 'vault.sealed' } as const;

/** Reads the file with the (sealed) data key, or makes it whole or not at all. @throws StartError as {@link KeyProtection} has it */
export async function keyFile(
  folder: string,
  name: string,
  mayMake: boolean,
  seal: (key: Buffer) => Promise<Buffer>,
  open: (sealed: Buffer) => Promise<Buffer>,
): Promise<Buffer> {
  const file = join(folder, name);
  if (existsSync(file)) {
    const key = await open(readFileSync(file));
    if (key.length !== 32) throw new StartError(t.keyFileDamaged(file));
    return key;
  }
  // A new key would open none of the private keys, and hide that the right one is gone.
  if (!mayMake) throw new StartError(t.keyFileMissing(file, folder));
  const key = randomBytes(32);
  writeFileSync(`${file}.new`, await seal(key), { mode: 0o600 });
  renameSync(`${file}.new`, file);
  return key;
}

/** Where no safe storage is real. It protects copies of the database alone, not a thief of the whole folder; the name says so. */
export function fileProtection(folder: string): KeyProtection {
  const same = (bytes: Buffer) => Promise.resolve(bytes);
  return {
    keeper: 'file',
    name: t.keptInFile,
    dataKey: (mayMake) => keyFile(folder, KEY_FILES.plain, mayMake, same, same),
  };
}

/** Once a passphrase keeps the key, the earlier key files open nothing and are removed. */
export function forgetKeyFiles(folder: string): void {
  for (const name of Object.values(KEY_FILES)) rmSync(join(folder, name), { force: true });
}

/**
 * The keeper for a data folder: the one that it began with, else the best that this host has.
 * @param began what the folder remembers, or null for a new one
 * @throws StartError when this host cannot ask the folder's keeper
 */
export function chooseProtection(
  began: string | null,
  safeStorage: KeyProtection | null,
  folder: string,
): KeyProtection {
  if (began === 'file') return fileProtection(folder);
  if (began === 'safe-storage' && safeStorage === null) {
    throw new StartError(t.onlyInWindow(folder));
  }
  return safeStorage ?? fileProtection(folder);
}
