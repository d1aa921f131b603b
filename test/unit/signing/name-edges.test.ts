/** Names at their edges: every keyword, every form of a value, what is refused (SIG-4, SIG-4a). */
import { describe, expect, it } from 'vitest';
import { hex, readDer } from '../../../shared/signing/der.ts';
import {
  attributeText,
  NAME_KEYWORDS,
  parseRfc2253,
  printRfc2253,
  printUnreversed,
  readName,
  sameName,
  sameNameUnreversed,
} from '../../../shared/signing/distinguished-names.ts';
import { nameDer, oid, type TestAttribute, tlv } from '../../support/der-writer.ts';

const utf8 = (type: string, text: string): TestAttribute => ({ oid: type, tag: 12, text });
const read = (...rdns: TestAttribute[][]) => readName(readDer(nameDer(rdns)));
/** The attributes of a text: type, OID, and the value as text or in hexadecimal. */
const parsed = (text: string) =>
  parseRfc2253(text)?.map((rdn) =>
    rdn.map((one) => [one.type, one.oid, one.text, one.der === null ? null : hex(one.der)]),
  ) ?? null;

describe('SIG-4, SIG-4a: attribute types', () => {
  const WRITTEN = {
    CN: '2.5.4.3',
    C: '2.5.4.6',
    L: '2.5.4.7',
    ST: '2.5.4.8',
    STREET: '2.5.4.9',
    O: '2.5.4.10',
    OU: '2.5.4.11',
    DC: '0.9.2342.19200300.100.1.25',
    UID: '0.9.2342.19200300.100.1.1',
  };
  it('the keywords that are written are those of Java', () => {
    expect(Object.fromEntries(Array.from(NAME_KEYWORDS, ([type, keyword]) => [keyword, type]))).toEqual(
      WRITTEN,
    );
  });
  it.each([
    ...Object.entries(WRITTEN),
    ['S', '2.5.4.8'],
    ['SP', '2.5.4.8'],
    ['SN', '2.5.4.4'],
    ['SURNAME', '2.5.4.4'],
    ['SERIALNUMBER', '2.5.4.5'],
    ['T', '2.5.4.12'],
    ['TITLE', '2.5.4.12'],
    ['BUSINESSCATEGORY', '2.5.4.15'],
    ['POSTALCODE', '2.5.4.17'],
    ['GN', '2.5.4.42'],
    ['GIVENNAME', '2.5.4.42'],
    ['INITIALS', '2.5.4.43'],
    ['DNQ', '2.5.4.46'],
    ['DNQUALIFIER', '2.5.4.46'],
    ['ORGANIZATIONIDENTIFIER', '2.5.4.97'],
    ['ORGID', '2.5.4.97'],
    ['E', '1.2.840.113549.1.9.1'],
    ['EMAIL', '1.2.840.113549.1.9.1'],
    ['EMAILADDRESS', '1.2.840.113549.1.9.1'],
    ['1.2.3', '1.2.3'],
    ['OID.1.2.3', '1.2.3'],
    ['oid.1.2.3', '1.2.3'],
    ['OID.CN', '2.5.4.3'],
  ])('%s is read as %s, in any case', (type, known) => {
    expect(parsed(`${type}=x`)).toEqual([[[type, known, 'x', null]]]);
    const lower = type.toLowerCase();
    expect(parsed(`${lower}=x`)).toEqual([[[lower, known, 'x', null]]]);
  });
  it('a word that is no keyword is an unknown type, and anything else is none', () => {
    expect(parsed('X-9=x')).toEqual([[['X-9', null, 'x', null]]]);
    for (const text of [
      '=x',
      '1.=x',
      '1..2=x',
      '9a=x',
      'C N=x',
      '-a=x',
      'xOID.1.2=x',
      '1.2 x=x',
      'ø=x',
      'CN',
    ])
      expect(parsed(text), text).toBeNull();
  });
});

