/** Runs the steps of a plan, once per row of data, and reports each result. */
import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { countOf, type PlannedItem, type PlannedStep, stepsOf } from '../../../shared/collections/plan.ts';
import type { StepResult } from '../../../shared/collections/result.ts';
import { FillBudget, Filler } from '../../../shared/collections/fill.ts';
import type { Scope, Variable } from '../../../shared/collections/scope.ts';
import { kindOf } from '../../../shared/collections/steps.ts';
import type { Exchange } from '../../../shared/contract/exchange.ts';
import { type Hidden, KnownSecrets } from '../redaction/mask.ts';
import type { Sender } from '../requests/sender.ts';
import { type FolderValues, folderValues, provided } from '../requests/variable-lookup.ts';
import type { FollowsPaths } from '../history/bodies/body-queries.ts';
import { Actor } from './actor.ts';
import { type ReadFile, RowFiles } from './collection-files.ts';
import { whyFailed } from './step-outcome.ts';
import type { Row } from './rows.ts';
import { NO_RUN, runStep, type StepParts, type StepRun } from './run-step.ts';
import type { RunTarget } from './target.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { MAX_TURNS } from '../../../shared/limits.ts';

const t = texts.running;

export interface RunOrder {
  items: readonly PlannedItem[];
  /** One iteration for each row; null for one iteration without data. */
  rows: readonly Row[] | null;
  /** Number of the first row, if another machine runs those before it. */
  firstNumber?: number;
  given: Readonly<Record<string, string>>;
  /** Ends the run at the first failure. */
  bail: boolean;
  concurrency: number;
  /** Milliseconds per request, page or control call. */
  timeout: number;
}

export interface RunParts {
  target: RunTarget;
  sender: Pick<Sender, 'send'>;
  queries: FollowsPaths;
  readFile: ReadFile;
  /** @param exchange the step's last */
  onResult: (result: StepResult, exchange: Exchange | null) => void;
  /** Called when more steps are known: a loop counts its turns when it begins. */
  onPlanned: (steps: number) => void;
  /** Called with all secrets of the run when there are new ones. */
  onSecrets?: (secrets: readonly Hidden[]) => void;
  stopped: AbortSignal;
  /** The program exits: remaining steps, perhaps a million, get no result. */
  leaving?: AbortSignal;
}

/** Resolves when every planned step has a result. */
export async function run(order: RunOrder, parts: RunParts): Promise<void> {
  const rows = order.rows ?? [{}];
  const shared = {
    ended: new AbortController(),
    files: new RowFiles(parts.readFile),
    secrets: new KnownSecrets(parts.onSecrets),
    folders: folderValues(parts.target.variables),
  };
  const first = order.firstNumber ?? 1;
  const iterations = rows.map((row, at) => new Iteration(order, parts, shared, row, first + at));
  parts.onPlanned(rows.length * countOf(order.items));
  const waiting = iterations.values();
  // The workers share the iterator.
  const worker = async () => {
    for (const iteration of waiting) {
      if (parts.leaving?.aborted === true) return;
      await iteration.run();
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, order.concurrency) }, worker));
}

interface Shared {
  /** Aborted at the first failure of a run that ends there. */
  ended: AbortController;
  files: RowFiles;
  /** Secrets of all iterations: a bank may repeat a value from one iteration in another. */
  secrets: KnownSecrets;
  folders: (around: PlannedStep['around']) => FolderValues;
}

class Iteration {
  private readonly order: RunOrder;
  private readonly parts: RunParts;
  private readonly shared: Shared;
  private readonly row: Row;
  private readonly number: number;
  private readonly actor: Actor;
  private readonly captures = new Map<string, Omit<Variable, 'origin'>>();

  constructor(order: RunOrder, parts: RunParts, shared: Shared, row: Row, number: number) {
    this.order = order;
    this.parts = parts;
    this.shared = shared;
    this.row = row;
    this.number = number;
    this.actor = new Actor(parts.target.psuIpAddress);
  }

  async run(): Promise<void> {
    await this.runAll(this.order.items, [], null);
  }

