/** The bank's CA, TLS certificate and response-signing certificate, created at the first start and stored in the data folder. */
import { X509Certificate, createPrivateKey } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync, readdirSync, renameSync } from 'node:fs';
import { isIP } from 'node:net';
import { tmpdir } from 'node:os';
import { join, dirname } from 'node:path';
import { kindOf, writeWholeFile, FileError, readPlainFile, syncFolder } from '../shared/node/plain-files.ts';
import { setAside, makeFolder } from '../shared/node/private-files.ts';
import { readCertificateHeader } from '../shared/signing/certificate.ts';
import { type KeyPair, type NamePart } from '../shared/node/x509.ts';
import { DAY } from '../shared/time.ts';
import { MAX_OWN_FILE_BYTES } from '../shared/limits.ts';

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

interface PkiOrder {
  /** Real time in milliseconds. */
  realNow: number;
  /** Host names and IP addresses, besides those of loopback, by which clients reach the bank. */
  names: readonly string[];
  /** Called with a sentence if the material is damaged or expires, and was put aside. */
  notice: (sentence: string) => void;
}

/**
 * Loads the material from a folder, or creates it. Without a folder, the banks in memory of a process share their material, and
 * only the CA certificate is in a file. Validity follows the real clock, not the bank's (contract section 13).
 */
export async function bankPki(folder: string | null, { realNow, names, notice }: PkiOrder): Promise<BankPki> {
  if (folder === null) {
    const material = await namedFor(names, await materialInMemory(realNow), realNow);
    const temporary = mkdtempSync(join(tmpdir(), 'tpp-bank-'));
    writeFileSync(join(temporary, 'ca.pem'), material['ca.pem']);
    return pkiOf(material, join(temporary, 'ca.pem'), () =>
      rmSync(temporary, { recursive: true, force: true }),
    );
  }
  const pki = join(folder, 'pki');
  const caFile = join(pki, 'ca.pem');
  if (kindOf(pki) !== 'none' && !isEmptyFolder(pki)) {
    const read = readMaterial(pki);
    const fault = 'fault' in read ? read.fault : validity(read['tls.pem'], realNow);
    if (fault === null && !('fault' in read)) {
      const material = await namedFor(names, read, realNow);
      if (material !== read) writeWholeFile(join(pki, 'tls.pem'), material['tls.pem'], 0o600);
      return pkiOf(material, caFile, () => undefined);
    }
    const aside = setAside(pki, realNow);
    notice(
      `The bank's certificates in ${pki} cannot be used: ${fault}. They are kept as ${aside}, and new ones were made. Every client that trusted the old CA refuses the bank now, and certificates that it has issued are void: let clients trust the new CA in ${caFile}. Or stop the program, and restore ${pki} from a backup.`,
    );
  }
  const material = await namedFor(names, await makeMaterial(realNow), realNow);
  writeMaterial(pki, material);
  return pkiOf(material, caFile, () => undefined);
}

let inMemory: Promise<Material> | null = null;

/** Shared, so that a test suite with a bank for each test creates keys once and trusts one CA. */
async function materialInMemory(realNow: number): Promise<Material> {
  // Retried if it failed.
  const made = await inMemory?.catch(() => null);
  if (made && validity(made['tls.pem'], realNow) === null) return made;
  inMemory = makeMaterial(realNow);
  return inMemory;
}

/**
 * Renews the TLS certificate if it lacks one of the names.
 * @returns the same material if it lacks none
 */
async function namedFor(names: readonly string[], material: Material, realNow: number): Promise<Material> {
  const certificate = new X509Certificate(material['tls.pem']);
  const covers = (name: string) => (isIP(name) ? certificate.checkIP(name) : certificate.checkHost(name));
  if (names.every(covers)) return material;
  const publicKey = certificate.publicKey.export({ type: 'spki', format: 'pem' }).toString();
  return {
    ...material,
    'tls.pem': await tlsCertificate(publicKey, material['ca-key.pem'], { realNow, names }),
  };
}

