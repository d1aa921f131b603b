/** The vault of a data folder, and the protection of its data key: safe storage, a key file, or a passphrase. */
import { join } from 'node:path';
import type { Database } from '../../../shared/node/sqlite.ts';
import { StartError } from '../../../shared/node/start-error.ts';
import type { Status } from '../../../shared/contract/status.ts';
import { texts } from '../../../shared/texts/texts.ts';
import type { KeyProtection } from '../host-port.ts';
import { META, type Meta } from '../store/meta.ts';
import { chooseProtection, forgetKeyFiles, KEY_FILES } from './data-key-files.ts';
import { Vault } from './vault.ts';

const t = texts.core.workbench;
const refusals = texts.core.protection;

/** What protects the data key now. */
export interface VaultProtection {
  kind: Status['vault']['protection'];
  /** Completes "kept …". */
  name: string;
}

export interface VaultHome {
  db: Database;
  meta: Meta;
  dataFolder: string;
  /** The host's safe storage, or null if it has none. */
  safeStorage: KeyProtection | null;
}

export class VaultAccess {
  readonly vault: Vault;
  private readonly keyProtection: KeyProtection | null;
  private readonly dataFolder: string;

  private constructor(vault: Vault, keyProtection: KeyProtection | null, dataFolder: string) {
    this.vault = vault;
    this.keyProtection = keyProtection;
    this.dataFolder = dataFolder;
  }

  /** Opens the vault, or leaves it locked if a passphrase protects its key. @throws StartError if its protection is not available */
  static async open({ db, meta, dataFolder, safeStorage }: VaultHome): Promise<VaultAccess> {
    const protection = protectionOf(meta, safeStorage, dataFolder);
    const hasKeys = db.prepare('SELECT 1 FROM certificate LIMIT 1').get() !== undefined;
    const dataKey = protection === null ? null : await protection.dataKey(!hasKeys);
    const vault = new Vault(db, dataKey, {
      read: () => meta.read(META.vaultWrappedKey),
      write: (wrapped) => {
        meta.write(META.vaultWrappedKey, wrapped);
        meta.write(META.vaultProtection, 'passphrase');
      },
    });
    if (protection !== null && !vault.opensItsKeys())
      throw new StartError(
        refusals.keyFileOfAnother(
          protection.kind === 'file' ? KEY_FILES.plain : KEY_FILES.sealed,
          dataFolder,
        ),
      );
    return new VaultAccess(vault, protection, dataFolder);
  }

  get protection(): VaultProtection {
    const { vault, keyProtection } = this;
    return vault.hasPassphrase || keyProtection === null
      ? { kind: 'passphrase', name: t.keptUnderPassphrase }
      : keyProtection;
  }

  /** Whether real keys may be imported: only with a passphrase or the operating system's safe storage. */
  get isProtected(): boolean {
    return this.protection.kind !== 'file';
  }

  /** @throws HostError like {@link Vault.unlock} */
  async unlock(passphrase: string): Promise<void> {
    await this.vault.unlock(passphrase);
    // The process may have ended between setting the passphrase and removing the key files.
    this.forgetKeyFiles();
  }

  /**
   * Sets or changes the passphrase. From then on the key file no longer opens the vault.
   * @throws HostError like {@link Vault.protect}
   */
  async protect(passphrase: string, current: string | null): Promise<void> {
    await this.vault.protect(passphrase, current);
    this.forgetKeyFiles();
  }

  /** Only once the passphrase opens the private keys: workbench.db may be another folder's, or damaged. */
  private forgetKeyFiles(): void {
    if (!this.vault.isLocked && this.vault.opensAll()) forgetKeyFiles(this.dataFolder);
  }
}

/**
 * Null for a passphrase. The data folder stores its protection, because two hosts with different ones would lock each other out.
 * @throws StartError if it is not available, or the key that a passphrase protects is missing
 */
function protectionOf(
  meta: Meta,
  safeStorage: KeyProtection | null,
  dataFolder: string,
): KeyProtection | null {
  const stored = meta.read(META.vaultProtection);
  if (stored === 'passphrase') {
    if (meta.read(META.vaultWrappedKey) === null)
      throw new StartError(refusals.protectedKeyMissing(join(dataFolder, 'workbench.db')));
    return null;
  }
  const protection = chooseProtection(stored, safeStorage, dataFolder);
  meta.write(META.vaultProtection, protection.kind);
  return protection;
}

/** Locks the vault when the workbench has not been used for a while. */
export class IdleLock {
  private timer: NodeJS.Timeout | undefined;
  private readonly minutes: () => number;
  private readonly lock: () => void;

  /** @param minutes read at every use; 0 means never */
  constructor(minutes: () => number, lock: () => void) {
    this.minutes = minutes;
    this.lock = lock;
  }

  /** Restarts the timer. */
  touch(): void {
    clearTimeout(this.timer);
    const minutes = this.minutes();
    if (minutes > 0) this.timer = setTimeout(this.lock, minutes * 60_000).unref();
  }

  stop(): void {
    clearTimeout(this.timer);
  }
}
