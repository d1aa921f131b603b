/** A run of a million steps does not keep the program from ending. */
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Workbench } from '../../../main/core/services.ts';
import type { Step } from '../../../shared/collections/steps.ts';
import { folderForFile } from '../../support/folders.ts';
import { stepsOf, writeCollection } from '../../support/runs.ts';
import { callCore, nextEvent, startCore } from '../../support/workbench.ts';
import { measuredUntil } from '../support/cpu-time.ts';

const dataFolder = join(folderForFile('runs'), 'data');
let workbench: Workbench;
beforeAll(async () => {
  workbench = await startCore(dataFolder);
});
afterAll(() => workbench.stop());

it.each<[what: string, step: Step]>([
  ['skipped', { name: 'Step', pause: 0, skip: 'not today' }],
  ['stopped', { name: 'Step', pause: 600_000 }],
])('a million %s steps do not keep the program from ending', async (what, step) => {
  const steps = Array.from({ length: 10 }, (_, at) => ({ ...step, name: `Step ${at}` }));
  writeCollection(join(dataFolder, 'collections', what), stepsOf(...steps));
  const bytes = Buffer.from(`n\n${'1\n'.repeat(100_000)}`);
  const data = workbench.upload({ name: 'rows.csv', bytes });
  const begun = nextEvent(workbench, 'run.changed');
  const order = { path: what, only: [], from: null, bail: false, concurrency: 1, data };
  const { id } = await callCore(workbench, 'runs.start', order);
  if (what === 'skipped') await begun;
  const total = async () => (await callCore(workbench, 'runs.results', { id, outcomes: [], from: 0 })).total;
  const before = await total();
  // Each result is written. All of them take many times as long as a program has for its end.
  const { seconds } = await measuredUntil(() => workbench.stop());
  expect(seconds).toBeLessThan(2);
  workbench = await startCore(dataFolder);
  const { runs } = await callCore(workbench, 'runs.list', {});
  expect(runs.find((one) => one.id === id)).toMatchObject({ state: 'stopped', planned: 1_000_000 });
  expect((await total()) - before).toBeLessThan(50_000);
});
