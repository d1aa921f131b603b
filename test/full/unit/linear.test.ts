/**
 * Checks of texts that others write take time in proportion to their length. With a time that grows with its square, each
 * text here would take far longer than a test may.
 */
import { describe, expect, it } from 'vitest';
import { CONTROL_CHOICES } from '../../../bank-sim/index.ts';
import { rowsOfVariables, wrongRow } from '../../../renderer/places/requests/tree/variable-rows.ts';
import { judged } from '../../../renderer/places/requests/tests/judged.ts';
import { matchKeyId } from '../../../shared/signing/key-id.ts';
import type { Assertion } from '../../../shared/collections/assertion.ts';
import { judge } from '../../../shared/collections/judge.ts';
import { BodyView } from '../../../shared/body-view/body-view.ts';
import { memorySource } from '../../../shared/body-view/bytes.ts';
import { ALL_EVENTS, laidOut, layOut } from '../../../shared/flow/diagram.ts';
import type { FlowEvent } from '../../../shared/flow/event.ts';
import { NO_FILTER } from '../../../shared/flow/filter.ts';
import { Relations } from '../../../shared/flow/relations.ts';
import { readPasted } from '../../../shared/interchange/pasted.ts';
import { changedPairs } from '../../../shared/interchange/secret-texts.ts';
import { fresh } from '../../../shared/requests/compose.ts';
import { readRaw } from '../../../shared/requests/raw-text.ts';
import { lintDemonstration } from '../../../shared/demonstrations/lint.ts';
import { measured } from '../support/cpu-time.ts';
import { request } from '../../support/flow-events.ts';
import { listedFlow } from '../../../shared/collections/flow-listing.ts';
import { type Move, movedBy } from '../../../shared/collections/tree.ts';

const COMMON_NAME = '2.5.4.3';

const members = (count: number, name: (at: number) => string = (at) => `m${at}`) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [name(at), at]));

it('a raw text with a query of megabytes', () => {
  const { result, seconds } = measured(() =>
    readRaw(`GET /v1/accounts?${'a=b&'.repeat(1_250_000)}`, fresh('listAccounts')),
  );
  expect(result).toMatchObject({ ok: false, line: 1 });
  expect(seconds).toBeLessThan(0.2);
});
it('very many steps and folders that are moved at once', () => {
  const moves = Array.from({ length: 100_000 }, (_, at): Move => ({
    kind: 'folder',
    from: `a${at}`,
    to: `b${at}`,
  }));
  const { seconds } = measured(() => {
    const nextOf = movedBy(moves);
    expect(moves.every(({ from, to }) => nextOf(`${from}/x/y`, 'step') === `${to}/x/y`)).toBe(true);
  });
  expect(seconds).toBeLessThan(4);
});
describe('a text that is pasted, or written into an export', () => {
  const LONG = 900_000;
  it.each([
    ['an address without a value', `https://h/?${'a'.repeat(LONG)}`],
    ['an address of ampersands', `https://h/?${'&'.repeat(LONG)}`],
    ['an address of number signs', `https://h/?${'a#'.repeat(LONG / 2)}`],
    ['curl with many options', `curl https://h/ ${"-H 'a: b' --json 1 ".repeat(40_000)}`],
    ['curl with many addresses', `curl ${'a '.repeat(LONG / 2)}`],
    [
      'curl with many addresses and options',
      `curl ${Array.from({ length: 60_000 }, (_, at) => `--q${at} a`).join(' ')} ${'-H a:b '.repeat(20_000)}`,
    ],
    ['curl with many parts', `curl a${' -: a'.repeat(100_000)}`],
    ['curl with a long query', `curl 'https://h/?${'a'.repeat(LONG)}'`],
    ['HTTP text', `GET /?${'a'.repeat(LONG)} HTTP/1.1\nHost: h\n\n`],
    [
      'a body in which each member is secret',
      `curl https://h/ -H 'content-type: application/json' -d '${JSON.stringify(members(30_000, (at) => `password${at}`))}'`,
    ],
    [
      'headers of which each is secret',
      `curl https://h/ ${Array.from({ length: 25_000 }, (_, at) => `-H 'x-token${at}: Bearer abc${at}'`).join(' ')}`,
    ],
  ])('%s', (_, text) => {
    const { result, seconds } = measured(() => readPasted(text));
    expect(seconds).toBeLessThan(2);
    // They are one sentence of the window.
    expect(result?.notes.join(' ').length).toBeLessThan(15_000);
  });
  it('headers in the text of a request', () => {
    const lines = Array.from({ length: 100_000 }, (_, at) => `x${at}: y`);
    const read = (more: readonly string[]) =>
      measured(() => readRaw(['GET /v1/accounts', ...lines, ...more].join('\n'), fresh('listAccounts')));
    const [many, twice] = [read([]), read(['X7: z'])];
    expect(many.result).toMatchObject({ ok: false, text: expect.stringContaining('at most 500') as string });
    expect(twice.result).toMatchObject({ ok: false, line: 100_002 });
    expect(many.seconds + twice.seconds).toBeLessThan(4);
  });
  it('a query of one long word', () => {
    const query = 'a'.repeat(LONG);
    const { result, seconds } = measured(() => changedPairs(query, () => 'x'));
    expect([result === query, seconds < 2]).toEqual([true, true]);
  });
});

