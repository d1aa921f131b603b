/** The Runs view: the runs, and the results of the open one. */
import { create } from 'zustand';
import { NO_COUNTS, type OutcomeName, total } from '../../shared/collections/result.ts';
import { shareSteps } from '../../shared/collections/tree.ts';
import type { Exchange } from '../../shared/contract/exchange.ts';
import { texts } from '../../shared/texts/texts.ts';
import {
  type NumberedResult,
  RESULTS_PAGE,
  type RunChange,
  type RunOrderInput,
  type ListedRun,
  type RunSummary,
} from '../../shared/contract/runs.ts';
import { host } from '../host.ts';
import { attemptIn, readIn } from './attempt.ts';
import { coalesced } from './coalesce.ts';
import { openTab } from './own-window.ts';

const t = texts.runs;

interface RunsStore {
  /** Newest first. */
  runs: ListedRun[] | null;
  /** Id of the open run. */
  selected: string | null;
  filter: OutcomeName | null;
  /** Results of the open run that match the filter: their count, and those read so far by index. */
  found: number;
  rows: ReadonlyMap<number, NumberedResult>;
  result: NumberedResult | null;
  exchange: Exchange | null;
  problem: string | null;
  /** The run that the open one is compared with, and the differences; `total` includes those not listed. */
  comparison: { before: string; found: { changes: RunChange[]; total: number } | null } | null;
  /** The result of the last action on the open run. */
  notice: string | null;
  /** The folder chosen in the form. */
  wanted: string;
  load: () => Promise<void>;
  open: (id: string) => void;
  show: (filter: OutcomeName | null) => void;
  /** Reads the page of results around an index. */
  read: (at: number) => Promise<void>;
  choose: (result: NumberedResult) => Promise<void>;
  /** Whether a snapshot is taken before the next run that resets the local bank: once, until the user sends a request. */
  takesSnapshot: boolean;
  /** Called before each run. @throws HostError if a snapshot fails: then nothing is run */
  beforeStart: (order: RunOrderInput) => Promise<void>;
  start: (order: RunOrderInput) => Promise<void>;
  /** Repeats a run, with its data rows if this window started it. */
  startAgain: (run: RunSummary) => Promise<void>;
  /** Repeats the failed steps of a run, with what they need. */
  startFailed: (run: RunSummary) => Promise<void>;
  /** Compares the open run with an earlier one; null ends the comparison. */
  compare: (before: string | null) => Promise<void>;
  /** Excludes the values that differ now from later comparisons with the baseline. */
  learn: () => Promise<void>;
  setBaseline: (id: string, isBaseline: boolean) => Promise<void>;
  judge: (id: string) => Promise<void>;
  /** Opens a result of any run. */
  openResult: (id: string, number: number) => Promise<void>;
  /** Opens the SCA page that a run waits for. */
  openBank: (waiting: string) => Promise<void>;
  stop: (id: string) => Promise<void>;
  remove: (id: string) => Promise<void>;
}

const NO_RESULTS = { found: 0, rows: new Map<number, NumberedResult>(), result: null, exchange: null };
const CLOSED = { ...NO_RESULTS, comparison: null, notice: null };

export const ONCE: Omit<RunOrderInput, 'path'> = {
  only: [],
  from: null,
  bail: false,
  concurrency: 1,
  data: null,
};

/** In localStorage, so that a reload or another window offers the same folder. */
const WANTED = 'runs/wanted';

