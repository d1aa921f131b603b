/** Lists of the saved steps, asked for while files change. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { Collections } from '../../main/core/collections/collections.ts';
import { folderForFile } from '../support/folders.ts';

const root = join(folderForFile('saved-list'), 'tree');

it('lists come in the order in which they were asked for, and the later sees the change', async () => {
  const folder = join(root, 'Large');
  mkdirSync(folder, { recursive: true });
  const step = JSON.stringify({ version: 2, name: 'Step', request: { operation: 'createConsent' } });
  for (let at = 0; at < 200; at++) writeFileSync(join(folder, `${at}.step.json`), step);
  const collections = new Collections(root);
  const first = collections.list();
  rmSync(join(folder, '7.step.json'));
  const second = collections.list();
  const order: string[] = [];
  void first.then(() => order.push('first'));
  void second.then(() => order.push('second'));
  const [, after] = await Promise.all([first, second]);
  expect(after).toEqual(await collections.list());
  expect(after.entries).toHaveLength(199);
  expect(order).toEqual(['first', 'second']);
});
