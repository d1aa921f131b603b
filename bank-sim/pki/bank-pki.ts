/** The bank's own CA, TLS certificate and response-signing certificate: created at first start and kept in the data folder. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeWholeFile } from '../../shared/node/plain-files.ts';
import { readCertificateHeader } from '../../shared/signing/certificate.ts';
import type { KeyPair, NamePart } from '../../shared/node/x509/certificates.ts';
import { DAY } from '../../shared/time.ts';

export interface BankPki {
  caFile: string;
  caPem: string;
  tls: { key: string; cert: string };
  /** Signs responses (SIG-13). */
  signing: { key: string; cert: string };
  /** Removes the files of a bank in memory from disk. */
  dispose: () => void;
}

const CA: readonly NamePart[] = [
  ['2.5.4.6', 'NO'],
  ['2.5.4.10', 'Simulated bank'],
  ['2.5.4.3', 'Simulated bank CA'],
];
const FILES = ['ca.pem', 'ca-key.pem', 'tls.pem', 'tls-key.pem', 'signing.pem', 'signing-key.pem'] as const;
type Material = Record<(typeof FILES)[number], string>;

/**
 * Loads the material from `folder`, or creates it; null means a bank in memory, which stores only its CA certificate, in a
 * temporary file. Validity follows the real clock, whatever the bank's clock shows (contract section 13).
 */
export async function bankPki(folder: string | null, realNow: number): Promise<BankPki> {
  if (folder === null) {
    const material = await makeMaterial(realNow);
    const temporary = mkdtempSync(join(tmpdir(), 'tpp-bank-'));
    writeFileSync(join(temporary, 'ca.pem'), material['ca.pem']);
    return pkiOf(material, join(temporary, 'ca.pem'), () =>
      rmSync(temporary, { recursive: true, force: true }),
    );
  }
  const pki = join(folder, 'pki');
  let material = existsSync(pki) ? readMaterial(pki) : null;
  if (material === null || endsSoon(material['tls.pem'], realNow)) {
    material = await makeMaterial(realNow);
    writeMaterial(pki, material);
  }
  return pkiOf(material, join(pki, 'ca.pem'), () => undefined);
}

function pkiOf(material: Material, caFile: string, dispose: () => void): BankPki {
  return {
    caFile,
    caPem: material['ca.pem'],
    tls: { key: material['tls-key.pem'], cert: material['tls.pem'] },
    signing: { key: material['signing-key.pem'], cert: material['signing.pem'] },
    dispose,
  };
}

function endsSoon(pem: string, realNow: number): boolean {
  return readCertificateHeader(pem).notAfter < realNow + 7 * DAY;
}

function readMaterial(folder: string): Material | null {
  if (!FILES.every((file) => existsSync(join(folder, file)))) return null;
  return Object.fromEntries(
    FILES.map((file) => [file, readFileSync(join(folder, file), 'utf8')]),
  ) as Material;
}

function writeMaterial(folder: string, material: Material): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const file of FILES) {
    writeWholeFile(join(folder, file), material[file], 0o600);
  }
}

async function makeMaterial(realNow: number): Promise<Material> {
  // Imported only when needed: loading node-forge takes longer than the rest of a start.
  const { makeCertificate, makeKeyPair } = await import('../../shared/node/x509/certificates.ts');
  const [ca, tls, signing]: KeyPair[] = await Promise.all([makeKeyPair(), makeKeyPair(), makeKeyPair()]);
  if (!ca || !tls || !signing) throw new Error('The key pairs were not made.');
  const issued = {
    issuer: CA,
    signWith: ca.privateKey,
    notBefore: new Date(realNow - DAY),
    notAfter: new Date(realNow + 700 * DAY),
  };
  return {
    'ca-key.pem': ca.privateKey,
    'ca.pem': makeCertificate({
      ...issued,
      subject: CA,
      publicKey: ca.publicKey,
      notAfter: new Date(realNow + 3650 * DAY),
      use: { kind: 'ca' },
    }),
    'tls-key.pem': tls.privateKey,
    'tls.pem': makeCertificate({
      ...issued,
      subject: [['2.5.4.3', 'localhost']],
      publicKey: tls.publicKey,
      use: { kind: 'tls-server', dnsNames: ['localhost'], ipAddresses: ['127.0.0.1', '::1'] },
    }),
    'signing-key.pem': signing.privateKey,
    'signing.pem': makeCertificate({
      ...issued,
      subject: [...CA.slice(0, 2), ['2.5.4.3', 'Simulated bank response seal']],
      publicKey: signing.publicKey,
      use: { kind: 'seal' },
    }),
  };
}
