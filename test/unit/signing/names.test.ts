/** Distinguished names: RFC 2253 text from DER and back (SIG-4, SIG-4a). */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readDer } from '../../../shared/signing/der.ts';
import {
  parseRfc2253,
  printRfc2253,
  printUnreversed,
  readName,
  sameName,
  sameNameUnreversed,
} from '../../../shared/signing/distinguished-names.ts';
import { nameDer, type TestAttribute } from '../../support/der-writer.ts';

const OIDS = [
  '2.5.4.3',
  '2.5.4.6',
  '2.5.4.7',
  '2.5.4.8',
  '2.5.4.9',
  '2.5.4.10',
  '2.5.4.11',
  '2.5.4.97',
  '2.5.4.5',
  '1.2.840.113549.1.9.1',
  '0.9.2342.19200300.100.1.25',
  '1.3.6.1.4.1.99999.1',
];

const text = fc.string({
  unit: fc.constantFrom(...'abcÆØÅøé,+"\\<>;=# ðŸ©'.split(''), '😀', 'x', 'CN=', '\\,'),
  minLength: 1,
  maxLength: 12,
});
const attribute: fc.Arbitrary<TestAttribute> = fc.oneof(
  fc.record({ oid: fc.constantFrom(...OIDS), tag: fc.constant(12 as const), text }),
  fc.record({
    oid: fc.constantFrom(...OIDS),
    tag: fc.constant(30 as const),
    text: fc.string({ minLength: 1, maxLength: 8 }),
  }),
  fc.record({
    oid: fc.constantFrom(...OIDS),
    tag: fc.constant(19 as const),
    text: fc.stringMatching(/^[A-Za-z0-9 '()+,./:=?-]{1,12}$/),
  }),
);
const distinguishedName = fc.array(fc.array(attribute, { minLength: 1, maxLength: 3 }), {
  minLength: 1,
  maxLength: 5,
});
const read = (rdns: TestAttribute[][]) => readName(readDer(nameDer(rdns)));

describe('SIG-4, SIG-4a: properties of names', () => {
  it('a printed name is read as the same name and no other', () => {
    fc.assert(
      fc.property(distinguishedName, distinguishedName, (one, other) => {
        const printed = parseRfc2253(printRfc2253(read(one)));
        expect(printed).not.toBeNull();
        expect(sameName(printed ?? [], read(one))).toBe(true);
        expect(sameName(printed ?? [], read(other))).toBe(sameMeaning(one, other));
      }),
      { numRuns: 1000 },
    );
  });
  it('the unreversed text gives the same name unreversed', () => {
    fc.assert(
      fc.property(distinguishedName, (rdns) =>
        sameNameUnreversed(parseRfc2253(printUnreversed(read(rdns))) ?? [], read(rdns)),
      ),
    );
  });
  it('any text is read or refused without an exception', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (any) => {
        expect(() => parseRfc2253(any)).not.toThrow();
      }),
    );
  });
});

/** Two names that differ only in string type or in the order within an RDN mean the same. */
function sameMeaning(one: TestAttribute[][], other: TestAttribute[][]): boolean {
  const key = (rdns: TestAttribute[][]) =>
    JSON.stringify(rdns.map((rdn) => rdn.map((a) => `${a.oid}=${a.text}`).sort()));
  return key(one) === key(other);
}

describe('SIG-4a: the reference format', () => {
  const utf8 = (oid: string, value: string): TestAttribute => ({ oid, tag: 12, text: value });
  // The right column was printed by Java 17, X500Principal.getName("RFC2253").
  it.each([
    [
      [
        [utf8('2.5.4.10', String.raw`A, "B" = C\D`)],
        [utf8('2.5.4.97', 'NTRNO-123456785')],
        [utf8('2.5.4.3', ' CA#1; <x>+y ')],
      ],
      String.raw`CN=\ CA\#1\; \<x\>\+y\ ,2.5.4.97=#0c0f4e54524e4f2d313233343536373835,O=A\, \"B\" \= C\\D`,
    ],
    [
      [
        [{ oid: '2.5.4.6', tag: 19 as const, text: 'NO' }],
        [utf8('2.5.4.8', 'Vestland')],
        [utf8('2.5.4.7', 'Bergen')],
        [utf8('2.5.4.10', 'Prøvemiljø 😀')],
        [utf8('1.2.840.113549.1.9.1', 'a@b.no')],
        [utf8('0.9.2342.19200300.100.1.25', 'example')],
        [utf8('2.5.4.5', '12')],
        [utf8('2.5.4.9', 'Gata 1')],
        [utf8('2.5.4.3', '#  x')],
      ],
      String.raw`CN=\#  x,STREET=Gata 1,2.5.4.5=#0c023132,DC=example,1.2.840.113549.1.9.1=#0c066140622e6e6f,O=Prøvemiljø 😀,L=Bergen,ST=Vestland,C=NO`,
    ],
  ])('equals that of Java', (rdns, expected) => {
    expect(printRfc2253(read(rdns))).toBe(expected);
  });
});

describe('SIG-4: equivalent formats', () => {
  const name = read([
    [{ oid: '2.5.4.10', tag: 12, text: 'Fjord, Pay' }],
    [{ oid: '2.5.4.3', tag: 12, text: ' Øst ' }],
  ]);
  it.each([
    String.raw`CN=\ Øst\ ,O=Fjord\, Pay`,
    String.raw`cn=\20Øst\20,o=Fjord\2C Pay`,
    String.raw`CN=" Øst ",O="Fjord, Pay"`,
    String.raw`CN=\ \C3\98st\ ; O=Fjord\, Pay`,
    String.raw`2.5.4.3=\ Øst\ ,OID.2.5.4.10=Fjord\, Pay`,
    String.raw`CN=#0c0620c398737420 , O = Fjord\, Pay`,
  ])('%s is the same name', (text) => {
    expect(sameName(parseRfc2253(text) ?? [], name)).toBe(true);
  });
  it.each([
    'CN=Øst,O=Fjord\\, Pay',
    'CN=\\ øst\\ ,O=Fjord\\, Pay',
    'O=Fjord\\, Pay',
    '',
    'CN',
    'CN=a,',
    'CN="a',
    '=a',
    'CN=#0',
    'CN=#zz',
    'CN=\\',
  ])('%s is not the same name', (text) => {
    const written = parseRfc2253(text);
    expect(written !== null && sameName(written, name)).toBe(false);
  });
});
