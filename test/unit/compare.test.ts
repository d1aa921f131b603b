/** Two exchanges side by side: differences at their fields and words, noise apart, with bounded work whatever the banks have sent. */
import { describe, expect, it } from 'vitest';
import type { Exchange } from '../../shared/contract/exchange.ts';
import { compared, type Message, type Piece, rowOf, shortLine, wordsOf } from '../../renderer/ui/compared.ts';
import { shortIds } from '../../renderer/ui/long-ids.ts';
import { comparison } from '../../renderer/ui/comparison.ts';

const message = (body: string): Message => ({ first: '200 OK', body });
const numbered = (word: string, count: number) =>
  JSON.stringify(Array.from({ length: count }, (_, at) => `${word}${at}`));
const textOf = (pieces: readonly Piece[]) => pieces.map(({ text }) => text).join('');
const marked = (pieces: readonly Piece[]) => pieces.filter(({ differs }) => differs).map(({ text }) => text);

it('a line keeps its words up to 160 characters, and the beginning and end of longer ones', () => {
  const word = 'a'.repeat(60) + 'b'.repeat(80) + 'c'.repeat(20);
  expect(shortLine(`Signature: ${word} x`)).toBe(`Signature: ${word} x`);
  expect(shortLine(`Signature: ${word}c x`)).toBe(
    `Signature: ${'a'.repeat(60)}…${'c'.repeat(20)} (161 characters) x`,
  );
});

it('a long word of two lines that differ keeps what differs, wherever it is', () => {
  const [start, end] = ['a'.repeat(400), 'c'.repeat(300)];
  const around = ['a'.repeat(60) + '…' + 'a'.repeat(20), 'c'.repeat(60) + '…' + 'c'.repeat(20)] as const;
  const { left, right } = wordsOf(rowOf(`${start}11${end}`, `${start}2${end}`), false);
  expect([textOf(left), textOf(right)]).toEqual([around.join('11'), around.join('2')]);
  expect([marked(left), marked(right)]).toEqual([['11'], ['2']]);
  expect(wordsOf(rowOf(null, start), false)).toEqual({
    left: [],
    right: [{ text: shortLine(start), differs: false }],
  });
});

it.each([
  ['"amount": 1250.5,', '"amount": "1250.50",', ['1250.5'], ['"1250.50"']],
  ['"Ingrid  Haugen"', '"Ingrid Haugen"', ['  '], [' ']],
  ['text/plain; charset=latin1', 'text/plain', ['; charset=latin1'], []],
])('of %s and %s, the words that differ are marked', (one, other, left, right) => {
  const words = wordsOf(rowOf(one, other), false);
  expect([marked(words.left), marked(words.right)]).toEqual([left, right]);
  expect([textOf(words.left), textOf(words.right)]).toEqual([one, other]);
});

it('of lines with too many differing words, the part that differs is marked', () => {
  const words = (from: number) => Array.from({ length: 200 }, (_, at) => `w${from + at}`).join(' ');
  const { left } = wordsOf(rowOf(`a ${words(0)} z`, `a ${words(1000)} z`), false);
  expect(left).toHaveLength(3);
});

it('an id in a path is cut in the middle, and no word is', () => {
  const path = '/v1/payments/norwegian-domestic-credit-transfers';
  expect(shortIds(`${path}/enc!!Fptb3k9LmQ0aZdBvTs5/status`)).toBe(`${path}/enc!!Fptb…dBvTs5/status`);
  expect(shortIds('/v1/payments/pain.001-sepa-credit-transfers?x=1')).toBe(
    '/v1/payments/pain.001-sepa-credit-transfers?x=1',
  );
});

