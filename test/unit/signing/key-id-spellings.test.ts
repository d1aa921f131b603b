/** keyId in every spelling: against Java, openssl, Node and node-forge themselves (SIG-4, SIG-4a). */
import { X509Certificate } from 'node:crypto';
import forge from 'node-forge';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readCertificateHeader } from '../../../shared/signing/certificate.ts';
import { readDer } from '../../../shared/signing/der.ts';
import type { KeyIdSpelling } from '../../../shared/signing/key-id.ts';
import { spellingsOf } from '../../../shared/signing/key-id-spellings.ts';
import { readName } from '../../../shared/signing/distinguished-names.ts';
import { nameDer, oid as tlvOid, type TestAttribute, tlv } from '../../support/der-writer.ts';
import { OpenSsl } from '../../support/openssl-fixtures.ts';

/** A C, and a CN that is a number, which has no text. */
const NO_TEXT = tlv(
  0x30,
  tlv(0x31, tlv(0x30, tlvOid('2.5.4.6'), tlv(0x13, Buffer.from('NO')))),
  tlv(0x31, tlv(0x30, tlvOid('2.5.4.3'), tlv(0x02, Uint8Array.of(0xab)))),
);

describe('SIG-4a: as Java prints them', () => {
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
    // By Java 17, X500Principal.toString().
    const printed = [
      'CN=CA, OID.2.5.4.97=NTRNO-1, O=Prøvemiljø, C=NO',
      'EMAILADDRESS=a@b.no, SERIALNUMBER=12, O="Fjord, Pay"',
      'OID.1.3.6.1.4.1.99999.1=x, T=Dr, GIVENNAME=Ida, SURNAME=Haugen',
      'CN=#0201ab, C=NO',
    ];
    for (const [at, der] of [...names.map(nameDer), NO_TEXT].entries()) {
      const issuer = readName(readDer(der));
      const spelling = spellingsOf({ serial: '1', issuer }).find(({ id }) => id === 'java-string');
      expect(spelling?.keyId).toBe(`SN=1,CA=${printed[at]}`);
    }
  });
});

describe('against openssl, Node and node-forge', () => {
  const SUBJECTS = [
    '/C=NO/O=Prøvemiljø/organizationIdentifier=NTRNO-123456785/CN=Workbench Test CA',
    '/C=NO/O=Fjord, Pay + Søn/serialNumber=12/CN=#1 <CA>; "x"',
    '/DC=no/DC=example/CN=plain',
  ];
  /** `odd` is a type that no program has a name for. */
  const CONFIG = `oid_section = oids
[oids]
odd = 1.3.6.1.4.1.99999.1
[req]
distinguished_name = name
prompt = no
[name]
C = NO
odd = x
SN = Haugen
GN = Ida
title = Dr
emailAddress = a@b.no
`;
  const openssl = new OpenSsl();
  let pems: string[];
  beforeAll(() => {
    openssl.run('genrsa -out key.pem 2048');
    pems = SUBJECTS.map((subject) => {
      openssl.run('req -x509 -key key.pem -utf8 -days 30 -set_serial 0xAB12 -out cert.pem -subj', subject);
      return openssl.read('cert.pem').toString();
    });
    openssl.write('names.cnf', CONFIG);
    openssl.run('req -x509 -key key.pem -config names.cnf -days 30 -set_serial 0xAB12 -out cert.pem');
    pems.push(openssl.read('cert.pem').toString());
  });
  afterAll(() => openssl.dispose());
  const spelled = (pem: string, id: string) => {
    const certificate = readCertificateHeader(pem);
    const all = spellingsOf(certificate);
    // Where it comes out the same as one before, that one stands for it.
    return all.find((one) => one.id === id)?.keyId ?? all[0]?.keyId;
  };
  const issuer = (pem: string, ...options: string[]) => {
    openssl.write('one.pem', pem);
    return openssl
      .run('x509 -in one.pem -noout -issuer', ...options)
      .trim()
      .replace(/^issuer=\s*/, '');
  };

  it('the output of openssl with -nameopt RFC2253 is reproduced', () => {
    for (const pem of pems)
      expect(spelled(pem, 'openssl-rfc2253')).toBe(`SN=AB12,CA=${issuer(pem, '-nameopt', 'RFC2253')}`);
  });
  it('the default output of openssl is reproduced', () => {
    for (const pem of [...pems.slice(0, 1), ...pems.slice(-1)])
      expect(spelled(pem, 'openssl-oneline')).toBe(
        `SN=AB12,CA=${issuer(pem, '-nameopt', 'oneline,-esc_msb,utf8')}`,
      );
  });
  it("the joined lines of Node's output are reproduced", () => {
    for (const pem of [...pems.slice(0, 1), ...pems.slice(-1)])
      expect(spelled(pem, 'node')).toBe(
        `SN=AB12,CA=${new X509Certificate(pem).issuer.replaceAll('\n', ',')}`,
      );
  });
  it('the joined output of node-forge is reproduced', () => {
    for (const pem of pems) {
      const { attributes } = forge.pki.certificateFromPem(pem).issuer;
      const joined = attributes.map(({ shortName, value }) => `${shortName}=${String(value)}`).join(',');
      expect(spelled(pem, 'forge')).toBe(`SN=AB12,CA=${joined}`);
    }
  });
});

