/** Files of the program: in the sources, or in the package for npm, whose code is in one folder. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { IS_PACKAGED } from '../../shared/node/npm-package.ts';

const HERE = import.meta.dirname;
const ROOT = join(HERE, IS_PACKAGED ? '..' : '../..');

/** Entry points and assets. scripts/package-npm.ts names those of the package. */
export const OWN_FILES = IS_PACKAGED
  ? {
      bankProgram: join(HERE, 'bank-program.js'),
      spacesProgram: join(HERE, 'spaces-program.js'),
      worker: join(HERE, 'worker.js'),
      reportPage: join(HERE, 'report-page.html'),
      collections: join(ROOT, 'collections'),
      docs: join(ROOT, 'docs'),
      demonstrations: join(ROOT, 'demonstrations'),
    }
  : {
      bankProgram: join(ROOT, 'bank-sim/cli.ts'),
      spacesProgram: join(ROOT, 'bank-sim/spaces/cli.ts'),
      worker: join(ROOT, 'main/worker/worker.ts'),
      reportPage: join(HERE, 'run/reporters/report-page.html'),
      collections: join(ROOT, 'main/collections'),
      docs: join(ROOT, 'docs'),
      demonstrations: join(ROOT, 'main/demonstrations'),
    };

/** The version of the program. */
export function versionOf(): string {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
  return version;
}

/** Such as `first-steps`, or `first-steps/consent` for a folder in it. */
const SHIPPED_NAME = /^[\w-]+(?:\/[\w-]+)*$/;

export function shippedNames(): string[] {
  return readdirSync(OWN_FILES.collections, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
}

/** An existing path, otherwise the shipped collection of that name. */
export function orShipped(path: string): string {
  if (existsSync(path) || !SHIPPED_NAME.test(path)) return path;
  const shipped = join(OWN_FILES.collections, path);
  return existsSync(shipped) ? shipped : path;
}
