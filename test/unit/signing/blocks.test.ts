/** SIG-14: what the public key gives back is read as the scheme that made it, and compared with a text. */
import { constants, createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { hashText } from '../../../shared/node/crypto.ts';
import {
  readEncodedMessage,
  recoverEncodedMessage,
  rsaKeyOf,
} from '../../../shared/signing/causes/encoded-message.ts';
import { type HashName, toHex } from '../../../shared/signing/causes/hash.ts';
import { derChildren, readDer } from '../../../shared/signing/der.ts';
import { readingsOf, shapeFault } from '../../../shared/signing/causes/signature-bytes.ts';

const TEXT = 'date: today';
const digestOf = (name: string, text = TEXT) => createHash(name).update(text).digest().toString('latin1');

/** A DigestInfo by hand: SEQUENCE { SEQUENCE { OID, parameters }, tag digest }. */
function digestInfo(oid: string, digest: string, parameters = '0500', tag = 0x04): string {
  const length = (text: string) => String.fromCharCode(text.length) + text;
  const algorithm = Buffer.from(oid + parameters, 'hex').toString('latin1');
  return `0${length(`0${length(algorithm)}${String.fromCharCode(tag)}${length(digest)}`)}`;
}
const OIDS = {
  'SHA-256': '0609608648016503040201',
  'SHA-384': '0609608648016503040202',
  'SHA-512': '0609608648016503040203',
  'SHA-224': '0609608648016503040204',
  'SHA3-256': '0609608648016503040208',
  'SHA-1': '06052b0e03021a',
  MD5: '06082a864886f70d0205',
};

const padded = (content: string, padding = 8) => `\0\x01${'\xff'.repeat(padding)}\0${content}`;
const unpadded = (content: string, zeros = 8) => '\0'.repeat(zeros) + content;

/** What is read from a block, and whether it matches the text and no other. */
function read(block: string, bits = 2048) {
  return readEncodedMessage(block, bits, hashText).map(({ causes, digest, certain, hashName, matches }) => ({
    causes: causes.map(({ id, detail }) => (detail === '' ? id : `${id}: ${detail}`)),
    digest: digest === null ? null : digest.algorithm,
    certain,
    hashName,
    matches: matches === null ? null : [matches(TEXT), matches(`${TEXT}!`)],
  }));
}
const YES = [true, false];

describe('SIG-14: PKCS#1 v1.5 with a DigestInfo', () => {
  it('that of SHA-256 has nothing wrong in its scheme', () => {
    expect(read(padded(digestInfo(OIDS['SHA-256'], digestOf('sha256'))))).toEqual([
      { causes: [], digest: 'SHA-256', certain: true, hashName: 'SHA-256', matches: YES },
    ]);
    const [block] = readEncodedMessage(
      padded(digestInfo(OIDS['SHA-256'], digestOf('sha256'))),
      2048,
      hashText,
    );
    expect(block?.digest?.hex).toBe(toHex(digestOf('sha256')));
  });
  it.each(['SHA-1', 'SHA-384', 'SHA-512'] as const)('%s is named and compared', (name) => {
    expect(read(padded(digestInfo(OIDS[name], digestOf(name.replace('-', '')))))).toEqual([
      { causes: [`other-hash: ${name}`], digest: name, certain: true, hashName: name, matches: YES },
    ]);
  });
  it.each([
    ['SHA-224', OIDS['SHA-224']],
    ['SHA3-256', OIDS['SHA3-256']],
    ['MD5', OIDS.MD5],
    ['1.2.3', '06022a03'],
  ])('%s is named but cannot be compared', (name, oid) => {
    expect(read(padded(digestInfo(oid, 'x'.repeat(16))))).toEqual([
      { causes: [`other-hash: ${name}`], digest: name, certain: true, hashName: 'SHA-256', matches: null },
    ]);
  });
  it('one without NULL is named', () => {
    expect(read(padded(digestInfo(OIDS['SHA-256'], digestOf('sha256'), '')))).toMatchObject([
      { causes: ['digest-info-without-null'], matches: YES },
    ]);
  });
  it('anything else in its place is the text that was signed', () => {
    const right = digestInfo(OIDS['SHA-256'], digestOf('sha256'));
    for (const content of [
      `${right}!`,
      right.slice(0, -1),
      digestInfo(OIDS['SHA-256'], digestOf('sha256'), '0500', 0x03),
      digestInfo('0400', digestOf('sha256')),
      digestInfo(OIDS['SHA-256'].replace('06', '04'), digestOf('sha256')),
      '0\0',
    ])
      expect(read(padded(content))).toMatchObject([{ causes: ['not-hashed'], digest: null, certain: true }]);
    expect(read(padded(TEXT))).toEqual([
      { causes: ['not-hashed'], digest: null, certain: true, hashName: 'SHA-256', matches: YES },
    ]);
  });
  it('has at least eight bytes of padding', () => {
    expect(read(padded(TEXT, 8))).toHaveLength(1);
    expect(read(padded(TEXT, 100))).toHaveLength(1);
    expect(read(padded(TEXT, 7))).toEqual([]);
    expect(read(`\x01${padded(TEXT)}`)).toEqual([]);
  });
});

describe('SIG-14: a bare hash, or its text', () => {
  const NAMES: readonly HashName[] = ['SHA-256', 'SHA-1', 'SHA-384', 'SHA-512'];
  it.each(NAMES)('%s as bytes, hexadecimal or base64', (name) => {
    const bytes = digestOf(name.replace('-', ''));
    const hex = Buffer.from(bytes, 'latin1').toString('hex');
    const base64 = Buffer.from(bytes, 'latin1').toString('base64');
    const found = { certain: true, hashName: name, matches: YES };
    expect(read(padded(bytes))).toEqual([{ ...found, causes: [`no-digest-info: ${name}`], digest: name }]);
    for (const text of [hex, hex.toUpperCase()])
      expect(read(padded(text))).toEqual([{ ...found, causes: ['hash-as-text: hexadecimal'], digest: null }]);
    expect(read(padded(base64))).toEqual([{ ...found, causes: ['hash-as-text: base64'], digest: null }]);
  });
  it('a text that is as long as a hash is a text', () => {
    for (const length of [20, 32, 48, 64, 40, 128, 28, 44, 88])
      expect(read(padded('.'.repeat(length)))).toMatchObject([{ causes: ['not-hashed'] }]);
    for (const text of ['abc123', `.${'A'.repeat(43)}`, `${'A'.repeat(43)}.`])
      expect(read(padded(text))).toMatchObject([{ causes: ['not-hashed'] }]);
    // In both cases it is no hexadecimal, but 64 characters are also the base64 of SHA-384.
    expect(read(padded('aB'.repeat(32)))).toMatchObject([{ causes: ['hash-as-text: base64'] }]);
  });
  it('without padding, it belongs to this key only if it fits', () => {
    const bytes = `\x01${digestOf('sha256').slice(1)}`;
    expect(read(unpadded(bytes))).toMatchObject([
      { causes: ['not-padded', 'no-digest-info: SHA-256'], certain: false, hashName: 'SHA-256' },
    ]);
    const hex = toHex(digestOf('sha256'));
    expect(read(unpadded(hex))).toEqual([
      {
        causes: ['not-padded', 'hash-as-text: hexadecimal'],
        digest: null,
        certain: false,
        hashName: 'SHA-256',
        matches: YES,
      },
    ]);
    expect(read(unpadded('a text of 15...'))).toMatchObject([{ causes: ['not-padded', 'not-hashed'] }]);
    expect(read(unpadded('a text of 14..'))).toEqual([]);
    expect(read(unpadded('a text of 15...', 7))).toEqual([]);
    expect(read(`\x02${unpadded('a text of 15...')}`)).toEqual([]);
    expect(read(unpadded('a text of 15...', 9))).toHaveLength(1);
  });
});

describe('SIG-14: RSASSA-PSS', () => {
  const spki = (key: KeyObject) => key.export({ type: 'spki', format: 'der' });
  /** What is read from a signature of the text. */
  function blockOf(privateKey: KeyObject, publicKey: Uint8Array, hash: string, saltLength?: number) {
    const key = rsaKeyOf(publicKey);
    if (key === null) throw new Error('The key is not RSA.');
    const made = sign(hash, Buffer.from(TEXT), {
      key: privateKey,
      padding: constants.RSA_PKCS1_PSS_PADDING,
      ...(saltLength === undefined ? {} : { saltLength }),
    });
    const block = recoverEncodedMessage(made.toString('latin1'), key);
    return read(block ?? '', key.modulus.toString(2).length);
  }
  // With 8n + 1 bits, a block has a byte less than the modulus.
  it.each([1024, 1025, 1026, 1031, 1032])('by a key of %i bits, with each hash function', (modulusLength) => {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength });
    for (const name of ['SHA-256', 'SHA-1', 'SHA-384', 'SHA-512'] as const) {
      const [found] = blockOf(privateKey, spki(publicKey), name.replace('-', ''), 20);
      expect(found).toEqual({
        causes: [`pss: ${name}`],
        digest: null,
        certain: true,
        hashName: name,
        matches: YES,
      });
    }
    const all = blockOf(privateKey, spki(publicKey), 'sha256', constants.RSA_PSS_SALTLEN_MAX_SIGN);
    // Without zeros before the salt it may be chance, so only the text proves it.
    expect(all.filter(({ matches }) => matches?.[0] === true)).toEqual([
      { causes: ['pss: SHA-256'], digest: null, certain: false, hashName: 'SHA-256', matches: YES },
    ]);
  });
  it('with another hash function for its mask', () => {
    const { privateKey, publicKey } = generateKeyPairSync('rsa-pss', {
      modulusLength: 1024,
      hashAlgorithm: 'sha256',
      mgf1HashAlgorithm: 'sha1',
    });
    // Its numbers are those of any RSA key, under another name of the algorithm.
    const [, bits] = derChildren(readDer(spki(publicKey)));
    const [n, e] = bits === undefined ? [] : derChildren(readDer(bits.value, 1));
    const number = (node = n) => BigInt(`0x${Buffer.from(node?.value ?? []).toString('hex')}`);
    const made = sign('sha256', Buffer.from(TEXT), { key: privateKey, saltLength: 32 }).toString('latin1');
    const block = recoverEncodedMessage(made, { modulus: number(), exponent: number(e), bytes: 128 });
    // By chance, another choice of hash functions may make sense, too; only one is certain.
    const certain = read(block ?? '', 1024).filter((one) => one.certain);
    expect(certain).toMatchObject([{ causes: ['pss: SHA-256'], certain: true, matches: YES }]);
  });
  it('eight zeros before the salt prove it', () => {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 1024 });
    // A block of 128 bytes has 95 before the hash: zeros, a one, and the salt.
    const right = (saltLength: number) =>
      blockOf(privateKey, spki(publicKey), 'sha256', saltLength).find(({ matches }) => matches?.[0] === true);
    expect([right(86)?.certain, right(87)?.certain]).toEqual([true, false]);
  });
  it('ends with 0xbc, and has a zero before it if the modulus has a byte more', () => {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 1025 });
    const key = rsaKeyOf(spki(publicKey));
    const made = sign('sha256', Buffer.from(TEXT), {
      key: privateKey,
      padding: constants.RSA_PKCS1_PSS_PADDING,
      saltLength: 32,
    });
    const block = (key && recoverEncodedMessage(made.toString('latin1'), key)) ?? '';
    expect(read(block, 1025)[0]).toMatchObject({ certain: true });
    expect(read(`${block.slice(0, -1)}\xbd`, 1025)).toEqual([]);
    expect(read(`\x01${block.slice(1)}`, 1025)).toEqual([]);
  });
  it('the most certain reading comes first', () => {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 1024 });
    for (let count = 0; count < 50; count++) {
      const all = blockOf(privateKey, spki(publicKey), 'sha256', 32);
      expect(all[0]?.certain).toBe(true);
      expect(all.filter(({ certain }) => certain)).toHaveLength(1);
    }
  });
});

