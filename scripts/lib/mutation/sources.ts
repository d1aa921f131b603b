/** What is mutated, and by which tests. */
import { execFileSync } from 'node:child_process';
import { importsBelow } from '../imports.ts';

/** Texts for people, and tables of data whose entries mean nothing on their own. */
const NOT_MUTATED =
  /^shared\/texts\/|\/(rules|releases|payment-examples|starting-[a-z]+)\.ts$|^bank-sim\/psu\/style\.ts$/;

/** Tests that start the bank in a process of its own, that send garbage at random, or that run other tests. */
const NOT_RUN = /\/(crash|crowd|fuzz|simulator|terminal|rules|mutation)\.test\.ts$/;

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

/** The test files that import one of the sources, however indirectly; those of the core only where nothing else does. */
export function testsOf(root: string, sources: readonly string[]): string[] {
  const imported = Map.groupBy(
    importsBelow(root, ['shared', 'bank-sim', 'main', 'test']),
    ({ from }) => from,
  );
  const tests = [...imported.keys()].filter(
    (file) => /^test\/(unit|conformance|core)\/.*\.test\.ts$/.test(file) && !NOT_RUN.test(file),
  );
  const below = new Map(tests.map((test) => [test, reached(test, imported)]));
  return tests.filter((test) =>
    sources.some(
      (source) =>
        below.get(test)?.has(source) &&
        (!test.startsWith('test/core/') ||
          tests.every((other) => other.startsWith('test/core/') || !below.get(other)?.has(source))),
    ),
  );
}

/** Every file that a file imports, however indirectly. */
function reached(file: string, imported: ReadonlyMap<string, readonly { to: string }[]>): Set<string> {
  const found = new Set([file]);
  for (const one of found) for (const { to } of imported.get(one) ?? []) found.add(to);
  return found;
}
