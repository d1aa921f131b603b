/** The edges of the small formats: the last value that is read, the first that is not, and what the refusal says. */
import { describe, expect, it } from 'vitest';
import { bytesToBinary, decodeBase64, encodeBase64Url, utf8OrNull } from '../../../shared/signing/base64.ts';
import { readDigest, sameBytes, writeDigest } from '../../../shared/signing/digest.ts';
import { readHttpDate } from '../../../shared/signing/http-date.ts';
import { keyIdOf, matchKeyId, unreversedKeyIdOf } from '../../../shared/signing/key-id.ts';
import { readDer } from '../../../shared/signing/der.ts';
import { readName } from '../../../shared/signing/distinguished-names.ts';
import {
  readSignatureText,
  wrapSignatureText,
  decodeHeaderText,
  isAscii,
} from '../../../shared/signing/signature-header.ts';
import {
  headersPartFault,
  namesToSign,
  signingLines,
  signingString,
} from '../../../shared/signing/signing-string.ts';
import { nameDer } from '../../support/der-writer.ts';

const NOW = Date.parse('2026-11-20T09:42:07Z');
const at = (text: string) => readHttpDate(text, NOW);

/** A sentence that contains a text, or none. */
function about(text: string | null): unknown {
  return {
    asymmetricMatch: (found: unknown) =>
      text === null ? found === null : typeof found === 'string' && found.includes(text),
  };
}

