/** Runs the steps of a plan, once per row of data, and reports each result. */
import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import {
  type Around,
  countOf,
  type DamagedFile,
  everyItem,
  hasResult,
  insideOf,
  type PlannedGroup,
  type PlannedItem,
  type PlannedStep,
} from '../../../shared/collections/plan.ts';
import { failedCondition } from '../../../shared/collections/judge.ts';
import type { StepResult } from '../../../shared/collections/result.ts';
import { FillBudget, filledExpectation, Filler, MissingVariables } from '../../../shared/collections/fill.ts';
import type { Scope, Variable } from '../../../shared/collections/scope.ts';
import type { Repeats } from '../../../shared/collections/settings.ts';
import { kindOf, type Step } from '../../../shared/collections/steps.ts';
import { aboveOf, flowOfPath } from '../../../shared/collections/tree.ts';
import { textOf } from '../../../shared/collections/value-text.ts';
import type { Exchange } from '../../../shared/contract/exchange.ts';
import { type Hidden, KnownSecrets, MASK, masked, masking } from '../redaction/mask.ts';
import type { Sender } from '../requests/sender.ts';
import { type FolderValues, folderValues, provided } from '../requests/variable-lookup.ts';
import type { FollowsPaths } from '../history/bodies/body-queries.ts';
import { Actor } from './actor.ts';
import { type ReadFile, RowFiles } from './collection-files.ts';
import { isError, StepFailure, whyFailed } from './step-outcome.ts';
import type { Row } from './rows.ts';
import { BANK_PAGE, missingIn, NO_RUN, runStep, type StepParts, type StepRun } from './run-step.ts';
import { type Layer, type StepStart, withRunVariables } from './step-start.ts';
import { isRead, refusalIn } from './request-step.ts';
import type { RunTarget } from './target.ts';
import { withoutPerson } from './without-person.ts';
import { isRecord } from '../../../shared/own-value.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { MAX_TURNS } from '../../../shared/limits.ts';

const t = texts.running;

const MAX_TITLE_CHARS = 60;

export interface RunOrder {
  items: readonly PlannedItem[];
  /** One iteration for each row; null for one iteration without data. */
  rows: readonly Row[] | null;
  /** Number of the first row, where another run is continued from a later one. */
  firstNumber?: number;
  given: Readonly<Record<string, string>>;
  /** With which the first step starts, to continue another run. */
  continues?: StepStart | undefined;
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
  /** @param exchange the step's last @param start null for a step that did not start */
  onResult: (result: StepResult, exchange: Exchange | null, start: StepStart | null) => void;
  /** Called when more steps are known: a loop counts its turns when it begins. */
  onPlanned: (steps: number) => void;
  /** Called with all secrets of the run when there are new ones. */
  onSecrets?: (secrets: readonly Hidden[]) => void;
  stopped: AbortSignal;
  /** The program exits: remaining steps, perhaps a million, get no result. */
  leaving?: AbortSignal;
}

/** Resolves when every planned step has a result. */
export async function run(given: RunOrder, parts: RunParts): Promise<void> {
  const order = { ...given, ...withoutPerson(given.items, parts.target) };
  const rows = order.rows ?? [{}];
  const shared = {
    ended: new AbortController(),
    hasStopped: false,
    files: new RowFiles(parts.readFile),
    secrets: new KnownSecrets(parts.onSecrets),
    folders: folderValues(parts.target.variables),
  };
  const first = order.firstNumber ?? 1;
  parts.onPlanned(rows.length * countOf(order.items));
  const isSecret = secretColumns(order.items, shared.folders);
  const startBank = order.rows === null ? undefined : parts.target.rowBanks?.();
  const runRow = async (at: number, row: Row) => {
    const isOver = parts.stopped.aborted || shared.ended.signal.aborted;
    const bank = isOver ? undefined : await startBank?.();
    const own = grouped(bank === undefined ? parts : { ...parts, target: bank.of(parts.target) }, order);
    try {
      const title = order.rows === null ? null : titleOf(row, isSecret);
      await new Iteration(order, own.parts, shared, { row, number: first + at, title }).run();
    } finally {
      await bank?.stop();
      own.end();
    }
  };
  const waiting = rows.entries();
  // The workers share the iterator.
  const worker = async () => {
    for (const [at, row] of waiting) {
      if (parts.leaving?.aborted === true) return;
      await runRow(at, row);
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, order.concurrency) }, worker));
}

