/** Whatever way a presenter goes through a demonstration, everything is as on the straight way. Random ways are in test/full/core/demonstrations-walks.test.ts. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Workbench } from '../../main/core/services.ts';
import { byHand, everything, straightWay, withOwnWork } from '../support/demonstration-walks.ts';
import { folderForFile } from '../support/folders.ts';
import { operationOf } from '../../shared/requests/request.ts';
import { faultsFor } from '../../shared/faults/faults.ts';
import { requestChanges } from '../../renderer/ui/comparison.ts';
import { playing } from '../support/demonstrations.ts';
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

it('a request that is broken on the stage is refused as its fault says, and any press leads on as if it had not been', async () => {
  const straight = await straightWay(core, folder, 'single-payment');
  const created = straight.findIndex(({ at: [step] }) => step === 2);
  const press = async (name: 'back' | 'next' | 'return') =>
    everything(core, folder, await callCore(core, `demonstrations.${name}`, {}));
  const breakIt = async (fault: string) =>
    playing(await callCore(core, 'demonstrations.break', { fault })).broken;
  await callCore(core, 'demonstrations.go', { step: 2 });
  expect(await breakIt('newline')).toMatchObject({ act: { status: 400, word: 'SIGNATURE_INVALID' } });
  // Another fault takes the place of the first.
  expect(await breakIt('no-request-id')).toMatchObject({ act: { status: 400, word: 'FORMAT_ERROR' } });
  expect(await press('back')).toEqual(straight[created]);
  await breakIt('too-old');
  expect(await press('next')).toEqual(straight[created + 1]);
});

it('every fault that a request can have is refused as it says, and shows what it has changed', async () => {
  await callCore(core, 'demonstrations.start', { id: 'single-payment' });
  const { breakable } = playing(await callCore(core, 'demonstrations.go', { step: 2 }));
  const healthy = await callCore(core, 'history.read', { id: breakable ?? '' });
  const operation = operationOf({ operation: healthy.operation ?? '' });
  if (operation === null) throw new Error('The request has no operation.');
  const faults = faultsFor(operation, healthy.requestBody !== '', healthy.prepared);
  expect(faults.length).toBeGreaterThan(50);
  const unseen: string[] = [];
  for (const { id, status, code } of faults) {
    const { broken } = playing(await callCore(core, 'demonstrations.break', { fault: id }));
    expect([id, broken?.act.status, broken?.act.word]).toEqual([id, status, code]);
    const after = await callCore(core, 'history.read', { id: broken?.act.exchange ?? '' });
    if (requestChanges(healthy, after).length === 0) unseen.push(id);
  }
  // For these, the stage shows what was signed beside what the bank built.
  expect(unseen).toEqual(['other-key', 'body-changed']);
});

it('in slow motion, a press is one thing in the PSU’s browser, and the way back from each leaves everything as it was', async () => {
  const quick = await straightWay(core, folder, 'one-sca');
  const slow = await straightWay(core, folder, 'one-sca', true);
  expect(slow.map(({ page }) => page).filter(([browsed]) => browsed !== 0)).toEqual([
    [1, 'bank', 'sent'],
    [2, 'bank', 'filled'],
    [3, 'bank', 'sent'],
    [4, 'bank', 'filled'],
    [5, 'bank', 'pressed'],
  ]);
  const both = ({ at, bank, diagram }: (typeof slow)[number]) => ({ at, bank, diagram });
  expect(slow.filter(({ page: [browsed] }) => browsed === 0).map(both)).toEqual(quick.map(both));
  const first = slow.findIndex(({ page: [browsed] }) => browsed === 1);
  await callCore(core, 'demonstrations.go', { step: 1 });
  const press = async (name: 'back' | 'next') =>
    everything(core, folder, await callCore(core, `demonstrations.${name}`, {}));
  for (const straight of slow.slice(first, first + 5)) expect(await press('next')).toEqual(straight);
  for (const straight of slow.slice(first - 1, first + 4).toReversed())
    expect(await press('back')).toEqual(straight);
});
