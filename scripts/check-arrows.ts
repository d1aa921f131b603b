/**
 * `npm run check:arrows`: no ring between files or folders, and every arrow as docs/architecture.md draws it. Prints each
 * violation with the import that causes it, and how many arrows there are.
 */
import { join } from 'node:path';
import {
  climbing,
  type Closed,
  countArrows,
  type Door,
  type Floor,
  pastDoors,
  ringsOf,
  trespassing,
} from './lib/arrows.ts';
import { importsBelow } from './lib/imports.ts';

/** From the bottom up. */
const FLOORS: readonly Floor[] = [{ folder: '', layers: [['shared'], ['bank-sim', 'renderer'], ['main']] }];

const DOORS: readonly Door[] = [{ folder: 'bank-sim', files: ['bank-sim/index.ts'] }];

const CLOSED: readonly Closed[] = [
  { folder: 'main', to: 'renderer', reason: 'main and the renderer meet in the contract only.' },
];

const imports = importsBelow(join(import.meta.dirname, '..'), ['shared', 'bank-sim', 'main', 'renderer']);
const problems = [
  ...ringsOf(imports),
  ...climbing(imports, FLOORS),
  ...pastDoors(imports, DOORS),
  ...trespassing(imports, CLOSED),
];
for (const problem of problems) console.log(problem);
for (const folder of ['main/core', 'renderer', 'bank-sim', 'shared']) {
  const { arrows, imports: lines } = countArrows(folder, imports);
  console.log(`${folder}: ${arrows} arrows between its parts, ${lines} imports`);
}
process.exitCode = problems.length > 0 ? 1 : 0;
