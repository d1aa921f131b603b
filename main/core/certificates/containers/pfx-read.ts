/** Reads PFX files (PKCS#12, RFC 7292), also with the MAC of RFC 9579. */
import { createHmac, pbkdf2Sync } from 'node:crypto';
import {
  derChildren,
  DerError,
  type DerNode,
  expectTag,
  hex,
  oidText,
  readDer,
  TAG,
} from '../../../../shared/signing/der.ts';
import { sameSecret } from '../../../../shared/node/crypto.ts';
import { derFromBer } from './ber.ts';
import { numberOf, openSealed, pbkdf2Of, type Progress, roundsOf } from './pbe.ts';
import { pkcs12Key, PURPOSE, bmpForms, byteForms } from './pkcs12-kdf.ts';
import { type PrivateKey, readPrivateKey } from './private-key.ts';
import { MAX_MAC_KEY_BYTES } from '../../../../shared/limits.ts';

export const OID_PFX = {
  data: '1.2.840.113549.1.7.1',
  encryptedData: '1.2.840.113549.1.7.6',
  keyBag: '1.2.840.113549.1.12.10.1.1',
  sealedKeyBag: '1.2.840.113549.1.12.10.1.2',
  certificateBag: '1.2.840.113549.1.12.10.1.3',
  nestedBag: '1.2.840.113549.1.12.10.1.6',
  x509: '1.2.840.113549.1.9.22.1',
  friendlyName: '1.2.840.113549.1.9.20',
  localKeyId: '1.2.840.113549.1.9.21',
} as const;

/** The hashes of the MAC, as node:crypto names them. */
const HASHES = new Map([
  ['1.2.840.113549.2.5', 'md5'],
  ['1.3.14.3.2.26', 'sha1'],
  ['2.16.840.1.101.3.4.2.4', 'sha224'],
  ['2.16.840.1.101.3.4.2.1', 'sha256'],
  ['2.16.840.1.101.3.4.2.2', 'sha384'],
  ['2.16.840.1.101.3.4.2.3', 'sha512'],
]);
const PBMAC1 = '1.2.840.113549.1.5.14';

export interface PfxContent {
  keys: { key: PrivateKey; friendlyName: string | null }[];
  /** DER of each certificate, in the order of the file. */
  certificates: Uint8Array[];
}

/** What the bag of a key or certificate is called. */
interface BagName {
  friendlyName: string | null;
  /** Hexadecimal; joins a key with its certificate. */
  localKeyId: string | null;
}

interface Bags {
  keys: { key: PrivateKey; name: BagName }[];
  certificates: { der: Uint8Array; name: BagName }[];
}

export type PfxResult =
  | { ok: true; content: PfxContent }
  | { ok: false; reason: 'wrong-password' }
  | { ok: false; reason: 'unsupported'; what: string };

/** Whether DER bytes start like a PFX: a sequence whose first element is the number 3. */
export function isPfx(outer: DerNode): boolean {
  const [version, content] = derChildren(outer);
  return version?.tag === TAG.integer && version.value[0] === 3 && content?.tag === TAG.sequence;
}

/**
 * Checks the MAC and decrypts every part.
 * @param bytes DER or BER
 * @throws DerError if the file is damaged; CostError if it needs too much work
 */
export function readPfx(bytes: Uint8Array, password: string, progress: Progress): PfxResult {
  const [, safe, mac] = derChildren(expectTag(readDer(derFromBer(bytes)), TAG.sequence, 'The PFX'));
  const [type, wrapped] = derChildren(expectTag(safe, TAG.sequence, 'The content of the PFX'));
  if (!type || oidText(type.value) !== OID_PFX.data)
    return { ok: false, reason: 'unsupported', what: 'a public key instead of a password' };
  const content = octets(wrapped);
  if (mac !== undefined) {
    const checked = checkMac(mac, content, password, progress);
    if (checked !== null) return checked;
  }
  const found: Bags = { keys: [], certificates: [] };
  for (const part of derChildren(readDer(derFromBer(content)))) {
    const opened = openPart(part, password, progress);
    if (!opened.ok) return opened;
    const failed = readBags(readDer(derFromBer(opened.plain)), password, progress, found);
    if (failed !== null) return failed;
  }
  return { ok: true, content: contentOf(found) };
}

