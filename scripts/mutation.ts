/**
 * `npm run mutation -- [path]…`: Stryker changes the code below the paths in one place at a time, and lists the changes that no unit test
 * notices. Without a path: the rules of the bank, money and signing. Its options work too, with `=`: `--ignoreStatic` leaves out what
 * runs only when a file is loaded, such as tables, which takes most of the time.
 */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './lib/run.ts';

const ROOT = join(import.meta.dirname, '..');
const STRYKER = join(ROOT, 'node_modules/@stryker-mutator/core/bin/stryker.js');
/** Seed data, and texts for people. */
const NOT_MUTATED = ['!bank-sim/domain/starting-*.ts', '!shared/texts/**'];

process.chdir(ROOT);
const args = process.argv.slice(2);
const options = args.filter((one) => one.startsWith('-'));
const paths = args.filter((one) => !options.includes(one));
const wanted = (paths.length > 0 ? paths : ['bank-sim/domain', 'shared/money', 'shared/signing']).map(
  (path) => (statSync(path).isDirectory() ? `${path.replace(/\/$/, '')}/**/*.ts` : path),
);
const mutate = ['--mutate', [...wanted, ...NOT_MUTATED].join(',')];
process.exitCode = await run(process.execPath, [STRYKER, 'run', ...mutate, ...options]);
