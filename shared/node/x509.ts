/** Creates X.509 certificates with node-forge: of the bank and its CA, and test certificates with PSD2 statements. */
import { createPublicKey, generateKeyPair, randomBytes, sign } from 'node:crypto';
import { promisify } from 'node:util';
import forge from 'node-forge';
import { derOid, derSequence, TAG, der } from '../signing/der.ts';
import { binaryToBytes, bytesToBinary } from '../signing/base64.ts';
import { computing } from './process.ts';
import { type Psd2Role, QC_TYPE_OIDS, type QcType, ROLE_OIDS } from '../signing/certificate.ts';

/** An attribute type as OID with its value, such as `['2.5.4.3', 'Workbench Test CA']`. */
export type NamePart = readonly [oid: string, value: string];

export const OID = {
  commonName: '2.5.4.3',
  country: '2.5.4.6',
  organization: '2.5.4.10',
  organizationIdentifier: '2.5.4.97',
} as const;

export interface KeyPair {
  /** PKCS#8 PEM. */
  privateKey: string;
  /** SubjectPublicKeyInfo PEM. */
  publicKey: string;
}

/** Creates an RSA key pair outside the event loop. @param bits of the modulus */
export async function makeKeyPair(bits = 2048): Promise<KeyPair> {
  return computing(
    promisify(generateKeyPair)('rsa', {
      modulusLength: bits,
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    }),
  );
}

/** The qcStatements of a PSD2 certificate (ETSI EN 319 412-5, ETSI TS 119 495, 5.1). */
export interface Psd2Statement {
  /** `seal` for a QSealC, `web` for a QWAC. */
  type: QcType;
  roles: readonly Psd2Role[];
  /** Name of the national competent authority. */
  authorityName: string;
  /** Its id, which consists of country and abbreviation: `NO-FSA`. */
  authorityId: string;
}

/** Where a real CA would publish its PKI disclosure statement (EN 319 412-5, 5.2 requires QcPDS). */
const PDS = { url: 'https://pds.example/en.pdf', language: 'en' } as const;

/** The DER value of the extension: QcCompliance, QcType, QcPDS, and the PSD2 statement. */
function qcStatements({ type, roles, authorityName, authorityId }: Psd2Statement): Uint8Array {
  return derSequence(
    derSequence(derOid('0.4.0.1862.1.1')),
    derSequence(derOid('0.4.0.1862.1.6'), derSequence(derOid(QC_TYPE_OIDS[type]))),
    derSequence(
      derOid('0.4.0.1862.1.5'),
      derSequence(derSequence(text(TAG.ia5, PDS.url), text(TAG.printable, PDS.language))),
    ),
    derSequence(
      derOid('0.4.0.19495.2'),
      derSequence(
        derSequence(...roles.map((role) => derSequence(derOid(ROLE_OIDS[role]), text(TAG.utf8, role)))),
        text(TAG.utf8, authorityName),
        text(TAG.utf8, authorityId),
      ),
    ),
  );
}

function text(tag: number, value: string): Uint8Array {
  return der(tag, new TextEncoder().encode(value));
}

interface CertificateOrder {
  subject: readonly NamePart[];
  issuer: readonly NamePart[];
  /** Public key of the new certificate. */
  publicKey: string;
  /** Private key of the issuer. */
  signWith: string;
  notBefore: Date;
  notAfter: Date;
  /** Hexadecimal; random if left out. */
  serial?: string;
  use:
    | { kind: 'ca' }
    | { kind: 'tls-server'; dnsNames: readonly string[]; ipAddresses: readonly string[] }
    | { kind: 'seal' }
    /** A QSealC or QWAC (ETSI TS 119 495); a QWAC serves as TLS client and server certificate for its host names. */
    | { kind: 'psd2'; statement: Psd2Statement; dnsNames?: readonly string[] };
}

/** Creates and signs a certificate. @returns PEM */
export function makeCertificate(order: CertificateOrder): string {
  const certificate = forge.pki.createCertificate();
  certificate.publicKey = forge.pki.publicKeyFromPem(order.publicKey);
  certificate.serialNumber = positiveSerial(order.serial ?? randomSerial());
  certificate.validity.notBefore = order.notBefore;
  certificate.validity.notAfter = order.notAfter;
  certificate.setSubject(order.subject.map(toForge));
  certificate.setIssuer(order.issuer.map(toForge));
  certificate.setExtensions([
    { name: 'subjectKeyIdentifier' },
    { name: 'authorityKeyIdentifier', keyIdentifier: keyIdentifierOf(order.signWith) },
    ...extensions(order.use),
  ]);
  signed(certificate, order.signWith);
  return forge.pki.certificateToPem(certificate);
}

