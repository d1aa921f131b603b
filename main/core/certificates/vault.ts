/**
 * The only part of the program that handles private keys: all other code requests signatures by a certificate's id. A key leaves the
 * vault only when the user exports it. On disk every key is encrypted with AES-256-GCM.
 */
import { createPrivateKey, type KeyObject } from 'node:crypto';
import type { Database } from '../../../shared/node/sqlite.ts';
import { signRsaSha256 } from '../../../shared/node/crypto.ts';
import { HostError } from '../../../shared/contract/envelope.ts';
import { type Certificate, readCertificateHeader } from '../../../shared/signing/certificate.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { VaultKey, unwrapKey, wrapKey } from './vault-key.ts';

const t = texts.core.vault;

export interface StoredCertificate {
  id: string;
  /** An authority issues test certificates. The others sign requests or are presented in TLS. */
  kind: 'authority' | 'signing';
  origin: 'made' | 'imported';
  name: string;
  pem: string;
  /** PEM of the certificates above it, nearest first. */
  chain: string[];
}

export interface OpenCertificate extends StoredCertificate {
  certificate: Certificate;
}

type Row = Omit<StoredCertificate, 'chain'> & { chain: string };

const COLUMNS = 'id, kind, origin, name, pem, chain';
/** Minimum length in characters. */
const MIN_PASSPHRASE = 8;

/** Stores the encrypted data key and the kind of its protection, in the same database, so that one transaction changes both. */
export interface VaultMemory {
  read: () => string | null;
  /** Called inside a transaction. From then on the passphrase protects the key. */
  write: (wrapped: string) => void;
}

export class Vault {
  private readonly db: Database;
  private readonly memory: VaultMemory;
  private key: VaultKey;
  private readonly opened = new Map<string, KeyObject>();
  /** Number of locks so far: an unlock that began before the last one has no effect. */
  private locks = 0;
  private readonly read = new Map<string, OpenCertificate>();

  /** @param dataKey 32 bytes, or null if a passphrase protects it: the vault then starts locked */
  constructor(db: Database, dataKey: Buffer | null, memory: VaultMemory) {
    this.db = db;
    this.memory = memory;
    this.key = new VaultKey(dataKey);
  }

  get isLocked(): boolean {
    return this.key.isLocked;
  }

  /** @throws HostError while locked */
  mustBeOpen(): void {
    this.key.bytes();
  }

  get hasPassphrase(): boolean {
    return this.memory.read() !== null;
  }

  list(): StoredCertificate[] {
    return this.db
      .prepare<[], Row>(`SELECT ${COLUMNS} FROM certificate ORDER BY created_at, rowid`)
      .all()
      .map(stored);
  }

  /** @throws HostError for an unknown id */
  certificate(id: string): OpenCertificate {
    const known = this.read.get(id);
    if (known) return known;
    const row = this.db.prepare<[string], Row>(`SELECT ${COLUMNS} FROM certificate WHERE id = ?`).get(id);
    if (!row) throw unknownCertificate();
    const found = { ...stored(row), certificate: readCertificateHeader(row.pem) };
    this.read.set(id, found);
    return found;
  }

  /** Stores certificates with their private keys (PKCS#8 PEM), encrypted, all or none. @throws HostError while locked */
  add(entries: readonly { row: StoredCertificate; privateKeyPem: string }[], at: number): void {
    this.db.transaction(() => {
      const insert = this.db.prepare(
        `INSERT INTO certificate (${COLUMNS}, sealed_key, created_at) VALUES (@id, @kind, @origin, @name, @pem, @chain, @key, @at)`,
      );
      for (const { row, privateKeyPem } of entries)
        insert.run({
          ...row,
          chain: JSON.stringify(row.chain),
          key: this.key.seal(row.id, Buffer.from(privateKeyPem)),
          at,
        });
    })();
  }

