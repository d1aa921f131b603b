/** SIG-14: whose key made a signature, how it was written, and what was signed: one diagnosis. */
import {
  constants,
  createHash,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  privateEncrypt,
  sign,
} from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { hashText } from '../../../shared/node/crypto.ts';
import { type Evidence, examine, hypothesesFor } from '../../../shared/signing/causes/diagnosis.ts';
import { correctCandidate } from '../../../shared/signing/causes/search.ts';

const keyPair = () => generateKeyPairSync('rsa', { modulusLength: 1024 });
const spki = (key: KeyObject) => createPublicKey(key).export({ type: 'spki', format: 'der' });
const own = keyPair().privateKey;
const other = keyPair().privateKey;

const RIGHT = '(request-target): get /v1/accounts\ndate: today';
const EVIDENCE: Evidence = {
  method: 'GET',
  target: '/v1/accounts',
  headers: [
    ['Date', 'today'],
    ['date', 'tomorrow'],
    ['Host', ' bank.example '],
  ],
  body: new Uint8Array(),
  names: ['(request-target)', 'date'],
  signature: '',
  publicKey: spki(own),
  others: [],
  earlier: [],
  now: 0,
};

const signed = (text: string, key = own, hash = 'sha256') =>
  sign(hash, Buffer.from(text), key).toString('base64');
/** A signature over bytes as they are, after the padding of PKCS#1 v1.5 or with zeros in its place. */
const raw = (bytes: Buffer, padding: number = constants.RSA_PKCS1_PADDING) =>
  privateEncrypt(
    { key: own, padding },
    padding === constants.RSA_NO_PADDING ? Buffer.concat([Buffer.alloc(128 - bytes.length), bytes]) : bytes,
  ).toString('base64');

function found(
  signature: string,
  changes: Partial<Evidence> = {},
  limits?: { texts: number; chars: number },
) {
  const { causes, ...rest } = examine({ ...EVIDENCE, ...changes, signature }, hashText, limits && { limits });
  return { ...rest, ids: causes.map(({ id }) => id), whats: causes.map(({ what }) => what) };
}
const sha256 = (text: string) => createHash('sha256').update(text);

describe('SIG-14: what was signed with the right key', () => {
  it('the text, its hash and how many texts were tried', () => {
    expect(found(signed(`${RIGHT}\n`))).toEqual({
      verdict: 'named',
      ids: ['newline-at-end'],
      whats: [expect.any(String)],
      signedText: `${RIGHT}\n`,
      digest: { algorithm: 'SHA-256', hex: sha256(`${RIGHT}\n`).digest('hex') },
      tried: 2,
    });
  });
  it('causes in the writing, in the scheme and in the text, in this order', () => {
    const bytes = Buffer.from(signed(`${RIGHT}\n`, own, 'sha1'), 'base64');
    expect(found(bytes.toString('hex'))).toMatchObject({
      verdict: 'named',
      ids: ['hex', 'other-hash', 'newline-at-end'],
      digest: { algorithm: 'SHA-1' },
    });
  });
  it('the first value of a header counts, and Host is read without the space around it', () => {
    expect(found(signed(RIGHT)).ids).toEqual([]);
    expect(found(signed(RIGHT.replace('/v1', 'https://bank.example/v1'))).ids).toEqual(['host-in-front']);
    expect(
      found(signed(RIGHT.replace('/v1', 'https://bank.example/v1')), {
        headers: EVIDENCE.headers.slice(0, 2),
      }),
    ).toMatchObject({ verdict: 'other-text' });
  });
  it('names are tried as the request spells them, and a name without a header as it is listed', () => {
    const names = ['(request-target)', 'date', 'x-request-id'];
    const text = RIGHT.replace('date', 'Date');
    expect(found(signed(text), { names }).ids).toEqual(['names-as-sent']);
    const right = correctCandidate(names, { method: 'GET', target: '/', header: () => 'x' });
    const [asSent] = hypothesesFor(right, { ...EVIDENCE, names, headers: [['Date', 'x']] }).filter(
      ({ cause }) => cause.id === 'names-as-sent',
    );
    expect(asSent?.change(right).lines.map(({ label }) => label)).toEqual([
      '(request-target)',
      'Date',
      'x-request-id',
    ]);
  });
  it('another text, with its hash where the scheme shows it', () => {
    const hex = sha256('?').digest('hex');
    const wrong = found(signed('?'));
    expect(wrong).toMatchObject({
      verdict: 'other-text',
      ids: ['other-text'],
      signedText: null,
      digest: { algorithm: 'SHA-256', hex },
    });
    expect(wrong.whats[0]).toContain(`SHA-256 ${hex}`);
    expect(wrong.tried).toBeGreaterThan(1000);
    expect(found(signed('?', own, 'sha384')).ids).toEqual(['other-hash', 'other-text']);
    const key = { key: own, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 };
    const pss = found(sign('sha256', Buffer.from('?'), key).toString('base64'));
    expect(pss).toMatchObject({ verdict: 'other-text', ids: ['pss', 'other-text'], digest: null });
    expect(pss.whats[1]).toContain('hidden in the signature');
    // A hash that cannot be calculated here.
    expect(found(signed(RIGHT, own, 'md5'))).toMatchObject({
      verdict: 'other-text',
      ids: ['other-hash', 'other-text'],
      digest: { algorithm: 'MD5' },
      tried: 0,
    });
  });
  it('stops at the limits', () => {
    expect(found(signed('?'), {}, { texts: 7, chars: 1e6 })).toMatchObject({
      verdict: 'other-text',
      tried: 7,
    });
  });
});

