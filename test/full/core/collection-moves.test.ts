/** A change of many files keeps nobody waiting: after each of them others have their turn. */
import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { Collections } from '../../../main/core/collections/collections.ts';
import type { Item } from '../../../shared/collection/tree.ts';
import { folderForFile } from '../../support/folders.ts';

const collections = new Collections(folderForFile('collection-moves'));
const many = Array.from({ length: 40 }, (_, at): Item => ({ kind: 'step', path: `S/s${10 + at}` }));

/** How often others had their turn. */
async function turnsDuring(work: Promise<unknown>): Promise<number> {
  const end = work.then(() => 'over' as const);
  for (let turns = 0; ; turns++)
    if ((await Promise.race([end, setImmediate('not yet')])) === 'over') return turns;
}

it('others have their turn after each of many files', async () => {
  collections.makeFolder('', 'S');
  for (const at of many.keys()) collections.save('S', { name: `s${10 + at}`, pause: 1 }, null);
  // None has a number yet, so those up to the place where it comes get one.
  const toTheEnd = collections.move(many.slice(0, 1), 'S', null);
  expect(await turnsDuring(toTheEnd)).toBeGreaterThanOrEqual(40);
  for (const at of many.keys()) collections.save('S', { name: `i${at}`, include: { folder: 'In' } }, null);
  collections.makeFolder('S', 'In');
  const change = { name: 'Out', settings: { variables: {}, secret: [], volatile: [] }, documentation: '' };
  expect(await turnsDuring(collections.changeFolder('S/In', change, null))).toBeGreaterThanOrEqual(40);
  expect(await turnsDuring(collections.remove(many))).toBeGreaterThanOrEqual(40);
});
