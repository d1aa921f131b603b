/**
 * The test runner inside the worker. It turns mutants on and off, and tells which tests reach and kill them. Starting a worker
 * or a bank costs far more than a test, so one worker runs many files, and repeats each test for every mutant that it reaches.
 */
import { appendFileSync } from 'node:fs';
import { inject, TestRunner, vi } from 'vitest';
import { SWITCH } from './switches.ts';

/** What the worker does with its test files. */
export type Order =
  /** Run each test twice without a mutant, and record what it reaches. */
  | { kind: 'record' }
  /** Repeat each test for its mutants, by path of the file and id of the test. A file that is given again does what is left of it. */
  | { kind: 'repeat'; plan: Record<string, Record<string, readonly number[]>>; log: string }
  /** Have one mutant on while a file is loaded and until its first test fails: one mutant for each file that is run, in order. */
  | { kind: 'alone'; mutants: readonly number[]; log: string };

/** What a recording run reports with each test. */
export interface Reached {
  /** Mutants that the test itself reaches. */
  inTest: readonly number[];
  /** Mutants that loading the file and preparing its tests have reached so far. */
  outside: readonly number[];
}

/** Lines of the log, which survives the worker. A spoiler is a mutant after which a test fails even without it. */
export type Line =
  | { on: number }
  | { killed: number }
  | { survived: number; test: string }
  | { spoiler: number };

declare module 'vitest' {
  interface ProvidedContext {
    order: Order;
  }
  interface TaskMeta {
    reached?: Reached;
  }
}

/** A mutant that uses the processor for this long in one test fails it. Milliseconds. */
const LONGEST = 10_000;

type Task = Parameters<TestRunner['onAfterRetryTask']>[0];
type Try = Parameters<TestRunner['onAfterRetryTask']>[1];
type Suite = Parameters<TestRunner['onAfterRunSuite']>[0];

export default class MutantRunner extends TestRunner {
  private readonly order = inject('order');
  /** The mutant that is on; 0 for none. */
  private on = 0;
  private asked = 0;
  /** The processor time when the present test or file began. The clock would also count what other programs do. */
  private began = process.cpuUsage();
  private isTesting = false;
  private readonly inTest = new Set<number>();
  private readonly outside = new Set<number>();
  private readonly dead = new Set<number>();
  private readonly spoilers = new Set<number>();
  /** Mutants that have survived a test, as `<id of the test> <mutant>`. */
  private readonly survived = new Set<string>();
  private waiting: number[] = [];
  /** The mutant whose kill a try without it must confirm. */
  private suspect = 0;
  /** Nothing more can be learned from this file. */
  private isOver = false;
  private files = 0;

  constructor(config: TestRunner['config']) {
    super(config);
    const isOn = this.order.kind === 'record' ? this.recorded.bind(this) : this.isOn.bind(this);
    Object.assign(globalThis, { [SWITCH]: isOn });
  }

  private recorded(id: number): boolean {
    (this.isTesting ? this.inTest : this.outside).add(id);
    return false;
  }

  private isOn(id: number): boolean {
    // Timers cannot stop a loop that never waits.
    if (++this.asked % 1024 === 0 && this.on > 0 && process.cpuUsage(this.began).user > LONGEST * 1000)
      throw new Error('The mutant does not come to an end.');
    return id === this.on;
  }

  private log(line: Line): void {
    if (this.order.kind !== 'record') appendFileSync(this.order.log, `${JSON.stringify(line)}\n`);
  }

  /** Each file loads everything anew, as in a worker of its own. */
  onBeforeCollect(): void {
    vi.resetModules();
    this.outside.clear();
    this.isTesting = false;
    this.isOver = false;
    this.suspect = 0;
    this.began = process.cpuUsage();
    if (this.order.kind !== 'alone') return;
    this.on = this.order.mutants[this.files++] ?? 0;
    this.isOver = this.dead.has(this.on);
    if (!this.isOver) this.log({ on: this.on });
  }

  override importFile(...[path, source]: Parameters<TestRunner['importFile']>): unknown {
    return this.isOver || !this.hasWork(path) ? undefined : super.importFile(path, source);
  }

  private hasWork(path: string): boolean {
    if (this.order.kind !== 'repeat') return true;
    const tests = Object.entries(this.order.plan[path] ?? {});
    return tests.some(([id, mutants]) => this.left(id, mutants).length > 0);
  }

  /** The mutants that a test has still to judge. */
  private left(test: string, mutants: readonly number[]): number[] {
    return mutants.filter(
      (id) => !this.dead.has(id) && !this.spoilers.has(id) && !this.survived.has(`${test} ${id}`),
    );
  }

  override async onBeforeRunTask(test: Task): Promise<void> {
    await super.onBeforeRunTask(test);
    this.inTest.clear();
    if (this.order.kind === 'record') test.repeats = 1;
    if (this.order.kind !== 'repeat') return;
    this.waiting = this.left(test.id, this.order.plan[test.file.filepath]?.[test.id] ?? []);
    // Twice, because a try without the mutant follows each kill.
    test.repeats = 2 * this.waiting.length;
  }

  override onBeforeTryTask(test: Task, options: Try): void {
    super.onBeforeTryTask(test, options);
    this.began = process.cpuUsage();
    this.isTesting = true;
    if (this.isOver) test.context.skip();
    if (this.order.kind !== 'repeat') return;
    // Every try would send the errors of all earlier ones to the main process.
    if (test.result) Object.assign(test.result, { attempts: [], errors: undefined });
    if (this.suspect > 0) return;
    const next = this.waiting.findIndex((id) => !this.dead.has(id));
    if (next < 0) test.context.skip();
    this.on = this.waiting[next] ?? 0;
    this.waiting = this.waiting.slice(next + 1);
    this.log({ on: this.on });
  }

  override async onAfterRetryTask(test: Task, options: Try): Promise<void> {
    await super.onAfterRetryTask(test, options);
    this.isTesting = false;
    if (test.result?.state === 'skip') return;
    const hasFailed = test.result?.state === 'fail';
    if (this.order.kind === 'record')
      test.meta.reached = { inTest: [...this.inTest], outside: [...this.outside] };
    if (this.order.kind === 'alone' && hasFailed) this.kill(this.on);
    if (this.order.kind === 'repeat') this.judge(test, hasFailed);
  }

  private judge(test: Task, hasFailed: boolean): void {
    const { on, suspect } = this;
    this.on = 0;
    this.log({ on: 0 });
    if (suspect > 0 && hasFailed) {
      this.log({ spoiler: suspect });
      this.spoilers.add(suspect);
      this.isOver = true;
      return;
    }
    this.suspect = hasFailed ? on : 0;
    if (suspect > 0) {
      this.dead.add(suspect);
      this.log({ killed: suspect });
    } else if (!hasFailed) {
      this.survived.add(`${test.id} ${on}`);
      this.log({ survived: on, test: test.id });
    }
  }

  private kill(mutant: number): void {
    if (this.isOver) return;
    this.isOver = true;
    this.dead.add(mutant);
    this.log({ killed: mutant });
  }

  override async onAfterRunSuite(suite: Suite): Promise<void> {
    await super.onAfterRunSuite(suite);
    if (this.order.kind === 'alone' && suite.result?.state === 'fail') this.kill(this.on);
  }

  override onAfterRunFiles(files: Parameters<TestRunner['onAfterRunFiles']>[0]): void {
    super.onAfterRunFiles(files);
    if (this.order.kind !== 'alone') return;
    if (files.some(({ result }) => result?.state === 'fail')) this.kill(this.on);
    this.on = 0;
    this.log({ on: 0 });
  }
}
