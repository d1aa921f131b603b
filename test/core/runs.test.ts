/** Runs in the window: one at a time, stopped, read page by page, and files that lead out of the collections. */
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Workbench } from '../../main/core/services.ts';
import { NO_COUNTS } from '../../shared/collections/result.ts';
import type { Step } from '../../shared/collections/steps.ts';
import type { RunOrderInput, RunSummary } from '../../shared/contract/runs.ts';
import { type Files, stepsOf, writeCollection } from '../support/runs.ts';
import { callCore, startCore, nextEvent } from '../support/workbench.ts';

let folder: string;
let dataFolder: string;
let workbench: Workbench;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tpp-runs-'));
  dataFolder = join(folder, 'data');
  workbench = await startCore(dataFolder);
});
afterAll(async () => {
  await workbench.stop();
  rmSync(folder, { recursive: true, force: true });
});

const pause = (name: string, milliseconds = 0): Step => ({ name, pause: milliseconds });
/** Milliseconds: longer than a test may take. */
const LONG = 600_000;

/** The collection of each test, by the number of the test. */
let name: string;
let tests = 0;
beforeEach(() => {
  name = `Tried ${++tests}`;
});
const collection = (files: Files) => writeCollection(join(dataFolder, 'collections', name), files);
const ORDER: Omit<RunOrderInput, 'path'> = {
  only: [],
  from: null,
  bail: false,
  concurrency: 1,
  data: null,
};
const start = async (order: Partial<RunOrderInput> = {}) =>
  (await callCore(workbench, 'runs.start', { path: name, ...ORDER, ...order })).id;
const summary = async (id: string): Promise<RunSummary> => {
  const { runs } = await callCore(workbench, 'runs.list', {});
  const found = runs.find((one) => one.id === id);
  if (found === undefined) throw new Error(`The run ${id} is not listed.`);
  return found;
};
const results = (
  id: string,
  outcomes: RunSummary['counts'] extends Record<infer O, number> ? O[] : never,
  from = 0,
) => callCore(workbench, 'runs.results', { id, outcomes, from });

/** Resolves when the run is over. */
async function ended(id: string): Promise<RunSummary> {
  for (;;) {
    // Asked for before the state is read, so that no change falls between.
    const changed = nextEvent(workbench, 'run.changed');
    const now = await summary(id);
    if (now.state !== 'running') return now;
    await changed;
  }
}

it('one run goes on at a time; stopped, it keeps what it had, and the rest was not run', async () => {
  collection(stepsOf(pause('First'), pause('Long', LONG), pause('Last')));
  const id = await start();
  await expect(start()).rejects.toThrow('A run is in progress. Wait until it has finished, or stop it.');
  await callCore(workbench, 'runs.stop', { id });
  const { state, duration, planned, counts } = await ended(id);
  expect({ state, planned }).toEqual({ state: 'stopped', planned: 3 });
  expect(duration).not.toBeNull();
  expect(counts.passed + counts['not-run']).toBe(3);
  expect(counts['not-run']).toBeGreaterThanOrEqual(2);
  expect((await ended(await start({ only: [`${name}/1.flow.yaml/First`] }))).counts).toEqual({
    ...NO_COUNTS,
    passed: 1,
  });
});

it('a run begins at a step, or runs only what chosen steps need', async () => {
  collection(stepsOf(pause('One'), pause('Two'), pause('Three')));
  const from = await ended(await start({ from: `${name}/1.flow.yaml/Two` }));
  expect((await results(from.id, [])).results.map((one) => one.name)).toEqual(['Two', 'Three']);
  const only = await ended(await start({ only: [`${name}/1.flow.yaml/Three`] }));
  expect((await results(only.id, [])).results.map((one) => one.name)).toEqual(['One', 'Two', 'Three']);
  await expect(start({ only: [`${name}/1.flow.yaml/Nine`] })).rejects.toThrow('There is no step to run.');
  await expect(start({ path: 'Elsewhere' })).rejects.toThrow(
    'There is no step, flow and folder “Elsewhere”.',
  );
});

it('a file is read inside the collections only, by whatever path or link', async () => {
  writeFileSync(join(folder, 'outside.csv'), 'n\n1\n');
  const over = (file: string): Step => ({ ...pause(file), each: file });
  const at = collection({
    ...stepsOf(over('inside.csv'), over('../../../outside.csv'), over('up/outside.csv'), over('link.csv')),
    'inside.csv': 'n\n1\n2\n',
  });
  symlinkSync(folder, join(at, 'up'));
  symlinkSync(join(folder, 'outside.csv'), join(at, 'link.csv'));
  const { id, counts } = await ended(await start());
  expect(counts).toEqual({ ...NO_COUNTS, passed: 2, failed: 3 });
  const { results: failed } = await results(id, ['failed']);
  expect(failed.map(({ reason }) => reason)).toEqual([
    'The file ../../../outside.csv cannot be read: it is outside the collection.',
    'The file up/outside.csv cannot be read: it is outside the collection.',
    'The file link.csv cannot be read: it is a link, and links are not followed.',
  ]);
});