describe('SIG-4: values in a text', () => {
  const one = (value: string) => parsed(`CN=${value}`)?.[0]?.[0]?.slice(2) ?? null;
  it.each<[value: string, text: string | null, der?: string]>([
    ['', ''],
    ['a', 'a'],
    ['  a  b  ', 'a  b'],
    [String.raw`\ a\ `, ' a '],
    [String.raw`a\  `, 'a '],
    [String.raw`\,\+\"\\\<\>\;\=\#`, ',+"\\<>;=#'],
    ['a=b#c', 'a=b#c'],
    [String.raw`\C3\B8\c3\b8`, 'øø'],
    [String.raw`\ø\😀😀`, 'ø😀😀'],
    [String.raw`\20a\20`, ' a '],
    ['"a, b; c + d"', 'a, b; c + d'],
    ['" a "  ', ' a '],
    [String.raw`"a\"b\\c\41"`, 'a"b\\cA'],
    ['""', ''],
    ['\ufeffa', '\ufeffa'],
    ['#0C0161', 'a', '0C0161'],
    ['#0c0161 ', 'a', '0C0161'],
    ['#020105', null, '020105'],
  ])('%s is %j', (value, text, der) => {
    expect(one(value)).toEqual([text, der ?? null]);
  });
  it.each([
    '\\',
    'a\\',
    'a"b',
    '"a',
    '"a\\',
    '"a" b',
    '#',
    '#0',
    '#0g',
    '#0c',
    '#0c0161x',
    String.raw`\ff`,
    '#0c01 61',
  ])('%s is refused', (value) => {
    expect(parsed(`CN=${value}`)).toBeNull();
  });
  it('parts are separated by a comma or semicolon, the attributes of one part by a plus', () => {
    const [a, b] = [
      ['CN', '2.5.4.3', 'a', null],
      ['O', '2.5.4.10', 'b', null],
    ];
    for (const text of ['CN=a,O=b', 'CN=a;O=b', ' CN = a , O = b ', 'CN="a",O="b"', 'CN="a" ; O="b" '])
      expect(parsed(text), text).toEqual([[a], [b]]);
    for (const text of ['CN=a+O=b', ' CN = a + O = b ', 'CN="a"+O=b'])
      expect(parsed(text), text).toEqual([[a, b]]);
    for (const text of ['', ',', 'CN=a,', 'CN=a+', 'CN=a,,O=b', 'CN="a"O=b', 'CN="a"xO=b'])
      expect(parsed(text), text).toBeNull();
  });
});

describe('SIG-4a: values in the reference format', () => {
  const printed = (text: string) => printRfc2253(read([utf8('2.5.4.3', text)])).slice(3);
  it.each([
    ['a b', 'a b'],
    ['a b ', String.raw`a b\ `],
    [' a  ', String.raw`\ a\ \ `],
    ['\ra\r', '\\\ra\\\r'],
    ['  ', String.raw`\ \ `],
    ['a,=+<>#;"\\', String.raw`a\,\=\+\<\>\#\;\"\\`],
    ['a\u0000b', String.raw`a\00b`],
    ['ø\n', 'ø\n'],
  ])('%j is %j', (text, expected) => {
    expect(printed(text)).toBe(expected);
  });
  it('what is no text, or has no keyword, is written in hexadecimal', () => {
    const numbered = tlv(0x30, tlv(0x31, tlv(0x30, oid('2.5.4.3'), tlv(0x02, Uint8Array.of(0xab)))));
    expect(printRfc2253(readName(readDer(numbered)))).toBe('CN=#0201ab');
    expect(printRfc2253(read([utf8('2.5.4.97', 'é')]))).toBe('2.5.4.97=#0c02c3a9');
  });
  it('the parts are reversed, the attributes of one part are not', () => {
    const name = read([utf8('2.5.4.6', 'NO')], [utf8('2.5.4.10', 'o'), utf8('2.5.4.3', 'c')]);
    expect(printRfc2253(name)).toBe('O=o+CN=c,C=NO');
    expect(printUnreversed(name)).toBe('C=NO,O=o+CN=c');
    expect(name.map((rdn) => rdn.length)).toEqual([1, 2]);
    expect(attributeText(name, '2.5.4.3')).toBe('c');
    expect(attributeText(name, '2.5.4.7')).toBeNull();
  });
});

