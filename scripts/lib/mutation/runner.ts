/** Runs tests against mutants: one test runner for all of them, so that sources are read and changed only once. */
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import type { Plugin } from 'vite';
import { createVitest, type TestModule, type TestSpecification, type Vitest } from 'vitest/node';
import type { RuleId } from '../../../shared/xs2a/rules.ts';
import { rulesIn } from '../conformance-book.ts';
import type { Line, Order } from './in-worker.ts';
import { type Numbered, withSwitches } from './switches.ts';

/** A test, as the recording run saw it. */
export interface Recorded {
  id: string;
  /** Path from the root. */
  file: string;
  /** The rules in its title. */
  rules: ReadonlySet<RuleId>;
  milliseconds: number;
  /** Ids of the mutants that it reaches. */
  reaches: ReadonlySet<number>;
  /** Whether it passes twice in a row, so that it can be repeated for many mutants. */
  isRepeatable: boolean;
}

/** What the recording run found out. */
export interface Recording {
  /** The tests that pass; the others cannot kill anything. */
  tests: readonly Recorded[];
  failed: readonly string[];
  /** By test file: the mutants that loading it and preparing its tests reach. */
  outside: ReadonlyMap<string, ReadonlySet<number>>;
}

/** What repeating tests has found out. */
export interface Sweep {
  killed: ReadonlySet<number>;
  /** Mutants that cannot be judged by repeating, because a test fails after them even without them. */
  spoilers: ReadonlySet<number>;
}

/** One mutant, and tests of one file that may kill it. */
export interface Job {
  mutant: number;
  tests: readonly Recorded[];
}

/** A test has this much time, in milliseconds: the machine may be busy. */
const PATIENCE = 20_000;
/** How often the log of a worker is looked at, in milliseconds. */
const LOOK = 10_000;
/** Jobs for one worker, whose memory grows with each. */
const JOBS = 60;
/** How often one worker starts a file again after a mutant that has spoiled it. */
const STARTS = 20;

export class MutationRunner {
  private readonly vitest: Vitest;
  private readonly root: string;
  private readonly folder = mkdtempSync(join(tmpdir(), 'mutation-'));
  private readonly log = join(this.folder, 'log');

  private constructor(vitest: Vitest, root: string) {
    this.vitest = vitest;
    this.root = root;
  }

  /** @param mutants by file, path from the root; from top to bottom, outer ones first */
  static async start(
    root: string,
    mutants: ReadonlyMap<string, readonly Numbered[]>,
  ): Promise<MutationRunner> {
    const plugin: Plugin = {
      name: 'mutants',
      enforce: 'pre',
      transform(code, id) {
        const changed = mutants.get(relative(root, id.replace(/\?.*/, '')).replaceAll('\\', '/'));
        return changed === undefined ? null : { code: withSwitches(code, changed), map: null };
      },
    };
    const vitest = await createVitest(
      {
        root,
        watch: false,
        reporters: [{}],
        pool: 'forks',
        // One worker for all files; the runner in it keeps them apart.
        isolate: false,
        maxWorkers: 1,
        sequence: { sequencer: InOrder },
        // The cache on disk is for the unchanged sources.
        fsModuleCache: false,
        runner: join(import.meta.dirname, 'in-worker.ts'),
        testTimeout: PATIENCE,
        hookTimeout: PATIENCE,
        onConsoleLog: () => false,
      },
      { plugins: [plugin], server: { middlewareMode: true, ws: false, watch: null } },
    );
    return new MutationRunner(vitest, root);
  }

  async stop(): Promise<void> {
    await this.vitest.close();
    rmSync(this.folder, { recursive: true });
  }

  /**
   * Runs tests without a mutant, and records which of them reaches which mutant.
   * @param titles the tests to run, by their titles; all of them if it is null
   */
  async record(files: readonly string[], titles: RegExp | null): Promise<Recording> {
    const tests: Recorded[] = [];
    const failed: string[] = [];
    const outside = new Map<string, ReadonlySet<number>>();
    const modules = await this.run(
      files.map((file) => this.specification(file, titles === null ? {} : { testNamePattern: titles })),
      { kind: 'record' },
    );
    for (const file of files) {
      const module = modules.find(({ moduleId }) => moduleId === join(this.root, file));
      if (module === undefined || module.errors().length > 0) failed.push(file);
      for (const test of module?.children.allTests() ?? []) {
        const { reached } = test.meta();
        const passes = test.attempts().map(({ state }) => state === 'passed');
        if (passes[0] === false) failed.push(`${file} › ${test.fullName}`);
        if (passes[0] !== true || reached === undefined) continue;
        outside.set(file, new Set(reached.outside));
        tests.push({
          id: test.id,
          file,
          rules: rulesIn(test.fullName),
          milliseconds: test.diagnostic()?.duration ?? 0,
          reaches: new Set(reached.inTest),
          isRepeatable: passes[1] === true,
        });
      }
    }
    return { tests, failed, outside };
  }