describe('the lines, the search and the tree of a body that is no JSON', () => {
  const SIZE = 1_000_000;
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
    const { result, seconds } = measured(() => {
      const windows = (['pretty', 'raw'] as const).map((mode) => {
        while (view.index(Infinity));
        view.search(mode, 'b');
        return view.lines(mode, 0, 200);
      });
      view.members(view.root().offset, 0, 100);
      return windows.flatMap(({ lines }) => lines);
    });
    expect(seconds).toBeLessThan(4);
    // Each line is bounded too: 16 KB and one value more, and a colon is shown as two characters.
    expect(Math.max(...result.map(({ text }) => text.length))).toBeLessThan(10 * 4096);
  });
});

it('SIG-4: an issuer of hundreds of attributes in one RDN', () => {
  const count = 2000;
  const rdn = Array.from({ length: count }, (_, at) => ({
    oid: COMMON_NAME,
    raw: Uint8Array.from([4, 2, at >> 8, at & 255]),
    text: null,
  }));
  const written = Array.from({ length: count }, (_, at) => (count - 1 - at).toString(16).padStart(4, '0'));
  const keyId = `SN=1,CA=${written.map((hex) => `CN=#0402${hex}`).join('+')}`;
  const { result, seconds } = measured(() => matchKeyId(keyId, { serial: '1', issuer: [rdn] }));
  expect(result.matches).toBe(false);
  expect(seconds).toBeLessThan(2);
});

describe('an assertion of a collection from somebody else, about a body from a bank', () => {
  const response = {
    status: 200,
    headers: [],
    time: 1,
    schema: 'unknown',
    signature: 'unknown',
    verdicts: [],
  } as const;
  const rows = Array.from({ length: 100_000 }, () => ({
    amount: { currency: 'NOK', amount: '1.00' },
    id: 'a',
    list: [1, 2, 3],
  }));
  it.each<[what: string, path: string, json: unknown, must: Assertion['must']]>([
    [
      'an object with very many members, and each of many rows',
      '$',
      rows,
      { is: 'containing', value: members(150_000) },
    ],
    [
      'an object with as many members as each row, in it too',
      '$',
      rows,
      { is: 'containing', value: { amount: members(100_000), id: 'a', list: [1, 2, 3] } },
    ],
    [
      'objects whose last member differs',
      '$',
      Array.from({ length: 1000 }, (_, at) => ({ ...members(1000), m999: -at - 1 })),
      { is: 'containing', value: members(1000) },
    ],
  ])('compares %s', (_, path, json, must) => {
    const found = { response: { ...response, text: JSON.stringify(json) }, redirect: null };
    const { result, seconds } = measured(() => judge({ that: { of: 'body', path }, must }, found));
    expect([result.holds, seconds < 4]).toEqual([false, true]);
    expect(result.text).not.toContain('too much');
  });
  it('has its variables found at once, of however many there are', () => {
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
    const { result, seconds } = measured(() =>
      Array.from({ length: 200 }, () => judged(about('v9998'), found, known)?.holds),
    );
    expect([new Set(result), seconds < 2]).toEqual([new Set([true]), true]);
  });
});

