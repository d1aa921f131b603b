/** Certificates, field by field, from DER that is written here (SIG-2, SIG-4a, SIG-12, SCA-3). */
import { describe, expect, it } from 'vitest';
import { encodeBase64 } from '../../../shared/signing/base64.ts';
import {
  type Certificate,
  PSD2_ROLES,
  readCertificate,
  readCertificateHeader,
  tppOf,
} from '../../../shared/signing/certificate.ts';
import {
  TAG,
  der,
  derExplicit,
  derInteger,
  derOctets,
  derOid,
  derSequence,
} from '../../../shared/signing/der.ts';
import { readCertificateBy } from '../../../shared/signing/profile.ts';
import { nameDer } from '../../support/der-writer.ts';

const text = (tag: number, value: string) => der(tag, Buffer.from(value));
const utf8 = (value: string) => text(TAG.utf8, value);
const time = (value: string) => text(TAG.generalizedTime, value);
const raw = (tag: number, digits: string) => der(tag, Buffer.from(digits, 'hex'));

const RSA_KEY = derSequence(
  derSequence(derOid('1.2.840.113549.1.1.1')),
  der(TAG.bitString, Uint8Array.of(0), derSequence(raw(TAG.integer, '00c001'), derInteger(65_537))),
);
const EC_KEY = derSequence(derSequence(derOid('1.2.840.10045.2.1')), der(TAG.bitString, Uint8Array.of(0)));
const ISSUER = nameDer([[{ oid: '2.5.4.3', tag: 12, text: 'A CA' }]]);
const SUBJECT = nameDer([
  [{ oid: '2.5.4.10', tag: 12, text: 'Fjordpay AS' }],
  [{ oid: '2.5.4.97', tag: 12, text: 'PSDNO-FSA-1' }],
  [{ oid: '2.5.4.3', tag: 12, text: 'Fjordpay' }],
]);

/** The fields of a certificate by name, each as DER; null leaves one out. */
type Field = 'version' | 'serial' | 'algorithm' | 'issuer' | 'validity' | 'subject' | 'key' | 'extensions';
const FIELDS: Readonly<Record<Field, Uint8Array | null>> = {
  version: derExplicit(0, derInteger(2)),
  serial: derInteger(0x1a2b),
  algorithm: derSequence(derOid('1.2.840.113549.1.1.11')),
  issuer: ISSUER,
  validity: derSequence(time('20260101000000Z'), time('20261231000000Z')),
  subject: SUBJECT,
  key: RSA_KEY,
  extensions: null,
};
const made = (changes: Partial<typeof FIELDS> = {}): Uint8Array =>
  derSequence(derSequence(...Object.values({ ...FIELDS, ...changes }).filter((field) => field !== null)));
const read = (changes: Partial<typeof FIELDS> = {}): Certificate => readCertificate(made(changes));

/** A certificate with extensions, each by its OID and the content of its value. */
const extended = (...list: (readonly [oid: string, ...parts: Uint8Array[]])[]) =>
  read({
    extensions: derExplicit(
      3,
      derSequence(...list.map(([oid, ...parts]) => derSequence(derOid(oid), ...parts))),
    ),
  });
const statement = (oid: string, ...info: Uint8Array[]) => derSequence(derOid(oid), ...info);
const QC = '1.3.6.1.5.5.7.1.3';
const withStatements = (...statements: Uint8Array[]) => extended([QC, derOctets(derSequence(...statements))]);
const role = (oid: string, ...name: Uint8Array[]) => derSequence(derOid(oid), ...name);
const psd2 = (...info: Uint8Array[]) => statement('0.4.0.19495.2', derSequence(...info));

