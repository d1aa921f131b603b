/** A demonstration that plays by itself. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Autoplay } from '../../main/core/demonstrations/autoplay.ts';
import type { Workbench } from '../../main/core/workbench.ts';
import type { DemonstrationState } from '../../shared/contract/demonstrations.ts';
import { playing } from '../support/demonstrations.ts';
import { folderForFile } from '../support/folders.ts';
import { callCore, startCore } from '../support/workbench.ts';

const PRESSES = 500;

let core: Workbench;
beforeAll(async () => {
  core = await startCore(folderForFile('demonstration-autoplay'));
});
afterAll(() => core.stop());

/** Autoplay over the core, whose timer the test presses. */
async function autoplayed() {
  let state: DemonstrationState = await callCore(core, 'demonstrations.state', {});
  let due: (() => void) | null = null;
  let settled: () => void = () => undefined;
  const autoplay = new Autoplay({
    player: {
      next: async () => (state = await callCore(core, 'demonstrations.next', {})),
      state: () => state,
    },
    pace: { read: () => 5, write: () => undefined },
    changed: () => settled(),
    later: (work, milliseconds) => {
      expect(milliseconds).toBe(5000);
      due = work;
      settled();
      return () => (due = null);
    },
  });
  return {
    autoplay,
    start: async (id: string) => (state = await callCore(core, 'demonstrations.start', { id })),
    state: () => state,
    /** Lets the time pass. @returns whether it plays on */
    pass: async () => {
      const ready = new Promise<void>((resolve) => (settled = resolve));
      const work = due;
      if (work === null) return false;
      due = null;
      work();
      await ready;
      return due !== null;
    },
    waits: () => due !== null,
  };
}

it('500 presses go through all demonstrations to the end, again and again, and none is stuck', async () => {
  const { autoplay, start, state, pass } = await autoplayed();
  const { demonstrations } = await callCore(core, 'demonstrations.list', {});
  let presses = 0;
  for (let round = 0; presses < PRESSES; round++) {
    const { id, steps } = demonstrations[round % demonstrations.length] ?? { id: '', steps: 0 };
    await start(id);
    autoplay.set(5);
    do presses++;
    while (await pass());
    expect(playing(state())).toMatchObject({ id, step: steps - 1, next: 'end', failed: null });
    expect(autoplay.seconds).toBeNull();
  }
}, 180_000);

it('a press by hand takes over, also while a step is being played', async () => {
  const { autoplay, start, state, pass, waits } = await autoplayed();
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
  const { autoplay, start, state, pass } = await autoplayed();
  await start('consent');
  autoplay.set(5);
  await callCore(core, 'bank.clock', { advance: 'PT1H' });
  Object.assign(state(), await callCore(core, 'demonstrations.state', {}));
  const { step } = playing(state());
  expect(await pass()).toBe(false);
  expect(playing(await callCore(core, 'demonstrations.state', {})).step).toBe(step);
});