/** A key has the name of its certificate: Windows calls the key itself `{GUID}`. */
function contentOf({ keys, certificates }: Bags): PfxContent {
  const ofCertificate = new Map(certificates.map(({ name }) => [name.localKeyId, name.friendlyName]));
  return {
    keys: keys.map(({ key, name: { localKeyId, friendlyName } }) => ({
      key,
      friendlyName: (localKeyId === null ? null : ofCertificate.get(localKeyId)) ?? friendlyName,
    })),
    certificates: certificates.map(({ der }) => der),
  };
}

const GUID = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/i;

type Failure = Extract<PfxResult, { ok: false }>;

/** The MAC reveals a wrong password before anything is decrypted. @returns null if the password is right */
function checkMac(node: DerNode, content: Uint8Array, password: string, progress: Progress): Failure | null {
  const [info, salt, rounds] = derChildren(expectTag(node, TAG.sequence, 'The MAC'));
  const [algorithm, digest] = derChildren(expectTag(info, TAG.sequence, 'The MAC'));
  const [type, parameters] = derChildren(expectTag(algorithm, TAG.sequence, 'The algorithm of the MAC'));
  const oid = oidText(expectTag(type, TAG.oid, 'The algorithm of the MAC').value);
  const wanted = expectTag(digest, TAG.octetString, 'The MAC').value;
  const iterations = rounds === undefined ? 1 : roundsOf(rounds);
  const saltBytes = expectTag(salt, TAG.octetString, 'The salt of the MAC').value;
  const step = 'Checking the password';
  if (oid === PBMAC1) return checkPbMac1(parameters, content, password, wanted);
  const hash = HASHES.get(oid);
  if (hash === undefined) return { ok: false, reason: 'unsupported', what: `the MAC algorithm ${oid}` };
  const right = bmpForms(password).some((form) => {
    progress(step, 0, iterations);
    const key = pkcs12Key(hash, form, saltBytes, iterations, PURPOSE.mac, wanted.length, (done) =>
      progress(step, done, iterations),
    );
    return sameSecret(createHmac(hash, key).update(content).digest(), wanted);
  });
  return right ? null : { ok: false, reason: 'wrong-password' };
}

/** RFC 9579: derives the key of the MAC with PBKDF2. */
function checkPbMac1(
  parameters: DerNode | undefined,
  content: Uint8Array,
  password: string,
  wanted: Uint8Array,
): Failure | null {
  const [derivation, macScheme] = derChildren(expectTag(parameters, TAG.sequence, 'The MAC'));
  const fields = derChildren(
    expectTag(derChildren(expectTag(derivation, TAG.sequence, 'The MAC'))[1], TAG.sequence, 'The MAC'),
  );
  const { prf, iterations } = pbkdf2Of(fields);
  // The MAC algorithm is one of PBKDF2's PRFs and has the same syntax.
  const scheme = pbkdf2Of([fields[0], fields[1], macScheme].filter((field) => field !== undefined)).prf;
  const keySize = fields[2]?.tag === TAG.integer ? numberOf(fields[2]) : wanted.length;
  if (keySize > MAX_MAC_KEY_BYTES) throw new DerError('The key of the MAC has an impossible length.');
  if (prf === null || scheme === null || !fields[0])
    return { ok: false, reason: 'unsupported', what: 'an unknown MAC algorithm' };
  const { value: salt } = fields[0];
  const right = byteForms(password).some((form) =>
    sameSecret(
      createHmac(scheme, pbkdf2Sync(form, salt, iterations, keySize, prf))
        .update(content)
        .digest(),
      wanted,
    ),
  );
  return right ? null : { ok: false, reason: 'wrong-password' };
}

