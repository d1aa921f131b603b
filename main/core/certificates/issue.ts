/** Issues test certificates: a CA, and PSD2 certificates that conform to ETSI TS 119 495. Uses neither the vault nor files. */
import {
  type KeyPair,
  makeCertificate,
  makeKeyPair,
  type NamePart,
  OID,
} from '../../../shared/node/x509/certificates.ts';
import type { Psd2Statement } from '../../../shared/node/x509/qc-statements.ts';
import type { IdentityOrder, IssuerOrder } from '../../../shared/contract/identity-order.ts';
import type { Certificate } from '../../../shared/signing/certificate.ts';
import type { Name } from '../../../shared/signing/names.ts';
import { DAY } from '../../../shared/time.ts';

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
    // Valid long before and after whatever it issues, so that only the issued certificate can be expired.
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
 * The same certificate again, valid from yesterday and for as long as before, with a new key and serial number.
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

/** The attributes of a name that this program created: one per RDN, all of them text. */
export function partsOf(name: Name): NamePart[] {
  return name.flat().map(({ oid, text }): NamePart => [oid, text ?? '']);
}
