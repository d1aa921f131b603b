/** The user's operations on certificates: import, test certificates, renewal, export. */
import { createHash, randomUUID } from 'node:crypto';
import type {
  CertificateView,
  ExportOrder,
  IdentityOrder,
  ImportResult,
} from '../../../shared/contract/certificates.ts';
import { HostError } from '../../../shared/contract/envelope.ts';
import { isTestCertificate, pemOf, tppOf } from '../../../shared/signing/certificate.ts';
import { sameBytes } from '../../../shared/signing/digest.ts';
import { texts } from '../../../shared/texts/texts.ts';
import type { Environments } from '../environments/environments.ts';
import type { Transfers } from '../transfers.ts';
import { BankTrust } from './bank-trust.ts';
import { exportedFile } from './export.ts';
import type { Importer } from './importer.ts';
import type { OpenedIdentity } from './pairing.ts';
import { newName, TestAuthority } from './issue.ts';
import type { Vault } from './vault.ts';

const t = texts.core.certificates;

export interface CertificatesParts {
  vault: Vault;
  environments: Pick<Environments, 'fillMissing' | 'replaceCertificate' | 'signWith' | 'usersOf'>;
  transfers: Transfers;
  importer: Importer;
  /** Whether real keys may be imported (those of a test CA always may): only with a passphrase or the operating system's safe storage. */
  isProtected: () => boolean;
  /** PEM of the CAs that the user has added to those of the local bank. */
  trusted: { read: () => string[]; write: (pems: string[]) => void };
  /** This machine's clock, milliseconds since 1970. */
  now: () => number;
  /** The clock of the bank in use. */
  bankNow: () => number;
}

export class Certificates {
  private readonly parts: CertificatesParts;
  private readonly authority: TestAuthority;
  private readonly bankTrust: BankTrust;
  /** Opened identities that wait until the vault has a passphrase. */
  private waiting: { files: string; identities: OpenedIdentity[] } | null = null;

  constructor(parts: CertificatesParts) {
    this.parts = parts;
    this.authority = new TestAuthority(parts.vault);
    this.bankTrust = new BankTrust(parts.trusted, () => this.authorities());
  }

  /** @returns the id of a signing certificate, creating one if there is none */
  ensureIdentity(): Promise<string> {
    return this.authority.ensureIdentity(this.parts.now());
  }

  list(): CertificateView[] {
    const { vault, environments } = this.parts;
    return vault.list().map(({ id }) => {
      const { certificate, ...stored } = vault.certificate(id);
      return {
        ...stored,
        fingerprint: fingerprintOf(certificate.der),
        usedBy: environments.usersOf(id),
        renewable: this.authority.issuedBy({ certificate, ...stored }) !== null,
        bankTrust: stored.kind === 'authority' ? 'own' : this.bankTrust.of(stored),
      };
    });
  }

  /** PEM of the CAs that the local bank trusts in addition to its own. */
  trustedByBank(): string[] {
    return this.bankTrust.all();
  }

  /** The TPPs of the test certificates. */
  madeTpps(): ReturnType<typeof tppOf>[] {
    const { vault } = this.parts;
    return vault
      .list()
      .flatMap(({ id, kind, origin }) =>
        kind === 'signing' && origin === 'made' ? [tppOf(vault.certificate(id).certificate)] : [],
      );
  }

  /** @param ca PEM, if the CA did not come with the certificate @throws HostError if it did not issue the certificate */
  trustAtBank(id: string, trusted: boolean, ca: string | null): void {
    const stored = this.parts.vault.certificate(id);
    if (trusted) this.bankTrust.add(stored, ca);
    else this.bankTrust.remove(stored);
  }

  /** PEM of the CAs that issued the certificates in the vault. */
  private authorities(): string[] {
    return this.parts.vault
      .list()
      .filter(({ kind }) => kind === 'authority')
      .map(({ pem }) => pem);
  }