it('a fault of a demonstration, after very many lines', () => {
  const long = `{${'\n'.repeat(250_000)}"minutes": 1, "name": 1}`;
  const { result, seconds } = measured(() => lintDemonstration(long, CONTROL_CHOICES));
  expect(result).toHaveProperty('faults');
  expect(seconds).toBeLessThan(4);
});

it('a flow of thousands of steps that do the same', () => {
  const text = `steps:\n${'  - pause: 0\n'.repeat(30_000)}`;
  const { result, seconds } = measured(() => listedFlow('f.flow.yaml', text, () => ''));
  expect(result.entries.at(-1)?.name).toBe('Pause 0 ms (30000)');
  expect(seconds).toBeLessThan(10);
});

it('events that name each payment together with the one before', () => {
  const count = 60_000;
  const payment = (at: number) => ({ subject: 'payment' as const, id: `p${at}` });
  const events = Array.from({ length: count }, (_, at) =>
    request(at, { about: [payment(at + 1), payment(at)] }),
  );
  const { result, seconds } = measured(() => {
    const relations = new Relations([
      ...events,
      ...events.map((one) => ({ ...one, about: one.about.slice(1) })),
    ]);
    return new Set(events.map(({ seq }) => relations.dialogueOf(seq)));
  });
  expect(result).toEqual(new Set([`payment p${count}`]));
  expect(seconds).toBeLessThan(5);
});

describe('a log of very many events', () => {
  const COUNT = 50_000;
  const range = Array.from({ length: COUNT }, (_, at) => at + 1);
  const sca = [{ subject: 'authorisation' as const, id: 'a' }];
  it.each<[what: string, events: FlowEvent[]]>([
    ['of one SCA', range.map((seq) => request(seq, { from: 'psu', about: sca }))],
    [
      'each of which is the cause of the next',
      range.map((seq) => request(seq, { cause: seq === 1 ? null : seq - 1 })),
    ],
    ['whose causes go round', range.map((seq) => request(seq, { cause: (seq % COUNT) + 1 }))],
  ])('%s is filtered, and laid out by dialogues', (_, events) => {
    const { result, seconds } = measured(() => {
      const diagram = layOut(events);
      return [
        laidOut(diagram, { ...ALL_EVENTS, filter: { ...NO_FILTER, text: 'GET' } }).matches,
        laidOut(diagram, { ...ALL_EVENTS, filter: { ...NO_FILTER, about: { subject: 'request', id: 'x' } } })
          .matches,
        laidOut(diagram, { ...ALL_EVENTS, apart: true }).rows.length,
      ];
    });
    expect(result).toEqual([COUNT, 0, COUNT + 1]);
    expect(seconds).toBeLessThan(4);
  });
});

it('the variables of a folder, each secret one', () => {
  const names = Array.from({ length: 60_000 }, (_, at) => `v${at}`);
  const variables = Object.fromEntries(names.map((name) => [name, name]));
  const { result, seconds } = measured(() =>
    rowsOfVariables({ variables, secret: [...names, 'constructor'] }),
  );
  expect(result.at(-1)).toEqual({ name: 'constructor', value: '', secret: true });
  const wrong = measured(() => [
    wrongRow(result),
    wrongRow([...result, { name: 'v7', value: '', secret: false }]),
  ]);
  expect(wrong.result).toEqual([null, result.length]);
  expect(seconds + wrong.seconds).toBeLessThan(2);
});
