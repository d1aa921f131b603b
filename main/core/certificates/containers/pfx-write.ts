/** Writes PFX files (RFC 7292) that OpenSSL, Java, Windows and macOS open. */
import { createHash, createHmac, pbkdf2, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { computing } from '../../../../shared/node/process.ts';
import {
  TAG,
  der,
  derExplicit,
  derInteger,
  derNull,
  derOctets,
  derOid,
  derSequence,
  derSet,
} from '../../../../shared/signing/der.ts';
import { encrypt } from './ciphers.ts';
import { AES_256, OID_PBE, TRIPLE_DES } from './pbe.ts';
import { OID_PFX } from './pfx-read.ts';
import { pkcs12Key, PURPOSE, bmp } from './pkcs12-kdf.ts';

/** `aes-256` is what OpenSSL 3 writes; `3des` is for programs older than about 2018. */
export type PfxCipher = 'aes-256' | '3des';

/** OWASP's 2023 recommendation for PBKDF2 with SHA-256. The old form uses a count that old programs can handle. */
const ITERATIONS = { 'aes-256': 600_000, '3des': 10_000 } as const;
const MAC_ITERATIONS = 10_000;

export interface PfxOrder {
  /** PKCS#8, DER. */
  key: Uint8Array;
  /** DER: the certificate of the key first, then its chain. */
  certificates: readonly Uint8Array[];
  friendlyName: string;
  password: string;
  cipher: PfxCipher;
}

const derive = promisify(pbkdf2);

/** A complete PFX file. Keys are derived off the event loop. */
export async function writePfx(order: PfxOrder): Promise<Uint8Array> {
  const { key, certificates, friendlyName, password, cipher } = order;
  const localKeyId = createHash('sha1')
    .update(certificates[0] ?? key)
    .digest();
  const attributes = derSet(
    attribute(OID_PFX.friendlyName, der(TAG.bmp, Buffer.from(friendlyName, 'utf16le').swap16())),
    attribute(OID_PFX.localKeyId, derOctets(localKeyId)),
  );
  const keyBags = derSequence(bag(OID_PFX.sealedKeyBag, await sealedKey(key, password, cipher), attributes));
  const certificateBags = derSequence(
    ...certificates.map((certificate, at) =>
      bag(
        OID_PFX.certificateBag,
        derSequence(derOid(OID_PFX.x509), derExplicit(0, derOctets(certificate))),
        at === 0 ? attributes : null,
      ),
    ),
  );
  const { algorithm, data } = await seal(certificateBags, password, cipher);
  const sealedPart = derSequence(
    derOid(OID_PFX.encryptedData),
    derExplicit(0, derSequence(derInteger(0), derSequence(derOid(OID_PFX.data), algorithm, der(0x80, data)))),
  );
  const safe = derSequence(sealedPart, dataPart(keyBags));
  return derSequence(derInteger(3), dataPart(safe), mac(safe, password, cipher));
}

function dataPart(content: Uint8Array): Uint8Array {
  return derSequence(derOid(OID_PFX.data), derExplicit(0, derOctets(content)));
}

function bag(type: string, value: Uint8Array, attributes: Uint8Array | null): Uint8Array {
  return derSequence(derOid(type), derExplicit(0, value), ...(attributes === null ? [] : [attributes]));
}

function attribute(type: string, value: Uint8Array): Uint8Array {
  return derSequence(derOid(type), derSet(value));
}

async function sealedKey(key: Uint8Array, password: string, cipher: PfxCipher): Promise<Uint8Array> {
  const { algorithm, data } = await seal(key, password, cipher);
  return derSequence(algorithm, derOctets(data));
}

async function seal(
  plain: Uint8Array,
  password: string,
  cipher: PfxCipher,
): Promise<{ algorithm: Uint8Array; data: Buffer }> {
  const iterations = ITERATIONS[cipher];
  if (cipher === '3des') {
    const salt = randomBytes(8);
    const secret = bmp(password);
    const key = pkcs12Key('sha1', secret, salt, iterations, PURPOSE.key, TRIPLE_DES.keySize);
    const iv = pkcs12Key('sha1', secret, salt, iterations, PURPOSE.iv, TRIPLE_DES.ivSize);
    const parameters = derSequence(derOctets(salt), derInteger(iterations));
    return {
      algorithm: derSequence(derOid(OID_PBE.pkcs12TripleDes), parameters),
      data: encrypt(TRIPLE_DES, key, iv, plain),
    };
  }
  const salt = randomBytes(16);
  const iv = randomBytes(16);
  const key = await computing(
    derive(Buffer.from(password, 'utf8'), salt, iterations, AES_256.keySize, 'sha256'),
  );
  const derivation = derSequence(
    derOid(OID_PBE.pbkdf2),
    derSequence(derOctets(salt), derInteger(iterations), derSequence(derOid(OID_PBE.hmacSha256), derNull())),
  );
  const encryption = derSequence(derOid(OID_PBE.aes256), derOctets(iv));
  return {
    algorithm: derSequence(derOid(OID_PBE.pbes2), derSequence(derivation, encryption)),
    data: encrypt(AES_256, key, iv, plain),
  };
}

function mac(safe: Uint8Array, password: string, cipher: PfxCipher): Uint8Array {
  const [hash, oid, size] =
    cipher === '3des'
      ? (['sha1', '1.3.14.3.2.26', 20] as const)
      : (['sha256', '2.16.840.1.101.3.4.2.1', 32] as const);
  const salt = randomBytes(16);
  const key = pkcs12Key(hash, bmp(password), salt, MAC_ITERATIONS, PURPOSE.mac, size);
  const digest = createHmac(hash, key).update(safe).digest();
  return derSequence(
    derSequence(derSequence(derOid(oid), derNull()), derOctets(digest)),
    derOctets(salt),
    derInteger(MAC_ITERATIONS),
  );
}
