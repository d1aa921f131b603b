/** Secrets are masked in values: no name of a member, no number and no other text is changed. */
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { BodyMasker, maskedBody } from '../../main/core/redaction/body-masker.ts';
import { credentialsIn } from '../../main/core/redaction/credentials.ts';
import { hidden, masked } from '../../main/core/redaction/mask.ts';

const ANSWER = {
  path: '/v1/accounts/1795?name=x',
  name: 'Konto',
  amount: 1795,
  balance: '1795.00',
  none: null,
  yes: true,
  nested: { path: ['name', 'null', 'true', '1795', 'my name'], quote: 'a"b\\c' },
};

/** Texts that occur in any JSON. */
const PLAIN = ['1795', 'null', 'path', 'name', 'true', '"', '{', ',', ':', '\\', '00', 'nested'];

describe('a secret that is a word of JSON', () => {
  it.each(PLAIN)('%s spoils no answer', (secret) => {
    const text = maskedBody(Buffer.from(JSON.stringify(ANSWER)), hidden([secret])).toString();
    for (const seen of [JSON.parse(text) as unknown, masked(ANSWER, hidden([secret]))]) {
      const values = (value: unknown): unknown => {
        if (Array.isArray(value)) return value.map(values);
        if (typeof value !== 'object' || value === null) return value === secret ? '•••' : value;
        return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, values(one)]));
      };
      expect(seen).toEqual(values(ANSWER));
    }
  });
});

it('a longer secret is masked wherever it occurs in a value, in each of its forms', () => {
  const secret = 'Hemmelig "verdi" ø/1';
  const escaped = '\\u0048emmelig \\"verdi\\" \\u00f8\\/1';
  const body = `{"a":"${escaped}","b":"x ${encodeURIComponent(secret)} y","c":${JSON.stringify(`in ${JSON.stringify(secret)}`)}}`;
  const shown = maskedBody(Buffer.from(body), hidden([secret])).toString();
  expect(JSON.parse(shown)).toEqual({ a: '•••', b: 'x ••• y', c: 'in "•••"' });
  expect(maskedBody(Buffer.from(`plain ${secret} text`), hidden([secret])).toString()).toBe('plain ••• text');
});

it('what no secret occurs in passes byte for byte, however the body is split', () => {
  const json = fc.json({ maxDepth: 3 }).map((text) => Buffer.from(` ${text}\n`));
  const any = fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes));
  fc.assert(
    fc.property(fc.oneof(json, any), fc.array(fc.nat({ max: 60 }), { maxLength: 5 }), (body, cuts) => {
      const masker = new BodyMasker(hidden(['never in such a body']));
      const at = [0, ...cuts.map((cut) => Math.min(cut, body.length)).toSorted((a, b) => a - b), body.length];
      const parts = at.map((from, n) => masker.pass(body.subarray(from, at[n + 1] ?? body.length)));
      expect(Buffer.concat([...parts, masker.pass(Buffer.alloc(0), true)])).toEqual(body);
    }),
  );
});

it('a stream is masked like the whole, however it is split', () => {
  const secret = 'langt "ord" ø';
  const texts = fc.array(fc.constantFrom(secret, 'kort', 'a"b', '\\', 'x'.repeat(20), 'path'), {
    maxLength: 8,
  });
  fc.assert(
    fc.property(texts, fc.integer({ min: 1, max: 9 }), (values, size) => {
      const body = Buffer.from(JSON.stringify(values.map((value) => ({ path: value, [value]: 1 }))));
      const masker = new BodyMasker(hidden([secret, 'path']));
      const parts: Buffer[] = [];
      for (let at = 0; at < body.length; at += size) parts.push(masker.pass(body.subarray(at, at + size)));
      parts.push(masker.pass(Buffer.alloc(0), true));
      const shown = Buffer.concat(parts).toString();
      expect(shown).toBe(maskedBody(body, hidden([secret, 'path'])).toString());
      const expected = values.map((value) => ({
        path: [secret, 'path'].includes(value) ? '•••' : value,
        [value]: 1,
      }));
      expect(JSON.parse(shown)).toEqual(JSON.parse(JSON.stringify(expected)));
    }),
  );
});

