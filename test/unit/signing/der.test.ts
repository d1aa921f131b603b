/** DER, byte by byte: what X.690 allows, what certificates use, and what is refused with which sentence. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  derChildren,
  expectTag,
  fromHex,
  hex,
  oidText,
  readDer,
  stringText,
  TAG,
  timeMs,
  der,
  derExplicit,
  derInteger,
  derNull,
  derOctets,
  derOid,
  derSequence,
  derSet,
} from '../../../shared/signing/der.ts';
import { bitsOf, readPublicKey } from '../../../shared/signing/certificate.ts';

const bytes = (text: string) => Uint8Array.from(Buffer.from(text.replaceAll(' ', ''), 'hex'));
/** An element with content of a length, whose length is written as given. */
const sized = (length: string, size: number) => Buffer.concat([bytes(`04 ${length}`), Buffer.alloc(size, 7)]);

describe('elements', () => {
  it.each([
    ['00', 0],
    ['01', 1],
    ['7f', 127],
    ['81 80', 128],
    ['81 ff', 255],
    ['82 0100', 256],
    ['82 1234', 0x1234],
    ['83 010000', 65_536],
  ])('the length %s is %i bytes', (length, size) => {
    const node = readDer(sized(length, size));
    expect({ tag: node.tag, size: node.value.length }).toEqual({ tag: 4, size });
    expect(node.raw.length).toBe(1 + length.replaceAll(' ', '').length / 2 + size);
    expect(node.value.every((byte) => byte === 7)).toBe(true);
  });
  it('a length of four bytes is read, and one of five is not', () => {
    const bulky = sized('84 01000000', 0x01000000);
    expect(readDer(bulky).value.length).toBe(0x01000000);
    expect(() => readDer(sized('85 0001000000', 200))).toThrow('not in definite DER form');
  });
  it.each([
    ['', 'ends inside an element'],
    ['04', 'ends inside an element'],
    ['04 01', 'ends inside an element'],
    ['04 81', 'not in its shortest form'],
    ['04 80', 'not in definite DER form'],
    ['04 81 7f', 'not in its shortest form'],
    ['04 82 80', 'not in its shortest form'],
    ['04 81 80', 'ends inside an element'],
    ['1f 01 00', 'more than one byte'],
    ['3f 01 00', 'more than one byte'],
    ['bf 8101 00', 'more than one byte'],
  ])('%s is refused', (text, reason) => {
    expect(() => readDer(bytes(text))).toThrow(reason);
  });
  it('an element starts at its offset, and its last byte may be the last of all', () => {
    const node = readDer(bytes('ffff 0c02 6869 00'), 2);
    expect(hex(node.raw)).toBe('0C026869');
    expect(readDer(bytes('0c02 6869')).value).toEqual(bytes('6869'));
  });
  it('children follow one another without a gap', () => {
    const list = derChildren(readDer(bytes('30 07 0201 05 0c02 6869')));
    expect(list.map(({ tag, value }) => [tag, hex(value)])).toEqual([
      [TAG.integer, '05'],
      [TAG.utf8, '6869'],
    ]);
    expect(derChildren(readDer(bytes('30 00')))).toEqual([]);
    expect(() => derChildren(readDer(bytes('30 01 02')))).toThrow('ends inside an element');
  });
  it('an element with another tag, or none, is refused by name', () => {
    const node = readDer(bytes('0201 05'));
    expect(expectTag(node, TAG.integer, 'The number')).toBe(node);
    expect(() => expectTag(node, TAG.sequence, 'The list')).toThrow(
      'The list is missing or has the wrong type.',
    );
    expect(() => expectTag(undefined, TAG.integer, 'The number')).toThrow('The number is missing');
  });
});

describe('object identifiers', () => {
  it.each([
    ['27', '0.39'],
    ['28', '1.0'],
    ['4f', '1.39'],
    ['50', '2.0'],
    ['55 04 03', '2.5.4.3'],
    ['2a 86 48 86 f7 0d', '1.2.840.113549'],
    ['88 37', '2.999'],
    ['2b ff ff ff ff ff ff ff ff 7f', '1.3.9223372036854775807'],
  ])('%s is %s', (text, oid) => {
    expect(oidText(bytes(text))).toBe(oid);
  });
  it.each(['', '2a 86', '80', '2a 80'])('"%s" is truncated', (text) => {
    expect(() => oidText(bytes(text))).toThrow('truncated');
  });
  it('one of 64 bytes is read, a longer one is refused', () => {
    const long = (size: number) => Uint8Array.from({ length: size }, (_, at) => (at === size - 1 ? 1 : 0x81));
    expect(oidText(long(64))).toMatch(/^2\.\d{130,}$/);
    expect(() => oidText(long(65))).toThrow('An object identifier is too long.');
  });
});

