/** Certificate files that ask for what no real file needs. All are small: whoever opens them does the work. */
import {
  der,
  derExplicit,
  derInteger,
  derNull,
  derOctets,
  derOid,
  derSequence,
} from '../../shared/signing/der-write.ts';

const DATA = '1.2.840.113549.1.7.1';
const ENCRYPTED = '1.2.840.113549.1.7.6';
const PBES2 = '1.2.840.113549.1.5.13';
const PBKDF2 = '1.2.840.113549.1.5.12';
const SCRYPT = '1.3.6.1.4.1.11591.4.11';
const PBMAC1 = '1.2.840.113549.1.5.14';
const SHA256 = '2.16.840.1.101.3.4.2.1';
const HMAC_SHA256 = '1.2.840.113549.2.9';
const AES_256 = '2.16.840.1.101.3.4.1.42';
const RC2 = '1.2.840.113549.3.2';

const salt = (size = 8) => derOctets(new Uint8Array(size).fill(7));
const content = (inside: Uint8Array) => derSequence(derOid(DATA), derExplicit(0, derOctets(inside)));
const pfx = (inside: Uint8Array, ...mac: Uint8Array[]) => derSequence(derInteger(3), content(inside), ...mac);

/** A PFX with the old MAC. */
export function macPfx(rounds: number, saltSize = 8, macSize = 32): Uint8Array {
  const digest = derSequence(derSequence(derOid(SHA256), derNull()), derOctets(new Uint8Array(macSize)));
  return pfx(derSequence(), derSequence(digest, salt(saltSize), derInteger(rounds)));
}

/** A PFX with the MAC of RFC 9579. */
export function pbmac1Pfx(rounds: number, keyLength: number): Uint8Array {
  const prf = derSequence(derOid(HMAC_SHA256), derNull());
  const derivation = derSequence(
    derOid(PBKDF2),
    derSequence(salt(), derInteger(rounds), derInteger(keyLength), prf),
  );
  const algorithm = derSequence(derOid(PBMAC1), derSequence(derivation, prf));
  const digest = derSequence(algorithm, derOctets(new Uint8Array(32)));
  return pfx(derSequence(), derSequence(digest, salt(), derInteger(1)));
}

const aes = derSequence(derOid(AES_256), derOctets(new Uint8Array(16)));
const pbkdf2 = (rounds: number, saltSize = 8) =>
  derSequence(
    derOid(PBKDF2),
    derSequence(salt(saltSize), derInteger(rounds), derSequence(derOid(HMAC_SHA256), derNull())),
  );
const sealed = (algorithm: Uint8Array) => derSequence(algorithm, derOctets(new Uint8Array(32)));
const pbes2 = (derivation: Uint8Array, cipher = aes) =>
  derSequence(derOid(PBES2), derSequence(derivation, cipher));

/** An encrypted PKCS#8 key with PBKDF2. */
export const pbkdf2Key = (rounds: number, saltSize = 8) => sealed(pbes2(pbkdf2(rounds, saltSize)));

/** An encrypted PKCS#8 key with scrypt. */
export const scryptKey = (N: number, r: number, p: number) =>
  sealed(
    pbes2(derSequence(derOid(SCRYPT), derSequence(salt(), derInteger(N), derInteger(r), derInteger(p)))),
  );

/** An encrypted PKCS#8 key with RC2 of so many bits. */
export const rc2Key = (bits: number) =>
  sealed(
    pbes2(pbkdf2(1), derSequence(derOid(RC2), derSequence(derInteger(bits), derOctets(new Uint8Array(8))))),
  );

/** An encrypted PKCS#8 key with one of the schemes of RFC 8018, 6.1, or RFC 7292, appendix C. */
export const oldKey = (oid: string, rounds: number, saltSize = 8) =>
  sealed(derSequence(derOid(oid), derSequence(salt(saltSize), derInteger(rounds))));

/** A PFX whose content is encrypted, without a MAC. */
export function sealedPfx(rounds: number): Uint8Array {
  const part = derSequence(
    derOid(ENCRYPTED),
    derExplicit(
      0,
      derSequence(
        derInteger(0),
        derSequence(derOid(DATA), pbes2(pbkdf2(rounds)), der(0x80, new Uint8Array(32))),
      ),
    ),
  );
  return pfx(derSequence(part));
}

/** Elements in elements. */
export function nested(depth: number, tag = 0x30): Uint8Array {
  // An indefinite length needs no lengths of what is inside.
  return Uint8Array.from([
    ...Array.from({ length: depth }, () => [tag, 0x80]).flat(),
    ...Array.from({ length: 2 * depth }, () => 0),
  ]);
}

/** A sequence of very many empty elements. */
export function crowded(count: number): Uint8Array {
  const inside = new Uint8Array(2 * count);
  for (let at = 0; at < inside.length; at += 2) inside[at] = 5;
  return der(0x30, inside);
}

/** An RSA key with numbers of so many bytes. */
export function rsaKey(bytes: number): Uint8Array {
  const number = der(0x02, new Uint8Array(bytes + 1).fill(0xff).with(0, 0));
  return derSequence(derInteger(0), ...Array.from({ length: 8 }, () => number));
}

/** A key whose algorithm is an object identifier of so many bytes. */
export function longOid(bytes: number): Uint8Array {
  const oid = der(0x06, new Uint8Array(bytes).fill(0xff).with(bytes - 1, 1));
  return derSequence(derInteger(0), derSequence(oid, derNull()), derOctets(Uint8Array.of(1)));
}
