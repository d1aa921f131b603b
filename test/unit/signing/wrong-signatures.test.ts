/** The search for the cause of a wrong signature: never a false cause, and never much work (SIG-14). */
import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hashText } from '../../../shared/node/crypto.ts';
import { CAUSES } from '../../../shared/signing/causes/catalogue.ts';
import { type Evidence, examine, hypothesesFor } from '../../../shared/signing/causes/diagnosis.ts';
import { digestCause } from '../../../shared/signing/causes/digest-causes.ts';
import { recoverEncodedMessage, rsaKeyOf } from '../../../shared/signing/causes/encoded-message.ts';
import { LIMITS, searchText, correctCandidate } from '../../../shared/signing/causes/search.ts';
import { readingsOf } from '../../../shared/signing/causes/signature-bytes.ts';

/** Shorter than a bank accepts, so that thousands of signatures are quick. */
const BITS = 1024;
const keyPair = (publicExponent = 65537) =>
  generateKeyPairSync('rsa', { modulusLength: BITS, publicExponent });
const own = keyPair();
const strangers = Array.from({ length: 4 }, () => keyPair());
const spki = (key: KeyObject) => key.export({ type: 'spki', format: 'der' });

const HEADERS = [
  ['Host', 'bank.example'],
  ['Date', 'Fri, 20 Nov 2026 09:42:07 GMT'],
  ['Digest', 'SHA-256=X48E9qOokqqrvdts8nOJRJN3OWDUoyWxBf7kbu9DBPE='],
  ['X-Request-ID', '68076417-f6ca-4718-bac4-72cdf1169db1'],
  ['PSU-ID', '1f0c1f9e-0000-4000-8000-000000000000'],
  ['TPP-Redirect-URI', 'https://tpp.example/return'],
  ['PSU-User-Agent', 'Mozilla/5.0 (X11; Linux x86_64)'],
] as const;
const NAMES = ['(request-target)', 'date', 'digest', 'x-request-id', 'psu-id', 'tpp-redirect-uri'];
const TARGET = '/v1/payments/enc!!a%2Fb/status?a=1&b=2';
const earlier = Array.from({ length: 60 }, (_, at) => ({
  method: 'GET',
  target: '/v1/accounts',
  header: (name: string) => (name === 'x-request-id' ? `earlier-${at}` : undefined),
}));

function evidence(signature: string, more: Partial<Evidence> = {}): Evidence {
  return {
    method: 'POST',
    target: TARGET,
    headers: HEADERS,
    body: Buffer.from('{"hello": "world"}'),
    names: NAMES,
    signature,
    publicKey: spki(own.publicKey),
    others: [],
    earlier,
    now: Date.parse('2026-11-20T09:42:07Z'),
    ...more,
  };
}

const RIGHT = NAMES.map((name) =>
  name.startsWith('(')
    ? `${name}: post ${TARGET}`
    : `${name}: ${HEADERS.find(([known]) => known.toLowerCase() === name)?.[1]}`,
).join('\n');

const signed = (text: string, key = own.privateKey) =>
  sign('RSA-SHA256', Buffer.from(text, 'latin1'), key).toString('base64');

/** Any bytes, the same for each number. */
const bytes = (length: number, number: number) =>
  createHash('shake256', { outputLength: length }).update(String(number)).digest();

/** What a client could have signed by chance: anything, or the right text with one char replaced. */
function anyText(number: number): string {
  const at = bytes(2, number).readUInt16BE() % RIGHT.length;
  return number % 2 === 0
    ? bytes(40, number).toString('latin1')
    : `${RIGHT.slice(0, at)}#${number.toString(16)}${RIGHT.slice(at + 1)}`;
}

describe('wrong signatures are never given a cause that they do not have', () => {
  it('any bytes', () => {
    for (let count = 0; count < 200; count++) {
      const { verdict, causes } = examine(evidence(bytes(BITS / 8, count).toString('base64')), hashText);
      expect([verdict, causes.map(({ id }) => id)]).toEqual(['other-key', ['unknown-key']]);
    }
  });
  it('a text signed with an unknown key', () => {
    for (let count = 0; count < 200; count++) {
      const key = strangers[count % strangers.length]?.privateKey;
      const { verdict, causes } = examine(evidence(signed(anyText(count), key)), hashText);
      expect([verdict, causes.map(({ id }) => id)]).toEqual(['other-key', ['unknown-key']]);
    }
  });
  it('another text signed with the right key', () => {
    for (let count = 0; count < 6; count++) {
      const text = anyText(count);
      const found = examine(evidence(signed(text)), hashText);
      const hex = createHash('sha256').update(text, 'latin1').digest('hex');
      expect(found).toMatchObject({
        verdict: 'other-text',
        digest: { algorithm: 'SHA-256', hex },
        signedText: null,
      });
      expect(found.causes.map(({ id }) => id)).toEqual(['other-text']);
    }
  });
  it('other texts, all compared in one search', () => {
    const digests = new Set(Array.from({ length: 2440 }, (_, at) => hashText('SHA-256', anyText(at))));
    const request = evidence('');
    const candidate = correctCandidate(NAMES, {
      method: 'POST',
      target: TARGET,
      header: (name) => HEADERS.find(([known]) => known.toLowerCase() === name)?.[1],
    });
    const matches = (text: string) => digests.has(hashText('SHA-256', text));
    const search = searchText(candidate, hypothesesFor(candidate, request), {
      matches,
      hash: hashText,
      name: 'SHA-256',
    });
    expect(search.found).toBeNull();
    expect(search.tried).toBeGreaterThan(4000);
  });
});