describe('SIG-8, SIG-14: the public-key operation', () => {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 1024 });
  const key = rsaKeyOf(publicKey.export({ type: 'spki', format: 'der' }));
  it('is left out for a signature of another length, or above the modulus', () => {
    if (key === null) throw new Error('The key is not RSA.');
    const right = sign('sha256', Buffer.from(TEXT), privateKey).toString('latin1');
    expect(recoverEncodedMessage(right, key)?.length).toBe(128);
    expect(recoverEncodedMessage(right.slice(1), key)).toBeNull();
    expect(recoverEncodedMessage(`\0${right}`, key)).toBeNull();
    const bytes = (value: bigint) =>
      Buffer.from(value.toString(16).padStart(256, '0'), 'hex').toString('latin1');
    expect(recoverEncodedMessage(bytes(key.modulus), key)).toBeNull();
    // The largest number is minus one, whose odd powers are itself.
    expect(recoverEncodedMessage(bytes(key.modulus - 1n), key)).toBe(bytes(key.modulus - 1n));
    expect(recoverEncodedMessage(bytes(0n), key)).toBe('\0'.repeat(128));
  });
  it.each([
    [511, 65537, false],
    [512, 65537, true],
    [8192, 65537, true],
    [8193, 65537, false],
    [1024, 0, false],
    [1024, 2, false],
    [1024, 3, true],
    [1024, 0xff_ffff, true],
    [1024, 0x100_0000, false],
  ])('is left out for some keys: %i bits with exponent %i', (modulusLength, exponent, isRead) => {
    // Not a usable key: only its numbers count.
    const number = (value: bigint) => {
      const digits = value.toString(16);
      const hex = digits.length % 2 === 0 ? `00${digits}` : `0${digits}`;
      const body = Buffer.from(hex, 'hex');
      return Buffer.concat([Buffer.from([0x02]), lengthOf(body.length), body]);
    };
    const numbers = sequence(number(1n << BigInt(modulusLength - 1)), number(BigInt(exponent)));
    const bits = Buffer.concat([
      Buffer.from([0x03]),
      lengthOf(numbers.length + 1),
      Buffer.from([0]),
      numbers,
    ]);
    const rsa = Buffer.from('300d06092a864886f70d0101010500', 'hex');
    const found = rsaKeyOf(sequence(rsa, bits));
    expect(found === null ? null : [found.exponent, found.bytes]).toEqual(
      isRead ? [BigInt(exponent), modulusLength / 8] : null,
    );
  });
  it('is left out for a key of another kind', () => {
    const { publicKey: other } = generateKeyPairSync('ed25519');
    expect(rsaKeyOf(other.export({ type: 'spki', format: 'der' }))).toBeNull();
  });
});