describe('SIG-10, SVC-4: HTTP dates', () => {
  it.each([
    ['Fri, 20 Nov 2026 23:59:59 GMT', '2026-11-20T23:59:59Z', 0],
    ['Thu, 31 Dec 2026 23:59:60 GMT', '2027-01-01T00:00:00Z', 0],
    ['Fri, 20 Nov 2026 00:00:00 GMT', '2026-11-20T00:00:00Z', 0],
    ['Fri, 20 Nov 2026 09:42:07 +1130', '2026-11-19T22:12:07Z', 1],
    ['Fri, 20 Nov 2026 09:42:07 -1145', '2026-11-20T21:27:07Z', 1],
    ['Thu, 1 Jan 2026 00:00:00 GMT', '2026-01-01T00:00:00Z', 1],
    ['Thu, 31 Dec 2026 00:00:00 GMT', '2026-12-31T00:00:00Z', 0],
    ['Fri, 20 Nov 2026 09:42:07 +0000', '2026-11-20T09:42:07Z', 1],
    ['Fri, 20 Nov 2026 11:12:07 +0130', '2026-11-20T09:42:07Z', 1],
    ['Fri, 20 Nov 2026 08:12:07 -0130', '2026-11-20T09:42:07Z', 1],
    ['Friday, 20-Nov-26 09:42:07 GMT', '2026-11-20T09:42:07Z', 1],
    ['Wednesday, 20-Nov-02 09:42:07 GMT', '2002-11-20T09:42:07Z', 1],
    ['Fri Nov 20 09:42:07 2026', '2026-11-20T09:42:07Z', 1],
    ['Sun Nov  1 09:42:07 2026', '2026-11-01T09:42:07Z', 1],
  ])('%s is %s, with %i notes', (text, instant, notes) => {
    expect(at(text)).toEqual({
      ok: true,
      ms: Date.parse(instant),
      notes: Array(notes).fill(expect.any(String)),
    });
  });
  it.each([
    ['2026', 'Friday, 20-Nov-76', '2076'],
    ['2026', 'Sunday, 20-Nov-77', '1977'],
    ['2026', 'Saturday, 20-Nov-99', '1999'],
    ['2000', 'Monday, 20-Nov-00', '2000'],
    ['2000', 'Tuesday, 20-Nov-51', '1951'],
  ])('in %s, the year of %s is %s: at most 50 years ahead', (now, day, year) => {
    expect(readHttpDate(`${day} 09:42:07 GMT`, Date.parse(`${now}-06-15`))).toMatchObject({
      ok: true,
      ms: Date.parse(`${year}-11-20T09:42:07Z`),
    });
  });
  it('the notes say what RFC 7231 requires', () => {
    expect(at('Thu, 1 Jan 2026 01:00:00 +0100')).toMatchObject({
      notes: [
        'The day has one digit. RFC 7231 requires two.',
        'The time zone is +0100. RFC 7231 requires GMT.',
      ],
    });
    expect(at('Friday, 20-Nov-26 09:42:07 GMT')).toMatchObject({
      notes: ['The date has the obsolete RFC 850 format.'],
    });
    expect(at('Mon Nov 20 09:42:07 2026')).toMatchObject({
      notes: ['The date has the obsolete asctime format.', 'The weekday Mon does not match the date.'],
    });
  });
  it.each([
    'xFri, 20 Nov 2026 09:42:07 GMT',
    'Fri, 20 Nov 2026 09:42:07 GMTx',
    'Frid, 20 Nov 2026 09:42:07 GMT',
    'Fri, 020 Nov 2026 09:42:07 GMT',
    'Fri, 20 Nove 2026 09:42:07 GMT',
    'Fri, 20 Nov 12026 09:42:07 GMT',
    'Fri, 20 Nov 2026 09:42:07 +01000',
    'xFriday, 20-Nov-26 09:42:07 GMT',
    'Friday, 20-Nov-26 09:42:07 GMTx',
    'Frida, 20-Nov-26 09:42:07 GMT ',
    'Wednesdays, 20-Nov-26 09:42:07 GMT',
    'Friday, 20-Nove-26 09:42:07 GMT',
    'xFri Nov 20 09:42:07 2026',
    'Fri Nov 20 09:42:07 20266',
    'Frid Nov 20 09:42:07 2026',
    'Fri Nove 20 09:42:07 2026',
  ])('%s has another form', (text) => {
    expect(at(text)).toEqual({
      ok: false,
      reason: expect.stringContaining('is not an RFC 7231 date such as'),
    });
  });
  it.each([
    'Fri, 20 Abc 2026 09:42:07 GMT',
    'Fri, 00 Nov 2026 09:42:07 GMT',
    'Fri, 31 Nov 2026 09:42:07 GMT',
    'Fri, 20 Nov 2026 24:00:00 GMT',
    'Fri, 20 Nov 2026 09:60:00 GMT',
    'Fri, 20 Nov 2026 09:42:61 GMT',
    'Friday, 31-Jun-26 09:42:07 GMT',
    'Mon Feb 29 09:42:07 2027',
  ])('%s is not in the calendar', (text) => {
    expect(at(text)).toEqual({ ok: false, reason: `"${text}" is not a date in the calendar` });
  });
  it('a leap second only at the end of a minute', () => {
    expect(at('Fri, 20 Nov 2026 09:42:60 GMT')).toMatchObject({
      ok: true,
      ms: Date.parse('2026-11-20T09:43:00Z'),
    });
  });
});

