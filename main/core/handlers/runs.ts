/** Runs of collections. */
import { compareRuns, learnFrom } from '../runs/compare-runs.ts';
import { judgeAgain } from '../runs/reevaluate.ts';
import type { HandlerParts, Of } from './handler.ts';

export function runHandlers(parts: HandlerParts): Of<'runs'> {
  const { runs, runStore, emit, vault } = parts;
  return {
    'runs.start': (order) => {
      // Not step by step.
      vault.mustBeOpen();
      const id = runs.start(order);
      emit('run.changed', { id });
      return { id };
    },
    'runs.stop': ({ id }) => runs.stop(id),
    'runs.list': () => ({
      runs: runStore.list().map((run) => ({ ...run, waiting: runs.waitingIn(run.id) })),
    }),
    'runs.results': ({ id, outcomes, from }) => runStore.results(id, outcomes, from),
    'runs.remove': ({ id }) => {
      runs.stop(id);
      runStore.remove(id);
      emit('run.changed', { id });
    },
    'runs.ofStep': ({ path }) => ({ runs: runStore.ofStep(path) }),
    'runs.compare': ({ before, after }) => compareRuns(before, after, parts),
    'runs.setBaseline': ({ id, isBaseline }) => {
      if (isBaseline !== (runStore.learnt(id) !== null)) runStore.setBaseline(id, isBaseline ? {} : null);
      emit('run.changed', { id });
    },
    'runs.learn': ({ before, after }) => learnFrom(before, after, parts),
    'runs.judge': async ({ id }) => {
      const done = await judgeAgain(id, parts);
      emit('run.changed', { id: done.id });
      return done;
    },
  };
}
