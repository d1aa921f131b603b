/** Whatever way a presenter goes through a demonstration, everything is as on the straight way. Random ways are in test/full/core/demonstrations-walks.test.ts. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Workbench } from '../../main/core/services.ts';
import { byHand, everything, straightWay, withOwnWork } from '../support/demonstration-walks.ts';
import { folderForFile } from '../support/folders.ts';
import { callCore, startCore } from '../support/workbench.ts';

const folder = folderForFile('demonstration-walks');
let core: Workbench;
beforeAll(async () => {
  core = await startCore(folder);
  await withOwnWork(core);
});
afterAll(() => core.stop());

it('a walk back, on, to a step, by hand and from the beginning leaves bank, workbench and diagram as the straight way does', async () => {
  const straight = await straightWay(core, folder, 'session');
  const last = straight.length - 1;
  const at = async (position: number, state: Parameters<typeof everything>[2]) =>
    expect(await everything(core, folder, state)).toEqual(straight[position]);
  await at(last - 1, await callCore(core, 'demonstrations.back', {}));
  await at(last, await callCore(core, 'demonstrations.next', {}));
  const second = straight.findIndex(({ at: [step] }) => step === 1);
  await at(second, await callCore(core, 'demonstrations.go', { step: 1 }));
  await at(second, await byHand(core));
  await at(second + 1, await callCore(core, 'demonstrations.next', {}));
  await at(0, await callCore(core, 'demonstrations.restart', {}));
});