describe('SIG-14: what can be chance is only named if a text proves it', () => {
  it('a hash without padding', () => {
    const hash = sha256(`${RIGHT}\n`).digest();
    expect(found(raw(hash, constants.RSA_NO_PADDING)).ids).toEqual([
      'not-padded',
      'no-digest-info',
      'newline-at-end',
    ]);
    expect(found(raw(sha256('?').digest(), constants.RSA_NO_PADDING))).toEqual({
      verdict: 'other-key',
      ids: ['unknown-key'],
      whats: [expect.any(String)],
      signedText: null,
      digest: null,
      tried: 0,
    });
    const reversed = Buffer.from(raw(hash, constants.RSA_NO_PADDING), 'base64').reverse();
    expect(found(reversed.toString('base64')).ids).toEqual([
      'bytes-reversed',
      'not-padded',
      'no-digest-info',
      'newline-at-end',
    ]);
    // After padding, nothing is left to chance.
    expect(found(raw(sha256('?').digest()))).toMatchObject({ ids: ['no-digest-info', 'other-text'] });
  });
  it('RSASSA-PSS with the longest salt', () => {
    const options = {
      padding: constants.RSA_PKCS1_PSS_PADDING,
      saltLength: constants.RSA_PSS_SALTLEN_MAX_SIGN,
    };
    const pss = (text: string, key = own) =>
      sign('sha256', Buffer.from(text), { key, ...options }).toString('base64');
    expect(found(pss(RIGHT))).toMatchObject({ verdict: 'named', ids: ['pss'] });
    // A block that is a byte shorter than its key.
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 1025 });
    expect(found(pss(RIGHT, privateKey), { publicKey: spki(privateKey) }).ids).toEqual(['pss']);
    expect(found(pss('?'))).toMatchObject({ verdict: 'other-key', ids: ['unknown-key'] });
    // Not even the key of another certificate.
    const others = [{ whose: 'X', publicKey: spki(other) }];
    expect(found(pss(RIGHT, other), { others })).toMatchObject({ verdict: 'other-key' });
  });
});

describe('SIG-14: whose key made the signature', () => {
  it('that of another certificate that is known here, and what was signed with it', () => {
    const others = [
      { whose: 'A certificate of this request', publicKey: spki(own) },
      { whose: 'A key of another kind', publicKey: spki(generateKeyPairSync('ed25519').privateKey) },
      { whose: 'SN=1, X', publicKey: spki(other) },
    ];
    const { ids, whats, verdict } = found(signed(`${RIGHT}\n`, other), { others });
    expect([verdict, ids]).toEqual(['named', ['other-certificate', 'newline-at-end']]);
    expect(whats[0]).toContain('SN=1, X');
    expect(found(signed('?', other), { others }).ids).toEqual(['other-certificate', 'other-text']);
    const hex = Buffer.from(signed(RIGHT, other), 'base64').toString('hex');
    expect(found(hex, { others }).ids).toEqual(['hex', 'other-certificate']);
  });
  it('32 other certificates are tried', () => {
    const known = { whose: 'X', publicKey: spki(other) };
    const strangers = (count: number) =>
      Array.from({ length: count }, () => ({ whose: 'Y', publicKey: spki(own) }));
    const signature = signed(RIGHT, other);
    expect(found(signature, { others: [known] }).ids).toEqual(['other-certificate']);
    expect(found(signature, { others: [...strangers(31), known] }).ids).toEqual(['other-certificate']);
    expect(found(signature, { others: [...strangers(32), known] }).ids).toEqual(['unknown-key']);
  });
  it('nobody, if it is a number that no such key has', () => {
    const signature = Buffer.alloc(128, 0xff).toString('base64');
    const others = [{ whose: 'X', publicKey: spki(other) }];
    expect(found(signature, { others })).toMatchObject({ verdict: 'other-key', ids: ['unknown-key'] });
  });
  it('nobody, if it cannot be a signature by a key of this size', () => {
    expect(found('AAAA')).toMatchObject({ verdict: 'no-signature', ids: ['wrong-length'], tried: 0 });
    expect(found('')).toMatchObject({ verdict: 'no-signature', ids: ['no-signature'] });
    expect(found('?')).toMatchObject({ verdict: 'no-signature', ids: ['not-base64'] });
    // Without an RSA key, there is no size.
    const publicKey = spki(generateKeyPairSync('ed25519').privateKey);
    expect(found('AAAA', { publicKey })).toMatchObject({ verdict: 'other-key', ids: ['unknown-key'] });
  });
});

it('SIG-14: secrets are removed from what is said', () => {
  const headers: Evidence['headers'] = [...EVIDENCE.headers, ['X-Request-ID', 'secret']];
  const evidence = {
    ...EVIDENCE,
    headers,
    signature: signed(RIGHT),
    names: [...EVIDENCE.names, 'x-request-id'],
    earlier: [],
  };
  const asked: string[] = [];
  const masked = (detail: string) => {
    asked.push(detail);
    return detail.replaceAll('x-request-id', '•');
  };
  const { causes } = examine(evidence, hashText, { masked });
  expect(asked).toEqual(['x-request-id']);
  expect(causes[0]?.what).toContain('•');
  expect(examine(evidence, hashText).causes[0]?.what).toContain('x-request-id');
});