describe('SIG-2, SIG-4a: the fields', () => {
  it('are read with their names, times and key', () => {
    expect(read()).toMatchObject({
      der: made(),
      serial: '1A2B',
      notBefore: Date.parse('2026-01-01'),
      notAfter: Date.parse('2026-12-31'),
      publicKey: RSA_KEY,
      rsaBits: 16,
      modulus: 'C001',
      keyAlgorithm: 'RSA',
      roles: [],
      authority: null,
      qcType: null,
      organizationIdentifier: 'PSDNO-FSA-1',
      commonName: 'Fjordpay',
      organization: 'Fjordpay AS',
    });
    expect(read().issuer).toMatchObject([[{ oid: '2.5.4.3', text: 'A CA' }]]);
    expect(read().subject).toHaveLength(3);
  });
  it('a certificate of the first version has no version, and a key other than RSA no modulus', () => {
    expect(read({ version: null }).serial).toBe('1A2B');
    expect(read({ key: EC_KEY })).toMatchObject({ rsaBits: null, modulus: null, keyAlgorithm: 'EC' });
  });
  it.each([
    ['00', '0'],
    ['0000', '0'],
    ['00ff', 'FF'],
    ['10', '10'],
    ['0a00', 'A00'],
  ])('the serial number with the bytes %s is %s', (bytes, serial) => {
    expect(read({ serial: raw(TAG.integer, bytes) }).serial).toBe(serial);
  });
  it('an RSA key has an exponent, and no other key has one', () => {
    expect([read().exponent, read({ key: EC_KEY }).exponent]).toEqual(['10001', null]);
  });
  it('zeros are left out at the start of a serial number, and only there', () => {
    const serial = (digits: string) => read({ serial: raw(TAG.integer, digits) }).serial;
    expect([serial('0001000a'), serial('00'), serial('1000')]).toEqual(['1000A', '0', '1000']);
  });
  it('SCA-3: the TPP is its organizationIdentifier, or its subject', () => {
    expect(tppOf(read()).id).toBe('PSDNO-FSA-1');
    expect(tppOf(read({ subject: ISSUER })).id).toContain('CN=A CA');
    expect(read({ subject: ISSUER })).toMatchObject({ commonName: 'A CA', organization: null });
  });
});

describe('SIG-2: what is no certificate', () => {
  it.each([
    [
      'nothing after the serial number',
      made({ algorithm: null, issuer: null, validity: null, subject: null, key: null }),
      'A field of the certificate is missing.',
    ],
    ['no key', made({ key: null }), 'A field of the certificate is missing.'],
    ['no subject and no key', made({ subject: null, key: null }), 'A field of the certificate is missing.'],
    ['no serial number', derSequence(derSequence()), 'missing'],
    ['no fields', derSequence(), 'The part that is signed is missing'],
    ['something else', derInteger(1), 'The certificate is missing or has the wrong type'],
    ['more after its end', Buffer.concat([made(), Uint8Array.of(0)]), 'There is data after the end'],
    ['a serial number that is a text', made({ serial: utf8('1') }), 'The serial number is missing'],
    ['a validity that is a number', made({ validity: derInteger(1) }), 'The validity is missing'],
    ['no last instant', made({ validity: derSequence(time('20260101000000Z')) }), 'A time does not have'],
  ])('%s is refused', (_, bytes, reason) => {
    expect(() => readCertificate(bytes)).toThrow(reason);
  });
  it('a header is base64, with or without PEM armour and line breaks, which may be escaped', () => {
    const base64 = Buffer.from(made()).toString('base64');
    const begin = '-----BEGIN CERTIFICATE-----';
    const end = '-----END CERTIFICATE-----';
    for (const value of [
      base64,
      ` ${base64} `,
      `${base64.slice(0, 64)}\r\n\t${base64.slice(64)}`,
      `${begin}\n${base64}\n${end}\n`,
      String.raw`${begin}\r\n${base64}\n\n${end}\n`,
    ])
      expect(readCertificateHeader(value).serial).toBe('1A2B');
    const pfx = derSequence(derInteger(3), derSequence(), derSequence());
    expect(() => readCertificateHeader(encodeBase64(pfx))).toThrow('The value is a private key');
    const key = '-----BEGIN PRIVATE KEY-----MIIE-----END PRIVATE KEY-----';
    expect(() => readCertificateBy('pem-line', key)).toThrow('The value is a private key');
    expect(() => readCertificateBy('pem-line', base64)).toThrow('This bank takes the certificate as PEM');
    for (const value of ['', begin + end, '!', `${base64}!`, base64.slice(1)])
      expect(() => readCertificateHeader(value)).toThrow('The value is not valid base64.');
  });
});

