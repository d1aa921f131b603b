/** Captures and assertions: what they read from a response and what they say about it. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Assertion, assertionSchema } from '../../../shared/collections/assertion.ts';
import { isLike, judge } from '../../../shared/collections/judge.ts';
import { compilePattern } from '../../../shared/collections/linear-pattern.ts';
import { captured, captureSchema } from '../../../shared/collections/capture.ts';
import { isDeepEqual } from '../../../shared/collections/deep-equal.ts';
import { type Outcome, type Source, sourceSchema, valueOf } from '../../../shared/collections/source.ts';

const PAYMENT = {
  transactionStatus: 'RCVD',
  paymentId: 'p-1',
  accounts: [{ iban: 'NO1' }, { iban: 'NO2' }],
  total: 2,
  none: [],
  _links: { scaStatus: { href: '/v1/payments/x', verbs: ['GET'] } },
};

function outcome(body: unknown = PAYMENT, more: Partial<NonNullable<Outcome['response']>> = {}): Outcome {
  return {
    response: {
      status: 201,
      headers: [
        ['Location', '/v1/payments/x'],
        ['Via', 'a'],
        ['via', 'b'],
      ],
      text: typeof body === 'string' ? body : JSON.stringify(body),
      time: 12,
      schema: 'yes',
      signature: 'unknown',
      verdicts: ['yes', 'unknown'],
      ...more,
    },
    redirect: 'https://tpp.example/return?psu-id=abc%20d&state=1',
  };
}

const value = (source: Source, of: Outcome = outcome()) => {
  const found = valueOf(source, of);
  return found.found ? found.value : `– ${found.why}`;
};

describe('a source', () => {
  it.each([
    [{ of: 'status' }, 201],
    [{ of: 'header', name: 'location' }, '/v1/payments/x'],
    [{ of: 'header', name: 'VIA' }, 'a, b'],
    [{ of: 'header', name: 'Date' }, '– The response has no header Date.'],
    [{ of: 'body', path: '$.paymentId' }, 'p-1'],
    [{ of: 'body', path: '$.accounts[*].iban' }, ['NO1', 'NO2']],
    [{ of: 'body', path: '$.accounts[?@.iban=="NO2"].iban' }, ['NO2']],
    [{ of: 'body', path: '$.accounts[1:].iban' }, ['NO2']],
    [{ of: 'body', path: '$..paymentId' }, ['p-1']],
    [
      { of: 'body', path: '$.accounts[?@.iban=="NO3"]' },
      '– The body has nothing at $.accounts[?@.iban=="NO3"].',
    ],
    [{ of: 'body', path: '$.nothing' }, '– The body has nothing at $.nothing.'],
    [{ of: 'link', name: 'scaStatus' }, '/v1/payments/x'],
    [{ of: 'link', name: 'self' }, '– The body has no link self. It has scaStatus.'],
    [{ of: 'redirect', name: 'psu-id' }, 'abc d'],
    [{ of: 'redirect', name: 'error' }, '– The PSU returned without error.'],
    [{ of: 'error-code' }, '– The body is not that of a refusal.'],
    [{ of: 'schema' }, 'yes'],
    [{ of: 'signature' }, 'unknown'],
    [{ of: 'verdicts' }, 'unknown'],
    [{ of: 'time' }, 12],
  ] satisfies [Source, unknown][])('%j gives %j', (source, expected) => {
    expect(value(source)).toEqual(expected);
  });

  it('says why there is nothing', () => {
    expect(value({ of: 'body', path: '$.a' }, outcome('<html>'))).toBe('– The body is not JSON.');
    expect(value({ of: 'body', path: '$.a' }, outcome(''))).toBe('– The response has no body.');
    expect(value({ of: 'text' }, outcome({}, { text: null }))).toBe(
      '– The body is too large to be read whole.',
    );
    expect(value({ of: 'status' }, { response: null, redirect: null })).toBe('– There is no response.');
    expect(value({ of: 'redirect', name: 'a' }, { response: null, redirect: null })).toBe(
      '– The PSU has not returned.',
    );
  });

  it('reads the code of a refusal', () => {
    const refusal = { tppMessages: [{ category: 'ERROR', code: 'SIGNATURE_INVALID', text: 'no' }] };
    expect(value({ of: 'error-code' }, outcome(refusal))).toBe('SIGNATURE_INVALID');
    const returned = { response: null, redirect: 'https://tpp.example/?code=PSU_CREDENTIALS_INVALID' };
    expect(value({ of: 'error-code' }, returned)).toBe('PSU_CREDENTIALS_INVALID');
    expect(value({ of: 'error-code' }, { response: null, redirect: null })).toBe('– There is no response.');
  });

  it('of the messages of a refusal and of the verbs of a link, it checks only what it reads', () => {
    const many = Array.from({ length: 100_000 }, () => ({}));
    const refusal = [{ category: 'ERROR', code: 'SIGNATURE_INVALID', text: 'no' }, ...many];
    const body = { tppMessages: refusal, _links: { self: { href: '/v1', verbs: many } } };
    expect(value({ of: 'error-code' }, outcome(body))).toBe('SIGNATURE_INVALID');
    expect(value({ of: 'link', name: 'self' }, outcome(body))).toBe('/v1');
  });

  it('is refused if its JSONPath cannot be read, or could hang', () => {
    for (const path of [
      '$[',
      'a',
      '$[?match(@.a, "(a+)+b")]',
      '$[?search(@.a, "x")]',
      `$.${'a'.repeat(1000)}`,
    ])
      expect(sourceSchema.safeParse({ of: 'body', path }).success, path).toBe(false);
    expect(sourceSchema.parse({ of: 'body', path: '$..iban' })).toBeTruthy();
  });

  it('is never thrown off by a body, however deep', () => {
    const deep = `${'['.repeat(5000)}${']'.repeat(5000)}`;
    expect(valueOf({ of: 'body', path: '$..a' }, outcome(deep)).found).toBe(false);
  });
});

const judged = (that: Source, must: Assertion['must'], of = outcome()) => judge({ that, must }, of);

describe('an assertion', () => {
  it.each([
    [{ of: 'status' }, { is: 'equal', to: 201 }, true, 'Status is 201'],
    [{ of: 'status' }, { is: 'equal', to: 400 }, false, 'Expected status 400, got 201'],
    [{ of: 'status' }, { is: 'one-of', values: [200, 201] }, true, 'Status is one of 200, 201'],
    [
      { of: 'body', path: '$.accounts' },
      { is: 'of-length', length: 2 },
      true,
      'Body $.accounts has the length 2',
    ],
    [
      { of: 'body', path: '$.total' },
      { is: 'at-least', value: 3 },
      false,
      'Expected body $.total to be at least 3, got 2',
    ],
    [{ of: 'body', path: '$.x' }, { is: 'absent' }, true, 'Body $.x is absent'],
    [{ of: 'body', path: '$.total' }, { is: 'absent' }, false, 'Expected body $.total to be absent, got 2'],
    [
      { of: 'body', path: '$.x' },
      { is: 'present' },
      false,
      'Expected body $.x to be present, but the body has nothing at $.x',
    ],
    [
      { of: 'header', name: 'Location' },
      { is: 'like', pattern: '/v1/*/x' },
      true,
      'Header Location is like /v1/*/x',
    ],
    [
      { of: 'body', path: '$.paymentId' },
      { is: 'of-form', form: 'uuid' },
      false,
      'Expected body $.paymentId to be a UUID, got p-1',
    ],
    [
      { of: 'body', path: '$.accounts[*].iban' },
      {
        is: 'every',
        must: [
          { is: 'like', pattern: 'NO*' },
          { is: 'of-length', length: 3 },
        ],
      },
      true,
      'Every member of body $.accounts[*].iban is like NO* and has the length 3',
    ],
    [
      { of: 'body', path: '$.accounts[*].iban' },
      { is: 'every', must: [{ is: 'equal', to: 'NO1' }] },
      false,
      'Expected every member of body $.accounts[*].iban to be NO1, but member 2 is NO2',
    ],
    [
      { of: 'body', path: '$.total' },
      { is: 'every', must: [{ is: 'present' }] },
      false,
      'Expected every member of body $.total to be present, got 2',
    ],
    [
      { of: 'body', path: '$.none' },
      { is: 'every', must: [{ is: 'present' }] },
      false,
      'Expected every member of body $.none to be present, got []',
    ],
    [
      { of: 'body', path: '$.paymentId' },
      { is: 'matching', pattern: String.raw`^p-\d+$` },
      true,
      String.raw`Body $.paymentId matches ^p-\d+$`,
    ],
    [
      { of: 'body', path: '$.paymentId' },
      { is: 'matching', pattern: '[0-9]{2}' },
      false,
      'Expected body $.paymentId to match [0-9]{2}, got p-1',
    ],
    [
      { of: 'body', path: '$.accounts' },
      { is: 'containing', value: { iban: 'NO2' } },
      true,
      'Body $.accounts contains {"iban":"NO2"}',
    ],
  ] satisfies [Source, Assertion['must'], boolean, string][])('%j %j', (that, must, holds, text) => {
    const { holds: held, text: said } = judged(that, must);
    expect({ holds: held, text: said.slice(0, text.length) }).toEqual({ holds, text });
  });

  it('compares amounts as numbers and dates as dates, and nothing else', () => {
    const of = outcome({ amount: '9.50', date: '2026-11-20', name: 'b' });
    const path = (name: string): Source => ({ of: 'body', path: `$.${name}` });
    expect(judged(path('amount'), { is: 'at-most', value: '10.00' }, of).holds).toBe(true);
    expect(judged(path('date'), { is: 'at-least', value: '2026-11-20' }, of).holds).toBe(true);
    expect(judged(path('date'), { is: 'at-most', value: '2026-11-19' }, of).holds).toBe(false);
    expect(judged(path('name'), { is: 'at-least', value: 'a' }, of).holds).toBe(false);
    expect(judged(path('name'), { is: 'at-most', value: 'c' }, of).holds).toBe(false);
  });
});

