/** keyId against Java itself (SIG-4a). */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readDer } from '../../../../shared/signing/der.ts';
import { keyIdOf } from '../../../../shared/signing/key-id.ts';
import { spellingsOf } from '../../../../shared/signing/key-id-spellings.ts';
import { parseRfc2253, readName, sameName } from '../../../../shared/signing/distinguished-names.ts';
import { nameDer, oid as tlvOid, type TestAttribute, tlv } from '../../../support/der-writer.ts';
import { SHORT_JAVA } from '../../../support/short-java.ts';

const JAVA = join(import.meta.dirname, '../../../support/java/Names.java');

/**
 * What Java prints of each name: per RFC 2253, and by default. Names in BMPString are left out: Java takes their
 * bytes for UTF-8 and prints zeros between the letters.
 */
function javaTexts(names: readonly Uint8Array[]): { rfc2253: string; text: string }[] {
  const input = names.map((name) => Buffer.from(name).toString('hex')).join('\n');
  const printed = execFileSync('java', [...SHORT_JAVA, JAVA], {
    input,
    encoding: 'utf8',
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  return printed
    .trim()
    .split('\n')
    .map((line) => {
      const [rfc2253 = '', text = ''] = line.split(' ').map((word) => Buffer.from(word, 'base64').toString());
      return { rfc2253, text };
    });
}

const OIDS = '2.5.4.3 2.5.4.6 2.5.4.7 2.5.4.8 2.5.4.9 2.5.4.10 2.5.4.11 2.5.4.97 2.5.4.5 1.2.840.113549.1.9.1'
  .concat(' 0.9.2342.19200300.100.1.25 0.9.2342.19200300.100.1.1 1.3.6.1.4.1.99999.1')
  .split(' ');
/** Every character that RFC 2253 escapes, blanks at both ends, letters of one to four bytes. */
const text = fc.string({
  unit: fc.constantFrom(
    ...Array.from('abc XYZ 019 ,+"\\<>;=#ÆØÅæøåéß€😀'),
    '  ',
    ' #',
    'CN=',
    '\u0000',
    '\r',
    '\n',
  ),
  minLength: 1,
  maxLength: 14,
});
const oid = fc.constantFrom(...OIDS);
const attribute: fc.Arbitrary<TestAttribute> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ oid, tag: fc.constant(12 as const), text }) },
  {
    weight: 1,
    arbitrary: fc.record({
      oid,
      tag: fc.constant(19 as const),
      text: fc.stringMatching(/^[A-Za-z0-9 '()+,./:=?-]{1,12}$/),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ oid, tag: fc.constant(22 as const), text: fc.stringMatching(/^[a-z@.]{1,12}$/) }),
  },
);
const distinguishedName = fc.array(fc.array(attribute, { minLength: 1, maxLength: 3 }), {
  minLength: 1,
  maxLength: 6,
});

/** A C, and a CN that is a number, which has no text. */
const NO_TEXT = tlv(
  0x30,
  tlv(0x31, tlv(0x30, tlvOid('2.5.4.6'), tlv(0x13, Buffer.from('NO')))),
  tlv(0x31, tlv(0x30, tlvOid('2.5.4.3'), tlv(0x02, Uint8Array.of(0xab)))),
);

describe('SIG-4a: against Java', () => {
  it('1,000 random names are printed as X500Principal.getName("RFC2253") prints them and read back unchanged', () => {
    const names = fc.sample(distinguishedName, 1000).map(nameDer);
    const printed = javaTexts(names);
    expect(printed).toHaveLength(1000);
    for (const [at, der] of names.entries()) {
      const issuer = readName(readDer(der));
      const keyId = keyIdOf({ serial: '4D2', issuer });
      expect(keyId, `name ${Buffer.from(der).toString('hex')}`).toBe(`SN=4D2,CA=${printed[at]?.rfc2253}`);
      expect(sameName(parseRfc2253(keyId.slice('SN=4D2,CA='.length)) ?? [], issuer)).toBe(true);
    }
  });
  it("Java's default text is the format shown for it", () => {
    const utf8 = (type: string, value: string): TestAttribute[] => [{ oid: type, tag: 12, text: value }];
    const names = [
      [
        utf8('2.5.4.6', 'NO'),
        utf8('2.5.4.10', 'Prøvemiljø'),
        utf8('2.5.4.97', 'NTRNO-1'),
        utf8('2.5.4.3', 'CA'),
      ],
      [utf8('2.5.4.10', 'Fjord, Pay'), utf8('2.5.4.5', '12'), utf8('1.2.840.113549.1.9.1', 'a@b.no')],
      [
        utf8('2.5.4.4', 'Haugen'),
        utf8('2.5.4.42', 'Ida'),
        utf8('2.5.4.12', 'Dr'),
        utf8('1.3.6.1.4.1.99999.1', 'x'),
      ],
    ];
    const ders = [...names.map(nameDer), NO_TEXT];
    for (const [at, { text: expected }] of javaTexts(ders).entries()) {
      const issuer = readName(readDer(ders[at] ?? NO_TEXT));
      const spelling = spellingsOf({ serial: '1', issuer }).find(({ id }) => id === 'java-string');
      expect(spelling?.keyId).toBe(`SN=1,CA=${expected}`);
    }
  });
});
