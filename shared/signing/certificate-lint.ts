/** What a bank in production may find wrong with a certificate that works in test (ETSI TS 119 495, EN 319 412, RFC 5280). */
import { DAY } from '../time.ts';
import { type Certificate, certificateDay } from './certificate.ts';
import { isMisordered, isSelfIssued } from './certificate-chain.ts';
import { derChildren, oidText, TAG } from './der.ts';
import { attributeText, printRfc2253 } from './distinguished-names.ts';
import { type Finding, finding, type Severity } from './certificate-finding.ts';
import { readExtension } from './qc-statements.ts';
import { isoCountry, psdOf, statementsOf } from './psd2-lint.ts';

export interface Linted {
  certificate: Certificate;
  /** The certificates above it, nearest first, as far as they are known. */
  chain: readonly Certificate[];
  /** `own`: the TPP's certificate. `authority`: one that issued others. */
  part: 'own' | 'authority';
}

/** Smallest RSA key, bits (SIG-2). */
const MIN_BITS = 2048;
/** Before expiry, days. */
const SOON = 30;
/** Longest usual validity, days: of a QWAC, and of any other. */
const USUAL = { web: 398, other: 3 * 365 + 31 };
const OID = {
  basicConstraints: '2.5.29.19',
  keyUsage: '2.5.29.15',
  extendedKeyUsage: '2.5.29.37',
  serverAuth: '1.3.6.1.5.5.7.3.1',
  clientAuth: '1.3.6.1.5.5.7.3.2',
  anyUsage: '2.5.29.37.0',
} as const;
/** Bits of keyUsage in its first byte (RFC 5280, 4.2.1.3). */
const USAGE = { digitalSignature: 0x80, nonRepudiation: 0x40, keyCertSign: 0x04 } as const;
const WEAK = new Map([
  ['1.2.840.113549.1.1.4', 'MD5'],
  ['1.2.840.113549.1.1.5', 'SHA-1'],
  ['1.3.14.3.2.29', 'SHA-1'],
  ['1.2.840.10045.4.1', 'SHA-1'],
]);
/** Attributes that a subject needs besides the organizationIdentifier (EN 319 412-3, 4.2.1). */
const SUBJECT = [
  ['2.5.4.6', 'country'],
  ['2.5.4.10', 'organisation'],
  ['2.5.4.3', 'common name'],
] as const;

const ORDER: readonly Severity[] = ['error', 'warning', 'note'];

/** Everything that is odd about a certificate, the worst first. @param now milliseconds since 1970 */
export function lintCertificate({ certificate, chain, part }: Linted, now: number): Finding[] {
  const found = [...validityOf(certificate, now), ...keyOf(certificate, part)];
  if (part === 'authority') found.push(...(isCa(certificate) ? [] : [finding('error', 'not-a-ca')]));
  else
    found.push(
      ...originOf(certificate, chain, now),
      ...usageOf(certificate),
      ...subjectOf(certificate),
      ...(certificate.qc === null
        ? [finding('error', 'qc-missing')]
        : statementsOf(certificate.qc, certificate)),
    );
  return found.toSorted((a, b) => ORDER.indexOf(a.severity) - ORDER.indexOf(b.severity));
}

/** @param all of one PEM or DER file, in its order */
export function lintOrder(all: readonly Certificate[]): Finding[] {
  return isMisordered(all) ? [finding('warning', 'chain-order')] : [];
}

/** Whether a test CA issued it: the address of the disclosure statement is reserved (RFC 2606), which no real CA can use. */
export function isTestCertificate({ qc }: Certificate): boolean {
  return (qc?.pds ?? []).some((address) =>
    /^https?:\/\/[^/]*\.(?:example|test|invalid)(?:[:/]|$)/.test(address),
  );
}

function validityOf({ notBefore, notAfter, qcType }: Certificate, now: number): Finding[] {
  const left = Math.floor((notAfter - now) / DAY);
  const days = Math.round((notAfter - notBefore) / DAY);
  const usual = USUAL[qcType === 'web' ? 'web' : 'other'];
  return [
    ...(now > notAfter ? [finding('error', 'expired', certificateDay(notAfter))] : []),
    ...(now < notBefore ? [finding('error', 'not-yet-valid', certificateDay(notBefore))] : []),
    ...(left >= 0 && left < SOON ? [finding('warning', 'expires-soon', left)] : []),
    ...(qcType !== null && days > usual ? [finding('note', 'long-validity', days, usual)] : []),
  ];
}