it('two JSON values are equal whatever the order of their members', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (json) => {
      const reordered = JSON.parse(JSON.stringify(json), (_, value: unknown) =>
        typeof value === 'object' && value !== null && !Array.isArray(value)
          ? Object.fromEntries(Object.entries(value).reverse())
          : value,
      ) as unknown;
      expect(isDeepEqual(JSON.parse(JSON.stringify(json)), reordered)).toBe(true);
      expect(isDeepEqual([json], [json, null])).toBe(false);
      expect(isDeepEqual({ a: json }, { b: json })).toBe(false);
    }),
  );
});

it('two JSON values that differ in one place are different', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
      // As texts in which members are in one order.
      const sorted = (json: unknown) =>
        JSON.stringify(json, (_, value: unknown) =>
          typeof value === 'object' && value !== null && !Array.isArray(value)
            ? { object: Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)) }
            : value,
        );
      expect(isDeepEqual(one, other)).toBe(sorted(one) === sorted(other));
      expect(isDeepEqual({ a: [one] }, { a: [other] })).toBe(sorted(one) === sorted(other));
    }),
  );
  const json = (text: string): unknown => JSON.parse(text);
  const own = '{"__proto__":1,"toString":2}';
  expect(
    [own, '{"__proto__":2,"toString":2}', '{"a":1,"toString":2}', '{"a":1,"b":2}'].map((one) =>
      isDeepEqual(json(own), json(one)),
    ),
  ).toEqual([true, false, false, false]);
  expect(isDeepEqual(json('{"a":1,"b":2}'), json('{"a":1,"toString":2}'))).toBe(false);
  expect([isDeepEqual([], {}), isDeepEqual({}, []), isDeepEqual(null, {}), isDeepEqual([1], [1, 2])]).toEqual(
    [false, false, false, false],
  );
});

