/** What is mutated, and by which tests. */
import { execFileSync } from 'node:child_process';
import { importsBelow } from '../imports.ts';

/** Texts for people, and tables of data whose entries mean nothing on their own. */
const NOT_MUTATED =
  /^shared\/texts\/|\/(rules|releases|payment-examples|starting-[a-z]+)\.ts$|^bank-sim\/psu\/style\.ts$/;

/** Tests that start programs of their own, that send at random for minutes, or that run other tests. */
const NOT_RUN =
  /\/(batches|crash|crowd|fuzz|model|mutation|prism|rules|signing-page|simulator|terminal)\.test\.ts$/;

/** The files of `bank-sim` and `shared` at or below one of the paths, or all of them without a path. */
export function sourcesAt(root: string, paths: readonly string[]): string[] {
  const listed = execFileSync('git', ['ls-files', 'bank-sim', 'shared'], { cwd: root, encoding: 'utf8' });
  return listed
    .split('\n')
    .filter((file) => file.endsWith('.ts') && !NOT_MUTATED.test(file))
    .filter(
      (file) => paths.length === 0 || paths.some((path) => file === path || file.startsWith(`${path}/`)),
    );
}

/** By test file, and by file that it imports however indirectly: how many imports lie between them. */
export type Distances = ReadonlyMap<string, ReadonlyMap<string, number>>;

/** The test files that import one of the sources; those of the core only where nothing else does. */
export function testsOf(root: string, sources: readonly string[]): Distances {
  const imported = Map.groupBy(
    importsBelow(root, ['shared', 'bank-sim', 'main', 'test']),
    ({ from }) => from,
  );
  const tests = [...imported.keys()].filter(
    (file) => /^test\/(unit|conformance|core)\/.*\.test\.ts$/.test(file) && !NOT_RUN.test(file),
  );
  const all = new Map(tests.map((test) => [test, distancesFrom(test, imported)]));
  const isOfCore = (test: string) => test.startsWith('test/core/');
  const onlyInCore = sources.filter((source) =>
    tests.every((test) => isOfCore(test) || !all.get(test)?.has(source)),
  );
  return new Map(
    [...all].filter(([test, distances]) =>
      (isOfCore(test) ? onlyInCore : sources).some((source) => distances.has(source)),
    ),
  );
}

function distancesFrom(
  file: string,
  imported: ReadonlyMap<string, readonly { to: string }[]>,
): Map<string, number> {
  const found = new Map([[file, 0]]);
  // A map goes on to entries that are added meanwhile, so this is a breadth-first search.
  for (const [one, distance] of found)
    for (const { to } of imported.get(one) ?? []) if (!found.has(to)) found.set(to, distance + 1);
  return found;
}
