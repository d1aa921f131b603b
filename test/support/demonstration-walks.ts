/** What must be the same at a position of a demonstration, whatever way a presenter came there. */
import { createHash } from 'node:crypto';
import type { Workbench } from '../../main/core/services.ts';
import { NO_TESTS } from '../../shared/collections/step-tests.ts';
import type { DemonstrationAct, DemonstrationState } from '../../shared/contract/demonstrations.ts';
import { fresh } from '../../shared/requests/compose.ts';
import { comparable, playing, shownIn, stateOf, withoutIds } from './demonstrations.ts';
import { callCore } from './workbench.ts';

/** The person's own work, which is none of a demonstration's business. */
const TAB = {
  id: 'mine',
  path: null,
  seen: null,
  answerId: null,
  request: fresh('readUser'),
  tests: NO_TESTS,
};

export const withOwnWork = (core: Workbench) =>
  callCore(core, 'drafts.save', { window: 'w', tabs: [TAB], active: TAB.id });

/** All that must be the same at a position: the bank, the workbench and the diagram, each as a hash. */
export async function everything(core: Workbench, folder: string, state: DemonstrationState) {
  const { shown, step, part, browsed, page, acts, next, failed, changed } = playing(state);
  const { quirks, scenarios } = await callCore(core, 'bank.overview', { search: '' });
  const { variables } = await callCore(core, 'variables.known', { path: null });
  const { ids } = await callCore(core, 'requests.recentIds', {});
  const drafts = await callCore(core, 'drafts.read', { window: 'w' });
  const answers = await Promise.all(acts.map((act) => answerOf(core, act)));
  return {
    at: [step, part, next, failed, changed],
    page: [browsed, page?.whose, page?.state],
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
async function answerOf(core: Workbench, { exchange }: DemonstrationAct): Promise<string> {
  if (exchange === null) return '';
  const { status, response } = await callCore(core, 'history.read', { id: exchange });
  return `${status} ${response?.body ?? ''}`;
}

const plain = (values: readonly unknown[]) => values.map((value) => JSON.stringify(value));
const hashOf = (lines: readonly string[]) => createHash('sha256').update(lines.join('\n')).digest('hex');

/** Changes by hand, and the way back to where the demonstration was. */
export async function byHand(core: Workbench): Promise<DemonstrationState> {
  await callCore(core, 'bank.clock', { advance: 'PT3H' });
  await callCore(core, 'bank.batch', {});
  await callCore(core, 'bank.quirk', { name: 'onHoldStatus', value: 'PDNG' });
  await callCore(core, 'requests.send', fresh('createPayment'));
  await callCore(core, 'bank.addScenario', { when: {}, then: { status: 503 } });
  await callCore(core, 'sessions.begin', {});
  await callCore(core, 'variables.keep', { name: 'x', value: 1, secret: false, from: 'By hand' });
  return callCore(core, 'demonstrations.return', {});
}

/** Goes the straight way to the end. @returns everything at each position @param slow in slow motion */
export async function straightWay(core: Workbench, folder: string, id: string, slow = false) {
  await callCore(core, 'demonstrations.slow', { slow });
  const straight = [await everything(core, folder, await callCore(core, 'demonstrations.start', { id }))];
  for (;;) {
    const state = await callCore(core, 'demonstrations.next', {});
    straight.push(await everything(core, folder, state));
    if (playing(state).next === 'end') return straight;
  }
}