  rename(id: string, name: string): void {
    this.db.prepare('UPDATE certificate SET name = ? WHERE id = ?').run(name, id);
    this.read.delete(id);
  }

  /** Deletes the key and the certificate permanently. */
  remove(id: string): void {
    this.db.prepare('DELETE FROM certificate WHERE id = ?').run(id);
    this.read.delete(id);
    this.opened.delete(id);
  }

  /**
   * Signs bytes with RSASSA-PKCS1-v1_5 and SHA-256 (SIG-8).
   * @throws HostError while locked, and for a key that is not RSA
   */
  sign(id: string, data: Uint8Array): Uint8Array {
    this.mustSign(id);
    return signRsaSha256(this.keyOf(id), data);
  }

  /** @throws HostError for a key that is not RSA (SIG-2): EC keys are for TLS */
  mustSign(id: string): void {
    const { name, certificate } = this.certificate(id);
    if (certificate.rsaBits === null)
      throw new HostError('refused', texts.core.certificates.cannotSign(name, certificate.keyAlgorithm));
  }

  /** Returns the key itself, for export and for issuing. @throws HostError while locked */
  keyOf(id: string): KeyObject {
    const known = this.opened.get(id);
    if (known) return known;
    const sealed = this.db
      .prepare<[string], { sealed: Buffer }>('SELECT sealed_key AS sealed FROM certificate WHERE id = ?')
      .get(id)?.sealed;
    if (!sealed) throw unknownCertificate();
    const key = openedKey(this.key.unseal(id, Buffer.from(sealed)));
    this.opened.set(id, key);
    return key;
  }

  /** Overwrites the data key and removes every opened key from memory, at the end of the program. */
  close(): void {
    this.locks++;
    this.key.lock();
    this.opened.clear();
  }

  /** Removes every opened key from memory. Does nothing without a passphrase, because the vault could not be unlocked again. */
  lock(): void {
    if (!this.hasPassphrase) return;
    this.locks++;
    this.key.lock();
    this.opened.clear();
  }

  /** Without effect if it is locked again in the meantime. @throws HostError if the passphrase is wrong */
  async unlock(passphrase: string): Promise<void> {
    const { locks } = this;
    this.openOrForget(await this.keyUnder(passphrase), locks);
  }

  /**
   * Sets or changes the passphrase. The first time, every private key is encrypted again with a new data key, so that the
   * previous key file no longer opens anything.
   * @param current the current passphrase, or null if there is none
   * @throws HostError for a wrong or short passphrase, without changing anything
   */
  async protect(passphrase: string, current: string | null): Promise<void> {
    if (passphrase.length < MIN_PASSPHRASE)
      throw new HostError('bad-input', t.passphraseTooShort(MIN_PASSPHRASE));
    await (this.hasPassphrase ? this.change(passphrase, current ?? '') : this.setFirst(passphrase));
  }

  private async change(passphrase: string, current: string): Promise<void> {
    const { locks } = this;
    const key = await this.keyUnder(current);
    this.memory.write(await wrapKey(key, passphrase));
    this.openOrForget(key, locks);
  }

  private async setFirst(passphrase: string): Promise<void> {
    const next = VaultKey.random();
    const wrapped = await wrapKey(next.bytes(), passphrase);
    // Another window may have set one in the meantime.
    if (this.hasPassphrase) throw new HostError('refused', t.wrongPassphrase);
    this.db.transaction(() => {
      const resealed = (row: string, sealed: Buffer) => {
        const plain = this.key.unseal(row, Buffer.from(sealed));
        const again = next.seal(row, plain);
        plain.fill(0);
        return again;
      };
      for (const { id, sealed } of this.sealedKeys())
        this.db.prepare('UPDATE certificate SET sealed_key = ? WHERE id = ?').run(resealed(id, sealed), id);
      for (const { environmentId, name, sealed } of this.sealedVariables())
        this.db
          .prepare('UPDATE variable SET sealed = ? WHERE environment_id = ? AND name = ?')
          .run(resealed(variableRow(environmentId, name), sealed), environmentId, name);
      this.memory.write(wrapped);
    })();
    this.key.lock();
    this.key = next;
    // The previous rows must not remain in the write-ahead log.
    this.db.pragma('wal_checkpoint(TRUNCATE)');
  }