describe('texts', () => {
  it('the tags are those of X.680', () => {
    const { boolean, bitString, numeric, printable, t61, ia5, visible, general, universal, bmp } = TAG;
    expect([boolean, bitString, numeric, printable, t61, ia5]).toEqual([1, 3, 18, 19, 20, 22]);
    expect([TAG.generalizedTime, visible, general, universal, bmp]).toEqual([24, 26, 27, 28, 30]);
  });
  it.each([
    [TAG.utf8, 'c3b8', 'ø'],
    [TAG.utf8, 'efbbbf41', '\ufeffA'],
    [TAG.utf8, 'c3', null],
    [TAG.printable, '41', 'A'],
    [TAG.numeric, '31', '1'],
    [TAG.ia5, '40', '@'],
    [TAG.visible, '41', 'A'],
    [TAG.general, '41', 'A'],
    [TAG.t61, 'f8', 'ø'],
    [TAG.bmp, '00f8', 'ø'],
    [TAG.bmp, '00', null],
    [TAG.universal, '00000041', null],
    [TAG.integer, '41', null],
  ])('tag %i with %s is %s', (tag, value, text) => {
    expect(stringText({ tag, value: bytes(value) })).toBe(text);
  });
});

describe('times', () => {
  const time = (tag: number, text: string) => {
    const value = Uint8Array.from(Buffer.from(text));
    return timeMs({ tag, value, raw: value });
  };
  it.each([
    [TAG.utcTime, '491231235959Z', '2049-12-31T23:59:59Z'],
    [TAG.utcTime, '500101000000Z', '1950-01-01T00:00:00Z'],
    [TAG.utcTime, '261120094207Z', '2026-11-20T09:42:07Z'],
    [TAG.generalizedTime, '20501231235959Z', '2050-12-31T23:59:59Z'],
  ])('tag %i with %s', (tag, text, instant) => {
    expect(time(tag, text)).toBe(Date.parse(instant));
  });
  it.each([
    [TAG.utcTime, '20261120094207Z'],
    [TAG.utcTime, '2611200942Z'],
    [TAG.utcTime, '261120094207+0100'],
    [TAG.utcTime, 'x261120094207Z'],
    [TAG.utcTime, '261120094207Zx'],
    [TAG.generalizedTime, '261120094207Z'],
    [TAG.generalizedTime, 'x20261120094207Z'],
    [TAG.generalizedTime, '20261120094207Zx'],
    [TAG.generalizedTime, '20261120094207.5Z'],
  ])('tag %i with "%s" is refused', (tag, text) => {
    expect(() => time(tag, text)).toThrow('does not have the format');
  });
  it('no element is no time', () => {
    expect(() => timeMs(undefined)).toThrow('does not have the format');
  });
});

describe('hexadecimal', () => {
  it('bytes survive a round trip, in either case', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (any) => {
        expect(fromHex(hex(any))).toEqual(any);
        expect(fromHex(hex(any).toLowerCase())).toEqual(any);
      }),
    );
    expect(hex(Uint8Array.of(0, 10, 255))).toBe('000AFF');
  });
  it.each(['0', 'g0', '0g', '00 ', ' 0', '0x'])('"%s" is not hexadecimal', (text) => {
    expect(fromHex(text)).toBeNull();
  });
  it('the bits of a number are counted from its first one', () => {
    expect(['', '1', '2', '7', '8', 'F', '10', 'FF', '100'].map(bitsOf)).toEqual([0, 1, 2, 3, 4, 4, 5, 8, 9]);
  });
});