describe('SIG-9: RFC 2047', () => {
  const latin1 = (text: string) => Buffer.from(text, 'utf8').toString('latin1');
  it.each([
    ['=?utf-8?B?w7g=?=', 'ø'],
    ['=?UTF8?b?w7g=?=', 'ø'],
    ['=?us-ascii?B?QQ==?=', 'A'],
    ['=?utf-8*no?B?w7g=?=', 'ø'],
    ['=?ISO-8859-1?B?+A==?=', 'ø'],
    ['=?latin1?q?=F8_=f8?=', 'ø ø'],
    ['=?utf-8?Q?!<>@~A?=', '!<>@~A'],
    ['=?utf-8?B??=', ''],
  ])('%s is %s', (value, text) => {
    expect(decodeHeaderText(value)).toEqual({ ok: true, text, wrapped: true, rawUtf8: false });
  });
  it.each([
    ['=?utf-8?B?QQ==', 'is not a single word'],
    ['=?x =?utf-8?B?QQ==?=', 'is not a single word'],
    ['=?utf-8?B?QQ==?= x', 'is not a single word'],
    ['=?utf-8?B?Q Q==?=', 'is not a single word'],
    ['=??B?QQ==?=', 'is not a single word'],
    ['=?utf-8?B?QQ=?=', 'is not valid base64'],
    ['=?utf-8?b?QQ=?=', 'is not valid base64'],
    ['=?utf-8?Q?=4?=', 'is not valid Q encoding'],
    ['=?utf-8?Q?=4G?=', 'is not valid Q encoding'],
    ['=?utf-8?Q?a=?=', 'is not valid Q encoding'],
    ['=?utf-8?Q?ø?=', 'is not valid Q encoding'],
    ['=?utf-8?X?QQ==?=', 'the encodings B and Q, not X'],
    ['=?koi8-r?B?QQ==?=', 'koi8-r is neither UTF-8 nor ISO-8859-1'],
    ['=?utf-8?B?+A==?=', 'contains bytes that are not UTF-8'],
  ])('%s is refused', (value, reason) => {
    expect(decodeHeaderText(value)).toEqual({ ok: false, reason: expect.stringContaining(reason) });
  });
  it('raw text is ASCII, UTF-8 with a mark, or refused', () => {
    expect(decodeHeaderText('abc')).toEqual({ ok: true, text: 'abc', wrapped: false, rawUtf8: false });
    expect(decodeHeaderText(latin1('ø'))).toEqual({ ok: true, text: 'ø', wrapped: false, rawUtf8: true });
    expect(decodeHeaderText('\u00f8')).toEqual({ ok: false, reason: 'it contains bytes that are not UTF-8' });
  });
  it('ASCII ends at 7F', () => {
    expect(['', '\x00\x7f', 'a\u0080', '\u0080a', 'ø'].map(isAscii)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
  });
});

it('SIG-3, SIG-9, SIG-15: the header is wrapped in a word where it is not ASCII', () => {
  expect(wrapSignatureText('keyId="k"')).toBe('keyId="k"');
  expect(wrapSignatureText('ø')).toBe('=?utf-8?B?w7g=?=');
});

describe('SIG-3, SIG-15: the Signature header', () => {
  const whole = 'keyId="k",algorithm="a",headers="date digest",signature="AA=="';
  const parts = { keyId: 'k', algorithm: 'a', headers: ['date', 'digest'], signature: 'AA==' };
  it.each([
    whole,
    ' keyId="k" , algorithm="a",headers="date digest",signature="AA==" ',
    'signature="AA==",headers="date digest",algorithm="a",keyId="k"',
  ])('%s has its four parts', (text) => {
    expect(readSignatureText(text)).toEqual({ ok: true, parts });
  });
  it('a backslash keeps the quote after it, a line break and another backslash inside the value', () => {
    const keyId = String.raw`a\"b,\\` + '\\\nc';
    expect(readSignatureText(whole.replace('"k"', `"${keyId}"`))).toEqual({
      ok: true,
      parts: { ...parts, keyId },
    });
  });
  it.each([
    ['', 'it is not a list of key="value" parts separated by commas (position 1)'],
    [`${whole},`, 'a comma stands at its end'],
    [whole.replace('="k"', '=k'), 'the value of keyId is not in quotes; write keyId="…"'],
    [whole.replace(',algorithm', ';algorithm'), 'a comma is missing after the part keyId'],
    [whole.replace('keyId', 'keyID'), 'the part keyID is unknown; write keyId'],
    [
      `${whole},created="1"`,
      'the part created is of a later draft of HTTP signatures; this interface has only keyId, algorithm, headers and signature',
    ],
    [`${whole},keyId="k"`, 'the part keyId stands twice'],
    ['keyId="k",algorithm="a",headers="date"', 'the part signature is missing'],
    ['algorithm="a",headers="date"', 'the parts keyId and signature are missing'],
    ['keyId="k",headers="d",signature="s"', 'the part algorithm is missing'],
    ['algorithm="a",headers="d",signature="s"', 'the part keyId is missing'],
    ['keyId="k",algorithm="a",signature="s"', 'the part headers is missing'],
  ])('%s is refused', (text, reason) => {
    expect(readSignatureText(text)).toEqual({ ok: false, reason });
  });
});

describe('SIG-6, SIG-7: the signing string', () => {
  const message = {
    method: 'POST',
    target: '/v1/A?b=C',
    header: (name: string) => ({ date: ' today ', digest: '' })[name],
  };
  it('has a line for each name, trimmed, and none for an absent header', () => {
    expect(signingLines(['(request-target)', 'date', 'digest', 'psu-id'], message)).toEqual([
      '(request-target): post /v1/A?b=C',
      'date: today',
      'digest: ',
      null,
    ]);
    expect(signingString(['date', '(request-target)'], message)).toBe(
      'date: today\n(request-target): post /v1/A?b=C',
    );
    expect(() => signingString(['psu-id', 'date'], message)).toThrow(
      new RangeError('The header psu-id is not in the message.'),
    );
    expect(() => signingString(['date', 'psu-id'], message)).toThrow('psu-id');
  });
  it('blanks and tabs around a value are left out, also where there is nothing else', () => {
    const values: Record<string, string> = { date: '\t a\tb \t', digest: ' \t ', 'psu-id': 'a' };
    const around = { ...message, header: (name: string) => values[name] };
    expect(signingLines(Object.keys(values), around)).toEqual(['date: a\tb', 'digest: ', 'psu-id: a']);
  });
  it('covers the target and every header of the rule that is sent', () => {
    expect(namesToSign((name) => name === 'psu-id' || name === 'date')).toEqual([
      '(request-target)',
      'date',
      'psu-id',
    ]);
  });
  it.each([
    [['date', 'digest'], null],
    [['(request-target)', 'date', 'digest'], null],
    [['date', '', 'digest'], 'an empty name'],
    [['date,digest'], 'has the character ","'],
    [['"date', 'digest"'], 'has the character "\\""'],
    [['Date', 'digest'], 'lists Date, but names must be in lower case'],
    [['date', 'digest', 'date'], 'lists date twice'],
    [['date', 'digest', 'psu-id'], 'lists psu-id, which the request does not contain'],
    [['date'], 'contains digest, which the headers part does not list'],
    [['digest'], 'contains date, which the headers part does not list'],
  ])('%j has the fault %s', (names, fault) => {
    const found = headersPartFault(names, (name) => name === 'date' || name === 'digest');
    expect(found).toEqual(about(fault));
  });
});

describe('SIG-11: Digest', () => {
  const hash = (size: number) => new Uint8Array(size).fill(7);
  it('names its algorithm in upper or lower case, with blanks around it, and can have both algorithms', () => {
    const both = ` sha-256=${writeDigest('SHA-256', hash(32)).slice(8)} , ${writeDigest('SHA-512', hash(64))} `;
    expect(readDigest(both)).toEqual({
      ok: true,
      digests: [
        { algorithm: 'SHA-256', hash: hash(32) },
        { algorithm: 'SHA-512', hash: hash(64) },
      ],
    });
  });
  it.each([
    ['', 'does not have the form'],
    ['SHA-256', 'does not have the form'],
    ['SHA-256=a b', 'does not have the form'],
    ['SHA_256=AAAA', 'does not have the form'],
    ['x SHA-256=AAAA', 'does not have the form'],
    ['MD5=AAAA', 'no SHA-256 or SHA-512 value'],
    ['SHA-256=A', 'the SHA-256 digest is not base64'],
    ['SHA-256=', 'does not have the form'],
    [writeDigest('SHA-256', hash(31)), 'the SHA-256 digest is not base64 of the correct length'],
    [writeDigest('SHA-256', hash(64)), 'the SHA-256 digest is not base64 of the correct length'],
    [writeDigest('SHA-512', hash(32)), 'the SHA-512 digest is not base64 of the correct length'],
  ])('"%s" is refused', (value, reason) => {
    expect(readDigest(value)).toEqual({ ok: false, reason: expect.stringContaining(reason) });
  });
  it('hashes are equal byte by byte', () => {
    const bytes = Uint8Array.of(1, 2);
    expect(
      [Uint8Array.of(1, 2), Uint8Array.of(1, 3), Uint8Array.of(1), Uint8Array.of(1, 2, 3)].map((other) =>
        sameBytes(bytes, other),
      ),
    ).toEqual([true, false, false, false]);
  });
});

describe('SIG-9: base64', () => {
  it('UTF-8 keeps its byte order mark, and bytes that are not UTF-8 are no text', () => {
    expect(utf8OrNull(Uint8Array.of(0xef, 0xbb, 0xbf, 0x41))).toBe('\ufeffA');
    expect(utf8OrNull(Uint8Array.of(0xf8))).toBeNull();
  });
  it('the alphabet for URLs, and bytes beyond one slice', () => {
    expect(encodeBase64Url(Uint8Array.of(0xfb, 0xff, 0xfe, 0xfb, 0xff))).toBe('-__--_8=');
    const many = new Uint8Array(20_000).map((_, index) => index % 251);
    expect(bytesToBinary(many)).toBe(Buffer.from(many).toString('latin1'));
    expect(['x!AA', '!AAA', 'AAA!', 'A===', 'AA==\n'].map(decodeBase64)).toEqual([
      null,
      null,
      null,
      null,
      null,
    ]);
  });
});

describe('SIG-4, SIG-4a: keyId', () => {
  const issuer = readName(
    readDer(
      nameDer([[{ oid: '2.5.4.6', tag: 19, text: 'NO' }], [{ oid: '2.5.4.3', tag: 12, text: 'Test CA' }]]),
    ),
  );
  const certificate = { serial: '1A2B', issuer };
  it('is written with the issuer reversed', () => {
    expect(keyIdOf(certificate)).toBe('SN=1A2B,CA=CN=Test CA,C=NO');
    expect(unreversedKeyIdOf(certificate)).toBe('SN=1A2B,CA=C=NO,CN=Test CA');
  });
  it.each([
    ['SN=1A2B,CA=CN=Test CA,C=NO', []],
    [
      'SN=1a2b,CA=CN=Test CA,C=NO',
      ['Write the serial in upper-case hexadecimal without leading zeros, 1A2B, not 1a2b.'],
    ],
    [
      'SN=001A2B,CA=CN=Test CA,C=NO',
      ['Write the serial in upper-case hexadecimal without leading zeros, 1A2B, not 001A2B.'],
    ],
    ['SN=1A2B,CA=CN=Test CA, C=NO', ['Write no blanks around the commas of the issuer.']],
    ['SN=1A2B,CA=CN = Test CA,C=NO', ['Write no blanks around the commas of the issuer.']],
    ['SN=1A2B,CA=2.5.4.3="Test CA",C=NO', ['The issuer is written differently from the reference form.']],
    ['SN=1A2B, CA=CN=Test CA,C=NO', ['Write no blank after the comma before CA=.']],
  ])('%s matches for a lenient bank', (keyId, notes) => {
    expect(matchKeyId(keyId, certificate, 'lenient')).toEqual({ matches: true, notes });
  });
  it.each([
    ['1A2B', 'the form', null],
    ['SN=1A2B', 'the form', null],
    ['xSN=1A2B,CA=CN=Test CA,C=NO', 'the form', null],
    ['SN=1A2C,CA=CN=Test CA,C=NO', 'another serial. Expected: SN=1A2B', null],
    ['SN=,CA=CN=Test CA,C=NO', 'another serial.', null],
    ['SN=1A2Bx,CA=CN=Test CA,C=NO', 'another serial.', null],
    ['SN=x6699,CA=CN=Test CA,C=NO', 'another serial.', null],
    ['SN=6699,CA=CN=Test CA,C=NO', 'its spelling is not', 'The serial is written in decimal.'],
    ['SN=1a:2b,CA=CN=Test CA,C=NO', 'its spelling is not', 'The serial is written with ":".'],
    ['SN=0x1A2B,CA=CN=Test CA,C=NO', 'its spelling is not', 'The serial is written with "0x".'],
    ['SN=00 1A 2B,CA=CN=Test CA,C=NO', 'its spelling is not', 'The serial is written with " ".'],
    ['SN=1A:2C,CA=CN=Test CA,C=NO', 'another serial.', null],
    ['SN=1A:2B,CA=CN=Other CA,C=NO', 'another issuer.', 'The serial is written with ":".'],
    ['SN=6700,CA=CN=Test CA,C=NO', 'another serial.', null],
    ['SN=1A2B,CA=C=NO,CN=Test CA', 'its spelling is not', 'The parts of the issuer are not reversed.'],
    ['SN=1A2B,CA=CN=Other CA,C=NO', 'another issuer.', null],
    ['SN=1A2B,CA=Test', 'another issuer.', 'cannot be parsed'],
    ['SN=6699,CA=C=NO,CN=Test CA', 'its spelling is not', 'in decimal.'],
    ['SN=1A2C,CA=Test', 'another serial and issuer.', 'cannot be parsed'],
  ])('%s does not match', (keyId, text, hint) => {
    expect(matchKeyId(keyId, certificate)).toEqual({
      matches: false,
      text: expect.stringContaining(text),
      hint: about(hint),
    });
  });
  it.each([
    ['1A002B', 'SN=1a002b', true],
    // The ligature ﬀ in upper case is FF.
    ['FF', 'SN=\ufb00', false],
    ['FF01', 'SN=\ufb0001', false],
    ['1FF', 'SN=01\ufb00', false],
  ])('the serial %s and %s', (serial, written, matches) => {
    const keyId = `${written},CA=CN=Test CA,C=NO`;
    expect(matchKeyId(keyId, { serial, issuer }, 'lenient')).toMatchObject({ matches });
  });
  it('a bank that takes the reference form alone says what is written differently', () => {
    expect(matchKeyId('SN=1A2B,CA=CN=Test CA,C=NO', certificate, 'reference')).toEqual({
      matches: true,
      notes: [],
    });
    expect(matchKeyId('SN=1a2b,CA=CN=Test CA,C=NO', certificate, 'reference')).toMatchObject({
      matches: false,
      text: expect.stringMatching(/only the reference form.*not 1a2b/),
    });
    expect(matchKeyId('SN=1A2C,CA=CN=Test CA,C=NO', certificate, 'reference')).toMatchObject({
      matches: false,
      text: expect.stringContaining('another serial.'),
    });
  });
  it.each([
    ['SN=1A2C,CA=CN=Test CA,C=NO', 'another serial. Expected: SN=1A2B,CA=CN=Test CA,C=NO'],
    [
      'SN=1A2B,CA=C=NO,CN=Test CA',
      'its spelling is not the specified one. The parts of the issuer are not reversed. RFC 2253 starts with the last one in the certificate. Expected: SN=1A2B,CA=CN=Test CA,C=NO',
    ],
  ])('ERR-1: the text about %s has the hint, then the expected keyId', (keyId, rest) => {
    expect(matchKeyId(keyId, certificate)).toMatchObject({
      matches: false,
      text: `The KeyID is not matching the certificate (step: key-id): ${rest}`,
    });
  });
  it('the serial zero has one digit', () => {
    expect(matchKeyId('SN=00,CA=CN=Test CA,C=NO', { serial: '0', issuer }, 'lenient')).toMatchObject({
      matches: true,
    });
  });
});
