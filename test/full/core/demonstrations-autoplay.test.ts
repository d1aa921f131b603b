/** Demonstrations that play by themselves, all of them, again and again. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Workbench } from '../../../main/core/services.ts';
import { autoplayed } from '../../support/autoplay.ts';
import { playing } from '../../support/demonstrations.ts';
import { folderForFile } from '../../support/folders.ts';
import { callCore, startCore } from '../../support/workbench.ts';

const PRESSES = 500;

let core: Workbench;
beforeAll(async () => {
  core = await startCore(folderForFile('demonstration-autoplay'));
});
afterAll(() => core.stop());

it('500 presses go through all demonstrations to the end, again and again, and none is stuck', async () => {
  const { autoplay, start, state, pass } = await autoplayed(core);
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
