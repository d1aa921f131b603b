/** Decides the fate of mutants: which tests reach each of them, and whether one of these fails. */
import type { Mutant } from './mutants.ts';
import type { Fate } from './results.ts';
import { MutationRunner, type Recorded, type Recording } from './runner.ts';
import type { Distances } from './sources.ts';
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
  /** The test files, with how far each is from what it imports. */
  tests: Distances;
  /** Whether only tests that name one of the mutant's rules count. */
  onlyOwnTests: boolean;
  /** Whether each mutant gets workers of its own: slow, but nothing that an earlier test has stored can hide it. */
  isThorough: boolean;
}

/**
 * Judges all mutants.
 * @param report gets each line of progress
 * @param keep gets what is known before the tests of other rules are run, which can take hours
 */
export async function judge(
  trial: Trial,
  report: (line: string) => void,
  keep: (judged: Judged[]) => void = () => {},
): Promise<Judged[]> {
  let last = 0;
  const numbered = new Map<string, Numbered[]>();
  for (const [file, mutants] of trial.mutants)
    numbered.set(
      file,
      mutants.map((mutant) => ({ ...mutant, id: ++last })),
    );
  const runner = await MutationRunner.start(trial.root, numbered);
  try {
    report(`${last} mutants. Running ${trial.tests.size} test files without a mutant…`);
    const recording = await runner.record([...trial.tests.keys()], titlesOf(trial));
    for (const title of recording.failed) report(`Fails without a mutant, so it is left out: ${title}`);
    report(`${recording.tests.length} tests can kill them.`);
    const all = [...numbered].flatMap(([file, mutants]) => mutants.map((mutant) => ({ ...mutant, file })));
    const judgedBy = (fates: ReadonlyMap<number, Fate>) =>
      Array.from(numbered, ([file, mutants]) =>
        mutants.map((mutant) => ({ file, mutant, fate: fates.get(mutant.id) ?? 'unreached' })),
      ).flat();
    const search = new Search(runner, recording, trial, all, report);
    return judgedBy(await search.fates((known) => keep(judgedBy(known))));
  } finally {
    await runner.stop();
  }
}

/** What the titles of the tests contain that a trial needs: one of the rules, or a range of rules. Null for every title. */
function titlesOf({ mutants, onlyOwnTests }: Trial): RegExp | null {
  const all = [...mutants.values()].flat();
  // A mutant without a rule belongs to every test.
  if (!onlyOwnTests || all.some(({ rules }) => rules.length === 0)) return null;
  const rules = new Set(all.flatMap((mutant) => mutant.rules));
  return new RegExp(`\\b(?:${[...rules].join('|')})\\b|-\\d+ to [A-Z]`);
}

/** A test that takes longer than this many milliseconds is not repeated. */
const SLOW = 5000;
/** Without a thorough run, a mutant that works before any test begins meets the tests of this many files. */
const NEAREST = 4;

type Filed = Numbered & { file: string };

class Search {
  private readonly runner: MutationRunner;
  private readonly recording: Recording;
  private readonly trial: Trial;
  private readonly mutants: readonly Filed[];
  private readonly report: (line: string) => void;
  private readonly found = new Map<number, Fate>();
  /** Mutants that a repeated test cannot judge. */
  private readonly doubtful = new Set<number>();

  constructor(
    runner: MutationRunner,
    recording: Recording,
    trial: Trial,
    mutants: readonly Filed[],
    report: (line: string) => void,
  ) {
    this.runner = runner;
    this.recording = recording;
    this.trial = trial;
    this.mutants = mutants;
    this.report = report;
  }

  /** The fates of the mutants; none for those that no test reaches. @param keep gets those that the own tests leave */
  async fates(keep: (known: ReadonlyMap<number, Fate>) => void): Promise<ReadonlyMap<number, Fate>> {
    const { onlyOwnTests, isThorough } = this.trial;
    for (const isOwn of onlyOwnTests ? [true] : [true, false]) {
      if (!isThorough) await this.sweep(isOwn);
      await this.alone(isOwn);
      if (isOwn) keep(this.known());
    }
    return this.known();
  }

  private known(): Map<number, Fate> {
    const { onlyOwnTests } = this.trial;
    const known = new Map(this.found);
    for (const mutant of this.mutants) {
      const reaching = onlyOwnTests ? this.reaching(mutant, true) : this.all(mutant);
      if (!known.has(mutant.id) && reaching.length > 0) known.set(mutant.id, 'survived');
    }
    return known;
  }

