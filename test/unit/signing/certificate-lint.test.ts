/** The certificate lint: each finding on a certificate that is wrong in one way, written here as DER (ETSI TS 119 495, EN 319 412). */
import { describe, expect, it } from 'vitest';
import { readCertificate } from '../../../shared/signing/certificate.ts';
import { chainAbove, isMisordered, leavesAmong } from '../../../shared/signing/certificate-chain.ts';
import type { FindingId, Severity } from '../../../shared/signing/certificate-finding.ts';
import { isTestCertificate, lintCertificate, lintOrder } from '../../../shared/signing/certificate-lint.ts';
import {
  der,
  derExplicit,
  derInteger,
  derOctets,
  derOid,
  derSequence,
  derSet,
  TAG,
} from '../../../shared/signing/der.ts';
import { certificateFindings } from '../../../shared/texts/certificate-lint.ts';
import { nameDer, type TestAttribute } from '../../support/der-writer.ts';
import { TUESDAY } from '../../support/given-date.ts';
import { DAY } from '../../../shared/time.ts';

const text = (tag: number, value: string) => der(tag, Buffer.from(value));
const utf8 = (value: string) => text(TAG.utf8, value);
const yes = der(TAG.boolean, Uint8Array.of(0xff));
const time = (at: number) =>
  text(TAG.generalizedTime, new Date(at).toISOString().replaceAll(/[-:T]|\.\d+/g, ''));
const name = (...parts: (readonly [oid: string, text: string])[]) =>
  nameDer(parts.map(([oid, value]): TestAttribute[] => [{ oid, tag: 12, text: value }]));
const subject = (organisation = 'PSDNO-FSA-987654325', country = 'NO') =>
  name(
    ['2.5.4.6', country],
    ['2.5.4.10', 'Fjordpay AS'],
    ['2.5.4.97', organisation],
    ['2.5.4.3', 'Fjordpay'],
  );

const rsa = (bits: number) =>
  derSequence(
    derSequence(derOid('1.2.840.113549.1.1.1')),
    der(
      TAG.bitString,
      Uint8Array.of(0),
      derSequence(der(TAG.integer, Uint8Array.of(0), Buffer.alloc(bits / 8, 0xc1)), derInteger(65_537)),
    ),
  );
const ec = (curve: string) =>
  derSequence(
    derSequence(derOid('1.2.840.10045.2.1'), derOid(curve)),
    der(TAG.bitString, Uint8Array.of(0, 4)),
  );

const statement = (oid: string, ...info: Uint8Array[]) => derSequence(derOid(oid), ...info);
const ROLE = { AS: '0.4.0.19495.1.1', PI: '0.4.0.19495.1.2', AI: '0.4.0.19495.1.3', IC: '0.4.0.19495.1.4' };
const role = (oid: string, ...names: Uint8Array[]) => derSequence(derOid(oid), ...names);
const psd2 = (...info: Uint8Array[]) => statement('0.4.0.19495.2', derSequence(...info));
const AI = role(ROLE.AI, utf8('PSP_AI'));
const NCA = [utf8('Finanstilsynet'), utf8('NO-FSA')] as const;
const pds = (address: string) =>
  statement('0.4.0.1862.1.5', derSequence(derSequence(text(TAG.ia5, address), text(TAG.printable, 'en'))));
/** The statements of a good QSealC by name; null leaves one out. */
const STATEMENTS = {
  compliance: statement('0.4.0.1862.1.1'),
  type: statement('0.4.0.1862.1.6', derSequence(derOid('0.4.0.1862.1.6.2'))),
  pds: pds('https://ca.no/pds.pdf'),
  psd2: psd2(derSequence(AI), ...NCA),
};
type Changed<T> = { [K in keyof T]?: Uint8Array | null };
const present = (fields: object): Uint8Array[] =>
  Object.values(fields).filter((field): field is Uint8Array => field !== null);
const qc = (changes: Changed<typeof STATEMENTS> = {}) =>
  derSequence(...present({ ...STATEMENTS, ...changes }));
const WEB = statement('0.4.0.1862.1.6', derSequence(derOid('0.4.0.1862.1.6.3')));
const usage = (bits: number) => der(TAG.bitString, Uint8Array.of(0, bits));
const uses = (...oids: string[]) => derSequence(...oids.map((oid) => derOid(oid)));
const SERVER = '1.3.6.1.5.5.7.3.1';
const CLIENT = '1.3.6.1.5.5.7.3.2';
const NOT_CA = derSequence();
const IS_CA = derSequence(yes);

