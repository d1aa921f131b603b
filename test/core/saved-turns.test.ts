/** Listing thousands of saved requests does not keep others waiting. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { Collections } from '../../main/core/collections/collections.ts';
import { folderForFile } from '../support/folders.ts';

const root = folderForFile('saved-turns');

it('everything else has its turn while 2,000 steps are listed, and lists come in the order in which they were asked for', async () => {
  const folder = join(root, 'Large');
  mkdirSync(folder);
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
  const first = collections.listInTurns();
  rmSync(join(folder, '7.step.json'));
  const second = collections.listInTurns();
  const order: string[] = [];
  void first.then(() => order.push('first'));
  void second.then(() => order.push('second'));
  const [, after] = await Promise.all([first, second]);
  goesOn = false;
  expect(after).toEqual(collections.list());
  expect(after.entries).toHaveLength(1999);
  expect(order).toEqual(['first', 'second']);
  expect(turns).toBeGreaterThan(5);
});
