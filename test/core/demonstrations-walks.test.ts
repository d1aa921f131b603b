/** Whatever way a presenter goes through a demonstration, everything is as on the straight way (property test with a model). */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Workbench } from '../../main/core/workbench.ts';
import type { DemonstrationState } from '../../shared/contract/demonstrations.ts';
import { comparable, playing, shownIn, stateOf, withoutIds } from '../support/demonstrations.ts';
import { folderForFile } from '../support/folders.ts';
import { callCore, startCore } from '../support/workbench.ts';

const folder = folderForFile('demonstration-walks');
/** It has a redirect, captures, a weekend and batches. */
const DEMONSTRATION = 'one-sca';
let core: Workbench;
beforeAll(async () => {
  core = await startCore(folder);
});
afterAll(() => core.stop());

/** All that must be the same at a position. */
async function everything(state: DemonstrationState) {
  const { shown, step, part, acts, next, failed, changed } = playing(state);
  const seen = withoutIds(acts.map((act) => JSON.stringify({ ...act, exchange: null })));
  return {
    shown,
    at: [step, part, next, failed, changed],
    seen,
    state: await stateOf(core, folder),
    diagram: comparable(await shownIn(core)),
  };
}

/** A press of a button, by whose name the model knows it. */
const press = (name: 'back' | 'next' | 'restart') =>
  fc.constant({ name, run: () => callCore(core, `demonstrations.${name}`, {}) });

const walk = fc.array(
  fc.oneof(
    { arbitrary: press('next'), weight: 4 },
    { arbitrary: press('back'), weight: 3 },
    { arbitrary: press('restart'), weight: 1 },
    {
      arbitrary: fc
        .nat(6)
        .map((step) => ({ name: step, run: () => callCore(core, 'demonstrations.go', { step }) })),
      weight: 1,
    },
    {
      arbitrary: fc.constant({
        name: 'by hand' as const,
        run: async () => {
          await callCore(core, 'bank.clock', { advance: 'PT3H' });
          await callCore(core, 'bank.batch', {});
          return callCore(core, 'demonstrations.return', {});
        },
      }),
      weight: 1,
    },
  ),
  { minLength: 1, maxLength: 4 },
);

it('100 random walks leave bank, workbench and diagram as the straight way does', async () => {
  const straight = [await everything(await callCore(core, 'demonstrations.start', { id: DEMONSTRATION }))];
  for (;;) {
    const state = await callCore(core, 'demonstrations.next', {});
    straight.push(await everything(state));
    if (playing(state).next === 'end') break;
  }
  const first = (step: number) => straight.findIndex(({ at }) => at[0] === step);
  let at = straight.length - 1;
  await fc.assert(
    fc.asyncProperty(walk, async (moves) => {
      let state = await callCore(core, 'demonstrations.state', {});
      for (const { name, run } of moves) {
        if (name === 'next') at = Math.min(at + 1, straight.length - 1);
        else if (name === 'back') at = Math.max(at - 1, 0);
        else if (name === 'restart') at = 0;
        else if (typeof name === 'number') at = first(name);
        state = await run();
      }
      expect(await everything(state)).toEqual(straight[at]);
    }),
    { numRuns: 100, endOnFailure: true },
  );
}, 180_000);
