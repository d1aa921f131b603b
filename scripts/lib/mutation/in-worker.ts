/**
 * The test runner inside the worker. It turns mutants on and off, and tells which tests reach and kill them. Starting a worker
 * and a bank costs far more than a test, so one run of a file repeats each test for every mutant that it reaches.
 */
import { writeFileSync } from 'node:fs';
import { inject, TestRunner } from 'vitest';
import { SWITCH } from './switches.ts';

/** What one run of a test file does. */
export type Order = { [K in keyof Orders]: { kind: K } & Orders[K] }[keyof Orders];

interface Orders {
  /** Runs each test twice without a mutant, and records what it reaches. */
  record: object;
  /** Has one mutant on while the file is loaded and until the first test fails. */
  one: { mutant: number; limit: number };
  /** Repeats each test for its mutants, by id of the test. */
  each: {
    plan: Record<string, readonly number[]>;
    limit: number;
    /** Gets the number of the mutant that is on. */ log: string;
  };
}

/** What a recording run reports with each test. */
export interface Reached {
  /** Mutants that the test itself reaches. */
  inTest: readonly number[];
  /** Mutants that loading the file and preparing its tests have reached so far. */
  outside: readonly number[];
  /** How often the test has asked the switches. */
  asked: number;
}

/** What a test reports that was repeated. */
export interface Verdict {
  killed: readonly number[];
  survived: readonly number[];
  /** A mutant after which the test fails even without it, so that nothing after it counts. */
  spoiler: number | null;
}

declare module 'vitest' {
  interface ProvidedContext {
    order: Order;
  }
  interface TaskMeta {
    reached?: Reached;
    verdict?: Verdict;
  }
}

type Task = Parameters<TestRunner['onAfterRetryTask']>[0];
type Try = Parameters<TestRunner['onAfterRetryTask']>[1];

export default class MutantRunner extends TestRunner {
  private readonly order = inject('order');
  /** The mutant that is on; 0 for none. */
  private on = this.order.kind === 'one' ? this.order.mutant : 0;
  private asked = 0;
  private isTesting = false;
  private readonly inTest = new Set<number>();
  private readonly outside = new Set<number>();
  /** Dead mutants of this file, each killed by one of its tests. */
  private readonly dead = new Set<number>();
  /** The mutant whose kill is to be confirmed by a try without it. */
  private suspect = 0;
  private hasFailed = false;
  private waiting: number[] = [];
  private killed: number[] = [];
  private survived: number[] = [];

  constructor(config: TestRunner['config']) {
    super(config);
    const { order } = this;
    const isOn =
      order.kind === 'record'
        ? (id: number) => {
            this.asked++;
            (this.isTesting ? this.inTest : this.outside).add(id);
            return false;
          }
        : (id: number) => {
            if (++this.asked > order.limit && this.on !== 0)
              throw new Error('The mutant does not come to an end.');
            return id === this.on;
          };
    Object.assign(globalThis, { [SWITCH]: isOn });
  }

  override async onBeforeRunTask(test: Task): Promise<void> {
    await super.onBeforeRunTask(test);
    this.inTest.clear();
    if (this.order.kind === 'record') test.repeats = 1;
    if (this.order.kind !== 'each') return;
    this.waiting = [...(this.order.plan[test.id] ?? [])];
    this.killed = [];
    this.survived = [];
    // Twice, because a try without the mutant follows each kill.
    test.repeats = 2 * this.waiting.length;
  }

  override onBeforeTryTask(test: Task, options: Try): void {
    super.onBeforeTryTask(test, options);
    this.asked = 0;
    this.isTesting = true;
    const { order } = this;
    if (order.kind !== 'record' && this.hasFailed) test.context.skip();
    if (order.kind !== 'each' || this.suspect > 0) return;
    this.on = this.next();
    writeFileSync(order.log, String(this.on));
    if (this.on === 0) test.context.skip();
  }

  private next(): number {
    const next = this.waiting.find((id) => !this.dead.has(id)) ?? 0;
    this.waiting = this.waiting.slice(this.waiting.indexOf(next) + 1);
    return next;
  }

  override async onAfterRetryTask(test: Task, options: Try): Promise<void> {
    await super.onAfterRetryTask(test, options);
    this.isTesting = false;
    if (test.result?.state === 'skip') return;
    const hasFailed = test.result?.state === 'fail';
    switch (this.order.kind) {
      case 'record':
        test.meta.reached = { inTest: [...this.inTest], outside: [...this.outside], asked: this.asked };
        return;
      case 'one':
        this.hasFailed ||= hasFailed;
        return;
      case 'each':
        this.judge(hasFailed);
        test.meta.verdict = {
          killed: this.killed,
          survived: this.survived,
          spoiler: this.hasFailed ? this.suspect : null,
        };
    }
  }

  private judge(hasFailed: boolean): void {
    if (this.suspect > 0) {
      // The try without the mutant.
      this.hasFailed = hasFailed;
      if (hasFailed) return;
      this.dead.add(this.suspect);
      this.killed = [...this.killed, this.suspect];
      this.suspect = 0;
    } else if (hasFailed) {
      this.suspect = this.on;
    } else if (this.on > 0) this.survived = [...this.survived, this.on];
    this.on = 0;
  }
}
