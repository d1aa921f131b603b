/** What becomes of long texts, large bodies and long lists that others write. What they cost is measured in test/full/unit/linear.test.ts. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rowsOfVariables, wrongRow } from '../../renderer/places/requests/tree/variable-rows.ts';
import { judged } from '../../renderer/places/requests/tests/judged.ts';
import { amountText } from '../../shared/money/money.ts';
import { printRfc2253 } from '../../shared/signing/distinguished-names.ts';
import { matchKeyId } from '../../shared/signing/key-id.ts';
import type { Assertion } from '../../shared/collections/assertion.ts';
import { judge } from '../../shared/collections/judge.ts';
import { BodyView } from '../../shared/body-view/body-view.ts';
import { memorySource } from '../../shared/body-view/bytes.ts';
import { bodyIssues } from '../../shared/xs2a/body-issues.ts';
import { operationById } from '../../shared/xs2a/operations.ts';
import { ALL_EVENTS, laidOut, layOut } from '../../shared/flow/diagram.ts';
import type { FlowEvent } from '../../shared/flow/event.ts';
import { NO_FILTER } from '../../shared/flow/filter.ts';
import { Relations } from '../../shared/flow/relations.ts';
import { indexOf } from '../../shared/linear-text.ts';
import { readPasted } from '../../shared/interchange/pasted.ts';
import { changedPairs } from '../../shared/interchange/secret-texts.ts';
import { fresh, shownPath } from '../../shared/requests/compose.ts';
import { readRaw } from '../../shared/requests/raw-text.ts';
import { request, response } from '../support/flow-events.ts';
import { listedFlow } from '../../shared/collections/flow-listing.ts';
import { resolve } from '../../main/core/requests/resolve.ts';
import { type Move, movedBy } from '../../shared/collections/tree.ts';

const COMMON_NAME = '2.5.4.3';

const members = (count: number, name: (at: number) => string = (at) => `m${at}`) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [name(at), at]));

it.each(['@'.repeat(400_000), `a@${'b'.repeat(400_000)}`, '@.'.repeat(200_000)])(
  'TPP-1: a long e-mail address (%#)',
  (email) => {
    expect(bodyIssues(operationById('putContact'), {}, { email })).not.toEqual([]);
  },
);
it('TPP-1: a dot must follow the @, but not at once', () => {
  const wrong = (email: string) => bodyIssues(operationById('putContact'), {}, { email }).length > 0;
  expect(['a@b.no', 'a.b@c', 'a@b', 'a.b', `${'a'.repeat(250)}@b.no`, 'a@.no'].map(wrong)).toEqual([
    false,
    true,
    true,
    true,
    true,
    true,
  ]);
});
it('a path of thousands of variables: it is neither saved, read from a file, sent nor drawn', () => {
  const query = Object.fromEntries(Array.from({ length: 499 }, (_, at) => [`q${at}`, '{{a}}'.repeat(3000)]));
  const request = { ...fresh('listAccounts'), query };
  const parameters = Object.entries(query).map(([name, value]) => `${name}=${value}`);
  const file = `steps:\n  - request: GET /v1/accounts?${parameters.join('&')}\n`;
  const said = /^.*[Tt]he parameters of a request have at most 100,000 characters together\./;
  expect(listedFlow('f.flow.yaml', file, () => '').folders[0]?.damage).toMatch(said);
  expect(() => resolve(request)).toThrow(said);
  expect(shownPath(request)).toBe('/v1/accounts…');
  expect(
    shownPath({ ...request, query: {}, line: `GET /${'%7B%7Ba%7D%7D'.repeat(500_000)}` }).length,
  ).toBeLessThan(10_000);
  expect(shownPath({ ...fresh('listAccounts'), query: { q: 'x'.repeat(50_000) } })).toHaveLength(5001);
});
it('a raw text with a query of megabytes', () => {
  const read = readRaw(`GET /v1/accounts?${'a=b&'.repeat(1_250_000)}`, fresh('listAccounts'));
  expect(read).toMatchObject({ ok: false, line: 1 });
});
it('a name that JavaScript reserves, in a raw text', () => {
  expect(readRaw('GET /v1/accounts\n__proto__: x', fresh('listAccounts'))).toEqual({
    ok: false,
    line: 2,
    text: '__proto__ cannot be the name of a header: JavaScript reserves it.',
  });
});
it('very many steps and folders that are moved at once', () => {
  const moves = Array.from({ length: 2000 }, (_, at): Move => ({
    kind: 'folder',
    from: `a${at}`,
    to: `b${at}`,
  }));
  const nextOf = movedBy(moves);
  expect(moves.every(({ from, to }) => nextOf(`${from}/x/y`, 'step') === `${to}/x/y`)).toBe(true);
});
it('an amount with very many digits', () => {
  const digits = '1'.repeat(200_000);
  expect(amountText({ amount: `${digits}.50`, currency: 'NOK' })).toBe(`NOK ${digits}.50`);
});
it('a name in a certificate with blanks at both ends and very many inside', () => {
  const text = `  a${' '.repeat(400_000)}b \r`;
  const attribute = { oid: COMMON_NAME, text, raw: new Uint8Array() };
  expect(printRfc2253([[attribute]])).toBe(`CN=\\ \\ a${' '.repeat(400_000)}b\\ \\\r`);
});
it.each([
  ['', ''],
  [' ', '\\ '],
  ['   ', '\\ \\ \\ '],
  ['a', 'a'],
  [' a', '\\ a'],
])('the blanks of the name "%s" are escaped once', (text, escaped) => {
  expect(printRfc2253([[{ oid: COMMON_NAME, text, raw: new Uint8Array() }]])).toBe(`CN=${escaped}`);
});

describe('a text that is pasted, or written into an export', () => {
  it.each([
    [
      'a body in which each member is secret',
      `curl https://h/ -H 'content-type: application/json' -d '${JSON.stringify(members(3000, (at) => `password${at}`))}'`,
    ],
    [
      'headers of which each is secret',
      `curl https://h/ ${Array.from({ length: 3000 }, (_, at) => `-H 'x-token${at}: Bearer abc${at}'`).join(' ')}`,
    ],
  ])('%s', (_, text) => {
    const { notes = [] } = readPasted(text) ?? {};
    // They are one sentence of the window.
    expect(notes).not.toEqual([]);
    expect(notes.join(' ').length).toBeLessThan(15_000);
  });
  it('headers in the text of a request', () => {
    const lines = Array.from({ length: 600 }, (_, at) => `x${at}: y`);
    const read = (more: readonly string[]) =>
      readRaw(['GET /v1/accounts', ...lines, ...more].join('\n'), fresh('listAccounts'));
    expect(read([])).toMatchObject({ ok: false, text: expect.stringContaining('at most 500') as string });
    expect(read(['X7: z'])).toMatchObject({ ok: false, line: 602 });
  });
  it('a query of one long word', () => {
    const query = 'a'.repeat(10_000);
    expect(changedPairs(query, () => 'x')).toBe(query);
  });
});

describe('the lines, the search and the tree of a body that is no JSON', () => {
  const SIZE = 100_000;
  const of = (text: string, times = 1, before = '') =>
    Buffer.from(before + text.repeat((times * SIZE) / Buffer.byteLength(text)));
  it.each<[what: string, body: Buffer]>([
    ['letters', of('a', 4)],
    ['letters in a list', of('a', 4, '[')],
    ['emoji', of('😀', 4)],
    ['backslashes', of('\\', 4)],
    ['bytes inside of characters', Buffer.alloc(4 * SIZE, 0x80)],
    ['those bytes in a string', Buffer.concat([Buffer.from('["'), Buffer.alloc(SIZE, 0x80)])],
    ['backslashes in a string', of('\\', 1, '"')],
    ['quotes', of('"')],
    ['colons', of(':')],
    ['blanks', of(' ', 1, '[')],
    ['names without values', of('"a" ', 1, '{')],
    ['long lines', of(`${'a'.repeat(4000)}b\n`, 4)],
  ])('%s', (_, body) => {
    const view = new BodyView(memorySource(body));
    const lines = (['pretty', 'raw'] as const).flatMap((mode) => {
      while (view.index(Infinity));
      view.search(mode, 'b');
      return view.lines(mode, 0, 200).lines;
    });
    view.members(view.root().offset, 0, 100);
    // Each line is bounded too: 16 KB and one value more, and a colon is shown as two characters.
    expect(Math.max(...lines.map(({ text }) => text.length))).toBeLessThan(10 * 4096);
  });
});

it('SIG-4: an issuer of hundreds of attributes in one RDN', () => {
  const count = 300;
  const rdn = Array.from({ length: count }, (_, at) => ({
    oid: COMMON_NAME,
    raw: Uint8Array.from([4, 2, at >> 8, at & 255]),
    text: null,
  }));
  const written = Array.from({ length: count }, (_, at) => (count - 1 - at).toString(16).padStart(4, '0'));
  const keyId = `SN=1,CA=${written.map((hex) => `CN=#0402${hex}`).join('+')}`;
  expect(matchKeyId(keyId, { serial: '1', issuer: [rdn] }).matches).toBe(false);
});

describe('an assertion of a collection from somebody else, about a body from a bank', () => {
  const body = 'a'.repeat(2_000_000);
  const wanted = `${'a'.repeat(100_000)}b${'a'.repeat(100_000)}`;
  const response = {
    status: 200,
    headers: [],
    time: 1,
    schema: 'unknown',
    signature: 'unknown',
    verdicts: [],
  } as const;
  const outcome = { response: { ...response, text: body }, redirect: null };
  it.each([
    { is: 'containing', value: wanted },
    { is: 'like', pattern: `*${wanted}*` },
  ] as const)('$is', (must) => {
    expect(judge({ that: { of: 'text' }, must }, outcome).holds).toBe(false);
  });
  const rows = Array.from({ length: 10_000 }, () => ({
    amount: { currency: 'NOK', amount: '1.00' },
    id: 'a',
    list: [1, 2, 3],
  }));
  it.each<[what: string, path: string, json: unknown, must: Assertion['must']]>([
    [
      'an object with very many members, and each of many rows',
      '$',
      rows,
      { is: 'containing', value: members(15_000) },
    ],
    [
      'an object with as many members as each row, in it too',
      '$',
      rows,
      { is: 'containing', value: { amount: members(10_000), id: 'a', list: [1, 2, 3] } },
    ],
    [
      'objects whose last member differs',
      '$',
      Array.from({ length: 1000 }, (_, at) => ({ ...members(1000), m999: -at - 1 })),
      { is: 'containing', value: members(1000) },
    ],
  ])('compares %s', (_, path, json, must) => {
    const found = { response: { ...response, text: JSON.stringify(json) }, redirect: null };
    expect(judge({ that: { of: 'body', path }, must }, found).holds).toBe(false);
  });
  it('has its variables found, of however many there are', () => {
    const known = Array.from({ length: 10_000 }, (_, at) => ({
      name: `v${at}`,
      value: '',
      origin: 'environment' as const,
      from: null,
      secret: at % 2 === 1,
      json: `${at}`,
    }));
    const found = { response: { ...response, text: '9998' }, redirect: null };
    const about = (name: string): Assertion => ({
      that: { of: 'text' },
      must: { is: 'equal', to: `{{${name}}}` },
    });
    expect(judged(about('v9998'), found, known)?.holds).toBe(true);
    // Secret, unknown, of the time of a run, and of another list.
    expect(['v9999', 'other', '$today'].map((name) => judged(about(name), found, known))).toEqual([
      null,
      null,
      null,
    ]);
    expect(judged(about('v9998'), found, known.slice(0, 10))).toBeNull();
  });
  it('finds what the search of JavaScript finds', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 300 });
    const some = fc
      .tuple(text, text, fc.nat(80))
      .map(([a, b, from]) => ({ a: a + b.slice(0, 90) + a, b, from }));
    fc.assert(
      fc.property(some, ({ a, b, from }) => {
        for (const wanted of [b, a.slice(from), a.slice(from, -20), 'ab'.repeat(40)])
          expect(indexOf(a, wanted, from)).toBe(a.indexOf(wanted, from));
      }),
      { numRuns: 500 },
    );
  });
});

it('a flow of thousands of steps that do the same', () => {
  const text = `steps:\n  - { name: Pause 0 ms (3), pause: 1 }\n${'  - pause: 0\n'.repeat(3000)}`;
  const names = listedFlow('f.flow.yaml', text, () => '').entries.map(({ name }) => name);
  expect(names.slice(1, 5)).toEqual(['Pause 0 ms', 'Pause 0 ms (2)', 'Pause 0 ms (4)', 'Pause 0 ms (5)']);
  expect(new Set(names).size).toBe(3001);
});

it('events that name each payment together with the one before', () => {
  const count = 2000;
  const payment = (at: number) => ({ subject: 'payment' as const, id: `p${at}` });
  const events = Array.from({ length: count }, (_, at) =>
    request(at, { about: [payment(at + 1), payment(at)] }),
  );
  const relations = new Relations([
    ...events,
    ...events.map((one) => ({ ...one, about: one.about.slice(1) })),
  ]);
  expect(new Set(events.map(({ seq }) => relations.dialogueOf(seq)))).toEqual(new Set([`payment p${count}`]));
});

describe('a log of very many events', () => {
  const COUNT = 2000;
  const range = Array.from({ length: COUNT }, (_, at) => at + 1);
  const sca = [{ subject: 'authorisation' as const, id: 'a' }];
  const payment = [{ subject: 'payment' as const, id: 'p' }];
  it.each<[what: string, events: FlowEvent[]]>([
    ['of one SCA', range.map((seq) => request(seq, { from: 'psu', about: sca }))],
    [
      'each of which is the cause of the next',
      range.map((seq) => request(seq, { cause: seq === 1 ? null : seq - 1 })),
    ],
    ['whose causes go round', range.map((seq) => request(seq, { cause: (seq % COUNT) + 1 }))],
  ])('%s is filtered, and laid out by dialogues', (_, events) => {
    const diagram = layOut(events);
    const about = { subject: 'request', id: 'x' } as const;
    expect([
      laidOut(diagram, { ...ALL_EVENTS, filter: { ...NO_FILTER, text: 'GET' } }).matches,
      laidOut(diagram, { ...ALL_EVENTS, filter: { ...NO_FILTER, about } }).matches,
      laidOut(diagram, { ...ALL_EVENTS, apart: true }).rows.length,
    ]).toEqual([COUNT, 0, COUNT + 1]);
  });
  it('has the dialogue of the first cause that has one, also if it becomes known later', () => {
    const relations = new Relations([request(1), request(2, { cause: 1 }), request(3, { cause: 2 })]);
    expect([1, 2, 3].map((seq) => relations.dialogueOf(seq))).toEqual([null, null, null]);
    relations.add(response(4, 1, { about: payment }));
    expect([3, 2, 1].map((seq) => relations.dialogueOf(seq))).toEqual(Array(3).fill('payment p'));
  });
});

it('the variables of a folder, each secret one', () => {
  const names = Array.from({ length: 1000 }, (_, at) => `v${at}`);
  const variables = Object.fromEntries(names.map((name) => [name, name]));
  const rows = rowsOfVariables({ variables, secret: [...names, 'constructor'] });
  expect(rows.at(-1)).toEqual({ name: 'constructor', value: '', secret: true });
  expect([wrongRow(rows), wrongRow([...rows, { name: 'v7', value: '', secret: false }])]).toEqual([
    null,
    rows.length,
  ]);
});