it('a string of megabytes is masked too, in pieces', () => {
  const secret = 'hemmelig-hemmelig';
  const long = `${'x\\"'.repeat(600_000)}${secret}${'y\\\\'.repeat(600_000)}`;
  const body = Buffer.from(`{"note":"${long}","path":"${secret}"}`);
  const masker = new BodyMasker(hidden([secret]));
  const parts: Buffer[] = [];
  for (let at = 0; at < body.length; at += 65_537) parts.push(masker.pass(body.subarray(at, at + 65_537)));
  parts.push(masker.pass(Buffer.alloc(0), true));
  const shown = Buffer.concat(parts).toString();
  expect(shown).toBe(body.toString().replaceAll(secret, '•••'));
  expect(JSON.parse(shown)).toMatchObject({ path: '•••' });
});

/** Masks a body that arrives in chunks of these sizes, which repeat. */
function inChunks(masker: BodyMasker, body: Buffer, sizes: readonly number[]): Buffer {
  const parts: Buffer[] = [];
  for (let at = 0, n = 0; at < body.length; n++) {
    const size = sizes[n % sizes.length] ?? 1;
    parts.push(masker.pass(body.subarray(at, at + size)));
    at += size;
  }
  return Buffer.concat([...parts, masker.pass(Buffer.alloc(0), true)]);
}

it('what is masked does not depend on the chunks: blanks, long strings, short secrets, truncated bodies', () => {
  const secrets = hidden(['  with "blanks" ø', 'kort', 'langt-langt', 'langt-langt-2']);
  const piece = fc.constantFrom(
    '  with "blanks" ø',
    '"langt-langt"',
    '"langt-langt-',
    '"kort"',
    'kort',
    '{',
    '[',
    '"',
    '\\',
    ':',
    ',',

    ' ',
    ' '.repeat(40),
    '\n',
    'x',
    '"x":',
    '"\\"',
    'ø',
    'a: kort',
    'langt-langt-2',
  );
  const bodies = fc.array(piece, { maxLength: 12 }).map((parts) => Buffer.from(parts.join('')));
  const sizes = fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(bodies, sizes, fc.constantFrom(4, 16, 1024), (body, chunks, held) => {
      const whole = new BodyMasker(secrets, held).pass(body, true).toString();
      expect(inChunks(new BodyMasker(secrets, held), body, chunks).toString()).toBe(whole);
    }),
    { numRuns: 500 },
  );
});

/** How many bytes a piece of work joins: what is held back and joined again with each chunk grows with the square. */
function joinedBy(work: () => void): number {
  let bytes = 0;
  const concat = Buffer.concat.bind(Buffer);
  const spy = vi.spyOn(Buffer, 'concat').mockImplementation((list, ...length) => {
    for (const part of list) bytes += part.length;
    return concat(list, ...length);
  });
  work();
  spy.mockRestore();
  return bytes;
}

it.each([
  ['blanks before JSON', `${' '.repeat(300_000)}{"a":"hemmelig-1"}`],
  ['a long string', `["${'x'.repeat(300_000)}"]`],
  ['blanks after a string', `["hemmelig-1"${' '.repeat(300_000)}]`],
  ['a long text', 'x'.repeat(300_000)],
])('the work for %s is linear in the size', (_name, text) => {
  const body = Buffer.from(text);
  const masker = new BodyMasker(hidden(['hemmelig-1']));
  expect(joinedBy(() => inChunks(masker, body, [16]))).toBeLessThan(16 * body.length);
});

it('the forms of the secrets are prepared once for a body, and short strings are not looked into', () => {
  const counts = [1, 1000].map((strings) => {
    const short = Array.from({ length: strings }, () => 'a');
    const body = Buffer.from(JSON.stringify([...short, 'x'.repeat(30)]));
    const sorted = vi.spyOn(Array.prototype, 'toSorted');
    const parsed = vi.spyOn(JSON, 'parse');
    maskedBody(body, hidden(['hemmelig-hemmelig']));
    const called = [sorted.mock.calls.length, parsed.mock.calls.length];
    sorted.mockRestore();
    parsed.mockRestore();
    return called;
  });
  expect(counts[1]).toEqual(counts[0]);
  expect(counts[0]?.[1]).toBe(0);
});

