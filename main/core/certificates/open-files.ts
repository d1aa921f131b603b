/** Reads certificates and keys from files of any form that CAs send. */
import type { ImportFailure } from '../../../shared/contract/certificates.ts';
import { decoded } from '../../../shared/node/plain-files.ts';
import { decodeBase64, encodeBase64 } from '../../../shared/signing/base64.ts';
import { type Certificate, readCertificate } from '../../../shared/signing/certificate.ts';
import { DerError, type DerNode, readDer, TAG } from '../../../shared/signing/der.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { derFromBer } from './containers/ber.ts';
import { CostError, openSealed, type Opened, type Progress } from './containers/pbe.ts';
import { isCutPem, type PemBlock, readPem } from './containers/pem.ts';
import { isPfx, readPfx } from './containers/pfx-read.ts';
import { certificatesInPkcs7, isPkcs7 } from './containers/pkcs7.ts';
import { checkRsa, openTraditional, readPrivateKey, readSealedKey } from './containers/private-key.ts';
import { type Found, type OpenResult, paired } from './pairing.ts';

const t = texts.core.openFiles;

export interface InputFile {
  name: string;
  bytes: Uint8Array;
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
  const [first] = files;
  if (first !== undefined && found.keys.length + found.certificates.length === 0)
    return { kind: 'not-recognised', file: first.name, hint: t.onlyHas(labelsIn(first)) };
  // A Java keystore has the CA of each of its keys.
  const once = new Map(found.certificates.map((one) => [encodeBase64(one.der), one]));
  return { ...found, certificates: [...once.values()] };
}

interface Reading {
  password: string | null;
  progress: Progress;
  found: Found;
}

function readFile(file: InputFile, reading: Reading): ImportFailure | null {
  const { bytes, name } = file;
  if (bytes.length === 0) return { kind: 'damaged', file: name, reason: t.empty };
  const text = textOf(bytes);
  if (readPem(text).length > 0 || (isCutPem(text) && bytes[0] !== TAG.sequence))
    return readPemText(file, text, reading);
  if (bytes[0] === TAG.sequence) return readBinary(name, bytes, reading);
  // The base64 of a bare certificate, as it is pasted into e-mails and headers.
  const bare = decodeBase64(text.replaceAll(/\s/g, ''));
  if (bare?.[0] === TAG.sequence) return readBinary(name, bare, reading);
  return { kind: 'not-recognised', file: name, hint: hintFor(bytes) };
}

/** The base64 of keys and certificates is ASCII; whatever stands between them may be in any encoding, such as Latin-1. */
function textOf(bytes: Uint8Array): string {
  return decoded(Buffer.from(bytes)).toString('latin1');
}

function labelsIn({ bytes }: InputFile): string {
  return readPem(textOf(bytes))
    .map(({ label }) => label)
    .join(', ');
}

function hintFor(bytes: Uint8Array): string {
  const magic = Buffer.from(bytes.subarray(0, 4)).toString('hex');
  if (magic === 'feedfeed' || magic === 'cececece') return t.javaKeystore;
  return t.unknownKind;
}

function readBinary(name: string, bytes: Uint8Array, reading: Reading): ImportFailure | null {
  const whole = derFromBer(bytes);
  const outer = readDer(whole);
  if (isPfx(outer)) {
    const opened = readPfx(whole, reading.password ?? '', reading.progress);
    if (!opened.ok) return notOpened(name, opened, reading.password);
    reading.found.keys.push(...opened.content.keys.map((key) => ({ ...key, file: name })));
    reading.found.certificates.push(...opened.content.certificates.map(readCertificate));
    return null;
  }
  if (isPkcs7(outer)) {
    reading.found.certificates.push(...certificatesInPkcs7(outer));
    return null;
  }
  const key = readPrivateKey(whole);
  if (key !== null) {
    reading.found.keys.push({ key, friendlyName: null, file: name });
    return null;
  }
  const sealed = readSealedKey(whole);
  if (sealed !== null) return addSealed(name, sealed, reading);
  addListed(reading, certificatesIn(bytes));
  return null;
}

function addListed({ found }: Reading, certificates: readonly Certificate[]): void {
  found.certificates.push(...certificates);
}

/** One certificate, or several one after the other. @throws DerError */
function certificatesIn(bytes: Uint8Array): Certificate[] {
  const found: Certificate[] = [];
  for (let at = 0; at < bytes.length;) {
    // Some programs end the file with a newline.
    if (found.length > 0 && /^\s*$/.test(Buffer.from(bytes.subarray(at)).toString('latin1'))) break;
    const { raw } = readDer(bytes, at);
    found.push(readCertificate(raw));
    at += raw.length;
  }
  return found;
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
  const blocks = readPem(text);
  for (const block of blocks) {
    // CAs send the request back with the certificate.
    if (isRequest(block) && !blocks.every(isRequest)) continue;
    if (block.der === null) return { kind: 'damaged', file: file.name, reason: t.pemNotBase64(block.label) };
    const failure = readBlock(file.name, block, block.der, reading);
    if (failure !== null) return failure;
  }
  return null;
}

function isRequest({ label }: PemBlock): boolean {
  return label.endsWith('CERTIFICATE REQUEST');
}

function readBlock(file: string, block: PemBlock, bytes: Uint8Array, reading: Reading): ImportFailure | null {
  switch (block.label) {
    case 'TRUSTED CERTIFICATE':
      // openssl's TRUSTED form appends its own data to the certificate.
      addListed(reading, [readCertificate(readDer(bytes).raw)]);
      return null;
    case 'CERTIFICATE':
    case 'X509 CERTIFICATE':
    case 'PKCS7':
    case 'CMS':
      // Windows' certutil -encode writes CERTIFICATE around everything.
      return readBinary(file, bytes, reading);
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
  if (block.label === 'DSA PRIVATE KEY') return { kind: 'key-not-supported', algorithm: 'DSA' };
  if (dekInfo === undefined) return addKey(file, bytes, reading.found);
  if (reading.password === null) return { kind: 'password-needed', file };
  const opened = openTraditional(dekInfo, bytes, reading.password);
  return opened.ok ? addKey(file, opened.plain, reading.found) : notOpened(file, opened, reading.password);
}
