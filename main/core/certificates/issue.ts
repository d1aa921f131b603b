/** Issues test certificates: a CA, and PSD2 certificates that conform to ETSI TS 119 495. */
import {
  type KeyPair,
  makeCertificate,
  makeKeyPair,
  type NamePart,
  OID,
  type Psd2Statement,
} from '../../../shared/node/x509.ts';
import { type IdentityOrder, type IssuerOrder, firstOrder } from '../../../shared/contract/certificates.ts';
import type { Certificate } from '../../../shared/signing/certificate.ts';
import type { Name } from '../../../shared/signing/distinguished-names.ts';
import { DAY } from '../../../shared/time.ts';
import { randomUUID } from 'node:crypto';
import { HostError } from '../../../shared/contract/envelope.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { endingWith, firstFree } from '../../../shared/names.ts';
import type { OpenCertificate, StoredCertificate, Vault } from './vault.ts';

const AUTHORITY_DAYS = 3650;

export interface Issuer {
  name: readonly NamePart[];
  /** PKCS#8 PEM. */
  key: string;
  /** PEM of its certificate. */
  pem: string;
}

export interface Issued {
  pem: string;
  /** PKCS#8 PEM. */
  key: string;
}

/** A new CA with its own key. @param now milliseconds since 1970 */
export async function issueAuthority(order: IssuerOrder, now: number): Promise<Issuer> {
  const name = nameOf(order);
  const pair = await makeKeyPair();
  const pem = makeCertificate({
    subject: name,
    issuer: name,
    publicKey: pair.publicKey,
    signWith: pair.privateKey,
    // Only the issued certificates can expire.
    notBefore: new Date(now - AUTHORITY_DAYS * DAY),
    notAfter: new Date(now + AUTHORITY_DAYS * DAY),
    use: { kind: 'ca' },
  });
  return { name, key: pair.privateKey, pem };
}

/** A certificate as requested, with a new key. */
export async function issueIdentity(order: IdentityOrder, issuer: Issuer): Promise<Issued> {
  const statement = { ...order, type: order.profile === 'QWAC' ? 'web' : 'seal' } as const;
  return issue(await makeKeyPair(order.bits), issuer, {
    subject: nameOf(order),
    notBefore: order.notBefore,
    notAfter: order.notAfter,
    serial: order.serial,
    statement,
    commonName: order.commonName,
  });
}

/**
 * Renews a certificate with a new key and serial number, valid from yesterday and for as long as before.
 * @param clocks as for `firstOrder`
 */
export async function issueAgain(
  certificate: Certificate,
  issuer: Issuer,
  clocks: readonly number[],
): Promise<Issued> {
  const lifetime = certificate.notAfter - certificate.notBefore;
  const { roles, authority, qcType } = certificate;
  return issue(await makeKeyPair(certificate.rsaBits ?? 2048), issuer, {
    subject: partsOf(certificate.subject),
    notBefore: Math.min(...clocks) - DAY,
    notAfter: Math.max(...clocks) - DAY + lifetime,
    serial: '',
    statement: {
      type: qcType ?? 'seal',
      roles,
      authorityName: authority?.name ?? '',
      authorityId: authority?.id ?? '',
    },
    commonName: certificate.commonName ?? '',
  });
}

interface Wanted {
  subject: readonly NamePart[];
  notBefore: number;
  notAfter: number;
  serial: string;
  statement: Psd2Statement;
  commonName: string;
}

function issue(pair: KeyPair, issuer: Issuer, wanted: Wanted): Issued {
  const pem = makeCertificate({
    subject: wanted.subject,
    issuer: issuer.name,
    publicKey: pair.publicKey,
    signWith: issuer.key,
    notBefore: new Date(wanted.notBefore),
    notAfter: new Date(wanted.notAfter),
    ...(wanted.serial === '' ? {} : { serial: wanted.serial }),
    use: {
      kind: 'psd2',
      statement: wanted.statement,
      // A QWAC with a host name lists it as a DNS name, where TLS looks for it.
      dnsNames: /^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/i.test(wanted.commonName) ? [wanted.commonName] : [],
    },
  });
  return { pem, key: pair.privateKey };
}

/** The subject name, with the attributes in the order that CAs use. */
export function nameOf(
  order: Pick<IssuerOrder, 'country' | 'organization' | 'organizationIdentifier' | 'commonName'>,
): NamePart[] {
  const parts: NamePart[] = [
    [OID.country, order.country],
    [OID.organization, order.organization],
    [OID.organizationIdentifier, order.organizationIdentifier],
    [OID.commonName, order.commonName],
  ];
  return parts.filter(([, value]) => value !== '');
}

/** The attributes of a name of a test certificate: one text per RDN. */
export function partsOf(name: Name): NamePart[] {
  return name.flat().map(({ oid, text }): NamePart => [oid, text ?? '']);
}

/** Maximum length of a name. */
const LONGEST_NAME = 80;

/** A unique name, with the next number if it is taken. @param names of all certificates; the new one is added */
export function newName(wanted: string, names: string[]): string {
  // “Seal 2” is followed by “Seal 3”, but a year by no other year.
  const [, base = wanted, counted = '1'] = /^(.+) (\d{1,2})$/s.exec(wanted) ?? [];
  const before = Number(counted) - 1;
  const name = firstFree(
    (number) => (number === 1 ? wanted : endingWith(base, ` ${before + number}`, LONGEST_NAME)),
    (one) => names.includes(one),
  );
  names.push(name);
  return name;
}

const t = texts.core.testAuthority;

/** The built-in test CA. Its certificates and keys are in the vault. */
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
   * Renews a certificate.
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
