/** What has changed between two runs. */
import { describe, expect, it } from 'vitest';
import {
  type Baseline,
  baselineSchema,
  baselineStep,
  changesBetween,
  keyOf,
  learntFrom,
} from '../../../shared/collections/baseline.ts';
import type { OutcomeName } from '../../../shared/collections/result.ts';

/** A run of one step `s`. */
const run = (
  body: unknown,
  more: { status?: number; outcome?: OutcomeName; volatile?: string[] } = {},
): Baseline => {
  const { status = 200, outcome = 'passed', volatile = [] } = more;
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return {
    version: 1,
    name: 'Run',
    steps: { s: baselineStep({ status, outcome }, text, volatile) },
    learnt: {},
  };
};
const texts = (before: Baseline, after: Baseline) => changesBetween(before, after).map(({ text }) => text);

describe('changes between two runs', () => {
  it('are none for the same values in another order of members', () => {
    expect(texts(run({ a: 1, b: [true, null, {}] }), run({ b: [true, null, {}], a: 1 }))).toEqual([]);
  });
  it('are outcome, status, and each value that is new, gone or different', () => {
    const before = run({ same: 1, "it's": 'x', list: [1, 2], gone: [] });
    const after = run(
      { same: 1, "it's": 'y', list: [1], new: { deep: false } },
      { status: 201, outcome: 'warning' },
    );
    expect(texts(before, after)).toEqual([
      'was passed, is warning',
      'status was 200, is 201',
      '$["it\'s"] was "x", is "y"',
      '$.list[1] is gone: it was 2',
      '$.gone is gone: it was []',
      '$.new.deep is new: false',
    ]);
  });
  it('are steps that are new or no longer run', () => {
    const empty: Baseline = { version: 1, name: 'Run', steps: {}, learnt: {} };
    expect(texts(empty, run({}))).toEqual(['is new: passed']);
    expect(texts(run({}), empty)).toEqual(['is no longer run']);
  });
  it.each(['constructor', 'toString', '__proto__'])('are found of a step called %s', (name) => {
    const named: Baseline = {
      ...run({}),
      steps: Object.fromEntries([
        [name, run({ a: 1 }).steps['s'] ?? baselineStep({ status: null, outcome: 'passed' }, null, [])],
      ]),
    };
    const empty: Baseline = { ...run({}), steps: {} };
    expect(texts(empty, named)).toEqual(['is new: passed']);
    expect(() => learntFrom(empty, named)).not.toThrow();
  });
  it('leave out what the collection declares as volatile, with everything in it', () => {
    const volatile = ['$..id', '$.links'];
    const before = run({ id: 1, list: [{ id: 2, name: 'n' }], links: { a: { b: 1 } } }, { volatile });
    expect(
      texts(before, run({ id: 7, list: [{ id: 8, name: 'n' }], links: { a: { b: 2 } } }, { volatile })),
    ).toEqual([]);
    expect(before.steps['s']?.values).toEqual({ '$.list[0].name': '"n"' });
  });
  it('leave out what two runs have shown to differ, at any position of a list', () => {
    const list = (...ids: string[]) => run({ fixed: 1, list: ids.map((id) => ({ id })) });
    const learnt = learntFrom(list('a', 'b'), list('c', 'b'));
    expect(learnt.learnt).toEqual({ s: ['$.list[*].id'] });
    expect(texts(learnt, list('x', 'y'))).toEqual([]);
    expect(texts(learnt, run({ fixed: 2, list: [] }))).toEqual(['$.fixed was 1, is 2', '$.list is new: []']);
    // What was learnt stays known.
    expect(learntFrom(learnt, list('c', 'b')).learnt).toEqual(learnt.learnt);
  });
  it('are told for bodies that are not JSON, or very large, as far as they can be', () => {
    expect(texts(run('<html>'), run('plain'))).toEqual([]);
    const large = run(Array.from({ length: 5000 }, (_, at) => at));
    expect(Object.keys(large.steps['s']?.values ?? {})).toHaveLength(2000);
  });
  it('tell rows and turns apart', () => {
    expect(keyOf({ path: 'a/b', iteration: 1, turn: null })).toBe('a/b');
    expect(keyOf({ path: 'a/b', iteration: 2, turn: 'x 1 of 2' })).toBe('a/b · row 2 · x 1 of 2');
  });
});

