/** SIG-11, SIG-14: why a Digest does not match its body, and how a cause is said. */
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { MAX_BODY_NESTING } from '../../../shared/limits.ts';
import { hashText } from '../../../shared/node/crypto.ts';
import { causeOf, describeCause } from '../../../shared/signing/causes/cause.ts';
import { CAUSES } from '../../../shared/signing/causes/catalogue.ts';
import { digestCause, rewritten } from '../../../shared/signing/causes/digest-causes.ts';
import { readDigest } from '../../../shared/signing/digest.ts';

const bytesOf = (text: string | Buffer, algorithm = 'sha256') => createHash(algorithm).update(text).digest();

/** The cause of a Digest, and the detail in its words. */
function causeIn(value: string, body: string | Buffer): [id: string, what: string] | null {
  const cause = digestCause(value, Buffer.from(body), hashText);
  return cause === null ? null : [cause.id, cause.what];
}
const said = (id: keyof typeof CAUSES, detail = '') => [id, describeCause(causeOf(id, detail), null).what];
const digest = (text: string | Buffer) => `SHA-256=${bytesOf(text).toString('base64')}`;

describe('SIG-11: the right hash in another format', () => {
  // Its base64 has all that base64url writes differently.
  const BODY = '{"a": 4}\n';
  const hash = bytesOf(BODY);
  const [hex, base64] = [hash.toString('hex'), hash.toString('base64')];
  const again = (text: string) => Buffer.from(text).toString('base64');
  const url = base64.replaceAll('+', '-').replaceAll('/', '_');
  it.each([
    [hex, 'in hexadecimal'],
    [hex.toUpperCase(), 'in hexadecimal'],
    [again(hex), 'as the base64 of hexadecimal text'],
    [again(hex.toUpperCase()), 'as the base64 of hexadecimal text'],
    [again(base64), 'in base64 twice'],
    [base64.replace('=', ''), 'without the = at its end'],
    [url, 'in base64url'],
    [url.replace('=', ''), 'in base64url'],
    [`b'${base64}'`, "in b'', as Python prints bytes"],
    [`:${base64}:`, 'between colons, as in the newer Content-Digest'],
    [base64, 'without the name of a supported algorithm'],
  ])('%s', (written, format) => {
    for (const value of [`SHA-256=${written}`, ` sha256=${written} `, `  ${written} `])
      expect(causeIn(value, BODY), value).toEqual(said('digest-written', format));
    // A name of an algorithm has no other characters.
    expect(causeIn(`SHA_256=${written}`, BODY)).toBeNull();
  });
  it('base64 without a name is not taken for base64url, whatever it consists of', () => {
    const plain = Array.from({ length: 99 }, (_, at) => `${at}`).find(
      (body) => !/[+/]/.test(bytesOf(body).toString('base64')),
    );
    const value = bytesOf(plain ?? '').toString('base64');
    expect(causeIn(value, plain ?? '')).toEqual(
      said('digest-written', 'without the name of a supported algorithm'),
    );
    for (const one of [value, base64])
      expect(readDigest(one)).toMatchObject({ reason: expect.stringContaining('does not have the form') });
  });
});

describe('SIG-11: another hash, or the hash of another text', () => {
  it.each(['SHA-1', 'SHA-384', 'SHA-512'])('%s under the name of SHA-256', (name) => {
    const value = `SHA-256=${bytesOf('{}', name.replace('-', '')).toString('base64')}`;
    expect(causeIn(value, '{}')).toEqual(said('digest-algorithm', name));
    // Without the name of an algorithm, whatever its base64 consists of.
    expect(causeIn(value.replace('SHA-256=', ''), '{}')).toEqual(said('digest-algorithm', name));
  });
  it('the digest of the digest, or nothing that is known', () => {
    expect(causeIn(digest(bytesOf('{"a":1}')), '{"a":1}')).toEqual(said('digest-of-digest'));
    expect(causeIn(digest('?'), '{"a":1}')).toBeNull();
    expect(causeIn(digest('xy'), 'x\ufeffy')).toBeNull();
  });
  const BODY = '{"name": "Bjørn",\n "at": [1]}';
  const lines = (body: string, end: string) => body.replaceAll('\n', end);
  it.each<[what: string, body: string | Buffer, hashed: string | Buffer]>([
    ['an empty body', BODY, ''],
    ['the body with a newline at its end', BODY, `${BODY}\n`],
    ['the body with CRLF at its end', BODY, `${BODY}\r\n`],
    ['the body without the space around it', ` ${BODY}\t`, BODY],
    ['the body with newlines in place of CRLF', lines(BODY, '\r\n'), BODY],
    ['the body with CRLF in place of newlines', BODY, lines(BODY, '\r\n')],
    ['the body without its line breaks', BODY, lines(BODY, '')],
    ['the body without its line breaks', lines(BODY, '\r\n'), lines(BODY, '')],
    ['the body with a byte order mark', BODY, `\ufeff${BODY}`],
    ['the body without its byte order mark', `\ufeff${BODY}`, BODY],
    ['the body in ISO-8859-1', BODY, Buffer.from(BODY, 'latin1')],
    ['the body in ISO-8859-1', '"ø€"', Buffer.from('"ø?"', 'latin1')],
    ['the body, encoded as UTF-8 twice', BODY, Buffer.from(Buffer.from(BODY).toString('latin1'))],
    ['the body as JSON without spaces', BODY, '{"name":"Bjørn","at":[1]}'],
    ['the body as indented JSON', BODY, '{\n  "name": "Bjørn",\n  "at": [\n    1\n  ]\n}'],
    [
      'the body as JSON with spaces after commas and colons (json.dumps)',
      '{"b":"ø, :\\"","a":[1,2]}',
      '{"b": "ø, :\\"", "a": [1, 2]}',
    ],
    [
      String.raw`the body as JSON with spaces after commas and colons (json.dumps), with \u escapes`,
      BODY,
      String.raw`{"name": "Bj\u00f8rn", "at": [1]}`,
    ],
    [
      String.raw`the body as JSON without spaces, with \u escapes`,
      BODY,
      String.raw`{"name":"Bj\u00f8rn","at":[1]}`,
    ],
    ['the body as JSON without spaces, with sorted names', BODY, '{"at":[1],"name":"Bjørn"}'],
    [
      'the body as JSON with spaces after commas and colons, with sorted names',
      BODY,
      '{"at": [1], "name": "Bjørn"}',
    ],
    [
      'the body as JSON, indented, with sorted names',
      '{"b":[{"d":1,"c":2}],"a":3}',
      '{\n  "a": 3,\n  "b": [\n    {\n      "c": 2,\n      "d": 1\n    }\n  ]\n}',
    ],
    ['the body as a JSON string', BODY, JSON.stringify(BODY)],
    ['the body as a JSON string', Buffer.from([0xff]), '"ÿ"'],
    ['the base64 of the body', BODY, Buffer.from(BODY).toString('base64')],
    ['the word null', BODY, 'null'],
    ['the word undefined', BODY, 'undefined'],
    ['the text [object Object]', BODY, '[object Object]'],
    ['an empty JSON object', BODY, '{}'],
  ])('%s: %j', (what, body, hashed) => {
    expect(causeIn(digest(hashed), body)).toEqual(said('digest-of-other-text', what));
  });
  it('bodies of up to 64 KiB are searched', () => {
    const wrong = digest('');
    expect(causeIn(wrong, 'x'.repeat(65_536))).toEqual(said('digest-of-other-text', 'an empty body'));
    expect(causeIn(wrong, 'x'.repeat(65_537))).toBeNull();
  });
});