describe('SIG-4: the same name', () => {
  const name = read([utf8('2.5.4.6', 'NO')], [utf8('2.5.4.10', 'o'), utf8('2.5.4.3', 'c')]);
  const same = (text: string) => sameName(parseRfc2253(text) ?? [], name);
  it.each([
    ['O=o+CN=c,C=NO', true],
    ['CN=c+O=o,C=NO', true],
    ['CN=#0c0163+O=o,C=NO', true],
    ['C=NO,O=o+CN=c', false],
    ['O=o,C=NO', false],
    ['O=o+CN=c', false],
    ['O=o+CN=c+CN=c,C=NO', false],
    ['O=o+O=o,C=NO', false],
    ['O=o+CN=c,C=NO,C=NO', false],
    ['O=o+CN=d,C=NO', false],
    ['O=o+OU=c,C=NO', false],
    ['O=o+XX=c,C=NO', false],
    // The same text in another string type means the same; a value that is no text does not.
    ['CN=#130163+O=o,C=NO', true],
    ['CN=#020163+O=o,C=NO', false],
  ])('%s: %s', (text, expected) => {
    expect(same(text)).toBe(expected);
  });
  it('without the reversal, only the order of the certificate fits', () => {
    const unreversed = (text: string) => sameNameUnreversed(parseRfc2253(text) ?? [], name);
    expect(unreversed('C=NO,O=o+CN=c')).toBe(true);
    expect(unreversed('O=o+CN=c,C=NO')).toBe(false);
  });
  it('up to 16 attributes of one part may be in any order, and more in that of the certificate', () => {
    const many = (count: number) => Array.from({ length: count }, (_, at) => utf8('2.5.4.3', `${at}`));
    const is = (written: TestAttribute[], count: number) =>
      sameName(parseRfc2253(written.map(({ text }) => `CN=${text}`).join('+')) ?? [], read(many(count)));
    expect([is(many(16), 16), is(many(16).toReversed(), 16)]).toEqual([true, true]);
    expect([is(many(17), 17), is(many(17).toReversed(), 17)]).toEqual([true, false]);
    // Neither fewer nor other attributes.
    expect([is(many(16), 17), is(many(18), 17), is(many(18).slice(1), 17)]).toEqual([false, false, false]);
    expect(is([...many(16), utf8('2.5.4.3', 'x')], 17)).toBe(false);
  });
  it('a value that is no text is compared byte by byte', () => {
    const numbered = readName(
      readDer(tlv(0x30, tlv(0x31, tlv(0x30, oid('2.5.4.3'), tlv(0x02, Uint8Array.of(5)))))),
    );
    const is = (text: string) => sameName(parseRfc2253(text) ?? [], numbered);
    expect([is('CN=#020105'), is('CN=#020106'), is('CN=5')]).toEqual([true, false, false]);
  });
});

describe('SIG-4a: names in DER', () => {
  it.each([
    ['a name that is no list', tlv(0x31), 'A name is missing or has the wrong type.'],
    ['a part that is no set', tlv(0x30, tlv(0x30)), 'A relative distinguished name is missing'],
    ['an attribute that is no list', tlv(0x30, tlv(0x31, tlv(0x31))), 'A name attribute is missing'],
    ['an attribute without a type', tlv(0x30, tlv(0x31, tlv(0x30))), 'An attribute type is missing'],
    [
      'an attribute without a value',
      tlv(0x30, tlv(0x31, tlv(0x30, oid('2.5.4.3')))),
      'The name attribute 2.5.4.3 has no value.',
    ],
  ])('%s is refused', (_, der, reason) => {
    expect(() => readName(readDer(der))).toThrow(reason);
  });
});
