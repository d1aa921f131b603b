/** Reads certificates and keys from files of any form that CAs send. */
import { createPrivateKey, createPublicKey } from 'node:crypto';
import type { ImportFailure } from '../../../shared/contract/certificates.ts';
import { signRsaSha256, verifyRsaSha256 } from '../../../shared/node/crypto.ts';
import { decodeBase64 } from '../../../shared/signing/base64.ts';
import { type Certificate, readCertificate } from '../../../shared/signing/certificate.ts';
import { derChildren, DerError, type DerNode, oidText, readDer, TAG } from '../../../shared/signing/der.ts';
import { printRfc2253 } from '../../../shared/signing/distinguished-names.ts';
import { MIN_RSA_BITS } from '../../../shared/xs2a/bank-limits.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { derFromBer } from './containers/ber.ts';
import { CostError, openSealed, type Opened, type Progress } from './containers/pbe.ts';
import { isCutPem, type PemBlock, readPem } from './containers/pem.ts';
import { isPfx, readPfx } from './containers/pfx-read.ts';
import {
  checkRsa,
  openTraditional,
  type PrivateKey,
  readPrivateKey,
  readSealedKey,
} from './containers/private-key.ts';

const t = texts.core.openFiles;

export interface InputFile {
  name: string;
  bytes: Uint8Array;
}

export interface OpenedIdentity {
  certificate: Certificate;
  /** DER of the certificates above it, nearest first, as far as the files contain them. */
  chain: Uint8Array[];
  /** PKCS#8, DER. */
  key: Uint8Array;
  /** The friendly name in the file, or null. */
  friendlyName: string | null;
}

export type OpenResult = { kind: 'opened'; identities: OpenedIdentity[] } | ImportFailure;

export interface Found {
  keys: { key: PrivateKey; friendlyName: string | null; file: string }[];
  certificates: Certificate[];
}

/**
 * Opens all files together: the certificate and the key may be in one file or in several.
 * @param password null before the user has typed one; the same password must open all files
 */
export function openFiles(
  files: readonly InputFile[],
  password: string | null,
  progress: Progress = () => undefined,
): OpenResult {
  const found = readAll(files, password, progress);
  return 'kind' in found ? found : paired(found);
}

/** The contents of all files, also if no key fits a certificate. @param password as for {@link openFiles} */
export function readAll(
  files: readonly InputFile[],
  password: string | null,
  progress: Progress = () => undefined,
): Found | ImportFailure {
  const found: Found = { keys: [], certificates: [] };
  for (const file of files) {
    try {
      const failure = readFile(file, { password, progress, found });
      if (failure !== null) return failure;
      for (const { key } of found.keys) checkRsa(key.rsa);
      for (const { modulus, exponent } of found.certificates)
        checkRsa(modulus === null || exponent === null ? null : { modulus, exponent });
    } catch (error) {
      if (error instanceof CostError) return { kind: 'too-costly', file: file.name, what: error.message };
      if (!(error instanceof DerError)) throw error;
      return { kind: 'damaged', file: file.name, reason: error.message };
    }
  }
  return found;
}

interface Reading {
  password: string | null;
  progress: Progress;
  found: Found;
}

function readFile(file: InputFile, reading: Reading): ImportFailure | null {
  const { bytes, name } = file;
  if (bytes.length === 0) return { kind: 'damaged', file: name, reason: t.empty };
  if (bytes[0] === TAG.sequence) return readBinary(file, reading);
  const text = textOf(bytes);
  if (text !== null && text.includes('-----BEGIN')) return readPemText(file, text, reading);
  // The base64 of a bare certificate, as it is pasted into e-mails and headers.
  const bare = text === null ? null : decodeBase64(text.replaceAll(/\s+/g, ''));
  if (bare?.[0] === TAG.sequence) return readBinary({ name, bytes: bare }, reading);
  return { kind: 'not-recognised', file: name, hint: hintFor(bytes) };
}