  /**
   * Opens uploaded files and stores their contents. The uploads are kept until that has succeeded.
   * @param testKeys whether the user says that the keys protect nothing real
   * @throws HostError while locked
   */
  async import(files: readonly string[], password: string | null, testKeys = false): Promise<ImportResult> {
    const { vault, environments, transfers, importer, isProtected } = this.parts;
    if (vault.isLocked) throw new HostError('locked', t.lockedForImport);
    const waiting = this.waiting?.files === files.join() ? this.waiting.identities : null;
    this.waiting = null;
    const opened = waiting
      ? { kind: 'opened' as const, identities: waiting }
      : await importer.open({ files: files.map((id) => transfers.look(id)), password });
    if (opened.kind !== 'opened') return opened;
    const fresh = opened.identities.filter((identity) => this.nameOfStored(identity) === null);
    const [first] = opened.identities;
    if (fresh.length === 0 && first) return { kind: 'already-there', name: this.nameOfStored(first) ?? '' };
    const real = fresh.filter(({ certificate }) => !testKeys && !isTestCertificate(certificate));
    if (real.length > 0 && !isProtected()) {
      this.waiting = { files: files.join(), identities: opened.identities };
      return { kind: 'passphrase-needed' };
    }
    const names = vault.list().map(({ name }) => name);
    const entries = fresh.map((identity) => ({
      row: {
        id: randomUUID(),
        kind: 'signing' as const,
        origin: 'imported' as const,
        name: newName(nameFor(identity), names),
        pem: pemOf(identity.certificate.der, 'CERTIFICATE'),
        chain: identity.chain.map((der) => pemOf(der, 'CERTIFICATE')),
      },
      privateKeyPem: pemOf(identity.key, 'PRIVATE KEY'),
    }));
    vault.add(entries, this.parts.now());
    for (const { row } of entries) environments.fillMissing(row.id, row.pem);
    for (const id of files) transfers.drop(id);
    return { kind: 'imported', certificates: entries.map(({ row: { id, name } }) => ({ id, name })) };
  }

  cancelImport(files: readonly string[]): void {
    this.parts.importer.cancel();
    this.waiting = null;
    for (const id of files) this.parts.transfers.drop(id);
  }

  /** @returns the id of the new certificate @throws HostError while locked */
  make(order: IdentityOrder): Promise<string> {
    return this.authority.make(order, this.parts.now());
  }

  /** Replaces the old certificate with the new one in every environment. @returns the id of the new one */
  async renew(id: string): Promise<string> {
    const renewed = await this.authority.renew(id, this.parts.now(), this.parts.bankNow());
    this.parts.environments.replaceCertificate(id, renewed);
    return renewed;
  }

  rename(id: string, name: string): void {
    this.parts.vault.certificate(id);
    this.parts.vault.rename(id, name);
  }

  /** @throws HostError for a CA certificate, and for a key that is not RSA */
  use(id: string): void {
    const { kind } = this.parts.vault.certificate(id);
    if (kind === 'authority') throw new HostError('refused', t.authorityCannotSign);
    this.parts.vault.mustSign(id);
    this.parts.environments.signWith(id);
  }

  /** @throws HostError while an environment uses it, or while the vault has a certificate that it issued */
  remove(id: string): void {
    const { vault, environments } = this.parts;
    const { name, kind, pem } = vault.certificate(id);
    const [user] = environments.usersOf(id);
    if (user) throw new HostError('refused', t.inUse(name, user.environment));
    const issued = kind === 'authority' && vault.list().find(({ chain }) => chain.includes(pem));
    if (issued) throw new HostError('refused', t.hasIssued(name, issued.name));
    vault.remove(id);
  }

  /** @returns the id under which the file can be downloaded once @throws HostError while locked */
  async export(order: ExportOrder): Promise<string> {
    return this.parts.transfers.offer(await exportedFile(this.parts.vault, order));
  }

  /** The name of the certificate in the vault if it is stored already, or null. */
  private nameOfStored({ certificate }: OpenedIdentity): string | null {
    const { vault } = this.parts;
    const known = vault
      .list()
      .find(({ id }) => sameBytes(vault.certificate(id).certificate.der, certificate.der));
    return known?.name ?? null;
  }
}

function nameFor({ certificate, friendlyName }: OpenedIdentity): string {
  const own = friendlyName ?? certificate.organization ?? certificate.commonName;
  return own?.slice(0, 80) ?? t.nameless(certificate.serial.slice(0, 16));
}

/** SHA-256 in upper-case hexadecimal with colons, as other programs print it. */
function fingerprintOf(der: Uint8Array): string {
  return createHash('sha256')
    .update(der)
    .digest('hex')
    .toUpperCase()
    .replaceAll(/..(?=.)/g, '$&:');
}

/** @returns PEM: the certificate with its chain, and its key @throws HostError while the vault is locked, or for an unknown id */
export function tlsClientOf(vault: Pick<Vault, 'certificate' | 'keyOf'>, id: string) {
  const { pem, chain } = vault.certificate(id);
  const key = vault.keyOf(id).export({ type: 'pkcs8', format: 'pem' }).toString();
  return { cert: [pem, ...chain].join('\n'), key };
}