describe('the work is bounded', () => {
  it('a search stops at its limits of texts and of chars', () => {
    const signature = signed('something else');
    expect(examine(evidence(signature), hashText, { limits: { texts: 100, chars: 1e9 } }).tried).toBe(100);
    const long: Evidence['headers'] = HEADERS.map(([name, value]) => [
      name,
      name === 'PSU-ID' ? 'x'.repeat(12_000) : value,
    ]);
    const { tried, verdict } = examine(evidence(signature, { headers: long }), hashText);
    expect(verdict).toBe('other-text');
    expect(tried).toBeLessThan(LIMITS.chars / 10_000);
  });
  it('the mistakes are few, however many headers are signed', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 900 }), (count) => {
        const names = Array.from({ length: count }, (_, at) => `x${at}`);
        const headers = names.map((name) => [name, ''] as const);
        const candidate = correctCandidate(names, { method: 'POST', target: TARGET, header: () => '' });
        expect(hypothesesFor(candidate, evidence('', { names, headers })).length).toBeLessThan(4000);
      }),
    );
  });
  it('a request with 900 signed headers is examined, and common mistakes are still named', () => {
    const names = ['(request-target)', ...Array.from({ length: 900 }, (_, at) => `x${at}`)];
    const headers = names.slice(1).map((name) => [name, 'a'] as const);
    const text = [`(request-target): post ${TARGET}`, ...headers.map(([name]) => `${name}: a`)].join('\r\n');
    const { verdict, causes } = examine(evidence(signed(text), { names, headers }), hashText);
    expect([verdict, causes.map(({ id }) => id)]).toEqual(['named', ['crlf']]);
    expect(examine(evidence(signed('other'), { names, headers }), hashText).verdict).toBe('other-text');
  });
  it('a key with a huge exponent or modulus is not calculated with', () => {
    expect(rsaKeyOf(spki(own.publicKey))?.bytes).toBe(BITS / 8);
    const huge = keyPair(2 ** 31 - 1);
    expect(rsaKeyOf(spki(huge.publicKey))).toBeNull();
    expect(examine(evidence(signed('x'), { publicKey: spki(huge.publicKey) }), hashText).verdict).toBe(
      'other-key',
    );
  });
  it('whatever the signature part, the headers part and the target are, there is an answer', () => {
    const junk = fc.oneof(fc.string(), fc.base64String(), fc.constant('%'), fc.string({ unit: 'binary' }));
    fc.assert(
      fc.property(junk, fc.array(fc.string(), { maxLength: 12 }), junk, junk, (part, names, path, value) => {
        const found = examine(
          evidence(part, {
            names,
            target: `/${path}`,
            headers: [
              ['Date', value],
              ['x', value],
              ['Host', path],
            ],
          }),
          hashText,
          { limits: { texts: 50, chars: 100_000 } },
        );
        expect(found.causes.length).toBeGreaterThan(0);
      }),
      { numRuns: 300 },
    );
  });
  it('whatever the request is, a signature by its key is searched without an error', () => {
    const part = signed('something else');
    fc.assert(
      fc.property(
        fc.array(fc.string(), { maxLength: 8 }),
        fc.string(),
        fc.string(),
        fc.uint8Array(),
        (names, path, value, body) => {
          const target = `/${path}`;
          const headers: [string, string][] = names.map((name) => [name, value]);
          const found = examine(evidence(part, { names, target, headers, body }), hashText, {
            limits: { texts: 300, chars: 1e6 },
          });
          expect(found.digest?.algorithm).toBe('SHA-256');
        },
      ),
      { numRuns: 200 },
    );
  });
});

it('a signature that lost its leading zero byte is named', () => {
  for (let count = 0; ; count++) {
    const text = `${RIGHT}${'\n'.repeat(count % 2)}`;
    const request = evidence('', {
      headers: HEADERS.map(([name, value]) => [name, name === 'X-Request-ID' ? `${value}-${count}` : value]),
    });
    const bytes = sign('RSA-SHA256', Buffer.from(text.replace('9db1', `9db1-${count}`)), own.privateKey);
    if (bytes[0] !== 0) continue;
    const { causes } = examine({ ...request, signature: bytes.subarray(1).toString('base64') }, hashText);
    const ids = causes.map(({ id }) => id);
    expect(ids).toEqual(['leading-zero-lost', ...(count % 2 === 1 ? ['newline-at-end'] : [])]);
    break;
  }
});

