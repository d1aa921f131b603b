/** Runs tests against mutants: one test runner for all of them, so that sources are read and changed only once. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { setPriority, tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import type { Plugin } from 'vite';
import { createVitest, type TestModule, type Vitest } from 'vitest/node';
import type { RuleId } from '../../../shared/xs2a/rules.ts';
import { rulesIn } from '../conformance-book.ts';
import type { Order } from './in-worker.ts';
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

/** What repeating the tests of a file has found out. */
export interface Sweep {
  killed: ReadonlySet<number>;
  /** Mutants after which the tests cannot be trusted, so that each needs a run of its own. */
  spoilers: ReadonlySet<number>;
}

/** A test has this much time, in milliseconds: the machine may be busy. */
const PATIENCE = 10_000;
/** A mutant may ask the switches this many times more often than the original, and this often in any case. */
const SLOWER = 5;
const LEAST_ASKED = 100_000;

export class MutationRunner {
  private readonly vitest: Vitest;
  private readonly root: string;
  /** By test file: the most often that one of its tests has asked the switches. */
  private readonly asked = new Map<string, number>();
  private readonly folder = mkdtempSync(join(tmpdir(), 'mutation-'));

  private constructor(vitest: Vitest, root: string) {
    this.vitest = vitest;
    this.root = root;
  }

  /** @param mutants by file, path from the root; from top to bottom, outer ones first */
  static async start(
    root: string,
    mutants: ReadonlyMap<string, readonly Numbered[]>,
  ): Promise<MutationRunner> {
    // The machine belongs to whoever works on it; the workers inherit this.
    setPriority(19);
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
        maxWorkers: 1,
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

  /** Runs test files without a mutant, and records which test reaches which mutant. */
  async record(files: readonly string[]): Promise<Recording> {
    const tests: Recorded[] = [];
    const failed: string[] = [];
    const outside = new Map<string, ReadonlySet<number>>();
    for (const file of files) {
      const { module } = await this.run(file, { kind: 'record' });
      if (module === undefined || module.errors().length > 0) failed.push(file);
      for (const test of module?.children.allTests() ?? []) {
        const { reached } = test.meta();
        const passes = test.attempts().map(({ state }) => state === 'passed');
        if (passes[0] === false) failed.push(`${file} › ${test.fullName}`);
        if (passes[0] !== true || reached === undefined) continue;
        outside.set(file, new Set(reached.outside));
        this.asked.set(file, Math.max(this.asked.get(file) ?? 0, reached.asked));
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

  /**
   * Repeats tests of one file for each mutant that they reach.
   * @param mutants those that are alive
   */
  async sweep(tests: readonly Recorded[], mutants: ReadonlySet<number>): Promise<Sweep> {
    const killed = new Set<number>();
    const spoilers = new Set<number>();
    const plan = new Map(
      tests.map(({ id, reaches }) => [id, [...mutants].filter((one) => reaches.has(one))]),
    );
    const [first] = tests;
    for (;;) {
      const left = [...plan].filter(([, ids]) => ids.length > 0);
      if (first === undefined || left.length === 0) return { killed, spoilers };
      const log = join(this.folder, 'on');
      writeFileSync(log, '0');
      const order = {
        kind: 'each',
        plan: Object.fromEntries(left),
        limit: this.limit(first.file),
        log,
      } as const;
      const { module } = await this.run(
        first.file,
        order,
        left.map(([id]) => id),
      );
      const before = spoilers.size;
      for (const test of module?.children.allTests() ?? []) {
        const { verdict } = test.meta();
        if (verdict === undefined) continue;
        for (const one of verdict.killed) killed.add(one);
        if (verdict.spoiler !== null) spoilers.add(verdict.spoiler);
        plan.set(
          test.id,
          (plan.get(test.id) ?? []).filter((one) => !verdict.survived.includes(one)),
        );
      }
      // Without a spoiler, all tests have run, unless the worker had to be ended while a mutant was on.
      const last = Number(readFileSync(log, 'utf8'));
      if (spoilers.size === before && last === 0) return { killed, spoilers };
      if (spoilers.size === before) spoilers.add(last);
      for (const [id, ids] of plan)
        plan.set(
          id,
          ids.filter((one) => !killed.has(one) && !spoilers.has(one)),
        );
    }
  }

  /** Whether one of the tests fails in a worker that has the mutant on from the start. All tests must be of one file. */
  async kills(mutant: number, tests: readonly Recorded[]): Promise<boolean> {
    const [first] = tests;
    if (first === undefined) return false;
    const { module, errors } = await this.run(
      first.file,
      { kind: 'one', mutant, limit: this.limit(first.file) },
      tests.map(({ id }) => id),
    );
    return errors > 0 || module === undefined || !module.ok();
  }

  private limit(file: string): number {
    return LEAST_ASKED + SLOWER * (this.asked.get(file) ?? 0);
  }

  private async run(
    file: string,
    order: Order,
    testIds?: string[],
  ): Promise<{ module: TestModule | undefined; errors: number }> {
    const path = join(this.root, file);
    this.vitest.provide('order', order);
    const specification = this.vitest
      .getRootProject()
      .createSpecification(path, testIds === undefined ? undefined : { testIds });
    const guard = this.guard(order);
    try {
      const { testModules, unhandledErrors } = await this.vitest.runTestSpecifications([specification]);
      return {
        module: testModules.find(({ moduleId }) => moduleId === path),
        errors: unhandledErrors.length,
      };
    } finally {
      clearInterval(guard);
    }
  }

  /** Ends a worker from outside if a mutant never lets go of the processor: the second call does not wait for the worker. */
  private guard(order: Order): NodeJS.Timeout {
    let last = '';
    let same = 0;
    return setInterval(() => {
      const state = order.kind === 'each' ? readFileSync(order.log, 'utf8') : '';
      same = state === last ? same + 1 : 0;
      last = state;
      const most = order.kind === 'record' ? 60 : 8;
      if (same > most) void this.vitest.cancelCurrentRun('test-failure');
    }, PATIENCE);
  }
}
