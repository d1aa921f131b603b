/** What it costs to refuse a bug report of somebody else that has millions of wrong values. */
import { expect, it } from 'vitest';
import { join } from 'node:path';
import { coreForFile } from '../../support/file-core.ts';
import { CUSTOMERS } from '../../support/run-steps.ts';
import { stepsOf, writeCollection } from '../../support/runs.ts';
import { downloaded, nextEvent } from '../../support/workbench.ts';
import { measuredUntil } from '../support/cpu-time.ts';

const core = coreForFile('bug-report');

it('is refused in moments', async () => {
  writeCollection(join(core.folder, 'collections', 'Tried'), stepsOf(CUSTOMERS));
  const order = { path: 'Tried', only: [], from: null, bail: false, concurrency: 1, data: null };
  const { id } = await core.call('runs.start', order);
  for (;;) {
    // Asked for before the state is read, so that no change falls between.
    const changed = nextEvent(core.workbench, 'run.changed');
    const { runs } = await core.call('runs.list', {});
    if (runs.every(({ state }) => state !== 'running')) break;
    await changed;
  }
  const { download } = await core.call('runs.report', { id, number: 0 });
  const report = JSON.parse(downloaded(core.workbench, download).bytes.toString()) as { exchange: object };
  const explanation = { notes: Array(1_900_000).fill(0) };
  const links = Array.from({ length: 40_000 }, () => ({ name: 'x', href: '', verbs: [] }));
  const headers = Object.fromEntries(Array.from({ length: 150_000 }, (_, at) => [at, 0]));
  // Up to 28 seconds, if something is made of each value.
  const { seconds } = await measuredUntil(async () => {
    for (const odd of [{ explanation }, { links }, { request: { headers } }]) {
      const text = JSON.stringify({ ...report, exchange: { ...report.exchange, ...odd } });
      const file = core.workbench.upload({ name: 'theirs.json', bytes: Buffer.from(text) });
      await expect(core.call('runs.openReport', { file })).rejects.toThrow('theirs.json was not opened.');
    }
  });
  expect(seconds).toBeLessThan(2);
});