it('credentials are known by the name of their header, with and without their scheme', () => {
  expect(
    credentialsIn([
      ['Authorization', 'Bearer abc.def'],
      ['X-API-Key', 'k'],
      ['Ocp-Apim-Subscription-Key', 's'],
      ['Cookie', 'a=b'],
      ['X-IBM-Client-Secret', 'c'],
      ['TPP-Signature-Certificate', 'MII'],
      ['PSU-ID', 'p'],
      ['X-Request-ID', 'r'],
    ]),
  ).toEqual(['Bearer abc.def', 'abc.def', 'k', 's', 'a=b', 'c']);
});

describe('a secret of eight or more characters is masked in every encoding that a bank echoes', () => {
  const secret = fc
    .string({ unit: 'grapheme', minLength: 8, maxLength: 30 })
    .filter((text) => text.trim().length >= 8);
  const junk = fc.uint8Array({ maxLength: 5 }).map((bytes) => Buffer.from(bytes));
  const lower = (text: string) => text.replaceAll(/%[0-9A-F]{2}/g, (code) => code.toLowerCase());
  /** As RFC 3986 and most programs but JavaScript encode it. */
  const strict = (text: string) =>
    encodeURIComponent(text).replaceAll(
      /[!'()*]/g,
      (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
    );
  it.each<[string, (text: string) => string]>([
    ['percent-encoding of RFC 3986', strict],
    ['that of Python, which leaves slashes', (text) => strict(text).replaceAll('%2F', '/')],
    ['that of PHP for forms', (text) => strict(text).replaceAll('%20', '+').replaceAll('~', '%7E')],
    [
      'percent-encoding of every byte, with digits in both cases',
      (text) =>
        [...Buffer.from(text)]
          .map((byte, at) =>
            `%${byte.toString(16).padStart(2, '0')}`[at % 2 ? 'toUpperCase' : 'toLowerCase'](),
          )
          .join(''),
    ],
    ['percent-encoding in lower case', (text) => lower(encodeURIComponent(text))],
    ['form encoding', (text) => new URLSearchParams({ a: text }).toString().slice(2)],
    ['encodeURI', (text) => encodeURI(text)],
    ['JSON with escaped slashes', (text) => JSON.stringify(text).slice(1, -1).replaceAll('/', '\\/')],
  ])('%s', (_, encode) => {
    fc.assert(
      fc.property(secret, (text) => {
        const sent = encode(text);
        expect(maskedBody(Buffer.from(`x=${sent};`), hidden([text])).toString()).toBe('x=•••;');
        expect(masked({ a: `x ${sent}` }, hidden([text]))).toEqual({ a: 'x •••' });
      }),
    );
  });
  it('percent-encoding of a token, beside what is encoded and what is not', () => {
    const token = 'dGVzdC9rZXk+c2VjcmV0/MTIz==';
    const sent = 'dGVzdC9rZXk%2Bc2VjcmV0/MTIz%3D%3d';
    expect(masked(`å%20 ${sent}%20å😀+${sent}😀`, hidden([token]))).toBe('å%20 •••%20å😀+•••😀');
    expect(masked('a%21b%28c%29', hidden(['a!b(c)']))).toBe('•••');
    expect(masked(`%C3%A5${strict('hemmelig å😀!')}%`, hidden(['hemmelig å😀!']))).toBe('%C3%A5•••%');
  });
  it('percent-encoding in a stream, however it is split', () => {
    const pieces = fc.array(
      fc.constantFrom('%2A', '%2a', '2Aabc%64efgh', '*', '%', '2', 'A', 'abc%64efgh', 'å'),
      {
        maxLength: 12,
      },
    );
    const sizes = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(
        pieces,
        sizes,
        fc.constantFrom('2Aabcdefgh', '*abcdefgh', '%2Aabcdefgh'),
        (parts, chunks, real) => {
          const body = Buffer.from(`x${parts.join('')}`);
          const whole = maskedBody(body, hidden([real])).toString();
          expect(inChunks(new BodyMasker(hidden([real]), 4), body, chunks).toString()).toBe(whole);
        },
      ),
      { numRuns: 500 },
    );
  });
  it.each(['base64', 'base64url'] as const)('%s, wherever it starts', (alphabet) => {
    fc.assert(
      fc.property(secret, junk, junk, (text, before, after) => {
        const sent = Buffer.concat([before, Buffer.from(text), after]).toString(alphabet);
        const shown = maskedBody(Buffer.from(`x ${sent}`), hidden([text])).toString();
        expect(shown).toMatch(/^x [\w+/=-]{0,12}•••[\w+/=-]{0,12}$/);
      }),
    );
  });
});
