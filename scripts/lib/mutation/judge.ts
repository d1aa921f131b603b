/** Decides the fate of mutants: which tests reach each of them, and whether one of these fails. */
import type { Mutant } from './mutants.ts';
import type { Fate } from './results.ts';
import { MutationRunner, type Recorded, type Recording } from './runner.ts';
import type { Numbered } from './switches.ts';

export interface Judged {
  file: string;
  mutant: Mutant;
  fate: Fate;
}

export interface Trial {
  /** Folder of the project. */
  root: string;
  /** The mutants to judge, by file of source, from top to bottom. */
  mutants: ReadonlyMap<string, readonly Mutant[]>;
  /** Test files, paths from the root. */
  tests: readonly string[];
  /** Whether only tests that name one of the mutant's rules count. */
  onlyOwnTests: boolean;
  /** Whether each mutant gets workers of its own: slow, but nothing that an earlier test has stored can hide it. */
  isThorough: boolean;
}

/** Judges all mutants. @param report gets each line of progress */
export async function judge(trial: Trial, report: (line: string) => void): Promise<Judged[]> {
  let last = 0;
  const numbered = new Map<string, Numbered[]>();
  for (const [file, mutants] of trial.mutants)
    numbered.set(
      file,
      mutants.map((mutant) => ({ ...mutant, id: ++last })),
    );
  const runner = await MutationRunner.start(trial.root, numbered);
  try {
    report(`${last} mutants. Running ${trial.tests.length} test files without a mutant…`);
    const recording = await runner.record(trial.tests);
    for (const title of recording.failed) report(`Fails without a mutant, so it is left out: ${title}`);
    report(`${recording.tests.length} tests can kill them.`);
    const search = new Search(runner, recording, [...numbered.values()].flat(), report);
    const fates = await search.fates(trial);
    return Array.from(numbered, ([file, mutants]) =>
      mutants.map((mutant) => ({ file, mutant, fate: fates.get(mutant.id) ?? 'unreached' })),
    ).flat();
  } finally {
    await runner.stop();
  }
}

class Search {
  private readonly runner: MutationRunner;
  private readonly recording: Recording;
  private readonly mutants: readonly Numbered[];
  private readonly report: (line: string) => void;
  private readonly found = new Map<number, Fate>();
  /** Mutants that a repeated test cannot judge. */
  private readonly doubtful = new Set<number>();

  constructor(
    runner: MutationRunner,
    recording: Recording,
    mutants: readonly Numbered[],
    report: (line: string) => void,
  ) {
    this.runner = runner;
    this.recording = recording;
    this.mutants = mutants;
    this.report = report;
  }

  /** The fates of the mutants; none for those that no test reaches. */
  async fates({ onlyOwnTests, isThorough }: Trial): Promise<ReadonlyMap<number, Fate>> {
    for (const isOwn of onlyOwnTests ? [true] : [true, false]) {
      if (!isThorough) await this.sweep(isOwn);
      await this.single(isOwn, isThorough);
    }
    for (const mutant of this.mutants) {
      const reaching = onlyOwnTests ? this.reaching(mutant, true) : this.all(mutant);
      if (!this.found.has(mutant.id) && reaching.length > 0) this.found.set(mutant.id, 'survived');
    }
    return this.found;
  }

  /** Repeats tests for all mutants that are alive, file by file, quick files first. */
  private async sweep(isOwn: boolean): Promise<void> {
    const repeatable = Map.groupBy(
      this.recording.tests.filter(({ isRepeatable }) => isRepeatable),
      ({ file }) => file,
    );
    const cost = (tests: readonly Recorded[]) =>
      tests.reduce((sum, { milliseconds }) => sum + milliseconds, 0);
    for (const [file, tests] of [...repeatable].toSorted(([, a], [, b]) => cost(a) - cost(b))) {
      const alive = this.mutants.filter(({ id }) => !this.found.has(id) && !this.doubtful.has(id));
      const plan = tests.map((test) => {
        const reaches = alive.filter((one) => test.reaches.has(one.id) && isOwnTest(one, test) === isOwn);
        return { ...test, reaches: new Set(reaches.map(({ id }) => id)) };
      });
      const wanted = new Set(plan.flatMap(({ reaches }) => [...reaches]));
      if (wanted.size === 0) continue;
      const { killed, spoilers } = await this.runner.sweep(plan, wanted);
      for (const id of killed) this.found.set(id, isOwn ? 'killed' : 'killed elsewhere');
      for (const id of spoilers) this.doubtful.add(id);
      this.report(`${file}: ${killed.size} of ${wanted.size} killed`);
    }
  }

  /** Gives workers of their own to the mutants that repeated tests cannot judge: those at work before a test begins. */
  private async single(isOwn: boolean, isThorough: boolean): Promise<void> {
    for (const mutant of this.mutants) {
      if (this.found.has(mutant.id)) continue;
      const needed = this.reaching(mutant, isOwn).filter(
        (test) =>
          isThorough ||
          this.doubtful.has(mutant.id) ||
          !test.isRepeatable ||
          this.recording.outside.get(test.file)?.has(mutant.id),
      );
      if (await this.killedBy(mutant, needed))
        this.found.set(mutant.id, isOwn ? 'killed' : 'killed elsewhere');
    }
  }

  private all(mutant: Numbered): Recorded[] {
    return this.recording.tests.filter(
      ({ file, reaches }) => reaches.has(mutant.id) || this.recording.outside.get(file)?.has(mutant.id),
    );
  }

  private reaching(mutant: Numbered, isOwn: boolean): Recorded[] {
    return this.all(mutant).filter((test) => isOwnTest(mutant, test) === isOwn);
  }

  /** Tries the files whose tests reach the mutant themselves first, and quick ones before slow ones. */
  private async killedBy(mutant: Numbered, tests: readonly Recorded[]): Promise<boolean> {
    const rank = (list: readonly Recorded[]) =>
      (list.some(({ reaches }) => reaches.has(mutant.id)) ? 0 : 1e9) +
      list.reduce((sum, { milliseconds }) => sum + milliseconds, 0);
    const files = Array.from(Map.groupBy(tests, ({ file }) => file).values());
    for (const list of files.toSorted((a, b) => rank(a) - rank(b)))
      if (await this.runner.kills(mutant.id, list)) return true;
    return false;
  }
}

/** Whether a test names one of the mutant's rules; a mutant without a rule belongs to every test. */
function isOwnTest({ rules }: Mutant, test: Recorded): boolean {
  return rules.length === 0 || rules.some((rule) => test.rules.has(rule));
}