/** The values of the extensions of a good QSealC, by OID. */
const EXTENSIONS: Record<string, Uint8Array | null> = {
  '2.5.29.19': NOT_CA,
  '2.5.29.15': usage(0xc0),
  '1.3.6.1.5.5.7.1.3': qc(),
};
/** The fields of a good certificate, in order. */
const FIELDS = {
  version: derExplicit(0, derInteger(2)),
  serial: derInteger(0x1a2b),
  algorithm: derSequence(derOid('1.2.840.113549.1.1.11')),
  issuer: name(['2.5.4.3', 'A CA']),
  validity: derSequence(time(TUESDAY - DAY), time(TUESDAY + 365 * DAY)),
  subject: subject(),
  key: rsa(2048),
};
type Change = Changed<typeof FIELDS> & { extensions?: typeof EXTENSIONS };

function made({ extensions = {}, ...changes }: Change = {}) {
  const list = Object.entries({ ...EXTENSIONS, ...extensions }).flatMap(([oid, value]) =>
    value === null ? [] : [derSequence(derOid(oid), derOctets(value))],
  );
  const fields = present({ ...FIELDS, ...changes });
  return readCertificate(derSequence(derSequence(...fields, derExplicit(3, derSequence(...list)))));
}
const CA = made({
  subject: name(['2.5.4.3', 'A CA']),
  extensions: { '2.5.29.19': IS_CA, '2.5.29.15': usage(0x06), '1.3.6.1.5.5.7.1.3': null },
});
const web = { '2.5.29.15': usage(0x80), '1.3.6.1.5.5.7.1.3': qc({ type: WEB }) };
const withQc = (changes: Changed<typeof STATEMENTS>): Change => ({
  extensions: { '1.3.6.1.5.5.7.1.3': qc(changes) },
});
const withPsd2 = (...info: Uint8Array[]): Change => withQc({ psd2: psd2(...info) });

const lint = (change: Change = {}, chain = [CA]) =>
  lintCertificate({ certificate: made(change), chain, part: 'own' }, TUESDAY);

it('a good QSealC and a good QWAC have no findings', () => {
  expect(lint()).toEqual([]);
  expect(lint({ extensions: { ...web, '2.5.29.37': uses(SERVER, CLIENT) } })).toEqual([]);
  expect(
    lint({ key: ec('1.2.840.10045.3.1.7'), extensions: { ...web, '2.5.29.37': uses(SERVER, CLIENT) } }),
  ).toEqual([]);
  expect(lintCertificate({ certificate: CA, chain: [], part: 'authority' }, TUESDAY)).toEqual([]);
});

const validity = (from: number, until: number) => ({
  validity: derSequence(time(TUESDAY + from * DAY), time(TUESDAY + until * DAY)),
});

/** What a finding says about where it fails, where it has no words of its own. */
const LEVELS: Record<string, Severity> = {
  'Works in test. Fails at every bank in production.': 'error',
  'Works in test. May fail in production, only at some banks.': 'warning',
  'Works almost everywhere.': 'note',
};

