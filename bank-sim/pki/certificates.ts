/** Makes X.509 certificates with node-forge: the simulator's CA, its TLS and signing certificate, and test identities. */
import { generateKeyPair, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import forge from 'node-forge';
import type { Psd2Role } from '../../shared/signing/certificate.ts';

/** An attribute type as OID with its value, e.g. `['2.5.4.3', 'Workbench Test CA']`. */
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

/** A new RSA-2048 key pair, made off the event loop. */
export async function makeKeyPair(): Promise<KeyPair> {
  return promisify(generateKeyPair)('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
}

export interface CertificateOrder {
  subject: readonly NamePart[];
  issuer: readonly NamePart[];
  /** Of the new certificate. */
  publicKey: string;
  /** Of the issuer. */
  signWith: string;
  notBefore: Date;
  notAfter: Date;
  /** Hexadecimal; random where left out. */
  serial?: string;
  use:
    | { kind: 'ca' }
    | { kind: 'tls-server'; dnsNames: readonly string[]; ipAddresses: readonly string[] }
    | { kind: 'seal' }
    | { kind: 'psd2-seal'; roles: readonly Psd2Role[]; authorityName: string; authorityId: string };
}

/** Makes and signs a certificate. @returns PEM */
export function makeCertificate(order: CertificateOrder): string {
  const certificate = forge.pki.createCertificate();
  certificate.publicKey = forge.pki.publicKeyFromPem(order.publicKey);
  certificate.serialNumber = positiveSerial(order.serial ?? randomSerial());
  certificate.validity.notBefore = order.notBefore;
  certificate.validity.notAfter = order.notAfter;
  certificate.setSubject(order.subject.map(toForge));
  certificate.setIssuer(order.issuer.map(toForge));
  certificate.setExtensions(extensions(order.use));
  certificate.sign(forge.pki.privateKeyFromPem(order.signWith), forge.md.sha256.create());
  return forge.pki.certificateToPem(certificate);
}

function randomSerial(): string {
  const bytes = randomBytes(16);
  bytes[0] = ((bytes[0] ?? 0) & 0x7f) | 0x40;
  return bytes.toString('hex');
}

/** forge writes the hexadecimal as it is: a high first bit needs a sign byte, or the number is negative. */
function positiveSerial(serial: string): string {
  const even = serial.length % 2 === 0 ? serial : `0${serial}`;
  return Number.parseInt(even.slice(0, 2), 16) >= 0x80 ? `00${even}` : even;
}

function toForge([type, value]: NamePart): forge.pki.CertificateField {
  const valueTagClass = type === OID.country ? forge.asn1.Type.PRINTABLESTRING : forge.asn1.Type.UTF8;
  return { type, value, valueTagClass: valueTagClass as unknown as forge.asn1.Class };
}

function extensions(use: CertificateOrder['use']): object[] {
  const common = [{ name: 'subjectKeyIdentifier' }];
  switch (use.kind) {
    case 'ca':
      return [
        ...common,
        { name: 'basicConstraints', cA: true, critical: true },
        { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
      ];
    case 'tls-server':
      return [
        ...common,
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
        ...common,
        { name: 'basicConstraints', cA: false },
        { name: 'keyUsage', digitalSignature: true, critical: true },
      ];
    case 'psd2-seal':
      return [
        ...common,
        { name: 'basicConstraints', cA: false },
        { name: 'keyUsage', digitalSignature: true, nonRepudiation: true, critical: true },
        { name: 'qcStatements', id: '1.3.6.1.5.5.7.1.3', critical: false, value: qcStatements(use) },
      ];
  }
}

const ROLE_OID: Record<Psd2Role, string> = {
  PSP_AS: '0.4.0.19495.1.1',
  PSP_PI: '0.4.0.19495.1.2',
  PSP_AI: '0.4.0.19495.1.3',
  PSP_IC: '0.4.0.19495.1.4',
};

/** ETSI EN 319 412-5 (compliance, type e-seal) and ETSI TS 119 495, 5.2.1 (PSD2 roles and authority). */
function qcStatements(use: {
  roles: readonly Psd2Role[];
  authorityName: string;
  authorityId: string;
}): forge.asn1.Asn1 {
  return sequence(
    sequence(oid('0.4.0.1862.1.1')),
    sequence(oid('0.4.0.1862.1.6'), sequence(oid('0.4.0.1862.1.6.2'))),
    sequence(
      oid('0.4.0.19495.2'),
      sequence(
        sequence(...use.roles.map((role) => sequence(oid(ROLE_OID[role]), utf8(role)))),
        utf8(use.authorityName),
        utf8(use.authorityId),
      ),
    ),
  );
}

function sequence(...items: forge.asn1.Asn1[]): forge.asn1.Asn1 {
  return forge.asn1.create(forge.asn1.Class.UNIVERSAL, forge.asn1.Type.SEQUENCE, true, items);
}
function oid(dotted: string): forge.asn1.Asn1 {
  return forge.asn1.create(
    forge.asn1.Class.UNIVERSAL,
    forge.asn1.Type.OID,
    false,
    forge.asn1.oidToDer(dotted).getBytes(),
  );
}
function utf8(text: string): forge.asn1.Asn1 {
  return forge.asn1.create(
    forge.asn1.Class.UNIVERSAL,
    forge.asn1.Type.UTF8,
    false,
    forge.util.encodeUtf8(text),
  );
}