describe('SIG-12: the statements of a qualified certificate', () => {
  it.each([
    ['0.4.0.19495.1.1', 'PSP_AS'],
    ['0.4.0.19495.1.2', 'PSP_PI'],
    ['0.4.0.19495.1.3', 'PSP_AI'],
    ['0.4.0.19495.1.4', 'PSP_IC'],
  ])('the role %s is %s', (oid, name) => {
    expect(withStatements(psd2(derSequence(role(oid, utf8('any'))))).roles).toEqual([name]);
  });
  it('there are four roles', () => {
    expect(PSD2_ROLES).toEqual(['PSP_AI', 'PSP_PI', 'PSP_AS', 'PSP_IC']);
  });
  it('roles keep their order; an unknown one, and one without a name, are none', () => {
    const roles = derSequence(
      role('0.4.0.19495.1.3', utf8('PSP_AI')),
      role('0.4.0.19495.1.5', utf8('PSP_XX')),
      role('0.4.0.19495.1.4'),
      role('0.4.0.19495.1.4', derInteger(1)),
      derSequence(),
      role('0.4.0.19495.1.1', utf8('PSP_AS')),
    );
    const read = withStatements(psd2(roles, utf8('Finanstilsynet'), utf8('NO-FSA')));
    expect(read.roles).toEqual(['PSP_AI', 'PSP_AS']);
    expect(read.authority).toEqual({ name: 'Finanstilsynet', id: 'NO-FSA' });
  });
  it('an authority has a name and an id, empty if they are no text', () => {
    const none = derSequence();
    expect(withStatements(psd2(none, utf8('Finanstilsynet'))).authority).toBeNull();
    expect(withStatements(psd2(none)).authority).toBeNull();
    expect(withStatements(psd2()).roles).toEqual([]);
    expect(withStatements(psd2(none, derInteger(1), utf8('NO-FSA'))).authority).toEqual({
      name: '',
      id: 'NO-FSA',
    });
    expect(withStatements(psd2(none, utf8('F'), derInteger(1))).authority).toEqual({ name: 'F', id: '' });
  });
  it.each([
    ['0.4.0.1862.1.6.1', null],
    ['0.4.0.1862.1.6.2', 'seal'],
    ['0.4.0.1862.1.6.3', 'web'],
  ] as const)('the type %s is %s', (oid, type) => {
    const qcType = statement('0.4.0.1862.1.6', derSequence(derOid(oid)));
    expect(withStatements(qcType).qcType).toBe(type);
    // Statements that come before and after it, or that have nothing to say, change nothing.
    const other = statement('0.4.0.1862.1.1');
    expect(withStatements(other, derSequence(), qcType, other).qcType).toBe(type);
  });
  it('a type without an OID is none', () => {
    expect(withStatements(statement('0.4.0.1862.1.6', derSequence())).qcType).toBeNull();
    expect(withStatements(statement('0.4.0.1862.1.6')).qcType).toBeNull();
  });
  it('they are found among other extensions, critical or not', () => {
    const value = derOctets(derSequence(psd2(derSequence(role('0.4.0.19495.1.2', utf8('PSP_PI'))))));
    const critical = der(TAG.boolean, Uint8Array.of(0xff));
    const usage = ['2.5.29.15', critical, derOctets(der(TAG.bitString, Uint8Array.of(5, 0xa0)))] as const;
    expect(extended(usage, [QC, critical, value], usage).roles).toEqual(['PSP_PI']);
    expect(extended(usage, [QC, value]).roles).toEqual(['PSP_PI']);
    expect(extended(usage).roles).toEqual([]);
    expect(read({ extensions: derExplicit(3) }).roles).toEqual([]);
    expect(read({ extensions: derExplicit(3, derSequence(derSequence())) }).roles).toEqual([]);
    // Neither is the issuer's unique id an extension.
    expect(read({ extensions: derExplicit(2, derSequence()) }).roles).toEqual([]);
  });
});