  /** Repeats tests for all mutants that are alive, files that are near to these first. */
  private async sweep(isOwn: boolean): Promise<void> {
    const alive = this.mutants.filter(({ id }) => !this.found.has(id) && !this.doubtful.has(id));
    const plan = this.recording.tests
      .filter(({ isRepeatable, milliseconds }) => isRepeatable && milliseconds < SLOW)
      .map((test) => {
        const reaches = alive.filter((one) => test.reaches.has(one.id) && isOwnTest(one, test) === isOwn);
        return { ...test, reaches: new Set(reaches.map(({ id }) => id)) };
      });
    const byFile = Array.from(Map.groupBy(plan, ({ file }) => file).values(), (tests) => ({
      tests,
      far: this.meanDistance(tests),
    }));
    const order = byFile.toSorted((a, b) => a.far - b.far || cost(a.tests) - cost(b.tests));
    const { killed, spoilers } = await this.runner.sweep(order.flatMap(({ tests }) => tests));
    this.killed(killed, isOwn);
    for (const id of spoilers) this.doubtful.add(id);
    const wanted = new Set(plan.flatMap(({ reaches }) => [...reaches])).size;
    this.report(`${killed.size} of ${wanted} killed by repeating ${isOwn ? 'own' : 'other'} tests`);
  }

  /** How many imports lie between tests of one file and the mutants that they reach, on average. */
  private meanDistance(tests: readonly Recorded[]): number {
    const ids = new Set(tests.flatMap(({ reaches }) => [...reaches]));
    const reached = this.mutants.filter(({ id }) => ids.has(id));
    const sum = reached.reduce((total, { file }) => total + this.distance(tests[0]?.file ?? '', file), 0);
    return sum / Math.max(1, reached.length);
  }

  private distance(test: string, source: string): number {
    return this.trial.tests.get(test)?.get(source) ?? Infinity;
  }

  private killed(ids: Iterable<number>, isOwn: boolean): void {
    for (const id of ids) this.found.set(id, isOwn ? 'killed' : 'killed elsewhere');
  }

  /** Loads the source anew for mutants that repeated tests cannot judge: those at work before a test begins. Near files first. */
  private async alone(isOwn: boolean): Promise<void> {
    const alive = this.mutants.filter(({ id }) => !this.found.has(id));
    const jobs = alive.flatMap((mutant) => {
      const files = Array.from(Map.groupBy(this.needed(mutant, isOwn), ({ file }) => file)).toSorted(
        ([a, first], [b, second]) =>
          this.distance(a, mutant.file) - this.distance(b, mutant.file) || cost(first) - cost(second),
      );
      const chosen = this.trial.isThorough ? files : files.slice(0, NEAREST);
      return chosen.map(([, tests]) => ({ mutant: mutant.id, tests }));
    });
    this.report(`${new Set(jobs.map(({ mutant }) => mutant)).size} mutants are tried one by one`);
    this.killed(await this.runner.alone(jobs), isOwn);
  }

  private needed(mutant: Filed, isOwn: boolean): Recorded[] {
    return this.reaching(mutant, isOwn).filter(
      (test) =>
        this.trial.isThorough ||
        this.doubtful.has(mutant.id) ||
        !test.isRepeatable ||
        test.milliseconds >= SLOW ||
        this.recording.outside.get(test.file)?.has(mutant.id),
    );
  }

  private all(mutant: Filed): Recorded[] {
    return this.recording.tests.filter(
      ({ file, reaches }) => reaches.has(mutant.id) || this.recording.outside.get(file)?.has(mutant.id),
    );
  }

  private reaching(mutant: Filed, isOwn: boolean): Recorded[] {
    return this.all(mutant).filter((test) => isOwnTest(mutant, test) === isOwn);
  }
}

function cost(tests: readonly Recorded[]): number {
  return tests.reduce((sum, { milliseconds }) => sum + milliseconds, 0);
}

/** Whether a test names one of the mutant's rules; a mutant without a rule belongs to every test. */
function isOwnTest({ rules }: Mutant, test: Recorded): boolean {
  return rules.length === 0 || rules.some((rule) => test.rules.has(rule));
}
