/** The runs of the window: one at a time, against the environment in use. */
import type { ProxyOf } from '../requests/outgoing-proxy.ts';
import { randomUUID } from 'node:crypto';
import { allOf, type FolderNode, type Listing, treeOf } from '../../../shared/collections/tree.ts';
import { planFrom, planOf, PlanError, type PlannedItem, planUpTo } from '../../../shared/collections/plan.ts';
import type { ResultRef } from '../../../shared/collections/result.ts';
import type { Emit } from '../../../shared/contract/methods.ts';
import type { RunOrderInput } from '../../../shared/contract/runs.ts';
import { HostError } from '../../../shared/contract/envelope.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { Sender } from '../requests/sender.ts';
import type { FlowRecord } from '../flow/record.ts';
import type { Recorder } from '../requests/exchange.ts';
import type { TlsClient } from '../requests/connection.ts';
import type { FollowsPaths } from '../history/bodies/body-queries.ts';
import type { TransferFile } from '../transfers.ts';
import { filesIn } from './collection-files.ts';
import { otherHosts } from './other-hosts.ts';
import { iterationRows, RowsError } from './rows.ts';
import type { RunStore } from './run-store.ts';
import { run, type RunOrder } from './runner.ts';
import { startOf } from './run-values.ts';
import type { Waiting } from './person.ts';
import type { RunTarget } from './target.ts';
import { STEP_MS } from '../../../shared/limits.ts';

const t = texts.core.runs;

const EVENT_INTERVAL_MS = 100;

export interface RunsParts {
  store: RunStore;
  /** The folder of the collections. */
  root: string;
  list: () => Listing;
  /** The bank of the environment in use. @throws HostError */
  target: () => { id: string; name: string; target: RunTarget };
  /** The bank page that the run waits for. */
  waiting: () => Waiting | null;
  recorder: Recorder;
  queries: FollowsPaths;
  flow: Pick<FlowRecord, 'hides' | 'sends'>;
  clientOf: (certificateId: string) => TlsClient;
  proxyOf: ProxyOf;
  upload: (id: string) => TransferFile;
  emit: Emit;
  /** Called during a run, so that the vault stays open. */
  inUse: () => void;
  log: (line: string) => void;
}

interface Running {
  id: string;
  stopped: AbortController;
  leaving: AbortController;
  sender: Sender;
  ended: Promise<void>;
}

export class Runs {
  private readonly parts: RunsParts;
  private running: Running | null = null;

  constructor(parts: RunsParts) {
    this.parts = parts;
  }

  /** @returns the id of the started run @throws HostError during another run, or if there is nothing to run */
  start({ path, only, from, bail, concurrency, data, continues = null }: RunOrderInput): string {
    const { store, list, target: environment, upload, recorder, clientOf, proxyOf } = this.parts;
    const tree = treeOf(list());
    if (this.running !== null) throw new HostError('refused', t.oneAtATime);
    const { id: environmentId, name, target } = environment();
    const begun = continues === null ? null : startIn(store, continues, environmentId);
    const { items, rows } = planned(() => ({
      items: itemsOf(tree, path, only, from),
      rows: begun !== null ? begun.rows : data === null ? null : rowsIn(upload(data)),
    }));
    const id = randomUUID();
    const startedAt = Date.now();
    const hasOwnBanks = rows !== null && target.rowBanks !== null;
    const about = { environment: name, environmentId, hasOwnBanks, notices: otherHosts(items, target) };
    const title = titleOf(tree, path);
    const part = only.length > 0 ? t.failedSteps(title) : title;
    const runName = from === null ? part : t.from(part, titleOf(tree, from));
    store.begin({ id, path, name: runName, startedAt, ...about });
    const sender = new Sender(recorder, clientOf, this.parts.flow, proxyOf);
    const stopped = new AbortController();
    const leaving = new AbortController();
    const order = { items, ...begun, rows, given: {}, bail, concurrency, timeout: STEP_MS };
    const ended = this.go(id, order, {
      target,
      sender,
      stopped,
      leaving,
      startedAt,
      isOne: tree.role === 'collection',
    });
    this.running = { id, stopped, leaving, sender, ended };
    return id;
  }