describe('SIG-11: JSON as other programs write it', () => {
  const whats = (body: string | null) => rewritten(body).map(([, what]) => what);
  const BOTH = ['the body as JSON without spaces', 'the body as indented JSON'];
  const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
  it('is not written for what is not JSON', () => {
    expect([whats(null), whats(''), whats('{')]).toEqual([[], [], []]);
    expect(whats('1')).toEqual(BOTH);
  });
  it('is indented up to the depth to which bodies are checked', () => {
    expect(whats(nested(MAX_BODY_NESTING))).toEqual(BOTH);
    expect(
      whats(`[${nested(MAX_BODY_NESTING - 1)},${nested(MAX_BODY_NESTING - 1)},{"${'['.repeat(99)}\\"":{}}]`),
    ).toEqual(BOTH);
    expect(whats(nested(MAX_BODY_NESTING + 1))).toEqual(BOTH.slice(0, 1));
    expect(whats(`{"a":${'{"a":'.repeat(MAX_BODY_NESTING)}1${'}'.repeat(MAX_BODY_NESTING + 1)}`)).toEqual(
      BOTH.slice(0, 1),
    );
  });
  it('siblings are not deeper than each other', () => {
    expect(whats(JSON.stringify(Array.from({ length: MAX_BODY_NESTING + 1 }, () => ({ a: [1] }))))).toEqual(
      BOTH,
    );
    expect(whats(`[${'[],'.repeat(MAX_BODY_NESTING)}${nested(MAX_BODY_NESTING)}]`)).toEqual(BOTH.slice(0, 1));
  });
  it('is indented up to 256 KiB', () => {
    const list = Array.from({ length: 2000 }, (_, at) => ({ a: at, 'b,:"': [1, { c: 'd' }] }));
    const indented = (padding: string) => JSON.stringify({ padding, list }, null, 2);
    const padding = 'x'.repeat(256 * 1024 - indented('').length);
    expect(indented(padding).length).toBe(256 * 1024);
    expect(whats(JSON.stringify({ padding, list }))).toEqual(BOTH);
    expect(whats(JSON.stringify({ padding: `${padding}x`, list }))).toEqual(BOTH.slice(0, 1));
  });
});

describe('SIG-14, ERR-1: a cause in words', () => {
  const whatOf = (detail: string, masked: ((detail: string) => string) | null = null) =>
    describeCause(causeOf('header-left-out', detail), masked).what;
  const said100 = (detail: string) => CAUSES['header-left-out'].what(detail);
  it('has at most 100 printable characters of the request', () => {
    expect(whatOf('x'.repeat(100))).toBe(said100('x'.repeat(100)));
    expect(whatOf('x'.repeat(101))).toBe(said100(`${'x'.repeat(99)}…`));
    expect(whatOf('a\nb~\x7f\xe9 ')).toBe(said100('a?b~?? '));
  });
  it('has no secrets, which are replaced before anything is left out', () => {
    const masked = (detail: string) => detail.replaceAll('secret\n', '•');
    expect(whatOf('a secret\n!', masked)).toBe(said100('a •!'));
    expect(whatOf('•', null)).toBe(said100('?'));
    expect(whatOf(`${'x'.repeat(98)}secret\n`, masked)).toBe(said100(`${'x'.repeat(98)}•`));
  });
});
