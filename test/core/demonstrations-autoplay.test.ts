/** A demonstration that plays by itself. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Workbench } from '../../main/core/services.ts';
import { autoplayed } from '../support/autoplay.ts';
import { playing } from '../support/demonstrations.ts';
import { folderForFile } from '../support/folders.ts';
import { callCore, startCore } from '../support/workbench.ts';

let core: Workbench;
beforeAll(async () => {
  core = await startCore(folderForFile('demonstration-autoplay'));
});
afterAll(() => core.stop());

it('goes through a demonstration to its end', async () => {
  const { autoplay, start, state, pass } = await autoplayed(core);
  const { demonstrations } = await callCore(core, 'demonstrations.list', {});
  const steps = demonstrations.find((one) => one.id === 'consent')?.steps ?? 0;
  await start('consent');
  autoplay.set(5);
  while (await pass());
  expect(playing(state())).toMatchObject({ id: 'consent', step: steps - 1, next: 'end', failed: null });
  expect(autoplay.seconds).toBeNull();
});

it('a press by hand takes over, also while a step is being played', async () => {
  const { autoplay, start, state, pass, waits } = await autoplayed(core);
  await start('consent');
  autoplay.set(5);
  await pass();
  expect(playing(state()).step).toBe(1);
  void pass();
  autoplay.stop();
  // Calls wait for each other: the press is over when this is.
  await callCore(core, 'demonstrations.return', {});
  expect(autoplay.seconds).toBeNull();
  expect(waits()).toBe(false);
});

it('stops at the window’s next press, and says so', async () => {
  await callCore(core, 'demonstrations.start', { id: 'consent' });
  expect((await callCore(core, 'demonstrations.autoplay', { seconds: 60 })).autoplay).toBe(60);
  expect((await callCore(core, 'demonstrations.next', {})).autoplay).toBeNull();
});

it('knows the interval that was chosen last, also after it has stopped and after a restart', async () => {
  const folder = folderForFile('demonstration-pace');
  const first = await startCore(folder);
  expect((await callCore(first, 'demonstrations.state', {})).pace).toBe(20);
  await callCore(first, 'demonstrations.autoplay', { seconds: 60 });
  expect(await callCore(first, 'demonstrations.autoplay', { seconds: null })).toMatchObject({
    autoplay: null,
    pace: 60,
  });
  await first.stop();
  const second = await startCore(folder);
  expect((await callCore(second, 'demonstrations.state', {})).pace).toBe(60);
  await second.stop();
});

it('stops at a change by hand', async () => {
  const { autoplay, start, state, pass } = await autoplayed(core);
  await start('consent');
  autoplay.set(5);
  await callCore(core, 'bank.clock', { advance: 'PT1H' });
  Object.assign(state(), await callCore(core, 'demonstrations.state', {}));
  const { step } = playing(state());
  expect(await pass()).toBe(false);
  expect(playing(await callCore(core, 'demonstrations.state', {})).step).toBe(step);
});
