/** A history that has become long. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Workbench } from '../../main/core/services.ts';
import { lengthenHistory } from '../support/long-history.ts';
import { folderForFile } from '../support/folders.ts';
import { callCore, startCore } from '../support/workbench.ts';

const EXCHANGES = 3000;
const folder = folderForFile('long');
let workbench: Workbench;
beforeAll(async () => {
  await (await startCore(folder)).stop();
  lengthenHistory(folder, EXCHANGES, 400);
  workbench = await startCore(folder);
});
afterAll(async () => {
  await workbench.stop();
});

const search = (text: string) => callCore(workbench, 'history.list', { search: text });

it('a search finds in all of it, newest first, and says when there are more than it lists', async () => {
  const titles = async (text: string) => (await search(text)).exchanges.map(({ title }) => title);
  // The newest, and one far behind it.
  expect(await titles(`Request ${EXCHANGES}`)).toEqual([`Request ${EXCHANGES}`]);
  expect(await titles('Request 111 222')).toEqual([]);
  expect(await titles('Request 1111')).toEqual(['Request 1111']);
  const all = await search('');
  expect([all.exchanges.length, all.more]).toEqual([500, true]);
  expect(all.exchanges.slice(0, 2).map(({ title }) => title)).toEqual(['Request 3000', 'Request 2999']);
  const some = await search('Request');
  expect(some).toEqual(all);
  const times = (await search('Request 2')).exchanges.map(({ at }) => at);
  expect(times).toEqual(times.toSorted((a, b) => b - a));
});