function keyOf(certificate: Certificate, part: Linted['part']): Finding[] {
  const { rsaBits, keyAlgorithm, curve, qcType, serial, signatureAlgorithm } = certificate;
  const weak = WEAK.get(signatureAlgorithm);
  const key = curve === null ? keyAlgorithm : `${keyAlgorithm} (${curve})`;
  const found: Finding[] = [];
  if (rsaBits !== null && rsaBits < MIN_BITS)
    found.push(finding('error', 'key-too-short', rsaBits, MIN_BITS));
  if (rsaBits === null && !isTlsCurve(certificate)) found.push(finding('warning', 'key-unusual', key));
  else if (rsaBits === null && qcType !== 'web' && part === 'own')
    found.push(finding('warning', 'key-not-rsa', key));
  // Nobody checks the signature of a root.
  if (weak !== undefined && !isSelfIssued(certificate))
    found.push(finding('error', 'signed-with-sha1', weak));
  if (serial === '0' || serial.length > 40) found.push(finding('warning', 'serial'));
  return found;
}

/** Whether TLS servers accept its EC key. */
export function isTlsCurve({ curve }: Pick<Certificate, 'curve'>): boolean {
  return curve === 'P-256' || curve === 'P-384';
}

function originOf(certificate: Certificate, chain: readonly Certificate[], now: number): Finding[] {
  const nameOf = (one: Certificate) => one.commonName ?? printRfc2253(one.subject);
  const found = chain.flatMap((one) =>
    now > one.notAfter ? [finding('error', 'chain-expired', nameOf(one), certificateDay(one.notAfter))] : [],
  );
  if (isCa(certificate)) found.push(finding('error', 'ca-as-own'));
  if (isSelfIssued(certificate)) return [...found, finding('error', 'self-signed')];
  if (isTestCertificate(certificate)) found.push(finding('note', 'test-ca'));
  // A signature carries the TPP's certificate alone; TLS sends the chain.
  if (chain.length === 0 && certificate.qcType === 'web')
    found.push(
      finding(
        'warning',
        'issuer-missing',
        attributeText(certificate.issuer, '2.5.4.3') ?? printRfc2253(certificate.issuer),
      ),
    );
  return found;
}

function usageOf(certificate: Certificate): Finding[] {
  const { qcType } = certificate;
  const usage = keyUsageOf(certificate);
  const extended = extendedUsageOf(certificate);
  const has = (bit: number) => usage !== null && (usage & bit) !== 0;
  const serves = (oid: string) =>
    extended === null || extended.includes(oid) || extended.includes(OID.anyUsage);
  const found: Finding[] = [];
  if (usage === null) found.push(finding('warning', 'usage-missing'));
  else if (qcType === 'web') {
    if (!has(USAGE.digitalSignature)) found.push(finding('warning', 'usage-tls'));
  } else if (!has(USAGE.digitalSignature))
    found.push(
      has(USAGE.nonRepudiation)
        ? finding('note', 'usage-non-repudiation-only')
        : finding('error', 'usage-no-signature'),
    );
  if (qcType === 'web') {
    if (extended === null || !serves(OID.clientAuth)) found.push(finding('warning', 'no-client-auth'));
    if (!serves(OID.serverAuth)) found.push(finding('note', 'no-server-auth'));
  }
  if (qcType === 'seal' && extended?.some((oid) => oid === OID.serverAuth || oid === OID.clientAuth))
    found.push(finding('warning', 'qc-type-other-use'));
  return found;
}

function subjectOf({ subject, organizationIdentifier: identifier }: Certificate): Finding[] {
  const found: Finding[] = [];
  const missing = SUBJECT.flatMap(([oid, name]) => (attributeText(subject, oid) === null ? [name] : []));
  if (missing.length > 0) found.push(finding('warning', 'subject-incomplete', missing.join(', ')));
  if (identifier === null) return [...found, finding('error', 'organisation-missing')];
  const country = attributeText(subject, '2.5.4.6');
  const psd = psdOf(identifier);
  if (psd !== null) {
    found.push(...isoCountry('the organizationIdentifier', psd.country));
    if (country !== null && country !== psd.country)
      found.push(finding('note', 'subject-country', country, psd.country));
    return found;
  }
  // Registration numbers (EN 319 412-1, 5.1.4).
  const scheme = /^(VAT|NTR|LEI)[A-Z]{2}-./.exec(identifier)?.[1];
  found.push(
    scheme === undefined
      ? finding('warning', 'organisation-form', identifier)
      : finding('note', 'organisation-scheme', scheme),
  );
  return found;
}

/** Whether it is marked as a CA, by basicConstraints or by its key usage. */
export function isCa(certificate: Certificate): boolean {
  const usage = keyUsageOf(certificate);
  const marked = readExtension(certificate, OID.basicConstraints, (value) => {
    const [ca] = derChildren(value);
    return ca?.tag === TAG.boolean && ca.value[0] !== 0;
  });
  return marked === true || (usage !== null && (usage & USAGE.keyCertSign) !== 0);
}

/** The first byte of keyUsage, or null without the extension. */
function keyUsageOf(certificate: Certificate): number | null {
  // The first byte of a BIT STRING is the number of unused bits.
  return readExtension(certificate, OID.keyUsage, ({ value }) => value[1] ?? 0);
}

function extendedUsageOf(certificate: Certificate): string[] | null {
  return readExtension(certificate, OID.extendedKeyUsage, (value) =>
    derChildren(value).map((one) => oidText(one.value)),
  );
}