describe('writing', () => {
  it.each([
    [0, '0400'],
    [127, '047F'],
    [128, '048180'],
    [255, '0481FF'],
    [256, '04820100'],
    [65_535, '0482FFFF'],
    [65_536, '0483010000'],
  ])('a content of %i bytes has the head %s', (size, head) => {
    const written = derOctets(new Uint8Array(size).fill(9));
    expect(hex(written.subarray(0, head.length / 2))).toBe(head);
    expect(written.length).toBe(head.length / 2 + size);
    expect(readDer(written).value).toEqual(new Uint8Array(size).fill(9));
  });
  it.each([
    [0, '020100'],
    [1, '020101'],
    [127, '02017F'],
    [128, '02020080'],
    [255, '020200FF'],
    [256, '02020100'],
    [32_768, '0203008000'],
    [65_537, '0203010001'],
    [2 ** 40, '0206010000000000'],
  ])('the number %i is %s', (value, text) => {
    expect(hex(derInteger(value))).toBe(text);
  });
  it.each([
    ['0.39', '060127'],
    ['1.2.840.113549.1.1.11', '06092A864886F70D01010B'],
    ['2.5.4.97', '0603550461'],
    ['2.5.127.128.16383.16384', '0609557F8100FF7F818000'],
    ['1.3.9007199254740991', '06092B8FFFFFFFFFFFFF7F'],
  ])('the object identifier %s is %s', (dotted, text) => {
    expect(hex(derOid(dotted))).toBe(text);
    expect(oidText(readDer(derOid(dotted)).value)).toBe(dotted);
  });
  it('parts stand one after the other, under the tag of what holds them', () => {
    const parts = [derNull(), derInteger(5)];
    expect(hex(derSequence(...parts))).toBe('30050500020105');
    expect(hex(derSet(...parts))).toBe('31050500020105');
    expect(hex(derExplicit(3, ...parts))).toBe('A3050500020105');
    expect(hex(derExplicit(0))).toBe('A000');
    expect(hex(der(0x0c, bytes('68'), bytes('69')))).toBe('0C026869');
  });
});

describe('SIG-2: public keys', () => {
  /** A SubjectPublicKeyInfo of an algorithm, whose key is the given bytes. */
  const spki = (oid: string, key: Uint8Array) =>
    readDer(derSequence(derSequence(derOid(oid)), der(TAG.bitString, Uint8Array.of(0), key)));
  it('the numbers of an RSA key have no leading zeros, and zeros inside stay', () => {
    const key = derSequence(der(TAG.integer, bytes('00 d0 00 01')), derInteger(65_537));
    expect(readPublicKey(spki('1.2.840.113549.1.1.1', key))).toEqual({
      algorithm: 'RSA',
      rsa: { modulus: 'D00001', exponent: '10001', bits: 24 },
      curve: null,
    });
  });
  it.each([
    ['1.2.840.10045.3.1.7', 'P-256'],
    ['1.3.132.0.34', 'P-384'],
    ['1.3.132.0.35', 'P-521'],
    ['1.3.132.0.10', '1.3.132.0.10'],
  ])('the curve %s of an EC key is called %s', (oid, curve) => {
    const algorithm = derSequence(derOid('1.2.840.10045.2.1'), derOid(oid));
    const key = derSequence(algorithm, der(TAG.bitString, Uint8Array.of(0)));
    expect(readPublicKey(readDer(key))).toEqual({ algorithm: 'EC', rsa: null, curve });
  });
  it.each([
    ['1.2.840.113549.1.1.10', 'RSA-PSS'],
    ['1.2.840.10045.2.1', 'EC'],
    ['1.3.101.112', 'Ed25519'],
    ['1.3.101.113', 'Ed448'],
    ['1.3.101.110', 'X25519'],
    ['1.2.840.10040.4.1', 'DSA'],
    ['1.3.9999', '1.3.9999'],
  ])('the algorithm %s is called %s and has no RSA numbers', (oid, algorithm) => {
    expect(readPublicKey(spki(oid, Uint8Array.of(1, 2)))).toMatchObject({ algorithm, rsa: null });
  });
  it.each([
    ['an empty key', derSequence()],
    ['a key without an exponent', derSequence(derInteger(5))],
    ['a modulus that is no number', derSequence(derOctets(bytes('05')), derInteger(3))],
    ['an exponent that is no number', derSequence(derInteger(5), derOctets(bytes('03')))],
  ])('%s is refused', (_, key) => {
    expect(() => readPublicKey(spki('1.2.840.113549.1.1.1', key))).toThrow('A number of the key is missing');
  });
});