it('the public key gives back the padded DigestInfo', () => {
  const key = rsaKeyOf(spki(own.publicKey));
  const [reading] = readingsOf(signed('text'), BITS / 8);
  const block = key && reading ? recoverEncodedMessage(reading.bytes, key) : null;
  expect(block?.startsWith('\0\x01\xff\xff')).toBe(true);
  expect(block?.endsWith(createHash('sha256').update('text').digest('binary'))).toBe(true);
});

describe('the cause of a wrong Digest', () => {
  const BODY = Buffer.from('{"name": "Bjørn"}\n');
  const sha = (text: string | Buffer) => createHash('sha256').update(text).digest();
  it.each([
    ['hexadecimal', `SHA-256=${sha(BODY).toString('hex')}`, 'digest-written'],
    [
      'base64 of hexadecimal',
      `SHA-256=${Buffer.from(sha(BODY).toString('hex')).toString('base64')}`,
      'digest-written',
    ],
    ['Content-Digest', `sha-256=:${sha(BODY).toString('base64')}:`, 'digest-written'],
    ['no algorithm', sha(BODY).toString('base64'), 'digest-written'],
    [
      'SHA-512 named SHA-256',
      `SHA-256=${createHash('sha512').update(BODY).digest('base64')}`,
      'digest-algorithm',
    ],
    ['trimmed', `SHA-256=${sha('{"name": "Bjørn"}').toString('base64')}`, 'digest-of-other-text'],
    [
      'ISO-8859-1',
      `SHA-256=${sha(Buffer.from(BODY.toString(), 'latin1')).toString('base64')}`,
      'digest-of-other-text',
    ],
    ['without spaces', `SHA-256=${sha('{"name":"Bjørn"}').toString('base64')}`, 'digest-of-other-text'],
    ['an empty body', `SHA-256=${sha('').toString('base64')}`, 'digest-of-other-text'],
    ['the digest of the digest', `SHA-256=${sha(sha(BODY)).toString('base64')}`, 'digest-of-digest'],
    ['another text', `SHA-256=${sha('?').toString('base64')}`, null],
  ])('%s', (_, value, id) => {
    expect(digestCause(value, BODY, hashText)?.id ?? null).toBe(id);
  });
});

it('every cause has a title, a clause and advice in whole sentences', () => {
  for (const [id, { title, what, advice }] of Object.entries(CAUSES)) {
    expect(title, id).toMatch(/^[a-zA-Z(].*[^.]$/);
    expect(what('detail'), id).toMatch(/^[a-z].*[^.]$/);
    expect(advice, id).toMatch(/^[A-Z].*\.$/);
    // Two of the longest, a prefix and a suffix stay within ERR-1.
    expect(what('x'.repeat(100)).length, id).toBeLessThan(200);
  }
});

describe('the cause of a wrong digest costs little, whatever the body (SIG-14)', () => {
  const nested = (depth: number, times: number) =>
    `[${Array.from({ length: times }, () => '['.repeat(depth) + ']'.repeat(depth)).join(',')}]`;
  const wrong = `SHA-256=${Buffer.alloc(32).toString('base64')}`;
  it.each([
    ['arrays inside each other', nested(3000, 10)],
    ['one deep array', nested(32_000, 1)],
    ['many arrays, none of them deep', nested(30, 1000)],
    ['braces and brackets in a string', JSON.stringify({ a: '[{"\\'.repeat(8000) })],
    [
      'many members',
      JSON.stringify(Array.from({ length: 15_000 }, (_, at) => ({ [`${at % 10}`]: 1 }))).slice(0, 60_000),
    ],
  ])('%s', (_, body) => {
    const hashed: number[] = [];
    expect(
      digestCause(wrong, Buffer.from(body), (name, text) => {
        hashed.push(text.length);
        return hashText(name, text);
      }),
    ).toBeNull();
    expect(Math.max(...hashed)).toBeLessThan(400 * 1024);
  });
  it.each([
    ['nested', [[{ a: [], 'b"]\\': [{ c: 1 }, {}] }]]],
    ['as deep as is written', JSON.parse('['.repeat(32) + ']'.repeat(32)) as unknown],
    ['with brackets in a string', { a: '['.repeat(40) }],
  ])('a body that was indented before it was hashed, %s', (_, json) => {
    const sent = Buffer.from(JSON.stringify(json));
    const digest = createHash('sha256')
      .update(JSON.stringify(json, null, 2))
      .digest('base64');
    expect(digestCause(`SHA-256=${digest}`, sent, hashText)).toMatchObject({ id: 'digest-of-other-text' });
  });
});
