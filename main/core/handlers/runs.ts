/** Runs of collections. */
import { type BugReportParts, bugReport, openBugReport } from '../runs/bug-report.ts';
import { compareRuns, type ComparingParts, learnFrom } from '../runs/compare-runs.ts';
import { judgeAgain, type JudgingParts } from '../runs/reevaluate.ts';
import type { Runs } from '../runs/runs.ts';
import type { Emit } from '../../../shared/contract/methods.ts';
import type { Transfers } from '../transfers.ts';
import type { Of } from './handler.ts';

export interface RunHandlerParts extends BugReportParts, ComparingParts, JudgingParts {
  runs: Pick<Runs, 'start' | 'stop' | 'waitingIn'>;
  transfers: Pick<Transfers, 'drop' | 'look' | 'offer'>;
  history: BugReportParts['history'];
  collections: BugReportParts['collections'];
  emit: Emit;
}

export function runHandlers(parts: RunHandlerParts): Of<'runs'> {
  const { runs, runStore, transfers, emit } = parts;
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
    'runs.list': () => ({
      runs: runStore.list().map((run) => ({ ...run, waiting: runs.waitingIn(run.id) })),
    }),
    'runs.results': ({ id, outcomes, from }) => runStore.results(id, outcomes, from),
    'runs.remove': ({ id }) => {
      runs.stop(id);
      runStore.remove(id);
      emit('run.changed', { id });
      return {};
    },
    'runs.ofStep': ({ path }) => ({ runs: runStore.ofStep(path) }),
    'runs.compare': ({ before, after }) => compareRuns(before, after, parts),
    'runs.setBaseline': ({ id, isBaseline }) => {
      if (isBaseline !== (runStore.learnt(id) !== null)) runStore.setBaseline(id, isBaseline ? {} : null);
      emit('run.changed', { id });
      return {};
    },
    'runs.learn': async ({ before, after }) => {
      await learnFrom(before, after, parts);
      return {};
    },
    'runs.judge': async ({ id }) => {
      const done = await judgeAgain(id, parts);
      emit('run.changed', { id: done.id });
      return done;
    },
    'runs.report': async ({ id, number }) => ({
      download: transfers.offer(await bugReport(id, number, parts)),
    }),
    'runs.openReport': ({ file }) => {
      const id = openBugReport(transfers.look(file), parts);
      transfers.drop(file);
      emit('run.changed', { id });
      return { id };
    },
  };
}