  stop(id: string): void {
    if (this.running?.id === id) this.running.stopped.abort();
  }

  /** The page that the user must open; null if the run does not wait. */
  waitingIn(id: string): Waiting | null {
    return this.running?.id === id ? this.parts.waiting() : null;
  }

  /** The run begins or ends to wait. */
  waitsChanged(): void {
    if (this.running !== null) this.parts.emit('run.changed', { id: this.running.id });
  }

  /** Closes connections whose client key is in memory. */
  forgetKeys(): void {
    this.running?.sender.forgetKeys();
  }

  /** Stops the run without results for the remaining steps, and resolves when its results are stored. */
  async close(): Promise<void> {
    this.running?.leaving.abort();
    this.running?.stopped.abort();
    await this.running?.ended;
  }

  private async go(
    id: string,
    order: Parameters<typeof run>[0],
    parts: {
      target: RunTarget;
      sender: Sender;
      stopped: AbortController;
      leaving: AbortController;
      startedAt: number;
      isOne: boolean;
    },
  ): Promise<void> {
    const { store, emit, root, inUse, log, flow, queries } = this.parts;
    const { target, sender, stopped, leaving, startedAt, isOne } = parts;
    const changed = throttled(() => emit('run.changed', { id }));
    let steps = 0;
    let number = 0;
    let problem: string | null = null;
    try {
      await run(order, {
        target,
        sender,
        queries,
        stopped: stopped.signal,
        leaving: leaving.signal,
        onSecrets: (secrets) => flow.hides(secrets),
        readFile: filesIn(root, isOne),
        onPlanned: (more) => store.plan(id, (steps += more)),
        onResult: (result, _, start) => {
          inUse();
          store.add(id, number++, result, start);
          changed.note();
        },
      });
    } catch (error) {
      problem = error instanceof Error ? error.message : String(error);
      log(t.failed(problem));
    }
    await sender.close();
    changed.end();
    try {
      const state = problem === null && !stopped.signal.aborted ? 'ended' : 'stopped';
      store.end(id, state, Date.now() - startedAt, problem);
    } catch (error) {
      log(t.failed(String(error)));
    }
    this.running = null;
    emit('run.changed', { id });
    emit('environments.changed', {});
    emit('status.changed', {});
  }
}

/** What a result started with, for a run that continues from it. @throws HostError like {@link startOf} */
function startIn(
  store: RunStore,
  ref: ResultRef,
  environmentId: string,
): Pick<RunOrder, 'continues' | 'firstNumber' | 'rows'> {
  const { start, result } = startOf(store, ref, environmentId);
  return { continues: start, firstNumber: result.iteration, rows: start.row && [start.row] };
}

/** @throws HostError in place of errors in the collection or the data */
function planned<T>(make: () => T): T {
  try {
    return make();
  } catch (error) {
    const isInput = error instanceof PlanError || error instanceof RowsError;
    throw isInput ? new HostError('bad-input', error.message) : error;
  }
}

/** @throws PlanError, or HostError if nothing is chosen */
function itemsOf(
  tree: FolderNode,
  path: string,
  only: readonly string[],
  from: string | null,
): PlannedItem[] {
  const all = planOf(tree, path);
  const rest = from === null ? all : planFrom(all, from);
  const items = only.length === 0 ? rest : planUpTo(rest, new Set(only));
  if (items.length === 0) throw new HostError('bad-input', t.nothing);
  return items;
}

function titleOf(tree: FolderNode, path: string): string {
  return [...allOf(tree)].find((node) => node.path === path)?.name || t.everything;
}

const rowsIn = ({ name, bytes }: TransferFile) => iterationRows(name, bytes);

/** Calls at most every {@link EVENT_INTERVAL_MS}, after the first note. */
function throttled(call: () => void): { note: () => void; end: () => void } {
  let timer: NodeJS.Timeout | undefined;
  return {
    note: () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        call();
      }, EVENT_INTERVAL_MS);
    },
    end: () => clearTimeout(timer),
  };
}