/** UTF-8, or UTF-16 as older versions of Windows Notepad wrote it. */
function textOf(bytes: Uint8Array): string | null {
  const charset = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : 'utf-8';
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

function hintFor(bytes: Uint8Array): string {
  const magic = Buffer.from(bytes.subarray(0, 4)).toString('hex');
  if (magic === 'feedfeed' || magic === 'cececece') return t.javaKeystore;
  return t.unknownKind;
}

function readBinary({ name, bytes }: InputFile, reading: Reading): ImportFailure | null {
  const whole = derFromBer(bytes);
  const outer = readDer(whole);
  if (isPfx(outer)) {
    const opened = readPfx(whole, reading.password ?? '', reading.progress);
    if (!opened.ok) return notOpened(name, opened, reading.password);
    reading.found.keys.push(...opened.content.keys.map((key) => ({ ...key, file: name })));
    reading.found.certificates.push(...opened.content.certificates.map(readCertificate));
    return null;
  }
  if (isPkcs7(outer)) return { kind: 'not-recognised', file: name, hint: t.pkcs7 };
  const key = readPrivateKey(whole);
  if (key !== null) {
    reading.found.keys.push({ key, friendlyName: null, file: name });
    return null;
  }
  const sealed = readSealedKey(whole);
  if (sealed !== null) return addSealed(name, sealed, reading);
  reading.found.certificates.push(readCertificate(bytes));
  return null;
}

function isPkcs7(outer: DerNode): boolean {
  const [type] = derChildren(outer);
  return type?.tag === TAG.oid && oidText(type.value) === '1.2.840.113549.1.7.2';
}

function addSealed(
  file: string,
  { algorithm, data }: { algorithm: DerNode; data: Uint8Array },
  reading: Reading,
): ImportFailure | null {
  if (reading.password === null) return { kind: 'password-needed', file };
  const opened = openSealed(algorithm, data, reading.password, t.openingKey, reading.progress);
  return opened.ok ? addKey(file, opened.plain, reading.found) : notOpened(file, opened, reading.password);
}

/** A PFX may have an empty password, so that is tried before the user is asked for one. */
function notOpened(
  file: string,
  failure: Extract<Opened, { ok: false }>,
  password: string | null,
): ImportFailure {
  if (failure.reason === 'unsupported') return { kind: 'unsupported', file, what: failure.what };
  return password === null ? { kind: 'password-needed', file } : { kind: 'wrong-password', file };
}

function addKey(file: string, bytes: Uint8Array, found: Found): ImportFailure | null {
  const key = readPrivateKey(bytes);
  if (key === null) return { kind: 'damaged', file, reason: t.keyUnreadable };
  found.keys.push({ key, friendlyName: null, file });
  return null;
}

function readPemText(file: InputFile, text: string, reading: Reading): ImportFailure | null {
  if (isCutPem(text)) return { kind: 'damaged', file: file.name, reason: t.pemCut };
  for (const block of readPem(text)) {
    if (block.der === null) return { kind: 'damaged', file: file.name, reason: t.pemNotBase64(block.label) };
    const failure = readBlock(file.name, block, block.der, reading);
    if (failure !== null) return failure;
  }
  return null;
}

function readBlock(file: string, block: PemBlock, bytes: Uint8Array, reading: Reading): ImportFailure | null {
  switch (block.label) {
    case 'CERTIFICATE':
    case 'X509 CERTIFICATE':
    case 'TRUSTED CERTIFICATE':
      // openssl's TRUSTED form appends its own data to the certificate.
      reading.found.certificates.push(readCertificate(readDer(bytes).raw));
      return null;
    case 'ENCRYPTED PRIVATE KEY': {
      const sealed = readSealedKey(bytes);
      if (sealed === null) throw new DerError(t.sealedKeyUnreadable);
      return addSealed(file, sealed, reading);
    }
    case 'PRIVATE KEY':
    case 'RSA PRIVATE KEY':
    case 'EC PRIVATE KEY':
    case 'DSA PRIVATE KEY':
      return readPlainOrTraditional(file, block, bytes, reading);
    case 'OPENSSH PRIVATE KEY':
      return { kind: 'not-recognised', file, hint: t.openSsh };
    case 'PKCS7':
    case 'CMS':
      return { kind: 'not-recognised', file, hint: t.pkcs7 };
    case 'CERTIFICATE REQUEST':
    case 'NEW CERTIFICATE REQUEST':
      return { kind: 'not-recognised', file, hint: t.certificateRequest };
    default:
      // Parameters, public keys and revocation lists, which signing does not need.
      return null;
  }
}

function readPlainOrTraditional(
  file: string,
  block: PemBlock,
  bytes: Uint8Array,
  reading: Reading,
): ImportFailure | null {
  const dekInfo = block.headers.get('dek-info');
  if (block.label === 'DSA PRIVATE KEY') return { kind: 'not-rsa', algorithm: 'DSA' };
  if (dekInfo === undefined) return addKey(file, bytes, reading.found);
  if (reading.password === null) return { kind: 'password-needed', file };
  const opened = openTraditional(dekInfo, bytes, reading.password);
  return opened.ok ? addKey(file, opened.plain, reading.found) : notOpened(file, opened, reading.password);
}

/** Each key with its certificate and chain, or why none matches. */
function paired({ keys, certificates }: Found): OpenResult {
  if (keys.length === 0) return { kind: certificates.length > 0 ? 'no-key' : 'no-certificate' };
  const identities: OpenedIdentity[] = [];
  let refused: ImportFailure | null = null;
  for (const { key, friendlyName, file } of keys) {
    const failure = unfit(key, file);
    if (failure !== null) {
      refused ??= failure;
      continue;
    }
    const certificate = certificates.find((one) => belongsTo(key, one));
    if (certificate === undefined) continue;
    if (!signsFor(key, certificate)) {
      refused ??= { kind: 'damaged', file, reason: t.noRsaKey };
      continue;
    }
    identities.push({
      certificate,
      chain: chainAbove(certificate, certificates),
      key: key.pkcs8,
      friendlyName,
    });
  }
  if (identities.length > 0) return { kind: 'opened', identities };
  return refused ?? { kind: certificates.length === 0 ? 'no-certificate' : 'key-does-not-fit' };
}

/** Whether the public half of a key is in a certificate. */
export function belongsTo({ rsa }: PrivateKey, { modulus, exponent }: Certificate): boolean {
  return rsa !== null && rsa.modulus === modulus && rsa.exponent === exponent;
}

/** Whether a signature of the key is valid for the certificate: the first use of the key, in a worker that can be ended. */
function signsFor({ pkcs8 }: PrivateKey, { publicKey }: Certificate): boolean {
  const data = Buffer.from('trial');
  try {
    const key = createPrivateKey({ key: Buffer.from(pkcs8), format: 'der', type: 'pkcs8' });
    const open = createPublicKey({ key: Buffer.from(publicKey), format: 'der', type: 'spki' });
    return verifyRsaSha256(open, data, signRsaSha256(key, data));
  } catch {
    return false;
  }
}

/** SIG-2: a key that the bank would refuse is reported before it is stored. */
function unfit({ algorithm, rsa, pkcs8 }: PrivateKey, file: string): ImportFailure | null {
  if (rsa === null) return { kind: 'not-rsa', algorithm };
  if (rsa.bits < MIN_RSA_BITS) return { kind: 'too-short', bits: rsa.bits };
  const damaged: ImportFailure = { kind: 'damaged', file, reason: t.noRsaKey };
  if (!rsa.secretsFit) return damaged;
  try {
    createPrivateKey({ key: Buffer.from(pkcs8), format: 'der', type: 'pkcs8' });
    return null;
  } catch {
    return damaged;
  }
}

function chainAbove(certificate: Certificate, all: readonly Certificate[]): Uint8Array[] {
  const chain: Uint8Array[] = [];
  let below = certificate;
  while (chain.length < all.length) {
    const issuer = printRfc2253(below.issuer);
    if (issuer === printRfc2253(below.subject)) break;
    const above = all.find((one) => printRfc2253(one.subject) === issuer);
    if (above === undefined) break;
    chain.push(above.der);
    below = above;
  }
  return chain;
}