  /** Erases the key if the vault is open, or was locked since. @param locks number before the passphrase was given */
  private openOrForget(key: Buffer, locks: number): void {
    if (this.key.isLocked && this.locks === locks) this.key.open(key);
    else key.fill(0);
  }

  /** Encrypts the value of a secret variable. @throws HostError while locked */
  sealVariable(environmentId: string, name: string, value: string): Buffer {
    return this.seal(variableRow(environmentId, name), value);
  }

  /** @throws HostError while locked */
  openVariable(environmentId: string, name: string, sealed: Uint8Array): string {
    return this.unseal(variableRow(environmentId, name), sealed);
  }

  /** Encrypts a text that may be lost: a first passphrase gives the vault another key. @throws HostError while locked */
  seal(row: string, text: string): Buffer {
    return this.key.seal(row, Buffer.from(text, 'utf8'));
  }

  /** @throws HostError while locked; Error for what was sealed with another key */
  unseal(row: string, sealed: Uint8Array): string {
    return this.key.unseal(row, Buffer.from(sealed)).toString('utf8');
  }

  /** Whether the data key opens the first private key. */
  opensItsKeys(): boolean {
    const [first] = this.sealedKeys();
    return first === undefined || this.key.isLocked || this.opens(first.id, first.sealed);
  }

  /** Whether the data key opens every private key and every secret variable. @throws HostError while locked */
  opensAll(): boolean {
    this.key.bytes();
    return (
      this.sealedKeys().every(({ id, sealed }) => this.opens(id, sealed)) &&
      this.sealedVariables().every(({ environmentId, name, sealed }) =>
        this.opens(variableRow(environmentId, name), sealed),
      )
    );
  }

  private opens(row: string, sealed: Uint8Array): boolean {
    try {
      this.key.unseal(row, Buffer.from(sealed)).fill(0);
      return true;
    } catch {
      return false;
    }
  }

  private sealedVariables(): { environmentId: string; name: string; sealed: Buffer }[] {
    return this.db
      .prepare<[], { environmentId: string; name: string; sealed: Buffer }>(
        'SELECT environment_id AS environmentId, name, sealed FROM variable WHERE sealed IS NOT NULL',
      )
      .all();
  }

  private sealedKeys(): { id: string; sealed: Buffer }[] {
    return this.db
      .prepare<[], { id: string; sealed: Buffer }>('SELECT id, sealed_key AS sealed FROM certificate')
      .all();
  }

  private async keyUnder(passphrase: string): Promise<Buffer> {
    const wrapped = this.memory.read();
    const key = wrapped === null ? null : await opened(wrapped, passphrase);
    if (key === null) throw new HostError('refused', t.wrongPassphrase);
    return key;
  }
}

/** @param pem PKCS#8; it is overwritten */
function openedKey(pem: Buffer): KeyObject {
  try {
    return createPrivateKey(pem);
  } finally {
    pem.fill(0);
  }
}

/** @returns null if the passphrase is wrong @throws HostError if the stored key is damaged */
async function opened(wrapped: string, passphrase: string): Promise<Buffer | null> {
  try {
    return await unwrapKey(wrapped, passphrase);
  } catch {
    throw new HostError('refused', t.wrappedKeyDamaged);
  }
}

/** The row that the encrypted value of a variable is bound to. */
function variableRow(environmentId: string, name: string): string {
  return `variable/${environmentId}/${name}`;
}

function stored(row: Row): StoredCertificate {
  return { ...row, chain: JSON.parse(row.chain) as string[] };
}

function unknownCertificate(): HostError {
  return new HostError('not-found', t.gone);
}