/** The decrypted content of a ContentInfo of the authenticated safe. */
function openPart(
  part: DerNode,
  password: string,
  progress: Progress,
): { ok: true; plain: Uint8Array } | Failure {
  const [type, wrapped] = derChildren(expectTag(part, TAG.sequence, 'A part of the PFX'));
  const oid = type ? oidText(type.value) : '';
  if (oid === OID_PFX.data) return { ok: true, plain: octets(wrapped) };
  if (oid !== OID_PFX.encryptedData)
    return { ok: false, reason: 'unsupported', what: 'a public key instead of a password' };
  const [inner] = wrapped ? derChildren(wrapped) : [];
  const [, sealed] = derChildren(expectTag(inner, TAG.sequence, 'An encrypted part of the PFX'));
  const [, algorithm, data] = derChildren(expectTag(sealed, TAG.sequence, 'An encrypted part of the PFX'));
  if (!algorithm || !data) throw new DerError('An encrypted part of the PFX is empty.');
  return openSealed(algorithm, implicitOctets(data), password, 'Opening the certificates', progress);
}

/** [0] EXPLICIT OCTET STRING. */
function octets(wrapped: DerNode | undefined): Uint8Array {
  const [inner] = wrapped ? derChildren(wrapped) : [];
  return expectTag(inner, TAG.octetString, 'A part of the PFX').value;
}

/** [0] IMPLICIT OCTET STRING, whole or segmented. */
function implicitOctets(node: DerNode): Uint8Array {
  if (node.tag === 0x80) return node.value;
  return Buffer.concat(derChildren(node).map((piece) => piece.value));
}

function readBags(bags: DerNode, password: string, progress: Progress, found: Bags): Failure | null {
  for (const bag of derChildren(expectTag(bags, TAG.sequence, 'The bags of the PFX'))) {
    const [type, wrapped, attributes] = derChildren(expectTag(bag, TAG.sequence, 'A bag of the PFX'));
    const [value] = wrapped ? derChildren(wrapped) : [];
    if (!type || !value) throw new DerError('A bag of the PFX is empty.');
    const failed = readBag(oidText(type.value), value, nameOf(attributes), {
      password,
      progress,
      found,
    });
    if (failed !== null) return failed;
  }
  return null;
}

interface Reading {
  password: string;
  progress: Progress;
  found: Bags;
}

function readBag(oid: string, value: DerNode, name: BagName, reading: Reading): Failure | null {
  const { password, progress, found } = reading;
  switch (oid) {
    case OID_PFX.certificateBag: {
      const [type, wrapped] = derChildren(value);
      if (type && oidText(type.value) === OID_PFX.x509)
        found.certificates.push({ der: octets(wrapped), name });
      return null;
    }
    case OID_PFX.keyBag:
      addKey(value.raw, name, found);
      return null;
    case OID_PFX.sealedKeyBag: {
      const [algorithm, data] = derChildren(value);
      if (!algorithm || !data) throw new DerError('An encrypted key of the PFX is empty.');
      const opened = openSealed(algorithm, data.value, password, 'Opening the private key', progress);
      if (!opened.ok) return opened;
      addKey(opened.plain, name, found);
      return null;
    }
    case OID_PFX.nestedBag:
      return readBags(value, password, progress, found);
    default:
      // Revocation lists and secrets, which signing does not need.
      return null;
  }
}

function addKey(bytes: Uint8Array, name: BagName, found: Bags): void {
  const key = readPrivateKey(bytes);
  if (key === null) throw new DerError('The private key of the PFX cannot be read.');
  found.keys.push({ key, name });
}

function nameOf(attributes: DerNode | undefined): BagName {
  const found: BagName = { friendlyName: null, localKeyId: null };
  for (const attribute of attributes ? derChildren(attributes) : []) {
    const [type, values] = derChildren(attribute);
    const [value] = values ? derChildren(values) : [];
    if (type === undefined || value === undefined) continue;
    const oid = oidText(type.value);
    if (oid === OID_PFX.localKeyId) found.localKeyId = hex(value.value);
    // Two bytes a character: an odd number of them is no text.
    if (oid !== OID_PFX.friendlyName || value.tag !== TAG.bmp || value.value.length % 2 !== 0) continue;
    const name = Buffer.from(value.value).swap16().toString('utf16le');
    if (!GUID.test(name)) found.friendlyName = name;
  }
  return found;
}
