/** Listing thousands of saved requests does not keep others waiting. */
import { randomUUID } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { Collections } from '../../main/core/collections/collections.ts';
import { folderForFile } from '../support/folders.ts';
import { callCore, startCore } from '../support/workbench.ts';

const all = folderForFile('saved-turns');
const root = join(all, 'tree');

it('everything else has its turn while 2,000 steps are listed, and lists come in the order in which they were asked for', async () => {
  const folder = join(root, 'Large');
  mkdirSync(folder, { recursive: true });
  const step = JSON.stringify({ version: 2, name: 'Step', request: { operation: 'createConsent' } });
  for (let at = 0; at < 2000; at++) writeFileSync(join(folder, `${at}.step.json`), step);
  const collections = new Collections(root);
  let turns = 0;
  let goesOn = true;
  const other = () => {
    turns++;
    if (goesOn) setImmediate(other);
  };
  other();
  const first = collections.list();
  rmSync(join(folder, '7.step.json'));
  const second = collections.list();
  const order: string[] = [];
  void first.then(() => order.push('first'));
  void second.then(() => order.push('second'));
  const [, after] = await Promise.all([first, second]);
  goesOn = false;
  expect(after).toEqual(await collections.list());
  expect(after.entries).toHaveLength(1999);
  expect(order).toEqual(['first', 'second']);
  expect(turns).toBeGreaterThan(5);
});

it('everything else has its turn while a call of the window lists them for itself', async () => {
  const dataFolder = join(all, 'data');
  const folder = join(dataFolder, 'collections', 'Large');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'collection.json'), '{"version":1}');
  const step = JSON.stringify({ version: 2, name: 'Step', pause: 0 });
  for (let at = 0; at < 2000; at++) writeFileSync(join(folder, `${at}.step.json`), step);
  const workbench = await startCore(dataFolder);
  /** How often others had their turn meanwhile. */
  const turnsDuring = async (call: () => Promise<unknown>) => {
    let turns = 0;
    let goesOn = true;
    const other = () => {
      turns++;
      if (goesOn) setImmediate(other);
    };
    other();
    await call().catch(() => undefined);
    goesOn = false;
    return turns;
  };
  const order = { path: 'Nothing', only: [], from: null, bail: false, concurrency: 1, data: null };
  try {
    // Each of them is refused, but only when it has looked.
    for (const call of [
      () => callCore(workbench, 'saved.openLink', { href: 'https://bank.example' }),
      () => callCore(workbench, 'runs.start', order),
      () => callCore(workbench, 'runs.report', { id: 'none', number: 0 }),
      () => callCore(workbench, 'runs.judge', { id: 'none' }),
      () => callCore(workbench, 'runs.compare', { before: 'none', after: 'none' }),
      () => callCore(workbench, 'demonstrations.make', { path: 'Nothing' }),
      () => callCore(workbench, 'interchange.export', { id: randomUUID(), path: 'Large', format: 'curl' }),
      () => callCore(workbench, 'app.export', {}),
    ])
      expect(await turnsDuring(call), String(call)).toBeGreaterThan(5);
  } finally {
    await workbench.stop();
  }
});