describe('one finding for what is wrong in one way', () => {
  const cases: [id: FindingId, change: Change, says: string][] = [
    ['expired', validity(-400, -1), 'It expired on 23 Nov 2026 UTC.'],
    ['not-yet-valid', validity(1, 300), 'It is not valid before 25 Nov 2026 UTC.'],
    ['expires-soon', validity(-300, 1), 'It expires in 1 day.'],
    ['expires-soon', validity(-300, 29), 'It expires in 29 days.'],
    ['long-validity', validity(-1, 1200), 'It is valid for 1201 days'],
    ['signed-with-sha1', { algorithm: derSequence(derOid('1.2.840.113549.1.1.5')) }, 'signed it with SHA-1'],
    ['key-too-short', { key: rsa(1024) }, 'has 1024 bits; banks require 2048'],
    ['key-not-rsa', { key: ec('1.3.132.0.34') }, 'Its key is EC (P-384), not RSA.'],
    ['key-unusual', { key: ec('1.3.132.0.10') }, 'Its key is EC (1.3.132.0.10)'],
    ['serial', { serial: derInteger(0) }, 'zero or longer than 20 bytes'],
    ['self-signed', { issuer: subject() }, 'self-signed'],
    ['ca-as-own', { extensions: { '2.5.29.19': IS_CA } }, 'marked as a CA'],
    ['ca-as-own', { extensions: { '2.5.29.15': usage(0x84) } }, 'marked as a CA'],
    ['usage-missing', { extensions: { '2.5.29.15': null } }, 'no key usage'],
    ['usage-no-signature', { extensions: { '2.5.29.15': usage(0x20) } }, 'neither digitalSignature'],
    ['usage-non-repudiation-only', { extensions: { '2.5.29.15': usage(0x40) } }, 'nonRepudiation alone'],
    [
      'qc-type-other-use',
      { extensions: { '2.5.29.37': uses(CLIENT) } },
      'seal, but its extended key usage is TLS',
    ],
    [
      'usage-tls',
      { extensions: { ...web, '2.5.29.15': usage(0x20), '2.5.29.37': uses(SERVER, CLIENT) } },
      'which TLS needs',
    ],
    ['no-client-auth', { extensions: { ...web, '2.5.29.37': uses(SERVER) } }, 'has no clientAuth'],
    ['no-client-auth', { extensions: web }, 'has no clientAuth'],
    ['no-server-auth', { extensions: { ...web, '2.5.29.37': uses(CLIENT) } }, 'has no serverAuth'],
    [
      'subject-incomplete',
      { subject: name(['2.5.4.97', 'PSDNO-FSA-1'], ['2.5.4.3', 'x']) },
      'no country, organisation.',
    ],
    [
      'organisation-missing',
      { subject: name(['2.5.4.6', 'NO'], ['2.5.4.10', 'x'], ['2.5.4.3', 'x']) },
      'no organizationIdentifier',
    ],
    ['organisation-form', { subject: subject('PSDNO-FSA987654325') }, '“PSDNO-FSA987654325” is not PSD'],
    ['organisation-form', { subject: subject('psdno-fsa-1') }, '“psdno-fsa-1” is not PSD'],
    ['organisation-scheme', { subject: subject('NTRNO-987654325') }, 'of the scheme NTR, not PSD'],
    [
      'subject-country',
      { subject: subject('PSDNO-FSA-1', 'SE') },
      'of the country SE, the organizationIdentifier of NO',
    ],
    [
      'authority-country',
      { subject: subject('PSDSE-FSA-1', 'SE') },
      'country SE, the competent authority of NO',
    ],
    [
      'authority-differs',
      { subject: subject('PSDNO-NFSA-1') },
      'names the authority NO-NFSA, the PSD2 statement NO-FSA',
    ],
    ['qc-missing', { extensions: { '1.3.6.1.5.5.7.1.3': null } }, 'no qcStatements'],
    ['qc-compliance-missing', withQc({ compliance: null }), 'QcCompliance'],
    ['qc-pds-missing', withQc({ pds: null }), 'QcPDS'],
    ['qc-type-missing', withQc({ type: null }), 'QcType'],
    [
      'qc-type-signature',
      withQc({ type: statement('0.4.0.1862.1.6', derSequence(derOid('0.4.0.1862.1.6.1'))) }),
      'natural persons',
    ],
    [
      'qc-type-unknown',
      withQc({ type: statement('0.4.0.1862.1.6', derSequence(derOid('0.4.0.1862.1.6.9'))) }),
      '0.4.0.1862.1.6.9',
    ],
    [
      'qc-type-several',
      withQc({
        type: statement(
          '0.4.0.1862.1.6',
          derSequence(derOid('0.4.0.1862.1.6.2'), derOid('0.4.0.1862.1.6.3')),
        ),
      }),
      'several QcTypes',
    ],
    ['psd2-missing', withQc({ psd2: null }), 'no PSD2 statement'],
    ['roles-missing', withPsd2(derSequence(), ...NCA), 'no roles'],
    [
      'roles-in-one-sequence',
      withPsd2(
        derSequence(derSequence(derOid(ROLE.AI), utf8('PSP_AI'), derOid(ROLE.PI), utf8('PSP_PI'))),
        ...NCA,
      ),
      'Its roles (PSP_AI, PSP_PI) are in one SEQUENCE',
    ],
    [
      'roles-in-one-sequence',
      withPsd2(derSequence(derOid(ROLE.IC), utf8('PSP_IC'), derOid(ROLE.AS), utf8('PSP_AS')), ...NCA),
      'Its roles (PSP_IC, PSP_AS) are in one SEQUENCE',
    ],
    [
      'psd2-repeated',
      withQc({
        psd2: Buffer.concat([
          psd2(derSequence(AI), ...NCA),
          psd2(derSequence(role(ROLE.PI, utf8('PSP_PI'))), ...NCA),
        ]),
      }),
      'several PSD2 statements',
    ],
    ['roles-nested', withPsd2(derSet(AI), ...NCA), 'not a SEQUENCE'],
    ['roles-nested', withPsd2(AI, ...NCA), 'not a SEQUENCE of one SEQUENCE for each role'],
    ['roles-nested', withPsd2(derSequence(derSequence(AI)), ...NCA), 'not a SEQUENCE of one SEQUENCE'],
    [
      'role-unknown',
      withPsd2(derSequence(AI, role('0.4.0.19495.1.5', utf8('PSP_XX'))), ...NCA),
      '0.4.0.19495.1.5 (“PSP_XX”)',
    ],
    [
      'role-other-name',
      withPsd2(derSequence(role(ROLE.PI, utf8('PSP_AI'))), ...NCA),
      '0.4.0.19495.1.2 is PSP_PI, but is named “PSP_AI”',
    ],
    ['role-nameless', withPsd2(derSequence(role(ROLE.IC)), ...NCA), 'PSP_IC has no name'],
    ['role-twice', withPsd2(derSequence(AI, AI), ...NCA), 'PSP_AI is there twice'],
    [
      'not-utf8',
      withPsd2(derSequence(role(ROLE.AI, text(TAG.printable, 'PSP_AI'))), ...NCA),
      'the role PSP_AI is not a UTF8String',
    ],
    [
      'not-utf8',
      withPsd2(derSequence(AI), text(TAG.printable, 'F'), utf8('NO-FSA')),
      'NCAName is not a UTF8String',
    ],
    [
      'authority-name-missing',
      withPsd2(derSequence(AI), utf8(''), utf8('NO-FSA')),
      'name of the competent authority is missing',
    ],
    [
      'authority-name-missing',
      withPsd2(derSequence(AI), utf8('NO-FSA')),
      'name of the competent authority is missing',
    ],
    [
      'authority-id-missing',
      withPsd2(derSequence(AI), utf8('Finanstilsynet')),
      'ID of the competent authority is missing',
    ],
    [
      'authority-swapped',
      withPsd2(derSequence(AI), utf8('NO-FSA'), utf8('Finanstilsynet')),
      '“NO-FSA” is the ID, “Finanstilsynet” the name',
    ],
    [
      'authority-id-form',
      withPsd2(derSequence(AI), utf8('Finanstilsynet'), utf8('FSA')),
      '“FSA”, is not a country code',
    ],
  ];
  it.each(cases)('%s: %#', (id, change, says) => {
    const found = lint(change);
    expect(found.map((one) => one.id)).toEqual([id]);
    expect(found[0]?.what).toContain(says);
    for (const part of [found[0]?.what, found[0]?.risk, found[0]?.advice])
      expect(part).toMatch(/^[A-Z].*\.$/);
    expect(found[0]?.severity).toBe(LEVELS[found[0]?.risk ?? ''] ?? found[0]?.severity);
    expect(found[0]?.source).toMatch(/RFC|ETSI|SIG|CA\/Browser/);
  });
  it('test-ca', () => {
    const change = withQc({ pds: pds('https://pds.example/en.pdf') });
    const risk = 'Works in test, for which it is made.';
    expect(lint(change)).toMatchObject([{ id: 'test-ca', severity: 'note', risk }]);
    expect([isTestCertificate(made(change)), isTestCertificate(made())]).toEqual([true, false]);
  });
  it('country-not-iso', () => {
    const change = {
      subject: subject('PSDUK-FCA-1', 'UK'),
      ...withPsd2(derSequence(AI), utf8('FCA'), utf8('UK-FCA')),
    };
    expect(lint(change).map(({ what }) => what)).toEqual([
      'The country UK of the organizationIdentifier is not an ISO 3166 code; that is GB.',
      'The country UK of the competent authority is not an ISO 3166 code; that is GB.',
    ]);
  });
  it('issuer-missing for a QWAC, because TLS sends the chain', () => {
    const extensions = { ...web, '2.5.29.37': uses(SERVER, CLIENT) };
    expect(lint({ extensions }, [])).toMatchObject([
      { id: 'issuer-missing', what: expect.stringContaining('“A CA”') },
    ]);
    expect(lint({}, [])).toEqual([]);
  });
  it('chain-expired', () => {
    const old = made({ ...validity(-400, -2), subject: name(['2.5.4.3', 'A CA']) });
    expect(lint({}, [old])).toMatchObject([
      { id: 'chain-expired', what: expect.stringContaining('“A CA” expired on 22 Nov 2026') },
    ]);
  });
  it('not-a-ca', () => {
    expect(lintCertificate({ certificate: made(), chain: [], part: 'authority' }, TUESDAY)).toMatchObject([
      { id: 'not-a-ca' },
    ]);
  });
  it('chain-order', () => {
    expect(lintOrder([CA, made()])).toMatchObject([{ id: 'chain-order' }]);
    expect(lintOrder([made(), CA])).toEqual([]);
  });
  it('is tested for each id', () => {
    const alone = [
      'test-ca',
      'country-not-iso',
      'issuer-missing',
      'chain-expired',
      'not-a-ca',
      'chain-order',
    ];
    expect(new Set([...cases.map(([id]) => id), ...alone])).toEqual(
      new Set(Object.keys(certificateFindings)),
    );
  });
});

