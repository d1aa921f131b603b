/** Protections of the vault's data key: the system's safe storage if it encrypts, otherwise a file that only its owner can read. */
import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { FileError, kindOf, readPlainFile, writeWholeFile } from '../../../shared/node/plain-files.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { privateFile } from '../../../shared/node/private-files.ts';
import { fileReason, StartError } from '../../../shared/node/start-error.ts';
import type { KeyProtection } from '../host-port.ts';
import { MAX_OWN_FILE_BYTES } from '../../../shared/limits.ts';

const t = texts.core.protection;

/** In the data folder: the unencrypted data key, and the data key encrypted by the operating system's safe storage. */
export const KEY_FILES = { plain: 'vault.key', sealed: 'vault.sealed' } as const;

/**
 * Reads the file with the (encrypted) data key, or creates it atomically.
 * @throws StartError as described at {@link KeyProtection}
 */
export async function keyFile(
  folder: string,
  name: string,
  mayMake: boolean,
  seal: (key: Buffer) => Promise<Buffer>,
  open: (sealed: Buffer) => Promise<Buffer>,
): Promise<Buffer> {
  const file = join(folder, name);
  if (kindOf(file) !== 'none') {
    const key = await open(contentOf(file));
    if (key.length !== 32) throw new StartError(t.keyFileDamaged(file));
    privateFile(file);
    return key;
  }
  // A new key would not open any private key, and would hide that the right one is missing.
  if (!mayMake) throw new StartError(t.keyFileMissing(file, folder));
  const key = randomBytes(32);
  writeWholeFile(file, await seal(key), 0o600);
  return key;
}

/** @throws StartError */
function contentOf(file: string): Buffer {
  try {
    return readPlainFile(file, MAX_OWN_FILE_BYTES);
  } catch (error) {
    const reason = error instanceof FileError ? error.message : fileReason(error);
    throw reason === null ? error : new StartError(t.keyFileUnreadable(file, reason));
  }
}

/** Used without safe storage. It protects copies of the database, but not the folder as a whole. */
export function fileProtection(folder: string): KeyProtection {
  const same = (bytes: Buffer) => Promise.resolve(bytes);
  return {
    kind: 'file',
    name: t.keptInFile,
    dataKey: (mayMake) => keyFile(folder, KEY_FILES.plain, mayMake, same, same),
  };
}

/** Removes the key files, which open nothing once a passphrase protects the key. */
export function forgetKeyFiles(folder: string): void {
  for (const name of Object.values(KEY_FILES)) rmSync(join(folder, name), { force: true });
}

/**
 * The protection of a data folder: the one that it was created with, otherwise the best that this host has.
 * @param stored its kind; null for a new folder
 * @throws StartError if it is not available on this host
 */
export function chooseProtection(
  stored: string | null,
  safeStorage: KeyProtection | null,
  folder: string,
): KeyProtection {
  if (stored === 'file') return fileProtection(folder);
  if (stored !== null && stored !== 'safe-storage') throw new StartError(t.protectionUnknown(stored, folder));
  if (stored === 'safe-storage' && safeStorage === null) throw new StartError(t.onlyInWindow(folder));
  return safeStorage ?? fileProtection(folder);
}