it('a pattern of texts and stars fits exactly the texts that a regular expression fits', () => {
  const letters = fc.string({ unit: fc.constantFrom('a', 'b', '.'), maxLength: 6 });
  const pattern = fc.string({ unit: fc.constantFrom('a', 'b', '.', '*'), maxLength: 6 });
  fc.assert(
    fc.property(letters, pattern, (text, like) => {
      const source = like.replaceAll('.', String.raw`\.`).replaceAll('*', '.*');
      expect(isLike(text, like)).toBe(new RegExp(`^${source}$`).test(text));
    }),
    { numRuns: 2000 },
  );
});

it('a capture keeps its value as it is, and says why it has none', () => {
  const read = (capture: unknown) => captured([captureSchema.parse(capture)], outcome())[0];
  expect(read({ as: 'id', from: { of: 'body', path: '$.paymentId' } })).toEqual({
    name: 'id',
    value: 'p-1',
  });
  expect(read({ as: 'n', from: { of: 'body', path: '$.total' } })).toEqual({ name: 'n', value: 2 });
  expect(read({ as: 'n', from: { of: 'link', name: 'self' } })).toEqual({
    name: 'n',
    missing: 'Link self cannot be kept as n: The body has no link self. It has scaStatus.',
  });
  expect(captureSchema.safeParse({ as: '1a', from: { of: 'status' } }).success).toBe(false);
});