describe('what no program here prints', () => {
  const utf8 = (type: string, value: string): TestAttribute[] => [{ oid: type, tag: 12, text: value }];
  const spelled = (serial: string, ...name: TestAttribute[][]) => {
    const all = spellingsOf({ serial, issuer: readName(readDer(nameDer(name))) });
    return (id: string) => all.find((one) => one.id === id)?.keyId;
  };
  it(".NET has Windows' short names, and a number for other types", () => {
    const name = [
      utf8('2.5.4.6', 'NO'),
      utf8('2.5.4.8', 'Oslo'),
      utf8('1.2.840.113549.1.9.1', 'a@b.no'),
      utf8('2.5.4.5', '12'),
      utf8('2.5.4.12', 'Dr'),
      utf8('2.5.4.42', 'Ida'),
      utf8('2.5.4.4', 'Haugen'),
      utf8('2.5.4.97', 'NTRNO-1'),
    ];
    expect(spelled('1', ...name)('dotnet')).toBe(
      'SN=1,CA=OID.2.5.4.97=NTRNO-1, SN=Haugen, G=Ida, T=Dr, SERIALNUMBER=12, E=a@b.no, S=Oslo, C=NO',
    );
  });
  it('a serial is in whole bytes with a zero before it, or between colons', () => {
    const [even, odd] = ['AB12', 'AB1'].map((serial) => spelled(serial, utf8('2.5.4.3', 'CA')));
    expect([even?.('leading-zeros'), odd?.('leading-zeros')]).toEqual([
      'SN=00AB12,CA=CN=CA',
      'SN=0AB1,CA=CN=CA',
    ]);
    expect([even?.('colons'), odd?.('colons')]).toEqual(['SN=ab:12,CA=CN=CA', 'SN=0a:b1,CA=CN=CA']);
  });
  it('formats that come out the same are listed once, under all their names', () => {
    const all = spellingsOf({ serial: '10', issuer: readName(readDer(nameDer([utf8('2.5.4.3', 'CA')]))) });
    expect(new Set(all.map(({ keyId }) => keyId)).size).toBe(all.length);
    expect(all.map(({ id }) => id)).toEqual(['reference', 'openssl-oneline', 'leading-zeros', 'decimal']);
    expect(all[0]?.title).toContain('; Java: X500Principal.toString(); .NET: X509Certificate2.Issuer; ');
  });
});

describe('SIG-4: what banks accept', () => {
  const utf8 = (type: string, value: string): TestAttribute[] => [{ oid: type, tag: 12, text: value }];
  const issuer = readName(
    readDer(nameDer([utf8('2.5.4.6', 'NO'), utf8('2.5.4.97', 'NTRNO-1'), utf8('2.5.4.3', 'Prøve CA')])),
  );
  it('each bank accepts its spellings: those of the specification, more of them, or the reference form alone', () => {
    const spellings = spellingsOf({ serial: 'A1B2', issuer });
    const of = (bank: KeyIdSpelling) =>
      Object.fromEntries(spellings.map(({ id, banks }) => [id, banks[bank].verdict]));
    const never = {
      decimal: 'refused',
      unreversed: 'refused',
      'openssl-oneline': 'refused',
      node: 'refused',
      forge: 'refused',
      colons: 'refused',
    };
    const lenient = { 'java-string': 'note', 'lower-case': 'note', 'leading-zeros': 'note' };
    const specified = {
      'java-string': 'refused',
      'lower-case': 'refused',
      'leading-zeros': 'refused',
    };
    const common = { reference: 'passes', 'openssl-rfc2253': 'note', ...never };
    expect(of('specified')).toMatchObject({ ...common, ...specified });
    expect(of('lenient')).toMatchObject({ ...common, ...lenient });
    expect(Object.entries(of('reference')).filter(([, verdict]) => verdict !== 'refused')).toEqual([
      ['reference', 'passes'],
    ]);
    const why = (id: string, bank: KeyIdSpelling = 'specified') =>
      spellings.find((one) => one.id === id)?.banks[bank].why;
    expect(why('decimal')).toContain('in decimal');
    expect(why('unreversed')).toContain('not reversed');
    expect(why('lower-case')).toBe(
      'Write the serial in upper-case hexadecimal without leading zeros, A1B2, not a1b2.',
    );
    expect(why('java-string')).toBe('Write no blanks around the commas of the issuer.');
    expect(why('openssl-rfc2253', 'reference')).toBe(
      'The issuer is written differently from the reference form.',
    );
  });
  it('where nothing can be advised, the reason is that of the bank', () => {
    const letters = readName(readDer(nameDer([utf8('2.5.4.3', 'Prøve CA')])));
    const forged = spellingsOf({ serial: 'A1B2', issuer: letters }).find(({ id }) => id === 'forge');
    expect(forged?.banks.lenient).toEqual({
      verdict: 'refused',
      why: expect.stringContaining('another issuer.'),
    });
  });
});