  /** @param inside variables of enclosing includes and loops */
  private async runAll(
    items: readonly PlannedItem[],
    inside: readonly Layer[],
    turn: string | null,
  ): Promise<void> {
    for (const item of items) {
      // Yields to the event loop, so that steps without a wait can be stopped.
      await setImmediate();
      if (this.isLeaving()) return;
      const end = this.end();
      if (end !== null) {
        await this.reportAll(item, turn, end);
      } else if ('damage' in item) {
        this.report(item.path, { name: item.name, pause: 0 }, turn, {
          ...NO_RUN,
          outcome: 'failed',
          reason: item.damage,
        });
      } else {
        await this.runItem(item, inside, turn);
      }
    }
  }

  private async runItem(item: PlannedStep, inside: readonly Layer[], turn: string | null): Promise<void> {
    const { step } = item;
    if (step.skip !== undefined) {
      await this.reportAll(item, turn, { ...NO_RUN, outcome: 'skipped', reason: step.skip });
      return;
    }
    const { each } = step;
    if (each === undefined) {
      await this.runTurn(item, inside, turn);
      return;
    }
    const turns = this.turnsOf(item, inside);
    if (typeof turns === 'string') {
      await this.reportAll(item, turn, { ...NO_RUN, outcome: 'failed', reason: turns });
      return;
    }
    // The plan counts one turn.
    this.parts.onPlanned((turns.length - 1) * stepsOf(item));
    for (const [at, value] of turns.entries()) {
      await setImmediate();
      if (this.isLeaving()) return;
      const words = `${each.as} ${at + 1} of ${turns.length}`;
      const name = turn === null ? words : `${turn}, ${words}`;
      const end = this.end();
      if (end !== null) {
        await this.reportAll(item, name, end);
        continue;
      }
      const from = item.path;
      const secret = this.secretNames(item);
      const columns = isObject(value) ? Object.entries(value) : [];
      const variables = [[each.as, value] as const, ...columns].map(([key, one]) => ({
        name: key,
        value: one,
        secret: secret.has(key),
        from,
      }));
      await this.runTurn(item, [...inside, { origin: 'row', variables }], name);
    }
  }

  private async runTurn(item: PlannedStep, inside: readonly Layer[], turn: string | null): Promise<void> {
    const { step, included, path } = item;
    if (included === null) {
      const startedAt = Date.now();
      const start = performance.now();
      const { result, variables, exchange } = await runStep(
        step,
        this.scopeOf(item, inside),
        this.stepParts(item),
      );
      for (const one of variables) this.captures.set(one.name, { ...one, from: path });
      const time = { startedAt, duration: performance.now() - start };
      const isCutOff = result.outcome === 'failed' && this.parts.stopped.aborted;
      const interrupted = {
        ...result,
        outcome: 'not-run',
        reason: t.stoppedDuring,
      } as const;
      this.report(path, step, turn, isCutOff ? interrupted : result, { time, exchange });
      return;
    }
    const variables = this.givenTo(item, inside);
    if (typeof variables === 'string') {
      await this.reportAll(item, turn, { ...NO_RUN, outcome: 'failed', reason: variables });
      return;
    }
    const name = turn === null ? step.name : `${turn}, ${step.name}`;
    await this.runAll(included, [...inside, { origin: 'include', variables }], name);
  }

  /** The values of a loop, or why there are none. */
  private turnsOf(item: PlannedStep, inside: readonly Layer[]): readonly unknown[] | string {
    const { step, around } = item;
    const source = step.each?.in;
    if (source === undefined) return [];
    const turns =
      'file' in source
        ? this.shared.files.rowsOf(around[0]?.path ?? '', source.file)
        : this.listOf(source.variable, { step, around }, inside);
    if (typeof turns === 'string') return turns;
    return turns.length > MAX_TURNS ? t.loop.tooMany(turns.length, MAX_TURNS) : turns;
  }

  private listOf(
    name: string,
    item: Pick<PlannedStep, 'around' | 'step'>,
    inside: readonly Layer[],
  ): unknown[] | string {
    const value = this.scopeOf(item, inside).get(name, this.circumstances())?.value;
    if (value === undefined) return t.loop.noValue(name);
    return Array.isArray(value) ? value : t.loop.noList(name);
  }

