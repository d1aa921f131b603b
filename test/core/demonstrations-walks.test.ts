/** Whatever way a presenter goes through a demonstration, everything is as on the straight way (property test with a model). */
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Workbench } from '../../main/core/workbench.ts';
import { NO_TESTS } from '../../shared/collection/step-tests.ts';
import type { DemonstrationAct, DemonstrationState } from '../../shared/contract/demonstrations.ts';
import { fresh } from '../../shared/request/compose.ts';
import { comparable, playing, shownIn, stateOf, withoutIds } from '../support/demonstrations.ts';
import { folderForFile } from '../support/folders.ts';
import { callCore, startCore } from '../support/workbench.ts';

const folder = folderForFile('demonstration-walks');
/** With redirects, captures, a weekend and batches; with two sessions; with two signers. The walks are shared out among them. */
const DEMONSTRATIONS = { 'one-sca': 34, session: 33, 'corporate-basket': 33 };
/** The person's own work, which is none of a demonstration's business. */
const TAB = {
  id: 'mine',
  path: null,
  seen: null,
  answerId: null,
  request: fresh('readUser'),
  tests: NO_TESTS,
};
let core: Workbench;
beforeAll(async () => {
  core = await startCore(folder);
  await callCore(core, 'drafts.save', { window: 'w', tabs: [TAB], active: TAB.id });
});
afterAll(() => core.stop());

/** All that must be the same at a position: the bank, the workbench and the diagram, each as a hash. */
async function everything(state: DemonstrationState) {
  const { shown, step, part, acts, next, failed, changed } = playing(state);
  const { quirks, scenarios } = await callCore(core, 'bank.overview', { search: '' });
  const { variables } = await callCore(core, 'variables.known', { path: null });
  const { ids } = await callCore(core, 'requests.recentIds', {});
  const drafts = await callCore(core, 'drafts.read', { window: 'w' });
  const answers = await Promise.all(acts.map(answerOf));
  return {
    at: [step, part, next, failed, changed],
    bank: hashOf([...(await stateOf(core, folder)), ...plain(quirks), ...plain(scenarios)]),
    workbench: hashOf([
      ...plain([shown]),
      ...withoutIds(acts.map((act) => JSON.stringify({ ...act, exchange: null }))),
      ...withoutIds(answers),
      ...withoutIds(plain(variables)),
      ...withoutIds(plain(ids.map(({ at: _at, ...id }) => id))),
      ...plain([drafts]),
    ]),
    diagram: hashOf(comparable(await shownIn(core))),
  };
}

/** What a request of the step was answered with. */
async function answerOf({ exchange }: DemonstrationAct): Promise<string> {
  if (exchange === null) return '';
  const { status, response } = await callCore(core, 'history.read', { id: exchange });
  return `${status} ${response?.body ?? ''}`;
}

const plain = (values: readonly unknown[]) => values.map((value) => JSON.stringify(value));
const hashOf = (lines: readonly string[]) => createHash('sha256').update(lines.join('\n')).digest('hex');

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
        .nat(5)
        .map((step) => ({ name: step, run: () => callCore(core, 'demonstrations.go', { step }) })),
      weight: 1,
    },
    {
      arbitrary: fc.constant({
        name: 'by hand' as const,
        run: async () => {
          await callCore(core, 'bank.clock', { advance: 'PT3H' });
          await callCore(core, 'bank.batch', {});
          await callCore(core, 'bank.quirk', { name: 'onHoldStatus', value: 'PDNG' });
          await callCore(core, 'requests.send', fresh('createPayment'));
          await callCore(core, 'bank.addScenario', { when: {}, then: { status: 503 } });
          await callCore(core, 'sessions.begin', {});
          await callCore(core, 'variables.keep', { name: 'x', value: 1, secret: false, from: 'By hand' });
          return callCore(core, 'demonstrations.return', {});
        },
      }),
      weight: 1,
    },
  ),
  { minLength: 1, maxLength: 4 },
);

it.each(Object.entries(DEMONSTRATIONS))(
  'random walks, 100 in all, leave bank, workbench and diagram as the straight way does: %s',
  async (id, walks) => {
    const straight = [await everything(await callCore(core, 'demonstrations.start', { id }))];
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
      { numRuns: walks, endOnFailure: true },
    );
  },
  180_000,
);
