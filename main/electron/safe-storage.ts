/** The operating system's safe storage as protection of the vault's data key. */
import { safeStorage } from 'electron';
import { texts } from '../../shared/texts/texts.ts';
import { KEY_FILES, keyFile } from '../core/certificates/data-key-files.ts';
import type { KeyProtection } from '../core/host-port.ts';

const t = texts.core.safeStorage;

/** Null without safe storage that encrypts: Linux's `basic_text` protects nothing. */
export async function safeStorageProtection(dataFolder: string): Promise<KeyProtection | null> {
  // Older runtimes have only the deprecated synchronous calls.
  if (typeof safeStorage.isAsyncEncryptionAvailable !== 'function') return null;
  if (!(await safeStorage.isAsyncEncryptionAvailable())) return null;
  const isLinux = process.platform === 'linux';
  if (isLinux && ['basic_text', 'unknown'].includes(safeStorage.getSelectedStorageBackend())) return null;
  return {
    kind: 'safe-storage',
    name: t.kept,
    dataKey: (mayMake) =>
      keyFile(
        dataFolder,
        KEY_FILES.sealed,
        mayMake,
        (key) => safeStorage.encryptStringAsync(key.toString('base64')),
        async (sealed) => Buffer.from((await safeStorage.decryptStringAsync(sealed)).result, 'base64'),
      ),
  };
}
