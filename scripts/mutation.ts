/**
 * `npm run mutation -- [path|rule]…`: changes `bank-sim` and `shared` in one place at a time and reports the changes that no
 * test notices. A path runs a file or folder and updates docs/generated/mutation.md. A rule runs the mutants of its branches against
 * the tests that name it. `--tests=<path>` limits the tests, `--own` limits them to those that name a rule of the mutant. `--open`
 * runs only what nobody has killed or explained. `--fresh` runs each mutant with freshly loaded sources: slow, but nothing that an
 * earlier test has stored can hide it. `--report` only writes the document.
 */
import { readFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { isRule } from '../shared/xs2a/rules.ts';
import { GENERATED } from './lib/generated.ts';
import { type Judged, judge } from './lib/mutation/judge.ts';
import { type Mutant, mutantsOf } from './lib/mutation/mutants.ts';
import { mutationReport } from './lib/mutation/report.ts';
import {
  corrected,
  fingerprintOf,
  readExplained,
  readResults,
  resultOf,
  writeResults,
} from './lib/mutation/results.ts';
import { sourcesAt, testsOf } from './lib/mutation/sources.ts';
import { writeTexts } from './lib/write-texts.ts';

const ROOT = join(import.meta.dirname, '..');

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    tests: { type: 'string', multiple: true, default: [''] },
    own: { type: 'boolean' },
    open: { type: 'boolean' },
    fresh: { type: 'boolean' },
    report: { type: 'boolean' },
  },
});
const rules = positionals.filter(isRule);
const paths = positionals.filter((one) => !isRule(one)).map((path) => path.replace(/\/$/, ''));
const sources = sourcesAt(ROOT, paths);
if (sources.length === 0) throw new Error(`There is no source to change at ${paths.join(', ')}.`);

const results = readResults(ROOT);
const explained = readExplained(ROOT);
const found = new Map(sources.map((file) => [file, mutantsIn(file)]));

if (values.report !== true) await run();
// Types and names have no mutants, so such a file is never run.
const fingerprints = new Map(
  sourcesAt(ROOT, [])
    .map((file) => [file, mutantsIn(file)] as const)
    .filter(([, mutants]) => mutants.length > 0)
    .map(([file, mutants]) => [file, fingerprintOf(mutants)]),
);
writeTexts(GENERATED, new Map([['mutation.md', mutationReport(readResults(ROOT), explained, fingerprints)]]));

function mutantsIn(file: string): Mutant[] {
  return mutantsOf(file, readFileSync(join(ROOT, file), 'utf8'));
}

async function run(): Promise<void> {
  // The machine belongs to whoever works on it; the workers inherit this.
  setPriority(10);
  const wanted = new Map(
    Array.from(
      found,
      ([file, mutants]) => [file, mutants.filter((mutant) => isWanted(file, mutant))] as const,
    ).filter(([, mutants]) => mutants.length > 0),
  );
  const tests = [...testsOf(ROOT, [...wanted.keys()])].filter(([file]) =>
    values.tests.some((path) => file.startsWith(path)),
  );
  const judged = await judge(
    {
      root: ROOT,
      mutants: wanted,
      tests: new Map(tests),
      onlyOwnTests: rules.length > 0 || values.own === true,
      isThorough: values.fresh === true,
    },
    console.log,
    keepAll,
  );
  for (const { file, mutant, fate } of judged)
    if (fate === 'survived' || fate === 'unreached')
      console.log(`${file}:${mutant.line} ${fate}: ${mutant.key}`);
  keepAll(judged);
}

function keepAll(judged: readonly Judged[]): void {
  for (const [file, own] of Map.groupBy(judged, ({ file }) => file)) keep(file, own);
}

/** Whether a mutant is one of those that the command line names. */
function isWanted(file: string, { key, rules: own }: Mutant): boolean {
  const earlier = results[file];
  const isOpen = key in (earlier?.survivors ?? {}) || key in (earlier?.elsewhere ?? {});
  return (
    (rules.length === 0 || own.some((rule) => rules.includes(rule))) &&
    (values.open !== true || (isOpen && explained[file]?.[key] === undefined))
  );
}

/** Keeps the result of a file. A choice of mutants or tests can only correct an earlier result of the same mutants. */
function keep(file: string, judged: readonly Judged[]): void {
  const killed = judged.filter(({ fate }) => fate.startsWith('killed')).length;
  console.log(`${file}: ${judged.length} mutants, ${killed} killed`);
  // Read again, because another run may have finished meanwhile.
  const all = readResults(ROOT);
  const fates = judged.map(({ mutant, fate }) => [mutant, fate] as const);
  const earlier = all[file];
  const isWhole = rules.length === 0 && values.open !== true;
  const isCurrent = earlier?.fingerprint === fingerprintOf(found.get(file) ?? []);
  if (isWhole && (values.tests.includes('') || !isCurrent)) all[file] = resultOf(fates);
  else if (earlier && isCurrent) all[file] = corrected(earlier, fates);
  writeResults(ROOT, all);
}
