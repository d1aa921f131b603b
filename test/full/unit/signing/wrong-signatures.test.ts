/** The search for the cause of a wrong signature never finds a false one (SIG-14). */
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { hashText } from '../../../../shared/node/crypto.ts';
import { type Evidence, examine, hypothesesFor } from '../../../../shared/signing/causes/diagnosis.ts';
import { searchText, correctCandidate } from '../../../../shared/signing/causes/search.ts';

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

/** What a client could have signed by chance: anything, or the right text with one char replaced. */
function randomText(): string {
  const at = randomBytes(2).readUInt16BE() % RIGHT.length;
  return randomBytes(1).readUInt8() < 128
    ? randomBytes(40).toString('latin1')
    : `${RIGHT.slice(0, at)}#${randomBytes(2).toString('hex')}${RIGHT.slice(at + 1)}`;
}

describe('10,000 random wrong signatures are never given a cause that they do not have', () => {
  it('4,500 times random bytes', () => {
    for (let count = 0; count < 4500; count++) {
      const { verdict, causes } = examine(evidence(randomBytes(BITS / 8).toString('base64')), hashText);
      expect([verdict, causes.map(({ id }) => id)]).toEqual(['other-key', ['unknown-key']]);
    }
  });
  it('3,000 times a text signed with an unknown key', () => {
    for (let count = 0; count < 3000; count++) {
      const key = strangers[count % strangers.length]?.privateKey;
      const { verdict, causes } = examine(evidence(signed(randomText(), key)), hashText);
      expect([verdict, causes.map(({ id }) => id)]).toEqual(['other-key', ['unknown-key']]);
    }
  });
  it('60 times another text signed with the right key', () => {
    for (let count = 0; count < 60; count++) {
      const text = randomText();
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
  it('2,440 times another text, all compared in one search', () => {
    const digests = new Set(Array.from({ length: 2440 }, () => hashText('SHA-256', randomText())));
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
