/** The test vectors of draft-cavage-http-signatures-12, appendix C, byte for byte. */
import { createHash, createPrivateKey } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { signRsaSha256, verifyRsaSha256 } from '../../../shared/node/crypto.ts';
import { encodeBase64 } from '../../../shared/signing/base64.ts';
import { writeDigest } from '../../../shared/signing/digest.ts';
import { readSignatureText, writeSignatureText } from '../../../shared/signing/signature-header.ts';
import { signingString } from '../../../shared/signing/signing-string.ts';

const KEY = createPrivateKey(`-----BEGIN RSA PRIVATE KEY-----
MIICXgIBAAKBgQDCFENGw33yGihy92pDjZQhl0C36rPJj+CvfSC8+q28hxA161QF
NUd13wuCTUcq0Qd2qsBe/2hFyc2DCJJg0h1L78+6Z4UMR7EOcpfdUE9Hf3m/hs+F
UR45uBJeDK1HSFHD8bHKD6kv8FPGfJTotc+2xjJwoYi+1hqp1fIekaxsyQIDAQAB
AoGBAJR8ZkCUvx5kzv+utdl7T5MnordT1TvoXXJGXK7ZZ+UuvMNUCdN2QPc4sBiA
QWvLw1cSKt5DsKZ8UETpYPy8pPYnnDEz2dDYiaew9+xEpubyeW2oH4Zx71wqBtOK
kqwrXa/pzdpiucRRjk6vE6YY7EBBs/g7uanVpGibOVAEsqH1AkEA7DkjVH28WDUg
f1nqvfn2Kj6CT7nIcE3jGJsZZ7zlZmBmHFDONMLUrXR/Zm3pR5m0tCmBqa5RK95u
412jt1dPIwJBANJT3v8pnkth48bQo/fKel6uEYyboRtA5/uHuHkZ6FQF7OUkGogc
mSJluOdc5t6hI1VsLn0QZEjQZMEOWr+wKSMCQQCC4kXJEsHAve77oP6HtG/IiEn7
kpyUXRNvFsDE0czpJJBvL/aRFUJxuRK91jhjC68sA7NsKMGg5OXb5I5Jj36xAkEA
gIT7aFOYBFwGgQAQkWNKLvySgKbAZRTeLBacpHMuQdl1DfdntvAyqpAZ0lY0RKmW
G6aFKaqQfOXKCyWoUiVknQJAXrlgySFci/2ueKlIE1QqIiLSZ8V8OlpFLRnb1pzI
7U1yQXnTAEFYM560yJlzUpOb1V4cScGd365tiSMvxLOvTA==
-----END RSA PRIVATE KEY-----`);

const BODY = '{"hello": "world"}';
const HEADERS: Record<string, string> = {
  host: 'example.com',
  date: 'Sun, 05 Jan 2014 21:31:40 GMT',
  'content-type': 'application/json',
  digest: 'SHA-256=X48E9qOokqqrvdts8nOJRJN3OWDUoyWxBf7kbu9DBPE=',
  'content-length': '18',
};
const message = {
  method: 'POST',
  target: '/foo?param=value&pet=dog',
  header: (name: string) => HEADERS[name],
};

const VECTORS = [
  {
    title: 'C.1 default',
    names: ['date'],
    text: 'date: Sun, 05 Jan 2014 21:31:40 GMT',
    signature:
      'SjWJWbWN7i0wzBvtPl8rbASWz5xQW6mcJmn+ibttBqtifLN7Sazz6m79cNfwwb8DMJ5cou1s7uEGKKCs+FLEEaDV5lp7q25WqS+lavg7T8hc0GppauB6hbgEKTwblDHYGEtbGmtdHgVCk9SuS13F0hZ8FD0k/5OxEPXe5WozsbM=',
  },
  {
    title: 'C.2 basic',
    names: ['(request-target)', 'host', 'date'],
    text: '(request-target): post /foo?param=value&pet=dog\nhost: example.com\ndate: Sun, 05 Jan 2014 21:31:40 GMT',
    signature:
      'qdx+H7PHHDZgy4y/Ahn9Tny9V3GP6YgBPyUXMmoxWtLbHpUnXS2mg2+SbrQDMCJypxBLSPQR2aAjn7ndmw2iicw3HMbe8VfEdKFYRqzic+efkb3nndiv/x1xSHDJWeSWkx3ButlYSuBskLu6kd9Fswtemr3lgdDEmn04swr2Os0=',
  },
  {
    title: 'C.3 all headers',
    names: ['(request-target)', 'host', 'date', 'content-type', 'digest', 'content-length'],
    text: '(request-target): post /foo?param=value&pet=dog\nhost: example.com\ndate: Sun, 05 Jan 2014 21:31:40 GMT\ncontent-type: application/json\ndigest: SHA-256=X48E9qOokqqrvdts8nOJRJN3OWDUoyWxBf7kbu9DBPE=\ncontent-length: 18',
    signature:
      'vSdrb+dS3EceC9bcwHSo4MlyKS59iFIrhgYkz8+oVLEEzmYZZvRs8rgOp+63LEM3v+MFHB32NfpB2bEKBIvB1q52LaEUHFv120V01IL+TAD48XaERZFukWgHoBTLMhYS2Gb51gWxpeIq8knRmPnYePbF5MOkR0Zkly4zKH7s1dE=',
  },
];

describe('draft-cavage-http-signatures-12, appendix C', () => {
  it('the digest of the body is that of the draft', () => {
    expect(writeDigest('SHA-256', createHash('sha256').update(BODY).digest())).toBe(HEADERS['digest']);
  });

  it.each(VECTORS)('$title', ({ names, text, signature }) => {
    const built = signingString(names, message);
    expect(built).toBe(text);
    const bytes = signRsaSha256(KEY, Buffer.from(built));
    expect(encodeBase64(bytes)).toBe(signature);
    expect(verifyRsaSha256(KEY, Buffer.from(built), bytes)).toBe(true);
    const header = writeSignatureText({ keyId: 'Test', algorithm: 'rsa-sha256', headers: names, signature });
    expect(header).toBe(
      `keyId="Test",algorithm="rsa-sha256",headers="${names.join(' ')}",signature="${signature}"`,
    );
    expect(readSignatureText(header)).toEqual({
      ok: true,
      parts: { keyId: 'Test', algorithm: 'rsa-sha256', headers: names, signature },
    });
  });
});