/** The names that a folder, a flow or a group declares as secret, somewhere in the run. */
function secretColumns(
  items: readonly PlannedItem[],
  folders: Shared['folders'],
): (column: string) => boolean {
  const around = [...everyItem(items)].flatMap((item) => ('damage' in item ? [] : [item.around]));
  const names = new Set(around.flatMap((one) => [...folders(one).secret]));
  return (column) => names.has(column);
}

/** The first value of a row, masked if its column is secret. */
function titleOf(row: Row, isSecret: (column: string) => boolean): string {
  const [[column, value] = ['', '']] = Object.entries(row);
  if (isSecret(column)) return MASK;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > MAX_TITLE_CHARS ? `${text.slice(0, MAX_TITLE_CHARS)}…` : text;
}

/** Rows that run at the same time give their results at their ends, so that those of a row stay together. */
function grouped(parts: RunParts, { concurrency }: RunOrder): { parts: RunParts; end: () => void } {
  if (concurrency <= 1) return { parts, end: () => undefined };
  const results: Parameters<RunParts['onResult']>[] = [];
  return {
    parts: { ...parts, onResult: (...result) => void results.push(result) },
    end: () => results.forEach((result) => parts.onResult(...result)),
  };
}

interface Shared {
  /** Aborted, with a sentence, at the first failure of a run that ends there, and if the bank cannot be reached. */
  ended: AbortController;
  /** Whether a step has the error that the run was stopped. */
  hasStopped: boolean;
  files: RowFiles;
  /** Secrets of all iterations: a bank may repeat a value from one iteration in another. */
  secrets: KnownSecrets;
  folders: (around: Around) => FolderValues;
}

class Iteration {
  private readonly order: RunOrder;
  private readonly parts: RunParts;
  private readonly shared: Shared;
  private readonly row: Row;
  private readonly number: number;
  private readonly title: string | null;
  private actor: Actor;
  private captures = new Map<string, Omit<Variable, 'origin'>>();
  /** What failed steps would have captured, with the name of the step that is the cause. */
  private readonly lost = new Map<string, { by: string; cause: string }>();

  /** @param title of its row in reports */
  constructor(
    order: RunOrder,
    parts: RunParts,
    shared: Shared,
    { row, number, title }: { row: Row; number: number; title: string | null },
  ) {
    this.order = order;
    this.parts = parts;
    this.shared = shared;
    this.row = row;
    this.number = number;
    this.title = title;
    this.actor = newActor(parts.target);
  }

  /** Each flow begins without PSU, session and kept values. */
  async run(): Promise<void> {
    let flow: string | null = null;
    for (const [at, item] of this.order.items.entries()) {
      const next = flowOfPath(item.path);
      if (at === 0 || flow !== next) {
        flow = next;
        this.begin(at === 0 ? this.order.continues : undefined);
      }
      await this.runAll([item], [], null);
    }
  }