  private scopeOf({ around }: Pick<PlannedStep, 'around'>, inside: readonly Layer[]): Scope {
    const { target } = this.parts;
    const { given } = this.order;
    const { scope: folders, secret } = this.shared.folders(around);
    const known = <T extends Omit<Variable, 'origin'>>(variables: readonly T[]) =>
      variables.map((one) => (secret.has(one.name) ? { ...one, secret: true } : one));
    const plain = (values: Iterable<readonly [string, unknown]>) =>
      known([...values].map(([name, value]) => ({ name, value, secret: false, from: null })));
    let scope = folders
      .with('computed', plain(provided(this.actor.environment, this.circumstances())))
      .with('environment', known(target.variables))
      .with('given', plain(Object.entries(given)));
    for (const { origin, variables } of inside.filter((one) => one.origin === 'include'))
      scope = scope.with(origin, known(variables));
    scope = scope
      .with('capture', known([...this.captures.values()]))
      .with('row', plain(Object.entries(this.row)));
    for (const { origin, variables } of inside.filter((one) => one.origin === 'row'))
      scope = scope.with(origin, known(variables));
    return scope;
  }

  /** The variables of an include, filled in once at its begin. @returns a sentence if one has no value, or they are too long */
  private givenTo(item: PlannedStep, inside: readonly Layer[]): Layer['variables'] | string {
    const scope = this.scopeOf(item, inside);
    const given = Object.entries(item.step.include?.variables ?? {});
    const budget = new FillBudget();
    try {
      return given.map(([name, template]) => {
        const filler = new Filler(scope, this.circumstances(), budget);
        const value = filler.json(template);
        filler.check();
        return { name, value, secret: filler.used.some(({ secret }) => secret), from: item.path };
      });
    } catch (error) {
      return whyFailed(error);
    }
  }

  /** The result of remaining steps if the run is over. */
  private end(): StepRun['result'] | null {
    if (this.parts.stopped.aborted) return { ...NO_RUN, outcome: 'not-run', reason: t.stopped };
    if (this.shared.ended.signal.aborted) return { ...NO_RUN, outcome: 'not-run', reason: t.ended };
    return null;
  }

  private isLeaving(): boolean {
    return this.parts.leaving?.aborted === true;
  }

  private circumstances() {
    return { now: this.parts.target.now(), newUuid: randomUUID };
  }

  /** Declared as secret by folders or the environment. */
  private secretNames({ around }: Pick<PlannedStep, 'around'>): ReadonlySet<string> {
    return this.shared.folders(around).secret;
  }

  private stepParts(item: PlannedStep): StepParts {
    const { target, sender, queries, stopped } = this.parts;
    const { secrets } = this.shared;
    const { timeout } = this.order;
    return {
      target,
      sender,
      actor: this.actor,
      timeout,
      stopped,
      secrets,
      queries,
      secretNames: this.secretNames(item),
      circumstances: () => this.circumstances(),
    };
  }

  /** Reports the same result for a step, or for each step that it includes. */
  private async reportAll(item: PlannedItem, turn: string | null, result: StepRun['result']): Promise<void> {
    await setImmediate();
    if (this.isLeaving()) return;
    if ('damage' in item) this.report(item.path, { name: item.name, pause: 0 }, turn, result);
    else if (item.included === null) this.report(item.path, item.step, turn, result);
    else for (const inner of item.included) await this.reportAll(inner, turn, result);
  }

  private report(
    path: string,
    step: PlannedStep['step'],
    turn: string | null,
    result: StepRun['result'],
    { time, exchange }: { time: Pick<StepResult, 'startedAt' | 'duration'>; exchange: Exchange | null } = {
      time: { startedAt: Date.now(), duration: 0 },
      exchange: null,
    },
  ): void {
    if (result.outcome === 'failed' && this.order.bail) this.shared.ended.abort();
    const { name, tags = [] } = step;
    const place = { path, name, tags, kind: kindOf(step), iteration: this.number, turn };
    this.parts.onResult({ ...place, ...result, ...time }, exchange);
  }
}

interface Layer {
  origin: 'include' | 'row';
  variables: Omit<Variable, 'origin'>[];
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
