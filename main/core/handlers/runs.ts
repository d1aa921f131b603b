/** Runs of collections. */
import type { Runs } from '../running/runs.ts';
import type { RunStore } from '../running/run-store.ts';
import type { Emit } from '../../../shared/contract/methods.ts';
import type { Of } from './handler.ts';

export interface RunHandlerParts {
  runs: Pick<Runs, 'start' | 'stop'>;
  runStore: RunStore;
  emit: Emit;
}

export function runHandlers({ runs, runStore, emit }: RunHandlerParts): Of<'runs'> {
  return {
    'runs.start': (order) => {
      const id = runs.start(order);
      emit('run.changed', { id });
      return { id };
    },
    'runs.stop': ({ id }) => {
      runs.stop(id);
      return {};
    },
    'runs.list': () => ({ runs: runStore.list() }),
    'runs.results': ({ id, outcomes, from }) => runStore.results(id, outcomes, from),
    'runs.remove': ({ id }) => {
      runs.stop(id);
      runStore.remove(id);
      emit('run.changed', { id });
      return {};
    },
  };
}
