/**
 * `npm run mutation -- [path|rule]…`: changes `bank-sim` and `shared` in one place at a time and reports the changes that no
 * test notices. A path runs a file or folder and updates docs/mutation.md. A rule runs the mutants of its branches against
 * the tests that name it. `--tests=<path>` limits the tests. `--open` runs only survivors that nobody has explained.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { isRule } from '../shared/xs2a/rules.ts';
import { type Judged, judge } from './lib/mutation/judge.ts';
import { type Mutant, mutantsOf } from './lib/mutation/mutants.ts';
import { mutationReport } from './lib/mutation/report.ts';
import { corrected, readExplained, readResults, resultOf, writeResults } from './lib/mutation/results.ts';
import { sourcesAt, testsOf } from './lib/mutation/sources.ts';

const ROOT = join(import.meta.dirname, '..');

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { tests: { type: 'string' }, open: { type: 'boolean' } },
});
const rules = positionals.filter(isRule);
const paths = positionals.filter((one) => !isRule(one)).map((path) => path.replace(/\/$/, ''));
const sources = sourcesAt(ROOT, paths);
if (sources.length === 0) throw new Error(`There is no source to change at ${paths.join(', ')}.`);

const results = readResults(ROOT);
const explained = readExplained(ROOT);
const isOpen = (file: string, key: string) =>
  explained[file]?.[key] === undefined &&
  (key in (results[file]?.survivors ?? {}) || key in (results[file]?.elsewhere ?? {}));
const isWanted = (file: string, { key, rules: own }: Mutant) =>
  (rules.length === 0 || own.some((rule) => rules.includes(rule))) &&
  (values.open !== true || isOpen(file, key));
const wanted = sources
  .map((file): [string, Mutant[]] => {
    const mutants = mutantsOf(file, readFileSync(join(ROOT, file), 'utf8'));
    return [file, mutants.filter((mutant) => isWanted(file, mutant))];
  })
  .filter(([, mutants]) => mutants.length > 0);
const tests = testsOf(
  ROOT,
  wanted.map(([file]) => file),
).filter((file) => values.tests === undefined || file.startsWith(values.tests));

const judged = await judge(
  {
    root: ROOT,
    mutants: new Map(wanted),
    tests,
    onlyOwnTests: rules.length > 0,
    isThorough: values.open === true,
  },
  console.log,
);
for (const { file, mutant, fate } of judged)
  if (fate !== 'killed') console.log(`${file}:${mutant.line} ${fate}: ${mutant.key}`);
for (const [file, own] of Map.groupBy(judged, ({ file }) => file)) keep(file, own);
console.log(`${judged.length} mutants, ${killedAmong(judged)} killed.`);

function killedAmong(list: readonly Judged[]): number {
  return list.filter(({ fate }) => fate.startsWith('killed')).length;
}

/** Keeps the result of a file. */
function keep(file: string, own: readonly Judged[]): void {
  console.log(`${file}: ${own.length} mutants, ${killedAmong(own)} killed`);
  // Read again, because another run may have finished a file meanwhile.
  const all = readResults(ROOT);
  const fates = own.map(({ mutant, fate }) => [mutant, fate] as const);
  const earlier = all[file];
  // A choice of tests or rules says nothing about the whole file.
  if (values.open === true && earlier) all[file] = corrected(earlier, fates);
  else if (rules.length === 0 && values.tests === undefined) all[file] = resultOf(fates);
  else return;
  writeResults(ROOT, all);
  writeFileSync(join(ROOT, 'docs/mutation.md'), mutationReport(all, readExplained(ROOT)));
}