it('all roles are read, whatever their form', () => {
  const pair = [derOid(ROLE.PI), utf8('PSP_PI')];
  const forms = [
    psd2(derSequence(derSequence(derOid(ROLE.AI), utf8('PSP_AI'), ...pair)), ...NCA),
    psd2(derSequence(derOid(ROLE.AI), utf8('PSP_AI'), ...pair), ...NCA),
    psd2(AI, derSequence(...pair), ...NCA),
    psd2(derSet(AI, derSequence(...pair)), ...NCA),
    Buffer.concat([psd2(derSequence(AI), ...NCA), psd2(derSequence(derSequence(...pair)), ...NCA)]),
  ];
  for (const form of forms) {
    const { roles, authority } = made(withQc({ psd2: form }));
    expect([roles, authority]).toEqual([['PSP_AI', 'PSP_PI'], { name: 'Finanstilsynet', id: 'NO-FSA' }]);
  }
});

it('an extension that is not DER is as good as none', () => {
  const cut = Uint8Array.of(0x30, 5);
  const change: Change = {
    extensions: { '2.5.29.19': cut, '2.5.29.15': cut, '2.5.29.37': cut, '2.5.29.14': cut, '2.5.29.35': cut },
  };
  expect(lint(change).map(({ id }) => id)).toEqual(['usage-missing']);
  expect(leavesAmong([CA, made(change)])).toHaveLength(1);
});

