/** The files of the program beside its code: where the sources are, or in the package for npm, whose code is in one folder. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { IS_PACKAGED } from '../../shared/node/npm-package.ts';
import { type CoreFiles, coreFilesIn } from '../core-files.ts';

const HERE = import.meta.dirname;
const ROOT = join(HERE, IS_PACKAGED ? '..' : '../..');

/** The programs are started as processes of their own. The names of the package are in scripts/package-npm.ts. */
export const OWN_FILES = IS_PACKAGED
  ? {
      bankProgram: join(HERE, 'bank-program.js'),
      spacesProgram: join(HERE, 'spaces-program.js'),
      readingProcess: join(HERE, 'reading-process.js'),
      reportPage: join(HERE, 'report-page.html'),
      collections: join(ROOT, 'collections'),
    }
  : {
      bankProgram: join(ROOT, 'bank-sim/cli.ts'),
      spacesProgram: join(ROOT, 'bank-sim/spaces/cli.ts'),
      readingProcess: join(HERE, 'reading-process.ts'),
      reportPage: join(HERE, 'run/reporters/report-page.html'),
      collections: join(ROOT, 'main/collections'),
    };

export const CORE_FILES: CoreFiles = IS_PACKAGED
  ? {
      importProcess: join(HERE, 'import-process.js'),
      interchangeProcess: join(HERE, 'interchange-process.js'),
      bodyWorker: join(HERE, 'body-worker.js'),
      flowWorker: join(HERE, 'flow-worker.js'),
      collections: OWN_FILES.collections,
    }
  : coreFilesIn(ROOT);

/** The version of the program. */
export function versionOf(): string {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
  return version;
}

/** A collection that comes with the program, or a folder in it: `first-steps`, `first-steps/consent`. */
const SHIPPED_NAME = /^[\w-]+(?:\/[\w-]+)*$/;

/** The names of the collections that come with the program. */
export function shippedNames(): string[] {
  return readdirSync(OWN_FILES.collections, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
}

/** A path as it is, or if nothing is there, the shipped collection of that name. */
export function orShipped(path: string): string {
  if (existsSync(path) || !SHIPPED_NAME.test(path)) return path;
  const shipped = join(OWN_FILES.collections, path);
  return existsSync(shipped) ? shipped : path;
}
