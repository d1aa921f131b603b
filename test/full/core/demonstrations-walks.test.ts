/** Whatever way a presenter goes through a demonstration, everything is as on the straight way (property test with a model). */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Workbench } from '../../../main/core/services.ts';
import { byHand, everything, straightWay, withOwnWork } from '../../support/demonstration-walks.ts';
import { folderForFile } from '../../support/folders.ts';
import { callCore, startCore } from '../../support/workbench.ts';

const folder = folderForFile('demonstration-walks');
/** With redirects, captures, a weekend and batches; with two sessions; with two signers, and once in slow motion. The walks are shared out among them. */
const DEMONSTRATIONS = [
  ['one-sca', 'quick', 25],
  ['one-sca', 'slow', 25],
  ['session', 'quick', 25],
  ['corporate-basket', 'slow', 25],
] as const;
let core: Workbench;
beforeAll(async () => {
  core = await startCore(folder);
  await withOwnWork(core);
});
afterAll(() => core.stop());

/** A press of a button, by whose name the model knows it. */
const press = (name: 'back' | 'next' | 'restart') =>
  fc.constant({ name, run: () => callCore(core, `demonstrations.${name}`, {}) });

/** Breaks the request of the step, if it has one, and takes that back. */
async function broken() {
  const state = await callCore(core, 'demonstrations.state', {});
  if ((state.playing?.breakable ?? null) === null) return state;
  await callCore(core, 'demonstrations.break', { fault: 'newline' });
  return callCore(core, 'demonstrations.back', {});
}

const walk = fc.array(
  fc.oneof(
    { arbitrary: press('next'), weight: 4 },
    { arbitrary: press('back'), weight: 3 },
    { arbitrary: press('restart'), weight: 1 },
    {
      arbitrary: fc
        .nat(5)
        .map((step) => ({ name: step, run: () => callCore(core, 'demonstrations.go', { step }) })),
      weight: 1,
    },
    { arbitrary: fc.constant({ name: 'broken' as const, run: () => broken() }), weight: 1 },
    {
      arbitrary: fc.constant({ name: 'by hand' as const, run: () => byHand(core) }),
      weight: 1,
    },
  ),
  { minLength: 1, maxLength: 4 },
);

it.each(DEMONSTRATIONS)(
  'random walks, 100 in all, leave bank, workbench and diagram as the straight way does: %s, %s',
  async (id, pace, walks) => {
    const straight = await straightWay(core, folder, id, pace === 'slow');
    const first = (step: number) =>
      straight.findIndex(({ at, page: [browsed] }) => at[0] === step && browsed === 0);
    /** From after an SCA, Back leads to before it. */
    const before = (position: number): number =>
      straight.findLastIndex(
        ({ page: [browsed] }, at) => at < position && (browsed === 0 || straight[position]?.page[0] !== 0),
      );
    let at = straight.length - 1;
    await fc.assert(
      fc.asyncProperty(walk, async (moves) => {
        let state = await callCore(core, 'demonstrations.state', {});
        for (const { name, run } of moves) {
          if (name === 'next') at = Math.min(at + 1, straight.length - 1);
          else if (name === 'back') at = Math.max(before(at), 0);
          else if (name === 'restart') at = 0;
          else if (typeof name === 'number') at = first(name);
          state = await run();
        }
        expect(await everything(core, folder, state)).toEqual(straight[at]);
      }),
      { numRuns: walks, endOnFailure: true, seed: Date.now() },
    );
  },
);