describe('compared', () => {
  it('a field that differs is one row, and what only one side has is next to nothing', () => {
    const { rows, cut, aligned } = compared(message('{"a":1,"b":2}'), message('{"a":1,"b":3,"c":4}'));
    expect(rows.filter(({ kind }) => kind !== 'same')).toEqual([
      { left: '  "b": 2', right: '  "b": 3,', kind: 'differs' },
      { left: null, right: '  "c": 4', kind: 'differs' },
    ]);
    expect({ cut, aligned }).toEqual({ cut: false, aligned: true });
  });

  it('a field that differs is beside its own, after fields that only one side has', () => {
    const { rows } = compared(message('{"b":2}'), message('{"a":1,"b":3}'));
    expect(rows.slice(-3, -1)).toEqual([
      { left: null, right: '  "a": 1,', kind: 'differs' },
      { left: '  "b": 2', right: '  "b": 3', kind: 'differs' },
    ]);
  });

  it.each([
    ['4,000 different lines', numbered('a', 4000), numbered('b', 4000)],
    ['text of 100,000 lines', 'a\n'.repeat(100_000), 'b\n'.repeat(100_000)],
    ['arrays, 60,000 deep', '['.repeat(60_000), '{"a":'.repeat(40_000)],
  ])('of %s, 1,000 are compared in their order', (_name, left, right) => {
    const { rows, cut, aligned } = compared(message(left), message(right));
    expect(rows).toHaveLength(1002);
    expect({ cut, aligned }).toEqual({ cut: true, aligned: false });
    expect(rows.every((row) => (row.left ?? '').length < 200)).toBe(true);
  });

  it('a few differences in a long body are aligned', () => {
    const left = numbered('a', 900);
    const { rows, cut, aligned } = compared(message(left), message(left.replace('"a450",', '')));
    expect(rows.filter(({ kind }) => kind !== 'same')).toEqual([
      { left: '  "a450",', right: null, kind: 'differs' },
    ]);
    expect({ cut, aligned }).toEqual({ cut: false, aligned: true });
  });
});

describe('comparison', () => {
  const exchange = (headers: Record<string, string>, body: unknown, status = 201): Exchange => ({
    id: '1',
    at: 0,
    title: 'Create payment',
    method: 'POST',
    path: '/v1/payments',
    status,
    duration: 1,
    failure: null,
    environment: 'Local bank',
    origin: null,
    operation: null,
    request: null,
    notKept: null,
    prepared: {
      url: '',
      headers: Object.entries(headers).map(([name, value]) => ({
        name,
        value,
        source: '',
        rule: null,
        line: null,
      })),
      signing: {
        lines: ['date: today'],
        signed: null,
        otherKey: false,
        keyId: 'SN=1',
        text: '',
        header: '',
        replaced: false,
        expected: null,
      },
    },
    profile: null,
    requestBody: '',
    response: {
      status,
      reason: '',
      headers: [],
      bodyBytes: 0,
      body: JSON.stringify(body),
      tls: null,
      timing: null,
    },
    verdicts: [],
    links: [],
    linksLeftOut: 0,
    explanation: null,
    diagnosis: null,
  });
  const id = (mark: string) => `enc!!${mark}Aa1Bb2Cc3Dd4Ee5Ff6`;

  it('what differs in every message is noise: dates, ids, signatures, the connection; a header that is missing is not', () => {
    const left = exchange(
      { Date: 'a', 'user-agent': 'curl', Digest: 'x' },
      { paymentId: id('x'), status: 'RCVD' },
    );
    const right = exchange({ date: 'b' }, { paymentId: id('y'), status: 'RCVD', last: true });
    const { parts, count, names } = comparison(left, right);
    expect({ count, names }).toEqual({ count: 2, names: ['Digest', 'last'] });
    expect(parts.find(({ name }) => name === 'headers')?.of.rows.map(({ kind }) => kind)).toEqual([
      'differs',
      'noise',
      'noise',
    ]);
  });

  it('another status is one difference, whatever the bodies have', () => {
    const { count, names } = comparison(exchange({}, { a: 1, b: 2 }), exchange({}, { c: 3 }, 400));
    expect({ count, names }).toEqual({ count: 1, names: ['the status'] });
  });

  it('another digest of the same body is not noise, and neither is a comma at the end of a header', () => {
    const left = exchange({ Digest: 'x', Accept: 'a' }, {});
    const right = exchange({ Digest: 'y', Accept: 'a,' }, {});
    expect(comparison(left, right).names).toEqual(['Digest', 'Accept']);
    right.requestBody = '{}';
    expect(comparison(left, right).names).toEqual(['Accept']);
  });

  it('another key is not noise, though each message has another signature', () => {
    const left = exchange({}, {});
    const right = exchange({}, {});
    right.prepared.signing.keyId = 'SN=2';
    expect(comparison(left, right).names).toEqual(['keyId']);
  });

  it('a line break at the end of the signing string is a sign in its last line, even of a line that differs each time', () => {
    const left = exchange({}, {});
    const right = exchange({}, {});
    left.prepared.signing.signed = '(request-target): get /\ndate: today\n';
    right.prepared.signing.signed = '(request-target): get /\ndate: tomorrow';
    expect(comparison(left, right).parts.find(({ name }) => name === 'signing')?.of.rows).toEqual([
      { left: '(request-target): get /', right: '(request-target): get /', kind: 'same' },
      { left: 'date: today↵', right: 'date: tomorrow', kind: 'differs' },
    ]);
  });
});
