/** The runs, the open one with the results on screen, and what is being run. */
import { create } from 'zustand';
import { NO_COUNTS, type OutcomeName, total } from '../../shared/collections/result.ts';
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
import { downloadFile, host, uploadFile } from '../host.ts';
import { attemptIn, readIn } from './attempt.ts';
import { coalesced } from './coalesce.ts';

const t = texts.runs;

interface RunsStore {
  /** Null until they are read. Newest first. */
  runs: ListedRun[] | null;
  /** Id of the open run, or null. */
  selected: string | null;
  /** The outcome that is shown; null for all. */
  filter: OutcomeName | null;
  /** Results of the open run that fit the filter: how many there are, and those that were read, by their place in the list. */
  found: number;
  rows: ReadonlyMap<number, NumberedResult>;
  /** The open result, and the exchange of its request. */
  result: NumberedResult | null;
  exchange: Exchange | null;
  problem: string | null;
  /** The run that the open one is compared with, and what differs; `total` counts also what is not listed. Null for no comparison. */
  comparison: { before: string; found: { changes: RunChange[]; total: number } | null } | null;
  /** What was done last with the open run. */
  said: string | null;
  /** The folder that the form offers to run. */
  wanted: string;
  load: () => Promise<void>;
  open: (id: string) => void;
  show: (filter: OutcomeName | null) => void;
  /** Reads the results around a place of the list. */
  read: (at: number) => Promise<void>;
  choose: (result: NumberedResult) => Promise<void>;
  /**
   * Whether a snapshot of the local bank is taken before the next run that resets it, wherever that is started. Once: after that, the
   * bank is that of the run, until a person sends something.
   */
  keeps: boolean;
  /** Keeps what a run of a folder would replace. @throws HostError if that cannot be done: then nothing is run */
  before: (path: string) => Promise<void>;
  start: (order: RunOrderInput) => Promise<void>;
  /** Runs the same once more, with its rows of data if it was started since the window was opened. */
  startAgain: (run: RunSummary) => Promise<void>;
  /** Runs what failed in a run once more. */
  startFailed: (run: RunSummary) => Promise<void>;
  /** Compares the open run with an earlier one; null shows its results again. */
  compare: (before: string | null) => Promise<void>;
  /** Later comparisons with the baseline leave out the values that differ now. */
  learn: () => Promise<void>;
  setBaseline: (id: string, isBaseline: boolean) => Promise<void>;
  judge: (id: string) => Promise<void>;
  /** Opens a result of any run. */
  openResult: (id: string, number: number) => Promise<void>;
  /** Saves a result as a file for somebody else. */
  report: (id: string, number: number) => Promise<void>;
  openReport: (file: File) => Promise<void>;
  /** Opens the page of the bank that a run waits for. */
  openBank: (waiting: string) => Promise<void>;
  stop: (id: string) => Promise<void>;
  remove: (id: string) => Promise<void>;
}

const NO_RESULTS = { found: 0, rows: new Map<number, NumberedResult>(), result: null, exchange: null };
const CLOSED = { ...NO_RESULTS, comparison: null, said: null };

export const ONCE: Omit<RunOrderInput, 'path'> = {
  only: [],
  from: null,
  bail: false,
  concurrency: 1,
  data: null,
};

/** Kept in the page's own storage, like the sizes of the panes: a reload or another window offers the same again. */
const WANTED = 'runs/wanted';

export const useRuns = create<RunsStore>((set, get) => {
  const attempt = attemptIn(set);
  const read = readIn(set, get);
  /** What was started from this window, by the ids of the runs. */
  const orders = new Map<string, RunOrderInput>();
  /** Pages that are being read, so that each is read once at a time. */
  const reading = new Map<string, Promise<unknown>>();
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
        const { selected } = get();
        set({ runs });
        if (selected !== null && !runs.some(({ id }) => id === selected)) set({ selected: null, ...CLOSED });
        // The page at the end has grown, perhaps since a read of it began.
        else if (selected !== null) {
          await Promise.allSettled(reading.values());
          await get().read(get().rows.size);
        }
      }),
    ),
    open: (id) => {
      set({ selected: id, filter: null, problem: null, ...CLOSED });
      void get().read(0);
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
        const answer = host.call('runs.results', { id, outcomes, from });
        reading.set(page, answer);
        try {
          const { results, total: found } = await answer;
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
    keeps: true,
    before: () => Promise.resolve(),
    start: (order) =>
      attempt(async () => {
        await get().before(order.path);
        const { id } = await host.call('runs.start', order);
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
        // Shown at once; the list that is read then says what is kept.
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
        set({ said: t.judged(done.judged, done.left) });
      }),
    openResult: (id, number) =>
      attempt(async () => {
        const { selected, filter, open, choose } = get();
        if (selected !== id || filter !== null) open(id);
        // Without a filter, results are numbered by their places.
        const { results } = await host.call('runs.results', { id, outcomes: [], from: number });
        const [result] = results;
        if (result?.number === number) await choose(result);
      }),
    report: (id, number) =>
      attempt(async () => {
        const { download } = await host.call('runs.report', { id, number });
        downloadFile(download);
      }),
    openReport: (file) =>
      attempt(async () => {
        const { id } = await host.call('runs.openReport', { file: await uploadFile(file) });
        await get().load();
        await get().openResult(id, 0);
      }),
    openBank: (waiting) =>
      attempt(async () => {
        const { tab } = await host.call('sca.openWaiting', { id: waiting });
        // In a browser the page opens in a separate tab, without access to this one.
        if (tab !== null) window.open(tab, '_blank', 'noopener,noreferrer');
      }),
    stop: (id) => attempt(() => host.call('runs.stop', { id })),
    remove: (id) => attempt(() => host.call('runs.remove', { id })),
  };
});

useRuns.subscribe(({ wanted }, { wanted: before }) => {
  if (wanted !== before) localStorage.setItem(WANTED, wanted);
});

/** How many steps of a run have a result. */
export function doneOf({ counts }: Pick<RunSummary, 'counts'>): number {
  return total({ ...NO_COUNTS, ...counts });
}

/** How far a run is, and how many of its steps have failed. */
export function progressOf({ counts, planned }: Pick<RunSummary, 'counts' | 'planned'>): string {
  const { failed } = counts;
  const done = doneOf({ counts });
  return failed === 0 ? t.progress(done, planned) : t.progressFailed(done, planned, failed);
}

/** The outcome that a whole run is shown with: the worst of its steps. */
export function worstOf({ counts }: Pick<RunSummary, 'counts'>): OutcomeName {
  const order: readonly OutcomeName[] = ['failed', 'not-run', 'warning', 'passed', 'skipped'];
  return order.find((outcome) => (counts[outcome] ?? 0) > 0) ?? 'passed';
}
