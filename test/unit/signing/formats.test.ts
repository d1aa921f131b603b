/** Properties of the small formats: dates, encoded words, the Signature header, base64, certificates. */
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { decodeBase64, encodeBase64 } from '../../../shared/signing/base64.ts';
import { readCertificateHeader } from '../../../shared/signing/certificate.ts';
import { DerError } from '../../../shared/signing/der.ts';
import { readDigest, writeDigest } from '../../../shared/signing/digest.ts';
import { readHttpDate, writeHttpDate } from '../../../shared/signing/http-date.ts';
import {
  readSignatureText,
  writeSignatureText,
  decodeHeaderText,
  encodeMimeWord,
} from '../../../shared/signing/signature-header.ts';
import { type Identity, makeIdentity } from '../../support/identity.ts';

const NOW = Date.parse('2026-11-20T09:42:07Z');

describe('SIG-10, SVC-4: HTTP dates', () => {
  it('a written date is read to the second', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4_102_444_799_999 }), (ms) => {
        expect(readHttpDate(writeHttpDate(ms), NOW)).toEqual({
          ok: true,
          ms: Math.floor(ms / 1000) * 1000,
          notes: [],
        });
      }),
    );
  });
  it('all three formats of RFC 7231 give the same instant', () => {
    const ms = Date.parse('1994-11-06T08:49:37Z');
    for (const text of [
      'Sun, 06 Nov 1994 08:49:37 GMT',
      'Sunday, 06-Nov-94 08:49:37 GMT',
      'Sun Nov  6 08:49:37 1994',
    ]) {
      expect(readHttpDate(text, NOW)).toMatchObject({ ok: true, ms });
    }
  });
  it('a two-digit year is at most 50 years ahead', () => {
    expect(readHttpDate('Friday, 01-Jan-77 00:00:00 GMT', NOW)).toMatchObject({
      ok: true,
      ms: Date.UTC(1977, 0, 1),
    });
    expect(readHttpDate('Wednesday, 01-Jan-76 00:00:00 GMT', NOW)).toMatchObject({
      ok: true,
      ms: Date.UTC(2076, 0, 1),
    });
  });
  it.each([
    '',
    'now',
    'Tue, 31 Feb 2026 00:00:00 GMT',
    'Tue, 10 Foo 2026 00:00:00 GMT',
    'Tue, 10 Feb 2026 24:00:00 GMT',
    'Tue, 10 Feb 2026 00:60:00 GMT',
    'Tue, 10 Feb 2026 00:00:00 CET',
    '2026-02-10T00:00:00Z',
  ])('"%s" is not a date', (text) => {
    expect(readHttpDate(text, NOW).ok).toBe(false);
  });
  it('a zone shifts the instant, and a wrong weekday gives a note', () => {
    expect(readHttpDate('Fri, 20 Nov 2026 11:42:07 +0200', NOW)).toMatchObject({ ok: true, ms: NOW });
    expect(readHttpDate('Fri, 20 Nov 2026 04:12:07 -0530', NOW)).toMatchObject({ ok: true, ms: NOW });
    expect(readHttpDate('Mon, 20 Nov 2026 09:42:07 GMT', NOW)).toMatchObject({
      ok: true,
      notes: [expect.stringContaining('Mon')],
    });
  });
});

describe('SIG-9: RFC 2047 words', () => {
  it('an encoded text is decoded', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(decodeHeaderText(encodeMimeWord(text))).toEqual({
          ok: true,
          text,
          wrapped: true,
          rawUtf8: false,
        });
      }),
    );
  });
  it('any header value is read or refused without an exception', () => {
    fc.assert(
      fc.property(fc.string(), (tail) => {
        expect(() => decodeHeaderText(`=?${tail}`)).not.toThrow();
      }),
    );
  });
});

describe('SIG-3, SIG-15: the Signature header', () => {
  const value = fc.string({
    unit: fc.constantFrom('a', ',', '=', ' ', '#', 'ø', String.raw`\"`, String.raw`\\`, String.raw`\,`),
  });
  it('a written header is read, whatever escapes the keyId contains', () => {
    fc.assert(
      fc.property(value, (keyId) => {
        const parts = { keyId, algorithm: 'rsa-sha256', headers: ['date', 'digest'], signature: 'AAAA' };
        expect(readSignatureText(writeSignatureText(parts))).toEqual({ ok: true, parts });
      }),
    );
  });
});

describe('SIG-9, SIG-11: base64 and digests', () => {
  it('base64 survives a round trip', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) =>
        Buffer.from(decodeBase64(encodeBase64(bytes)) ?? []).equals(Buffer.from(bytes)),
      ),
    );
  });
  it('base64 that Buffer.from would repair is refused', () => {
    for (const text of ['AA', 'AAA', 'AA=A', 'AA==AA==', 'A A=', 'AA-_', '====', 'AAAA\n', 'AB==', 'AAB='])
      expect(decodeBase64(text), text).toBeNull();
  });
  it('a digest is read as written, also beside unknown ones', () => {
    const hash = new Uint8Array(32).fill(7);
    expect(readDigest(`MD5=abc, ${writeDigest('SHA-256', hash)}`)).toEqual({
      ok: true,
      digests: [{ algorithm: 'SHA-256', hash }],
    });
  });
});

/** What reading throws, or null. */
function failureOf(header: string): unknown {
  try {
    readCertificateHeader(header);
    return null;
  } catch (error) {
    return error;
  }
}

describe('SIG-2, SIG-12: certificates', () => {
  let identity: Identity;
  beforeAll(async () => {
    identity = await makeIdentity({ roles: ['PSP_AI', 'PSP_IC'], serial: 'FF01' });
  });
  it('PSD2 roles, organizationIdentifier, serial and key are read from DER', () => {
    expect(identity.certificate).toMatchObject({
      serial: 'FF01',
      roles: ['PSP_AI', 'PSP_IC'],
      organizationIdentifier: 'PSDNO-FSA-987654325',
      rsaBits: 2048,
      keyAlgorithm: 'RSA',
      commonName: 'Fjordpay AS',
    });
  });
  it('damaged bytes give a sentence, never another exception', () => {
    const der = Buffer.from(identity.header, 'base64');
    fc.assert(
      fc.property(fc.nat(der.length - 1), fc.nat(255), fc.nat(der.length), (at, byte, cut) => {
        const damaged = Buffer.from(der);
        damaged[at] = byte;
        for (const bytes of [damaged, damaged.subarray(0, cut)]) {
          expect(failureOf(bytes.toString('base64'))).toSatisfy(
            (error: unknown) => error === null || error instanceof DerError,
          );
        }
      }),
      { numRuns: 2000 },
    );
  });
});