it.each([
  ['$.accounts[*].iban', 'first', 'NO1'],
  ['$.none', 'first', 'The list is empty.'],
  ['$.paymentId', 'first', 'It is not a list.'],
  ['$.url', { segment: 2 }, 'payments'],
  ['$.url', { segment: -1 }, 'a/b c'],
  ['$.url', { segment: 4 }, 'Its path has no segment 4.'],
  ['$._links.scaStatus.href', { segment: 1 }, 'v1'],
  ['$._links.scaStatus.href', { segment: -3 }, 'v1'],
  ['$._links.scaStatus.href', { segment: -4 }, 'Its path has no segment -4.'],
  ['$.odd', { segment: 1 }, '100%'],
  ['$.total', { segment: 1 }, 'It is not an address or a path.'],
])('a capture of %s picks %j: %s', (path, pick, expected) => {
  const body = { ...PAYMENT, url: 'https://bank.example/v1/payments/a%2Fb%20c/?x=/y#z', odd: '/100%' };
  const capture = captureSchema.parse({ as: 'a', from: { of: 'body', path }, pick });
  const [found] = captured([capture], outcome(body));
  expect(found && 'missing' in found ? found.missing : found?.value).toBe(
    expected.endsWith('.') ? `Body ${path} cannot be kept as a: ${expected}` : expected,
  );
});

describe('a regular expression of a collection', () => {
  const part = fc.constantFrom(
    'a',
    'b',
    'é',
    '.',
    '[ab]',
    '[^a]',
    String.raw`\w`,
    String.raw`\u{e9}`,
    String.raw`\.`,
    'a|b',
    '^',
    '$',
    String.raw`\b`,
    String.raw`\p{Lu}`,
  );
  const repeated = fc
    .tuple(part, fc.constantFrom('', '*', '+', '?', '{2}', '{1,3}', '{2,}', '*?'))
    .map(([one, times]) => (/^[$^]$|b$/.test(one) && one !== 'b' ? one : `(?:${one})${times}`));
  const group = fc
    .tuple(fc.array(repeated, { maxLength: 3 }), fc.constantFrom('', '*', '?', '{2}'))
    .map(([parts, times]) => `(${parts.join('')})${times}`);
  const text = fc.string({ unit: fc.constantFrom('a', 'b', 'é', '.', ' ', 'Å', '😀'), maxLength: 8 });

  it('fits exactly what JavaScript fits', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(repeated, group), { maxLength: 4 }), text, (parts, one) => {
        const source = parts.join('');
        const pattern = compilePattern(source);
        expect(typeof pattern === 'string' ? pattern : pattern.test(one)).toBe(
          new RegExp(source, 'u').test(one),
        );
      }),
      { numRuns: 3000 },
    );
  });

  it.each([
    '(a+)+b',
    '(a|a)*b',
    'a*a*a*a*a*a*b',
    `${'a?'.repeat(40)}${'a'.repeat(40)}b`,
    '(.*)(.*)(.*)(.*)x',
  ])('takes no time with %s, which keeps JavaScript busy for years', (source) => {
    const pattern = compilePattern(source);
    expect(typeof pattern === 'string' ? pattern : pattern.test('a'.repeat(5000))).toBe(false);
  });

  it.each([
    ['(', 'is not a regular expression'],
    ['a**', 'is not a regular expression'],
    ['{{', 'is not a regular expression'],
    [String.raw`(a)\1`, 'refer to a group'],
    [String.raw`(?<n>a)\k<n>`, 'refer to a group'],
    ['a(?=b)', 'look ahead or behind'],
    ['(?<!b)a', 'look ahead or behind'],
    ['a{5000}', 'too large'],
    ['((a{99}){99}){99}', 'too large'],
    ['a'.repeat(1001), 'at most 1000 characters'],
  ])('is refused if it is %s', (pattern, why) => {
    const read = assertionSchema.safeParse({ that: { of: 'status' }, must: { is: 'matching', pattern } });
    expect(read.error?.issues[0]?.message).toContain(why);
  });

  it('does not hold of a text that would take too long, and says so', () => {
    const { holds, text: said } = judged(
      { of: 'text' },
      { is: 'matching', pattern: 'a{1000}b' },
      outcome('a'.repeat(100_000)),
    );
    expect([holds, said.endsWith('but the text is too long for this regular expression')]).toEqual([
      false,
      true,
    ]);
  });
});