/** Signs by OpenSSL, which is about forty times as fast as node-forge. */
function signed(certificate: forge.pki.Certificate, privateKey: string): void {
  const native = {
    sign: () => {
      const bytes = binaryToBytes(forge.asn1.toDer(certificate.tbsCertificate).getBytes());
      return bytesToBinary(sign('RSA-SHA256', bytes, privateKey));
    },
  };
  certificate.sign(native as unknown as forge.pki.rsa.PrivateKey, forge.md.sha256.create());
}

/** RFC 5280, 4.2.1.2, method 1: SHA-1 of the public key, in forge's form of a subjectKeyIdentifier. */
function keyIdentifierOf(privateKey: string): string {
  const spki = createPublicKey(privateKey).export({ type: 'spki', format: 'pem' }).toString();
  const publicKey = forge.pki.publicKeyFromPem(spki);
  return forge.pki.getPublicKeyFingerprint(publicKey, { type: 'RSAPublicKey' }).getBytes();
}

function randomSerial(): string {
  const bytes = randomBytes(16);
  bytes[0] = ((bytes[0] ?? 0) & 0x7f) | 0x40;
  return bytes.toString('hex');
}

/** forge writes the hexadecimal unchanged, so a set high bit needs a sign byte. */
function positiveSerial(serial: string): string {
  const even = serial.length % 2 === 0 ? serial : `0${serial}`;
  return Number.parseInt(even.slice(0, 2), 16) >= 0x80 ? `00${even}` : even;
}

function toForge([type, value]: NamePart): forge.pki.CertificateField {
  const valueTagClass = type === OID.country ? forge.asn1.Type.PRINTABLESTRING : forge.asn1.Type.UTF8;
  return { type, value, valueTagClass: valueTagClass as unknown as forge.asn1.Class };
}

function extensions(use: CertificateOrder['use']): object[] {
  switch (use.kind) {
    case 'ca':
      return [
        { name: 'basicConstraints', cA: true, critical: true },
        { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
      ];
    case 'tls-server':
      return [
        { name: 'basicConstraints', cA: false },
        { name: 'keyUsage', digitalSignature: true, keyEncipherment: true, critical: true },
        { name: 'extKeyUsage', serverAuth: true },
        {
          name: 'subjectAltName',
          altNames: [
            ...use.dnsNames.map((value) => ({ type: 2, value })),
            ...use.ipAddresses.map((ip) => ({ type: 7, ip })),
          ],
        },
      ];
    case 'seal':
      return [
        { name: 'basicConstraints', cA: false },
        { name: 'keyUsage', digitalSignature: true, critical: true },
      ];
    case 'psd2':
      return [{ name: 'basicConstraints', cA: false }, ...psd2Extensions(use)];
  }
}

/** Key usage and policies of EN 319 412-3 (seal) and -4 (web), and the qcStatements. */
function psd2Extensions({
  statement,
  dnsNames = [],
}: Extract<CertificateOrder['use'], { kind: 'psd2' }>): object[] {
  const qc = { id: '1.3.6.1.5.5.7.1.3', critical: false, value: bytesToBinary(qcStatements(statement)) };
  if (statement.type === 'seal') {
    return [
      { name: 'keyUsage', digitalSignature: true, nonRepudiation: true, critical: true },
      policy(POLICY.qualifiedSeal),
      qc,
    ];
  }
  return [
    { name: 'keyUsage', digitalSignature: true, critical: true },
    { name: 'extKeyUsage', serverAuth: true, clientAuth: true },
    ...(dnsNames.length === 0
      ? []
      : [{ name: 'subjectAltName', altNames: dnsNames.map((value) => ({ type: 2, value })) }]),
    policy(POLICY.psd2Web),
    qc,
  ];
}

/** QCP-l of EN 319 411-2, and QCP-w-psd2 of TS 119 495, 6.1. */
const POLICY = { qualifiedSeal: '0.4.0.194112.1.1', psd2Web: '0.4.0.19495.3.1' } as const;

function policy(oid: string): object {
  return { id: '2.5.29.32', critical: false, value: bytesToBinary(derSequence(derSequence(derOid(oid)))) };
}