  private begin(start: StepStart | undefined): void {
    const { target } = this.parts;
    this.captures = new Map(start?.captures.map((one) => [one.name, one]));
    this.lost.clear();
    this.actor = start === undefined ? newActor(target) : Actor.from(target.psuIpAddress, start.actor);
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
        this.report(item, turn, { ...NO_RUN, outcome: 'failed', reason: item.damage });
      } else {
        await this.runItem(item, inside, turn);
      }
    }
  }

  private async runItem(
    item: PlannedGroup | PlannedStep,
    inside: readonly Layer[],
    turn: string | null,
  ): Promise<void> {
    const { skip, each } = repeatsOf(item);
    if (skip !== undefined) {
      await this.reportAll(item, turn, { ...NO_RUN, outcome: 'skipped', reason: skip });
      return;
    }
    if (each === undefined) {
      await this.runIfItHolds(item, inside, turn);
      return;
    }
    let turns: readonly Row[];
    try {
      turns = this.turnsOf(item, inside);
    } catch (error) {
      await this.reportError(item, turn, error);
      return;
    }
    if (turns.length === 0) {
      await this.reportAll(item, turn, { ...NO_RUN, outcome: 'skipped', reason: t.loop.none });
      return;
    }
    // The plan counts one turn.
    this.parts.onPlanned((turns.length - 1) * countOf([item]));
    for (const [at, row] of turns.entries()) {
      await setImmediate();
      if (this.isLeaving()) return;
      const secret = this.secretNames(item);
      const variables = Object.entries(row).map(([key, value]) => ({
        name: key,
        value,
        secret: secret.has(key),
        from: item.path,
      }));
      const within = [...inside, { origin: 'row', variables } as const];
      const words = wordsOf(row, at, turns.length);
      // Only declared variables are secret.
      const shown = secret.size === 0 ? words : this.masked(words, this.scopeOf(item, within).secrets());
      const name = turn === null ? shown : `${turn}, ${shown}`;
      const end = this.end();
      if (end !== null) await this.reportAll(item, name, end);
      else await this.runIfItHolds(item, within, name);
    }
  }

  /** Leaves the item out unless its conditions hold. */
  private async runIfItHolds(
    item: PlannedGroup | PlannedStep,
    inside: readonly Layer[],
    turn: string | null,
  ): Promise<void> {
    let why: string | null;
    try {
      why = this.whyNot(item, inside);
    } catch (error) {
      await this.reportError(item, turn, error);
      return;
    }
    if (why !== null) {
      await this.reportAll(item, turn, { ...NO_RUN, outcome: 'skipped', reason: why });
      return;
    }
    if ('items' in item) await this.runAll(item.items, inside, turn);
    else await this.runTurn(item, inside, turn);
  }

  /** The first condition that does not hold. @throws MissingVariables also for one that a failed step would have kept, FilledTooMuch */
  private whyNot(item: PlannedGroup | PlannedStep, inside: readonly Layer[]): string | null {
    const { when = [] } = repeatsOf(item);
    const scope = this.scopeOf(item, inside);
    const filler = new Filler(scope, this.circumstances());
    for (const { variable, must } of when) {
      const isThere = scope.get(variable, this.circumstances()) !== null;
      if (!isThere && this.lost.has(variable)) throw new MissingVariables([variable]);
      const value = isThere ? filler.json(`{{${variable}}}`) : undefined;
      const expected = filledExpectation(must, filler);
      filler.check();
      const why = failedCondition(variable, expected, value);
      if (why !== null) return this.masked(why, [...scope.secrets(), ...filler.used]);
    }
    return null;
  }

  private masked(text: string, variables: readonly Variable[]): string {
    return masking(this.shared.secrets.with(variables))(text);
  }

  private async runTurn(item: PlannedStep, inside: readonly Layer[], turn: string | null): Promise<void> {
    const { step, included, path } = item;
    if (included === null) {
      const startedAt = Date.now();
      const begun = performance.now();
      const before = this.startOf(inside);
      const ran = await runStep(step, this.scopeOf(item, inside), this.stepParts(item));
      const time = { startedAt, duration: performance.now() - begun };
      const cause = this.causeOf(ran.missing);
      const { exchange } = ran;
      const start = { ...before, kept: ran.variables.map((one) => ({ ...one, from: path })) };
      for (const one of start.kept) this.captures.set(one.name, one);
      this.report(item, turn, this.resultOf(ran, cause), { time, exchange, start, cause: cause?.step });
      if (this.actor.scaRedirect !== null) this.lost.delete(BANK_PAGE);
      return;
    }
    let variables: Layer['variables'];
    try {
      variables = this.givenTo(item, inside);
    } catch (error) {
      await this.reportError(item, turn, error);
      return;
    }
    const name = turn === null ? step.name : `${turn}, ${step.name}`;
    await this.runAll(included, [...inside, { origin: 'include', variables }], name);
  }

  /** A step that failed because of another one, of the end of the run, or of an unreachable bank, was not run. */
  private resultOf({ result, isUnreachable }: StepRun, cause: Cause | null): StepRun['result'] {
    const notRun = (reason: string) => ({ ...result, outcome: 'not-run', reason, error: false }) as const;
    if (result.outcome === 'failed' && this.parts.stopped.aborted) return notRun(t.stoppedDuring);
    if (cause !== null) return notRun(cause.reason);
    // Another row has said so.
    if (isUnreachable && this.shared.ended.signal.aborted) return notRun(t.stillUnreachable);
    if (isUnreachable) this.shared.ended.abort(t.stillUnreachable);
    return result;
  }

  /** The failed step that would have captured one of these. */
  private causeOf(names: readonly string[]): Cause | null {
    const name = names.find((one) => this.lost.has(one));
    if (name === undefined) return null;
    const { by, cause } = this.lost.get(name) ?? { by: '', cause: '' };
    return { step: cause, reason: t.needs(name === BANK_PAGE ? t.page : `{{${name}}}`, by, cause) };
  }

  /** The rows of a loop. @throws MissingVariables, StepFailure */
  private turnsOf(item: PlannedGroup | PlannedStep, inside: readonly Layer[]): readonly Row[] {
    const { each = [] } = repeatsOf(item);
    const turns = this.rowsOf(each, item, inside);
    if (typeof turns === 'string') throw new StepFailure(turns);
    if (turns.length > MAX_TURNS) throw new StepFailure(t.loop.tooMany(turns.length, MAX_TURNS));
    return turns;
  }

  private rowsOf(
    each: NonNullable<Repeats['each']>,
    item: PlannedGroup | PlannedStep,
    inside: readonly Layer[],
  ): readonly Row[] | string {
    const { around, path } = item;
    const collection = around[0]?.path ?? '';
    if (typeof each === 'string' && !each.startsWith('{{'))
      return this.shared.files.rowsOf(collection, fileBeside(path, each, collection));
    const filler = new Filler(this.scopeOf(item, inside), this.circumstances());
    const filled = filler.json(each);
    filler.check();
    if (typeof each === 'string' || Array.isArray(each))
      return Array.isArray(filled) && filled.every((one) => isRecord<unknown>(one))
        ? filled
        : t.loop.noMaps(textOf(each));
    const [[name, values] = ['', []]] = Object.entries(isRecord<unknown>(filled) ? filled : {});
    return Array.isArray(values)
      ? values.map((value) => ({ [name]: value }))
      : t.loop.noList(textOf(each[name]));
  }

  private startOf(inside: readonly Layer[]): Omit<StepStart, 'kept'> {
    return {
      actor: this.actor.state,
      row: this.order.rows === null ? null : this.row,
      inside: [...inside],
      captures: [...this.captures.values()],
    };
  }

  private scopeOf({ around }: { around: Around }, inside: readonly Layer[]): Scope {
    const { target } = this.parts;
    const { given } = this.order;
    const { scope: folders, secret } = this.shared.folders(around);
    const known = <T extends Omit<Variable, 'origin'>>(variables: readonly T[]) =>
      variables.map((one) => (secret.has(one.name) ? { ...one, secret: true } : one));
    const plain = (values: Iterable<readonly [string, unknown]>) =>
      known([...values].map(([name, value]) => ({ name, value, secret: false, from: null })));
    const scope = folders
      .with('computed', plain(provided(this.actor.environment, this.circumstances())))
      .with('environment', known(target.variables))
      .with('given', plain(Object.entries(given)));
    return withRunVariables(scope, { row: this.row, inside, captures: [...this.captures.values()] }, secret);
  }

  /** The variables of an include, filled in once at its begin. @throws MissingVariables, FilledTooMuch */
  private givenTo(item: PlannedStep, inside: readonly Layer[]): Layer['variables'] {
    const scope = this.scopeOf(item, inside);
    const given = Object.entries(item.step.include?.variables ?? {});
    const budget = new FillBudget();
    return given.map(([name, template]) => {
      const filler = new Filler(scope, this.circumstances(), budget);
      const value = filler.json(template);
      filler.check();
      return { name, value, secret: filler.used.some(({ secret }) => secret), from: item.path };
    });
  }

  /** The result of remaining steps if the run is over. */
  private end(): StepRun['result'] | null {
    if (this.parts.stopped.aborted) return { ...NO_RUN, outcome: 'not-run', reason: t.stopped };
    const { aborted, reason } = this.shared.ended.signal;
    if (aborted) return { ...NO_RUN, outcome: 'not-run', reason: String(reason) };
    return null;
  }

  private isLeaving(): boolean {
    return this.parts.leaving?.aborted === true;
  }

  private circumstances() {
    return { now: this.parts.target.now(), newUuid: randomUUID };
  }

  /** Declared as secret by folders or the environment. */
  private secretNames({ around }: { around: Around }): ReadonlySet<string> {
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
      headers: item.around.flatMap(({ settings }) => Object.entries(settings.headers)),
      timeout,
      stopped,
      secrets,
      queries,
      secretNames: this.secretNames(item),
      circumstances: () => this.circumstances(),
    };
  }

  /** Reports why the turns or variables of a step, or of the steps that it includes, could not be made. */
  private async reportError(
    item: PlannedGroup | PlannedStep,
    turn: string | null,
    error: unknown,
  ): Promise<void> {
    const cause = this.causeOf(missingIn(error));
    const result =
      cause === null
        ? ({ ...NO_RUN, outcome: 'failed', reason: whyFailed(error), error: isError(error) } as const)
        : ({ ...NO_RUN, outcome: 'not-run', reason: cause.reason } as const);
    await this.reportAll(item, turn, result, cause?.step);
  }

  /** Reports the same result for a step, or for each step that it includes. @param cause name of the step that it needs */
  private async reportAll(
    item: PlannedItem,
    turn: string | null,
    result: StepRun['result'],
    cause?: string,
  ): Promise<void> {
    await setImmediate();
    if (this.isLeaving()) return;
    if (hasResult(item)) this.report(item, turn, result, { cause });
    else for (const inner of insideOf(item)) await this.reportAll(inner, turn, result, cause);
  }

  private report(
    item: DamagedFile | PlannedStep,
    turn: string | null,
    result: StepRun['result'],
    {
      time = { startedAt: Date.now(), duration: 0 },
      exchange = null,
      start = null,
      cause,
    }: {
      time?: Pick<StepResult, 'startedAt' | 'duration'>;
      exchange?: Exchange | null;
      start?: StepStart | null;
      cause?: string | undefined;
    } = {},
  ): void {
    const step = 'damage' in item ? { name: item.name, pause: 0 } : item.step;
    const { outcome } = result;
    if (outcome === 'failed' && this.order.bail) this.shared.ended.abort(t.ended);
    if (outcome === 'failed' || outcome === 'not-run') this.lose(step, cause ?? step.name, exchange);
    // One error makes a stopped run red where what was not run counts as skipped.
    const isStop = outcome === 'not-run' && this.parts.stopped.aborted && !this.shared.hasStopped;
    if (isStop) this.shared.hasStopped = true;
    const { tags = [] } = step;
    const { path, name, place } = item;
    const about = { path, name, place, tags, kind: kindOf(step), iteration: this.number, turn };
    const row = this.title === null ? null : masked(this.title, this.shared.secrets.with([]));
    this.parts.onResult(
      { ...about, row, ...result, error: result.error || isStop, ...time },
      exchange,
      start,
    );
  }

  /** Notes what later steps will miss. */
  private lose(
    { name: by, keep = [], request, consent, sca }: Step,
    cause: string,
    exchange: Exchange | null,
  ): void {
    // What the PSU would have approved does not exist, and an earlier page is about something else.
    const isAnswered = request !== undefined && exchange !== null && refusalIn(exchange) === null;
    const asks = consent !== undefined || (request !== undefined && !isRead(request));
    if (asks && !(isAnswered && exchange.links.some(({ name }) => name === 'scaRedirect')))
      this.actor.scaRedirect = null;
    const kept = keep.map(({ as }) => as);
    const page = request === undefined ? [] : [BANK_PAGE];
    const psu = sca === undefined && consent === undefined ? [] : ['psuId', 'psuCorporateId'];
    for (const name of [...kept, ...page, ...psu]) this.lost.set(name, { by, cause });
  }
}

const newActor = ({ psuIpAddress, session }: RunTarget) => new Actor(psuIpAddress, session);

/** Why a step was not run: the name of the step that it needs, and a sentence. */
interface Cause {
  step: string;
  reason: string;
}

/** What repeats a step or a group, and what leaves it out. */
function repeatsOf(item: PlannedGroup | PlannedStep): Repeats {
  return 'items' in item ? item.repeats : item.step;
}

/** A turn in words: by its value if it has one that is short. */
function wordsOf(row: Row, at: number, of: number): string {
  const [[name, value] = ['row', null], ...more] = Object.entries(row);
  const isShort = typeof value === 'number' || (typeof value === 'string' && value.length <= 40);
  if (!isShort) return `${more.length === 0 ? name : 'row'} ${at + 1} of ${of}`;
  return more.length === 0 ? `${name} ${value}` : `${name} ${value}, ${at + 1} of ${of}`;
}

/** A file that a flow names from its own folder, from the folder of its collection. */
function fileBeside(path: string, file: string, collection: string): string {
  const folder = aboveOf(flowOfPath(path) ?? path);
  const inside = collection === '' ? folder : folder.slice(collection.length + 1);
  return inside === '' ? file : `${inside}/${file}`;
}