it('a mark as a CA hides nothing else', () => {
  const ids = (extensions: Record<string, Uint8Array | null>) =>
    lint({
      key: ec('1.3.132.0.34'),
      issuer: subject(),
      extensions: { '1.3.6.1.5.5.7.1.3': null, '2.5.29.15': null, ...extensions },
    }).map(({ id }) => id);
  const others = ['self-signed', 'qc-missing', 'key-not-rsa', 'usage-missing'];
  expect(ids({})).toEqual(others);
  expect(ids({ '2.5.29.19': IS_CA })).toEqual(['ca-as-own', ...others]);
});

it('the worst comes first', () => {
  const found = lint({ ...validity(-400, -1), ...withQc({ pds: null, compliance: null }) });
  expect(found.map(({ severity }) => severity)).toEqual(['error', 'warning', 'note']);
});

describe('who issued whom', () => {
  const leaf = made();
  const IS_A_CA = { extensions: { '2.5.29.19': IS_CA } };
  const keyed = (id: number, change: Change = {}) =>
    made({ ...change, extensions: { ...change.extensions, '2.5.29.14': derOctets(Uint8Array.of(id)) } });
  const below = (id: number) =>
    made({ extensions: { '2.5.29.35': derSequence(der(0x80, Uint8Array.of(id))) } });
  it('a leaf is what issued no other, in any order; all, if each issued another', () => {
    expect(leavesAmong([CA, leaf])).toEqual([leaf]);
    expect(leavesAmong([leaf, CA])).toEqual([leaf]);
    expect(leavesAmong([CA])).toEqual([CA]);
    const [a, b] = [
      made({ subject: name(['2.5.4.3', 'a']), issuer: name(['2.5.4.3', 'b']) }),
      made({ subject: name(['2.5.4.3', 'b']), issuer: name(['2.5.4.3', 'a']) }),
    ];
    expect(leavesAmong([a, b])).toEqual([a, b]);
    expect(chainAbove(a, [a, b])).toEqual([b]);
  });
  it('names are compared by their text, not by string type, letters or spaces', () => {
    const printable = nameDer([[{ oid: '2.5.4.3', tag: 19, text: 'a  ca' }]]);
    expect(leavesAmong([made({ ...IS_A_CA, subject: printable }), leaf])).toEqual([leaf]);
    expect(leavesAmong([made({ ...IS_A_CA, subject: name(['2.5.4.3', 'Another CA']) }), leaf])).toHaveLength(
      2,
    );
  });
  it('of two CAs of one name, the one with the right key is the issuer', () => {
    const named = { subject: name(['2.5.4.3', 'A CA']) };
    const [old, fresh] = [keyed(1, named), keyed(2, named)];
    expect(chainAbove(below(2), [old, fresh])).toEqual([fresh]);
    expect(isMisordered([old, below(2)])).toBe(false);
    expect(isMisordered([fresh, below(2)])).toBe(true);
  });
});