async function tlsCertificate(
  publicKey: string,
  signWith: string,
  { realNow, names }: Pick<PkiOrder, 'realNow' | 'names'>,
): Promise<string> {
  const { makeCertificate } = await import('../shared/node/x509.ts');
  return makeCertificate({
    ...issuedBy(signWith, realNow),
    subject: [['2.5.4.3', 'localhost']],
    publicKey,
    use: {
      kind: 'tls-server',
      dnsNames: ['localhost', ...names.filter((name) => isIP(name) === 0)],
      ipAddresses: ['127.0.0.1', '::1', ...names.filter((name) => isIP(name) !== 0)],
    },
  });
}

function issuedBy(signWith: string, realNow: number) {
  return {
    issuer: CA,
    signWith,
    notBefore: new Date(realNow - DAY),
    notAfter: new Date(realNow + 700 * DAY),
  };
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

/** Why the certificates are renewed, or null. */
function validity(pem: string, realNow: number): string | null {
  const { notBefore, notAfter } = readCertificateHeader(pem);
  if (notAfter < realNow + 7 * DAY) return 'they end within a week, or have ended';
  return notBefore > realNow ? 'they are not valid yet by the clock of this machine' : null;
}

async function makeMaterial(realNow: number): Promise<Material> {
  // Imported only when needed: loading node-forge takes longer than the rest of a start.
  const { makeCertificate, makeKeyPair } = await import('../shared/node/x509.ts');
  const [ca, tls, signing]: KeyPair[] = await Promise.all([makeKeyPair(), makeKeyPair(), makeKeyPair()]);
  if (!ca || !tls || !signing) throw new Error('The key pairs were not made.');
  const issued = issuedBy(ca.privateKey, realNow);
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
    'tls.pem': await tlsCertificate(tls.publicKey, ca.privateKey, { realNow, names: [] }),
    'signing-key.pem': signing.privateKey,
    'signing.pem': makeCertificate({
      ...issued,
      subject: [...CA.slice(0, 2), ['2.5.4.3', 'Simulated bank response seal']],
      publicKey: signing.publicKey,
      use: { kind: 'seal' },
    }),
  };
}

const PKI_FILES = [
  'ca.pem',
  'ca-key.pem',
  'tls.pem',
  'tls-key.pem',
  'signing.pem',
  'signing-key.pem',
] as const;
type Material = Record<(typeof PKI_FILES)[number], string>;

/** @returns the material, or what is wrong with it @throws Error of the file system if a file cannot be accessed */
function readMaterial(folder: string): Material | { fault: string } {
  if (kindOf(folder) !== 'folder') return { fault: 'it is not a folder, or a link' };
  const read: Partial<Material> = {};
  for (const file of PKI_FILES) {
    if (kindOf(join(folder, file)) === 'none') return { fault: `${file} is missing` };
    try {
      read[file] = readPlainFile(join(folder, file), MAX_OWN_FILE_BYTES).toString('utf8');
    } catch (error) {
      if (error instanceof FileError) return { fault: `${file}: ${error.message}` };
      throw error;
    }
  }
  const material = read as Material;
  const fault = faultOf(material);
  return fault === null ? material : { fault };
}

function faultOf(material: Material): string | null {
  for (const name of ['ca', 'tls', 'signing'] as const) {
    const certificate = attempt(() => new X509Certificate(material[`${name}.pem`]));
    if (certificate === null) return `${name}.pem is damaged`;
    const key = material[`${name}-key.pem`];
    if (!attempt(() => certificate.checkPrivateKey(createPrivateKey(key))))
      return `${name}-key.pem is damaged, or another key`;
    if (!certificate.verify(new X509Certificate(material['ca.pem']).publicKey))
      return `${name}.pem is not from the CA in ca.pem`;
  }
  return null;
}

function attempt<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}

function isEmptyFolder(folder: string): boolean {
  return kindOf(folder) === 'folder' && readdirSync(folder).length === 0;
}

/** Writes a new folder under another name and renames it, so that a crash leaves all files or none. */
function writeMaterial(folder: string, material: Material): void {
  const beside = `${folder}.new`;
  rmSync(beside, { recursive: true, force: true });
  makeFolder(beside);
  try {
    for (const file of PKI_FILES) writeWholeFile(join(beside, file), material[file], 0o600);
    renameSync(beside, folder);
    syncFolder(dirname(folder));
  } catch (error) {
    rmSync(beside, { recursive: true, force: true });
    throw error;
  }
}
