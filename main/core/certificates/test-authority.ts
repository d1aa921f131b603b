/** The built-in test CA. Its certificates and keys are in the vault. */
import { randomUUID } from 'node:crypto';
import { HostError } from '../../../shared/contract/envelope.ts';
import { firstOrder, type IdentityOrder, type IssuerOrder } from '../../../shared/contract/identity-order.ts';
import { texts } from '../../../shared/texts/texts.ts';
import {
  issueAgain,
  issueAuthority,
  issueIdentity,
  type Issued,
  type Issuer,
  nameOf,
  partsOf,
} from './issue.ts';
import { newName } from './new-name.ts';
import type { OpenCertificate, StoredCertificate, Vault } from './vault.ts';

const t = texts.core.testAuthority;

export class TestAuthority {
  private readonly vault: Vault;

  constructor(vault: Vault) {
    this.vault = vault;
  }

  /** Creates the first identity if the vault is empty. @returns the id of the signing certificate to use */
  async ensureIdentity(now: number): Promise<string> {
    const known = this.vault.list().find((certificate) => certificate.kind === 'signing');
    return known ? known.id : this.make(firstOrder(now), now);
  }

  /**
   * Creates a certificate, and its CA if that is new.
   * @param now milliseconds since 1970
   * @returns its id
   * @throws HostError while the vault is locked
   */
  async make(order: IdentityOrder, now: number): Promise<string> {
    const known = this.authorityOf(order.issuer);
    const issuer = known ? this.issuerOf(known) : await issueAuthority(order.issuer, now);
    const issued = await issueIdentity(order, issuer);
    return this.store(`${order.organization} ${order.profile}`, issued, issuer, known === null, now);
  }

  /**
   * Creates the same certificate again with a new key, valid from now.
   * @param now this machine's clock @param bankNow that of the bank in use, milliseconds since 1970
   * @returns the id of the new one
   * @throws HostError if the test CA did not issue it
   */
  async renew(id: string, now: number, bankNow: number): Promise<string> {
    const old = this.vault.certificate(id);
    const authority = this.issuedBy(old);
    if (authority === null) throw new HostError('refused', t.cannotRenew);
    const issuer = this.issuerOf(authority);
    const issued = await issueAgain(old.certificate, issuer, [now, bankNow]);
    return this.store(old.name, issued, issuer, false, now);
  }

  /** The CA in the vault that issued a certificate, or null. */
  issuedBy({ kind, origin, chain }: OpenCertificate): OpenCertificate | null {
    if (kind === 'authority' || origin !== 'made') return null;
    return this.authorities().find(({ pem }) => pem === chain[0]) ?? null;
  }

  private store(name: string, issued: Issued, issuer: Issuer, newIssuer: boolean, now: number): string {
    const id = randomUUID();
    const entry = (row: StoredCertificate, key: string) => ({ row, privateKeyPem: key });
    const names = this.vault.list().map((known) => known.name);
    const own = newName(name, names);
    const common = { origin: 'made', kind: 'signing' } as const;
    this.vault.add(
      [
        ...(newIssuer ? [entry(authorityRow(issuer), issuer.key)] : []),
        entry({ ...common, id, name: own, pem: issued.pem, chain: [issuer.pem] }, issued.key),
      ],
      now,
    );
    return id;
  }

  private authorities(): OpenCertificate[] {
    return this.vault
      .list()
      .filter(({ kind }) => kind === 'authority')
      .map(({ id }) => this.vault.certificate(id));
  }

  private authorityOf(order: IssuerOrder): OpenCertificate | null {
    const wanted = JSON.stringify(nameOf(order));
    return (
      this.authorities().find(({ certificate }) => JSON.stringify(partsOf(certificate.subject)) === wanted) ??
      null
    );
  }

  private issuerOf({ id, pem, certificate }: OpenCertificate): Issuer {
    const key = this.vault.keyOf(id).export({ type: 'pkcs8', format: 'pem' }).toString();
    return { name: partsOf(certificate.subject), key, pem };
  }
}

function authorityRow({ name, pem }: Issuer): StoredCertificate {
  const commonName = name.at(-1)?.[1] ?? '';
  return { id: randomUUID(), kind: 'authority', origin: 'made', name: commonName, pem, chain: [] };
}