function lengthOf(length: number): Buffer {
  return length < 128 ? Buffer.from([length]) : Buffer.from([0x82, length >> 8, length & 0xff]);
}

function sequence(...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([0x30]), lengthOf(body.length), body]);
}

describe('SIG-9, SIG-14: the ways in which a signature can be written', () => {
  /** Bytes whose base64 has all that can go wrong: `+`, `/` and padding. */
  const BYTES = `\xfb\xef\xff${'\x01'.repeat(60)}z`;
  const base64 = (text: string) => Buffer.from(text, 'latin1').toString('base64');
  const hex = (text: string) => Buffer.from(text, 'latin1').toString('hex');
  /** The causes under which the bytes are read, without those of the reversed bytes. */
  const causes = (part: string, wanted = BYTES) =>
    readingsOf(part, 64)
      .filter(({ bytes }) => bytes === wanted)
      .map((one) => one.causes.map(({ id }) => id).join(' '));
  it.each([
    ['plain base64', base64(BYTES), ''],
    ['hexadecimal', hex(BYTES), 'hex'],
    ['upper-case hexadecimal', hex(BYTES).toUpperCase(), 'hex'],
    ['base64 of hexadecimal', base64(hex(BYTES)), 'base64-of-hex'],
    ['base64 of hexadecimal with a newline', base64(`${hex(BYTES)}\n`), 'base64-of-hex'],
    ['base64 twice', base64(base64(BYTES)), 'base64-twice'],
    ['base64 twice with line breaks', base64(base64(BYTES).replace(/.{20}/g, '$&\n')), 'base64-twice'],
    ['percent-encoded', encodeURIComponent(base64(BYTES)), 'base64-percent'],
    ['base64url', base64(BYTES).replaceAll('+', '-').replaceAll('/', '_'), 'base64url'],
    [
      'base64url without padding',
      base64(BYTES).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', ''),
      'base64url',
    ],
    ['without padding', base64(BYTES).replaceAll('=', ''), 'base64-unpadded'],
    ['with line breaks', base64(BYTES).replace(/.{20}/g, '$&\r\n'), 'base64-broken-lines'],
    ['with written line breaks', base64(BYTES).replace(/.{20}/g, String.raw`$&\r\n`), 'base64-broken-lines'],
    ['as Python prints bytes', `b'${base64(BYTES)}'`, 'base64-bytes-printed'],
    ['with lost plus signs', base64(BYTES).replaceAll('+', ' '), 'base64-plus-lost'],
  ])('%s', (_, part, cause) => {
    expect(causes(part)).toEqual([cause]);
  });
  it('with its bytes reversed', () => {
    const reversed = Array.from(BYTES).toReversed().join('');
    expect(causes(base64(reversed))).toEqual(['bytes-reversed']);
    expect(causes(hex(reversed))).toEqual(['hex bytes-reversed']);
  });
  it('with a sign byte, or without leading zeros', () => {
    expect(causes(base64(`\0${BYTES}`))).toEqual(['sign-byte']);
    expect(readingsOf(base64(`\x01${BYTES}`), 64)).toEqual([]);
    expect(readingsOf(base64(`\0\0${BYTES}`), 64)).toEqual([]);
    const short = BYTES.slice(0, 63);
    expect(causes(base64(short), `\0${short}`)).toEqual(['leading-zero-lost']);
    expect(causes(base64(short.slice(1)), `\0\0${short.slice(1)}`)).toEqual(['leading-zero-lost']);
    expect(readingsOf(base64(short.slice(2)), 64)).toEqual([]);
  });
  it('not as anything else', () => {
    for (const part of ['', '%', '???', `${hex(BYTES)}0`, base64(`${BYTES}xx`)])
      expect(causes(part)).toEqual([]);
    const most = hex(BYTES).slice(2);
    for (const part of [`zz${most}`, `${most}zz`, most, base64('z'.repeat(128))])
      expect(readingsOf(part, 64)).toEqual([]);
  });
  it('at most 8192 characters are read', () => {
    const long = (bytes: number) => readingsOf(base64('x'.repeat(bytes)), bytes).length;
    expect([long(6144), long(6145)]).toEqual([2, 0]);
    expect(readingsOf(`${base64('x'.repeat(6144))} `, 6144)).toEqual([]);
  });
  it('what cannot be a signature by a key of this size is named', () => {
    const fault = (part: string) => {
      const found = shapeFault(part, 64);
      return found && [found.id, found.detail];
    };
    expect(fault(base64(BYTES))).toBeNull();
    expect(fault('')).toEqual(['no-signature', '']);
    expect(fault('???')).toEqual(['not-base64', '']);
    expect(fault('AA==')).toEqual(['wrong-length', '1 byte, not the 64 of a 512-bit key']);
    expect(fault('AAA=')).toEqual(['wrong-length', '2 bytes, not the 64 of a 512-bit key']);
  });
});
