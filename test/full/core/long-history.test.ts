/** A history that has become long keeps nobody waiting. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Workbench } from '../../../main/core/workbench.ts';
import { lengthenHistory } from '../../support/long-history.ts';
import { folderForFile } from '../../support/folders.ts';
import { callCore, startCore } from '../../support/workbench.ts';

const EXCHANGES = 3000;
const folder = folderForFile('long');
let workbench: Workbench;
beforeAll(async () => {
  await (await startCore(folder)).stop();
  lengthenHistory(folder, EXCHANGES, 4000);
  workbench = await startCore(folder);
});
afterAll(async () => {
  await workbench.stop();
});

const search = (text: string) => callCore(workbench, 'history.list', { search: text });

it('others are answered while all bodies are searched', async () => {
  const order: string[] = [];
  const searched = search('in-no-body').then(({ exchanges }) => {
    order.push('searched');
    return exchanges;
  });
  await callCore(workbench, 'app.status', {});
  order.push('status');
  expect(await searched).toEqual([]);
  expect(order).toEqual(['status', 'searched']);
});