  /** Repeats tests for each mutant that they reach, until one kills it. */
  async sweep(tests: readonly Recorded[]): Promise<Sweep> {
    const killed = new Set<number>();
    const spoilers = new Set<number>();
    const plan = new Map(tests.map((test) => [test, [...test.reaches]]));
    for (;;) {
      const left = [...plan].filter(([, ids]) => ids.length > 0);
      if (left.length === 0) return { killed, spoilers };
      const byFile = Map.groupBy(left, ([{ file }]) => file);
      const lines = await this.logged(
        Array.from(byFile, ([file, list]) =>
          Array.from({ length: STARTS }, () =>
            this.specification(file, { testIds: list.map(([{ id }]) => id) }),
          ),
        ).flat(),
        {
          kind: 'repeat',
          plan: Object.fromEntries(
            Array.from(byFile, ([file, list]) => [
              join(this.root, file),
              Object.fromEntries(list.map(([{ id }, ids]) => [id, ids])),
            ]),
          ),
        },
      );
      const survived = new Set<string>();
      const before = spoilers.size;
      for (const line of lines) {
        if ('killed' in line) killed.add(line.killed);
        if ('survived' in line) survived.add(`${line.test} ${line.survived}`);
        if ('spoiler' in line) spoilers.add(line.spoiler);
      }
      const last = lines.findLast((line) => 'on' in line)?.on ?? 0;
      // The worker had to be ended while a mutant was on.
      if (last > 0) killed.add(last);
      else if (spoilers.size === before) return { killed, spoilers };
      for (const [test, ids] of plan)
        plan.set(
          test,
          ids.filter((id) => !killed.has(id) && !spoilers.has(id) && !survived.has(`${test.id} ${id}`)),
        );
    }
  }

  /** The mutants of the jobs that are killed, each with a freshly loaded source in which it is on from the start. */
  async alone(jobs: readonly Job[]): Promise<Set<number>> {
    const killed = new Set<number>();
    let left = jobs;
    while (left.length > 0) {
      const now = left.slice(0, JOBS);
      const lines = await this.logged(
        now.map(({ tests }) =>
          this.specification(tests[0]?.file ?? '', { testIds: tests.map(({ id }) => id) }),
        ),
        { kind: 'alone', mutants: now.map(({ mutant }) => mutant) },
      );
      for (const line of lines) if ('killed' in line) killed.add(line.killed);
      const last = lines.findLast((line) => 'on' in line)?.on ?? 0;
      if (last > 0) killed.add(last);
      // After a worker that had to be ended, the jobs of the other mutants are still to be done.
      const done =
        last > 0
          ? Math.max(
              1,
              now.findIndex(({ mutant }) => mutant === last),
            )
          : now.length;
      left = left.slice(done).filter(({ mutant }) => !killed.has(mutant));
    }
    return killed;
  }

  private specification(
    file: string,
    choice: { testIds?: string[]; testNamePattern?: RegExp },
  ): TestSpecification {
    return this.vitest.getRootProject().createSpecification(join(this.root, file), choice);
  }

  private async logged(
    specifications: TestSpecification[],
    order: Omit<Extract<Order, { kind: 'repeat' }>, 'log'> | Omit<Extract<Order, { kind: 'alone' }>, 'log'>,
  ): Promise<Line[]> {
    writeFileSync(this.log, '');
    await this.run(specifications, { ...order, log: this.log });
    const lines = readFileSync(this.log, 'utf8').split('\n').filter(Boolean);
    return lines.map((line) => JSON.parse(line) as Line);
  }

  private async run(specifications: TestSpecification[], order: Order): Promise<TestModule[]> {
    this.vitest.provide('order', order);
    const guard = this.guard(order);
    try {
      const { testModules } = await this.vitest.runTestSpecifications(specifications);
      return testModules;
    } finally {
      clearInterval(guard);
    }
  }

  /** Ends a worker from outside if a mutant never lets go of the processor. The second call does not wait for the worker. */
  private guard(order: Order): NodeJS.Timeout {
    let size = 0;
    let same = 0;
    return setInterval(() => {
      const now = order.kind === 'record' ? 0 : statSync(order.log).size;
      same = now === size ? same + 1 : 0;
      size = now;
      if (order.kind !== 'record' && same > 8) void this.vitest.cancelCurrentRun('test-failure');
    }, LOOK);
  }
}

/** Runs test files in the given order, and a file as often as it is given. */
class InOrder {
  sort(files: TestSpecification[]): TestSpecification[] {
    return files;
  }
  shard(files: TestSpecification[]): TestSpecification[] {
    return files;
  }
}