describe('ids and addresses', () => {
  const UUID = ['0b0e7a9c-0000-4000-8000-000000000001', '5d1f2e3a-0000-4000-8000-000000000002'] as const;
  const payment = (id: string, bank: string, more: object = {}) => ({
    id,
    links: { self: `${bank}/v1/payments/${encodeURIComponent(id)}/status?of=${id}` },
    ...more,
  });
  const [here, there] = ['https://localhost:8443', 'https://bank.example/psd2'];
  it.each<[string, unknown, unknown, string[]]>([
    ['a short id, also in links', payment('a1', here), payment('b7', here), []],
    ['an id with marks, which links encode', payment('enc!!Ab1-_=', here), payment('enc!!Zz9-_=', here), []],
    [
      'an id in one place, and the address of the bank',
      { id: UUID[0], at: here },
      { id: UUID[1], at: 'https://bank.example' },
      [],
    ],
    ['a link with the path of the bank', payment(UUID[0], here), payment(UUID[1], there), []],
    [
      'an id inside a sentence',
      { id: 'a1', text: 'No payment a1.' },
      { id: 'b7', text: 'No payment b7.' },
      [],
    ],
    ['several ids, in a list', ['a1', 'b2', 'a1', 'b2'], ['c3', 'd4', 'c3', 'd4'], []],
    ['ids that changed places', ['a1', 'b2', 'a1', 'b2'], ['b2', 'a1', 'b2', 'a1'], []],
    ['one id of two', ['a1', 'a1', 'b2', 'b2'], ['c3', 'c3', 'c3', 'c3'], ['0', '1', '2', '3']],
    ['two ids of one', ['a1', 'a1', 'a1', 'a1'], ['b2', 'b2', 'c3', 'c3'], ['0', '1', '2', '3']],
    ['an id that is still there elsewhere', ['a1', 'a1', 'a1'], ['a1', 'b2', 'b2'], ['1', '2']],
    ['a code in one place', { code: 'E12' }, { code: 'E13' }, ['code']],
    ['words', ['RCVD', 'RCVD'], ['ACSC', 'ACSC'], ['0', '1']],
    ['amounts', ['1250.00', '1250.00'], ['1300.00', '1300.00'], ['0', '1']],
    ['dates', ['2026-11-29', '2026-11-29T10:00:00Z'], ['2026-11-30', '2026-11-30T10:00:00Z'], ['0', '1']],
    [
      'another path after the same id',
      { of: `x/${UUID[0]}`, id: UUID[0] },
      { of: `y/${UUID[1]}`, id: UUID[1] },
      ['of'],
    ],
    ['a number', { id: 1 }, { id: 2 }, ['id']],
  ])('%s', (_, before, after, differ) => {
    const paths = differ.map((at) => (Array.isArray(before) ? `$[${at}]` : `$.${at}`));
    const found = texts(run(before), run(after)).map((text) => text.split(' ', 1)[0]);
    expect(found).toEqual(paths);
    expect(Object.keys(learntFrom(run(before), run(after)).learnt)).toHaveLength(differ.length > 0 ? 1 : 0);
  });
  it('correspond over all steps of a run', () => {
    const steps = (...ids: string[]): Baseline => ({
      ...run({}),
      steps: Object.fromEntries(ids.map((id, at) => [`s${at}`, run({ id }).steps['s'] ?? raise()])),
    });
    const raise = (): never => {
      throw new Error('no step');
    };
    expect(texts(steps('a1', 'a1'), steps('b7', 'b7'))).toEqual([]);
    expect(texts(steps('a1', 'a1'), steps('b7', 'c8'))).toHaveLength(2);
  });
});

describe('a baseline in a file', () => {
  it.each(['constructor', '__proto__', 'Accounts/__proto__'])('has a step called %s', (name) => {
    const step = run({ a: 1 }).steps['s'] ?? baselineStep({ status: null, outcome: 'passed' }, null, []);
    const before: Baseline = {
      ...run({}),
      steps: Object.fromEntries([[name, step]]),
      learnt: Object.fromEntries([[name, ['$.a']]]),
    };
    const read = baselineSchema.parse(JSON.parse(JSON.stringify(before)));
    expect(texts(read, before)).toEqual([]);
    expect(Object.entries(read.learnt)).toEqual([[name, ['$.a']]]);
    expect(Object.getPrototypeOf(read.steps)).toBe(Object.prototype);
  });
  it.each([
    [{ steps: { s: { outcome: 'well' } } }, 'steps.s.outcome'],
    [{ steps: [] }, 'steps'],
    [{ steps: null }, 'steps'],
    [{ steps: {}, learnt: { s: ['$.a'], t: [1] } }, 'learnt.t.0'],
  ])('is none with %j', (part, path) => {
    const read = baselineSchema.safeParse({ version: 1, name: 'Run', ...part });
    expect(read.error?.issues[0]?.path.join('.')).toBe(path);
  });
});
