/**
 * The one room with private keys. Everyone else holds a certificate id and asks for a signature; no key leaves, and
 * at rest every key is sealed with AES-256-GCM.
 */
import { createCipheriv, createDecipheriv, createPrivateKey, type KeyObject, randomBytes } from 'node:crypto';
import { type Database, signRsaSha256 } from '../../../bank-sim/index.ts';
import { type Certificate, readCertificateHeader } from '../../../shared/signing/certificate.ts';

export interface StoredCertificate {
  id: string;
  kind: 'authority' | 'signing';
  name: string;
  pem: string;
}

export interface SigningCertificate extends StoredCertificate {
  certificate: Certificate;
}

const IV_BYTES = 12;
const TAG_BYTES = 16;

export class Vault {
  private readonly dataKey: Buffer;
  private readonly db: Database;
  private readonly opened = new Map<string, KeyObject>();
  private readonly read = new Map<string, SigningCertificate>();

  constructor(db: Database, dataKey: Buffer) {
    this.db = db;
    this.dataKey = dataKey;
  }

  list(): StoredCertificate[] {
    return this.db
      .prepare<[], StoredCertificate>(
        'SELECT id, kind, name, pem FROM certificate ORDER BY created_at, rowid',
      )
      .all();
  }

  /** @throws Error for an unknown id */
  certificate(id: string): SigningCertificate {
    const known = this.read.get(id);
    if (known) return known;
    const row = this.db
      .prepare<[string], StoredCertificate>('SELECT id, kind, name, pem FROM certificate WHERE id = ?')
      .get(id);
    if (!row) throw new Error(`There is no certificate ${id} in the vault.`);
    const found = { ...row, certificate: readCertificateHeader(row.pem) };
    this.read.set(id, found);
    return found;
  }

  /** Stores a certificate with its private key (PKCS#8 PEM), sealed. */
  add(row: StoredCertificate, privateKeyPem: string, at: number): void {
    this.db
      .prepare('INSERT INTO certificate VALUES (?, ?, ?, ?, ?, ?)')
      .run(row.id, row.kind, row.name, row.pem, this.seal(row.id, Buffer.from(privateKeyPem)), at);
  }

  /** RSASSA-PKCS1-v1_5 with SHA-256 over bytes (SIG-8). @throws TypeError for a key that is not RSA */
  sign(id: string, data: Uint8Array): Uint8Array {
    return signRsaSha256(this.key(id), data);
  }

  private key(id: string): KeyObject {
    const known = this.opened.get(id);
    if (known) return known;
    const sealed = this.db
      .prepare<[string], { sealed: Buffer }>('SELECT sealed_key AS sealed FROM certificate WHERE id = ?')
      .get(id)?.sealed;
    if (!sealed) throw new Error(`There is no certificate ${id} in the vault.`);
    const pem = this.open(id, Buffer.from(sealed));
    const key = createPrivateKey(pem);
    pem.fill(0);
    this.opened.set(id, key);
    return key;
  }

  private seal(id: string, plain: Buffer): Buffer {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.dataKey, iv);
    // Bound to its row: a sealed key that is moved to another certificate does not open.
    cipher.setAAD(Buffer.from(id));
    return Buffer.concat([iv, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
  }

  private open(id: string, sealed: Buffer): Buffer {
    const decipher = createDecipheriv('aes-256-gcm', this.dataKey, sealed.subarray(0, IV_BYTES));
    decipher.setAAD(Buffer.from(id));
    decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
    return Buffer.concat([decipher.update(sealed.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()]);
  }
}
