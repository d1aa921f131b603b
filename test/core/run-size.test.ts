/** How much a run does at most. */
import { describe, expect, it } from 'vitest';
import { checkSize, MOST_RESULTS } from '../../main/core/running/run-size.ts';
import type { PlannedItem } from '../../shared/collection/plan.ts';
import { reasons, useRuns } from '../support/bank-runs.ts';
import { wait } from '../support/run-steps.ts';
import type { Files, RunOptions } from '../support/runs.ts';

const { ran } = useRuns();

const rows = (count: number) => JSON.stringify(Array.from({ length: count }, () => ({})));
/** A loop over a folder with a loop: as many results as the product of both. */
const loops = (outer: number, inner: number): Files => ({
  'outer.json': rows(outer),
  'inner.json': rows(inner),
  '1.step.json': {
    name: 'Outer',
    each: { in: { file: 'outer.json' }, as: 'row' },
    include: { folder: 'inside' },
  },
  'inside/1.step.json': {
    name: 'Inner',
    each: { in: { file: 'inner.json' }, as: 'row' },
    // It has no value, so nothing is sent and the step never waits.
    control: { method: 'GET', path: '/control/{{nothing}}' },
  },
});
const FIRST: RunOptions = { choice: { only: ['1'], tags: [] } };

describe('a run of a thousand steps that never wait', () => {
  it('is stopped in its midst, and says so of every step that is left', async () => {
    const stopped = new AbortController();
    let results = 0;
    const onResult = () => {
      if (++results === 50) stopped.abort();
    };
    const run = await ran(loops(50, 20), { ...FIRST, stopped: stopped.signal, onResult });
    expect(run.counts['not-run']).toBeGreaterThan(0);
  });
});

describe('a run with too many results', () => {
  it('does not run the loops that would make more, and says so', async () => {
    const run = await ran(loops(5, 10), { ...FIRST, most: 30 });
    // The outer loop has planned five results, so two of the inner ones fit.
    expect(run.planned).toBe(23);
    expect(reasons(run).slice(-3)).toEqual(
      Array(3).fill(expect.stringContaining('could have more than 30 results') as string),
    );
  });
  it('counts turns of loops in which there is no step', async () => {
    const over = (folder: string) => ({
      each: { in: { file: 'rows.json' }, as: 'one' },
      include: { folder },
    });
    let reads = 0;
    await ran(
      {
        'rows.json': rows(10),
        'nothing/folder.json': {},
        '1.step.json': { name: 'A', ...over('b') },
        'b/1.step.json': { name: 'B', ...over('c') },
        'c/1.step.json': { name: 'C', ...over('nothing') },
      },
      {
        ...FIRST,
        most: 50,
        target: { now: () => ++reads },
      },
    );
    expect(reads).toBeLessThan(400);
  });
  it('is not begun with too many rows', () => {
    const { step, ...place } = { path: 'a', step: wait('a'), around: [], included: null };
    const items: PlannedItem[] = [{ ...place, step }];
    expect(() => checkSize(items, Array(MOST_RESULTS + 1))).toThrow('the limit is 1000000');
    expect(() => checkSize(items, Array(MOST_RESULTS))).not.toThrow();
  });
});

describe('a run with results that are too large together', () => {
  const long = 'long '.repeat(100_000);
  const files: Files = {
    'rows.json': rows(100),
    '1.step.json': {
      name: 'Loop',
      each: { in: { file: 'rows.json' }, as: 'row' },
      tags: Array.from({ length: 500 }, (_, at) => `${at} ${long.slice(0, 2000)}`),
      control: { method: 'GET', path: `/control/${long}{{nothing}}` },
    },
  };
  it('ends with the reason, and keeps what it has', async () => {
    const problems: string[] = [];
    const options = { ...FIRST, mostKept: 1024 * 1024, onFull: (one: string) => problems.push(one) };
    const run = await ran(files, options);
    expect(problems).toEqual([expect.stringContaining('are larger than 1 MB, so the run was stopped')]);
    expect(run.planned).toBe(100);
    expect(run.results.length).toBeGreaterThan(5);
    expect(run.results.length).toBeLessThan(40);
  });
  it('has no result that is large by itself, whatever its step says', async () => {
    const skipped = { '1.step.json': { name: 'Left out', skip: long, tags: [long], pause: 0 } };
    for (const { results } of [await ran(files, FIRST), await ran(skipped)])
      expect(JSON.stringify(results[0]).length).toBeLessThan(100_000);
  });
  it('ends also while other iterations are under way, which add nothing more', async () => {
    const problems: string[] = [];
    const options = { ...FIRST, mostKept: 1024 * 1024, onFull: (one: string) => problems.push(one) };
    const run = await ran(files, { ...options, concurrency: 3, rows: [{}, {}, {}] });
    expect(problems).toHaveLength(1);
    expect(run.results.length).toBeLessThan(40);
  });
});

it('a result stays small, however many assertions about a long response fail', async () => {
  const fails = { that: { of: 'text' }, must: { is: 'equal', to: 'nothing' } };
  const { results } = await ran({
    '1.step.json': {
      name: 'Ask',
      control: { method: 'GET', path: '/control/snapshot' },
      warn: Array.from({ length: 200 }, () => fails),
    },
  });
  const [result] = results;
  expect(result?.assertions.filter(({ holds }) => !holds)).toHaveLength(200);
  expect(result?.assertions.at(-1)?.text).toMatch(/^Expected body .{26,}…$/);
  expect(JSON.stringify(result).length).toBeLessThan(60_000);
});
