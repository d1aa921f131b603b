/** Certificate files that ask for what no real file needs. All are small: whoever opens them does the work. */
import type { KeyObject } from 'node:crypto';
import {
  der,
  derExplicit,
  derInteger,
  derNull,
  derOctets,
  derOid,
  derSequence,
} from '../../shared/signing/der.ts';

const DATA = '1.2.840.113549.1.7.1';
const PBES2 = '1.2.840.113549.1.5.13';
const PBKDF2 = '1.2.840.113549.1.5.12';
const SCRYPT = '1.3.6.1.4.1.11591.4.11';
const PBMAC1 = '1.2.840.113549.1.5.14';
const SHA256 = '2.16.840.1.101.3.4.2.1';
const HMAC_SHA256 = '1.2.840.113549.2.9';
const AES_256 = '2.16.840.1.101.3.4.1.42';

const salt = () => derOctets(new Uint8Array(8).fill(7));
const content = (inside: Uint8Array) => derSequence(derOid(DATA), derExplicit(0, derOctets(inside)));
const pfx = (inside: Uint8Array, ...mac: Uint8Array[]) => derSequence(derInteger(3), content(inside), ...mac);

/** A PFX with the old MAC. */
export function macPfx(rounds: number): Uint8Array {
  const digest = derSequence(derSequence(derOid(SHA256), derNull()), derOctets(new Uint8Array(32)));
  return pfx(derSequence(), derSequence(digest, salt(), derInteger(rounds)));
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
const pbkdf2 = (rounds: number) =>
  derSequence(
    derOid(PBKDF2),
    derSequence(salt(), derInteger(rounds), derSequence(derOid(HMAC_SHA256), derNull())),
  );
const sealed = (algorithm: Uint8Array) => derSequence(algorithm, derOctets(new Uint8Array(32)));
const pbes2 = (derivation: Uint8Array) => derSequence(derOid(PBES2), derSequence(derivation, aes));

/** An encrypted PKCS#8 key with PBKDF2. */
export const pbkdf2Key = (rounds: number) => sealed(pbes2(pbkdf2(rounds)));

/** An encrypted PKCS#8 key with scrypt. */
export const scryptKey = (N: number, r: number, p: number) =>
  sealed(
    pbes2(derSequence(derOid(SCRYPT), derSequence(salt(), derInteger(N), derInteger(r), derInteger(p)))),
  );

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

/** The numbers of an RSA key as node:crypto names them, in the order of RFC 8017, A.1.2. */
const NUMBERS = ['n', 'e', 'd', 'p', 'q', 'dp', 'dq', 'qi'] as const;
type Numbers = Partial<Record<(typeof NUMBERS)[number], Uint8Array>>;

const unsigned = (bytes: Uint8Array) => der(0x02, Uint8Array.of(0), bytes);
const numberOf = (key: KeyObject, name: (typeof NUMBERS)[number]) =>
  Buffer.from(key.export({ format: 'jwk' })[name] ?? '', 'base64url');

/** A real key, PKCS#1, with some of its numbers replaced. */
export function changedKey(key: KeyObject, changes: Numbers): Uint8Array {
  return derSequence(derInteger(0), ...NUMBERS.map((name) => unsigned(changes[name] ?? numberOf(key, name))));
}

/** A certificate of a real key, with another exponent, a common name and a serial number. The signature is missing. */
export function changedCertificate(
  key: KeyObject,
  {
    exponent = numberOf(key, 'e'),
    name = 'Changed',
    serial = Uint8Array.of(1),
  }: { exponent?: Uint8Array; name?: string; serial?: Uint8Array },
): Uint8Array {
  const type = derSequence(derOid('1.2.840.113549.1.1.1'), derNull());
  const numbers = derSequence(unsigned(numberOf(key, 'n')), unsigned(exponent));
  const names = derSequence(
    der(0x31, derSequence(derOid('2.5.4.3'), der(0x0c, new TextEncoder().encode(name)))),
  );
  const time = (text: string) => der(0x18, new TextEncoder().encode(text));
  return derSequence(
    derSequence(
      derExplicit(0, derInteger(2)),
      unsigned(serial),
      derSequence(derOid('1.2.840.113549.1.1.11'), derNull()),
      names,
      derSequence(time('20200101000000Z'), time('20400101000000Z')),
      names,
      derSequence(type, der(0x03, Uint8Array.of(0), numbers)),
    ),
    derSequence(derOid('1.2.840.113549.1.1.11'), derNull()),
    der(0x03, Uint8Array.of(0)),
  );
}

/** A PFX without password and MAC: a key with a friendly name of any bytes, and its certificate. */
export function namedPfx(key: KeyObject, friendlyName: Uint8Array): Uint8Array {
  const bag = (oid: string, inside: Uint8Array, ...attributes: Uint8Array[]) =>
    derSequence(derOid(oid), derExplicit(0, inside), ...attributes);
  const named = der(0x31, derSequence(derOid('1.2.840.113549.1.9.20'), der(0x31, der(0x1e, friendlyName))));
  const pkcs8 = key.export({ type: 'pkcs8', format: 'der' });
  const certificate = bag('1.2.840.113549.1.9.22.1', derOctets(changedCertificate(key, {})));
  return pfx(
    derSequence(
      content(
        derSequence(
          bag('1.2.840.113549.1.12.10.1.1', pkcs8, named),
          bag('1.2.840.113549.1.12.10.1.3', certificate),
        ),
      ),
    ),
  );
}

/** A key whose algorithm is an object identifier of so many bytes. */
export function longOid(bytes: number): Uint8Array {
  const oid = der(0x06, new Uint8Array(bytes).fill(0xff).with(bytes - 1, 1));
  return derSequence(derInteger(0), derSequence(oid, derNull()), derOctets(Uint8Array.of(1)));
}