it('a file of another collection is not read, nor one of a folder that is no collection', async () => {
  writeCollection(join(dataFolder, 'collections', 'Mine'), { 'mine.csv': 'token\nmine\n' });
  const over = (file: string): Step => ({ ...pause(file), each: file });
  const files = stepsOf(over('../Mine/mine.csv'), over('Mine/mine.csv'));
  const at = collection(files);
  const reasons = async () => {
    const { id, counts } = await ended(await start());
    expect(counts).toEqual({ ...NO_COUNTS, failed: 2 });
    return (await results(id, ['failed'])).results.map(({ reason }) => reason);
  };
  expect(await reasons()).toEqual([
    'The file ../Mine/mine.csv cannot be read: it is outside the collection.',
    expect.stringContaining('The file Mine/mine.csv cannot be read: ENOENT'),
  ]);
  rmSync(join(at, 'collection.yaml'));
  const none = 'no folder around this step is a collection, and only a collection has files.';
  expect(await reasons()).toEqual([
    `The file ${name}/../Mine/mine.csv cannot be read: ${none}`,
    `The file ${name}/Mine/mine.csv cannot be read: ${none}`,
  ]);
});

it.each(['../', './', '..', '.', '', '/', '../..', 'a/../..', '../x/'])(
  'a loop over the rows of %j fails, and keeps nobody waiting',
  async (file) => {
    collection(stepsOf({ ...pause('Loop'), each: file }));
    const { counts } = await ended(await start());
    expect(counts).toMatchObject({ failed: 1 });
  },
);

it('rows are iterations, and results are read page by page and by outcome', async () => {
  collection(stepsOf(pause('Passes'), { ...pause('Skipped'), skip: 'not today' }));
  const rows = (count: number) =>
    workbench.upload({
      name: 'rows.csv',
      bytes: Buffer.from(`n\n${Array.from({ length: count }, (_, at) => at).join('\n')}\n`),
    });
  await expect(start({ data: rows(0) })).rejects.toThrow('rows.csv has no rows, so nothing was run.');
  const { id, counts } = await ended(await start({ data: rows(300), concurrency: 4 }));
  expect(counts).toEqual({ ...NO_COUNTS, passed: 300, skipped: 300 });
  const first = await results(id, []);
  const second = await results(id, [], first.results.length);
  expect([first.results.length, second.results.length, first.total]).toEqual([500, 100, 600]);
  const numbers = [...first.results, ...second.results].map(({ number }) => number);
  expect(numbers).toEqual(Array.from({ length: 600 }, (_, at) => at));
  const skipped = await results(id, ['skipped'], 290);
  expect(skipped.total).toBe(300);
  expect(skipped.results.map(({ outcome }) => outcome)).toEqual(Array(10).fill('skipped'));
});

it('a removed run is gone with its results, and removing one that runs ends it', async () => {
  collection(stepsOf(pause('Long', LONG)));
  const id = await start();
  await callCore(workbench, 'runs.remove', { id });
  const { runs } = await callCore(workbench, 'runs.list', {});
  expect(runs.map((run) => run.id)).not.toContain(id);
  // Only what has ended lets another begin.
  const again = await startedAfter(id);
  await callCore(workbench, 'runs.stop', { id: again });
  await ended(again);
  expect((await results(id, [])).total).toBe(0);
});

it('a run that was under way when the program was killed counts as stopped at the next start', async () => {
  collection(stepsOf(pause('One')));
  const { id } = await ended(await start());
  await workbench.stop();
  // As a kill leaves it.
  const db = new Database(join(dataFolder, 'history.db'));
  db.prepare(`UPDATE run SET state = 'running', duration = NULL`).run();
  db.close();
  workbench = await startCore(dataFolder);
  expect(await summary(id)).toMatchObject({ state: 'stopped', planned: 1 });
});

it('a run that is under way when the program ends is stopped, and what is left of it is not written', async () => {
  collection(stepsOf(...Array.from({ length: 10 }, (_, at) => pause(`Step ${at}`, LONG))));
  const bytes = Buffer.from(`n\n${'1\n'.repeat(10_000)}`);
  const id = await start({ data: workbench.upload({ name: 'rows.csv', bytes }) });
  const before = (await results(id, [])).total;
  await workbench.stop();
  workbench = await startCore(dataFolder);
  const { state, planned } = await summary(id);
  expect([state, planned]).toEqual(['stopped', 100_000]);
  // Each result is written. All of them take longer than a program has for its end.
  expect((await results(id, [])).total - before).toBeLessThan(50_000);
});

/** Starts a run as soon as the one before has made room. */
async function startedAfter(before: string): Promise<string> {
  for (;;) {
    const over = new Promise<void>((resolve) => {
      const off = workbench.onEvent((name, payload) => {
        if (name !== 'run.changed' || (payload as { id: string }).id !== before) return;
        off();
        resolve();
      });
    });
    const id = await start().catch(() => null);
    if (id !== null) return id;
    await over;
  }
}