export const useRuns = create<RunsStore>((set, get) => {
  const attempt = attemptIn(set);
  const read = readIn(set, get);
  /** The orders of runs that this window started, by id. */
  const orders = new Map<string, RunOrderInput>();
  /** Pages being read. */
  const reading = new Map<string, Promise<unknown>>();
  /** Chooses the first failure of the open run, unless a result is chosen. */
  const showFailure = (run: RunSummary | undefined) =>
    attempt(async () => {
      if (run === undefined || run.state === 'running' || (run.counts.failed ?? 0) === 0) return;
      const { results } = await host.call('runs.results', { id: run.id, outcomes: ['failed'], from: 0 });
      const [first] = results;
      const isFree = () => get().selected === run.id && get().result === null;
      if (first === undefined || !isFree()) return;
      // Without a filter, a result's number is its index.
      if (get().filter === null) await get().read(first.number);
      if (isFree()) await get().choose(first);
    });
  return {
    runs: null,
    selected: null,
    filter: null,
    ...CLOSED,
    problem: null,
    wanted: localStorage.getItem(WANTED) ?? '',
    load: coalesced(() =>
      read(async () => {
        const { runs } = await host.call('runs.list', {});
        const { selected, runs: before } = get();
        set({ runs });
        const isOpen = ({ id }: RunSummary) => id === selected;
        if (before?.find(isOpen)?.state === 'running') void showFailure(runs.find(isOpen));
        if (selected !== null && !runs.some(({ id }) => id === selected)) set({ selected: null, ...CLOSED });
        // The last page may have grown since a read of it began.
        else if (selected !== null) {
          await Promise.allSettled(reading.values());
          await get().read(get().rows.size);
        }
      }),
    ),
    open: (id) => {
      set({ selected: id, filter: null, problem: null, ...CLOSED });
      void get().read(0);
      void showFailure(get().runs?.find((run) => run.id === id));
    },
    show: (filter) => {
      set({ filter, ...NO_RESULTS, comparison: null });
      void get().read(0);
    },
    read: (at) =>
      read(async () => {
        const { selected: id, filter } = get();
        const from = Math.floor(at / RESULTS_PAGE) * RESULTS_PAGE;
        const page = `${id} ${filter} ${from}`;
        if (id === null || reading.has(page)) return;
        const outcomes = filter === null ? [] : [filter];
        const request = host.call('runs.results', { id, outcomes, from });
        reading.set(page, request);
        try {
          const { results, total: found } = await request;
          if (get().selected !== id || get().filter !== filter) return;
          const rows = new Map(get().rows);
          for (const [place, result] of results.entries()) rows.set(from + place, result);
          set({ found, rows });
        } finally {
          reading.delete(page);
        }
      }),
    choose: (result) =>
      attempt(async () => {
        set({ result, exchange: null });
        if (result.exchange === null) return;
        const exchange = await host.call('history.read', { id: result.exchange });
        if (get().result === result) set({ exchange });
      }),
    takesSnapshot: true,
    beforeStart: () => Promise.resolve(),
    start: (order) =>
      attempt(async () => {
        await get().beforeStart(order);
        const { id } = await host.call('runs.start', order);
        set({ wanted: order.path });
        orders.set(id, order);
        await get().load();
        get().open(id);
      }),
    startAgain: ({ id, path }) => get().start(orders.get(id) ?? { ...ONCE, path }),
    startFailed: async ({ id, path }) => {
      const failed = new Set<string>();
      await attempt(async () => {
        for (let from = 0; ; from += RESULTS_PAGE) {
          const { results } = await host.call('runs.results', { id, outcomes: ['failed'], from });
          for (const result of results) failed.add(result.path);
          if (results.length < RESULTS_PAGE) break;
        }
      });
      if (failed.size > 0)
        await get().start({ ...(orders.get(id) ?? ONCE), path, from: null, only: [...failed] });
    },
    compare: (before) =>
      attempt(async () => {
        const { selected: after } = get();
        set({ comparison: before === null ? null : { before, found: null } });
        if (before === null || after === null) return;
        const found = await host.call('runs.compare', { before, after }).catch((error: unknown) => {
          set({ comparison: null });
          throw error;
        });
        if (get().selected === after && get().comparison?.before === before)
          set({ comparison: { before, found } });
      }),
    learn: () =>
      attempt(async () => {
        const { selected: after, comparison, compare } = get();
        if (after === null || comparison === null) return;
        const { before } = comparison;
        await host.call('runs.learn', { before, after });
        await compare(before);
      }),
    setBaseline: (id, isBaseline) =>
      attempt(async () => {
        // Shown at once; the list read afterwards has the stored value.
        set({ runs: get().runs?.map((run) => (run.id === id ? { ...run, isBaseline } : run)) ?? null });
        try {
          await host.call('runs.setBaseline', { id, isBaseline });
        } finally {
          await get().load();
        }
      }),
    judge: (id) =>
      attempt(async () => {
        const done = await host.call('runs.judge', { id });
        await get().load();
        get().open(done.id);
        set({ notice: t.judged(done.judged, done.left) });
      }),
    openResult: (id, number) =>
      attempt(async () => {
        const { selected, filter, open, choose } = get();
        if (selected !== id || filter !== null) open(id);
        // Without a filter, a result's number is its index.
        const { results } = await host.call('runs.results', { id, outcomes: [], from: number });
        const [result] = results;
        if (result?.number === number) await choose(result);
      }),
    openBank: (waiting) =>
      attempt(async () => {
        openTab((await host.call('sca.openWaiting', { id: waiting })).tab);
      }),
    stop: (id) => attempt(() => host.call('runs.stop', { id })),
    remove: (id) => attempt(() => host.call('runs.remove', { id })),
  };
});

useRuns.subscribe(({ wanted }, { wanted: before }) => {
  if (wanted !== before) localStorage.setItem(WANTED, wanted);
});

/** Number of steps with a result. */
export function doneOf({ counts }: Pick<RunSummary, 'counts'>): number {
  return total({ ...NO_COUNTS, ...counts });
}

/** Progress of a run, with its failed steps and those that were not run. */
export function progressOf({ counts, planned }: Pick<RunSummary, 'counts' | 'planned'>): string {
  const { failed, 'not-run': notRun } = { ...NO_COUNTS, ...counts };
  return t.progress(doneOf({ counts }) - notRun, planned, failed, notRun);
}

/** Whether two runs can be compared. */
export function canCompare(one: RunSummary, other: RunSummary): boolean {
  return (
    one.id !== other.id &&
    [one, other].every(({ state }) => state !== 'running') &&
    shareSteps(one.path, other.path)
  );
}

export const isAnyRunning = ({ runs }: Pick<RunsStore, 'runs'>) =>
  runs?.some(({ state }) => state === 'running') ?? false;

/** The outcome of a whole run: the worst of its steps. */
export function worstOf({ counts }: Pick<RunSummary, 'counts'>): OutcomeName {
  const order: readonly OutcomeName[] = ['failed', 'not-run', 'warning', 'passed', 'skipped'];
  return order.find((outcome) => (counts[outcome] ?? 0) > 0) ?? 'passed';
}
