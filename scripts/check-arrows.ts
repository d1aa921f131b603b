/**
 * `npm run check:arrows`: checks that there are no cycles between files or folders, and that every dependency follows
 * docs/architecture.md. Prints each violation with the import that causes it, and the number of dependencies.
 */
import { join } from 'node:path';
import {
  type Apart,
  climbing,
  type Closed,
  closeTogether,
  countArrows,
  type Door,
  type Floor,
  pastDoors,
  ringsOf,
  trespassing,
} from './lib/arrows.ts';
import { importsBelow } from './lib/imports.ts';

/** Layers from the bottom up. A new part must be added here, which forces a decision on where it belongs. */
const FLOORS: readonly Floor[] = [
  { folder: '', layers: [['shared'], ['bank-sim', 'renderer'], ['main']] },
  {
    folder: 'shared',
    layers: [
      [
        'body-view',
        'money',
        'signing',
        'texts',
        'time.ts',
        'limits.ts',
        'linear-text.ts',
        'names.ts',
        'proxy-token.ts',
        'placeholders.ts',
        'schema-tools.ts',
        'own-value.ts',
      ],
      ['node', 'norway'],
      ['xs2a'],
      ['faults', 'requests'],
      ['collections', 'snippets'],
      ['flow', 'interchange'],
      ['demonstrations', 'openapi'],
      ['contract'],
    ],
  },
  {
    folder: 'bank-sim',
    layers: [
      ['ids.ts', 'clock.ts', 'quirks.ts', 'scenarios.ts', 'trust.ts', 'memoize-latest.ts', 'host-names.ts'],
      ['domain', 'pki.ts'],
      ['journal.ts'],
      ['store'],
      ['payments', 'gate'],
      ['inspection', 'psu', 'api'],
      ['control', 'access-log.ts'],
      ['bank.ts'],
      ['program.ts'],
      ['options.ts', 'spaces'],
      ['index.ts', 'cli.ts'],
    ],
  },
  {
    folder: 'main',
    layers: [
      ['core-dumps.ts', 'log-file.ts', 'renderer-files.ts'],
      ['core'],
      ['transfer-routes.ts', 'worker'],
      ['headless.ts'],
      ['browser', 'electron', 'cli', 'npm'],
    ],
  },
  {
    folder: 'main/core',
    layers: [
      ['stops.ts', 'worker-task.ts'],
      ['host-port.ts', 'transfers.ts', 'redaction', 'store'],
      ['events.ts'],
      ['certificates', 'diagnosis', 'environments', 'history'],
      ['bank', 'flow'],
      ['collections'],
      ['interchange'],
      ['requests', 'sca'],
      ['settings', 'runs', 'proxy', 'class', 'tap', 'secret-variables.ts', 'status.ts'],
      ['demonstrations'],
      ['handlers', 'dispatch.ts'],
      ['services.ts'],
      ['workbench.ts'],
    ],
  },
  {
    folder: 'renderer',
    layers: [
      ['host.ts', 'ui'],
      ['state'],
      ['value-menu'],
      ['parts'],
      ['places'],
      ['shell'],
      ['app.tsx'],
      ['main.tsx'],
    ],
  },
];

/** Parts that must not know each other. Only the layers above combine them. */
const APART: readonly Apart[] = [
  { folder: 'renderer/parts' },
  { folder: 'renderer/places', list: 'places.ts' },
  { folder: 'main', among: ['browser', 'electron', 'cli', 'npm'] },
];

const DOORS: readonly Door[] = [{ folder: 'bank-sim', files: ['bank-sim/index.ts'] }];

const CLOSED: readonly Closed[] = [
  { folder: 'bank-sim', to: 'renderer', reason: 'the bank does not know the workbench.' },
  { folder: 'renderer', to: 'bank-sim', reason: 'the renderer reaches the bank only through host.ts.' },
  { folder: 'main', to: 'renderer', reason: 'main and the renderer share only the contract in shared.' },
  { folder: 'renderer', to: 'shared/node', reason: 'shared/node is for Node only.' },
  {
    folder: 'shared',
    to: 'shared/node',
    reason: 'shared/node is for Node only; the rest of shared runs anywhere.',
  },
  { folder: 'renderer/ui', to: 'renderer/host.ts', reason: 'ui components get their data as properties.' },
  { folder: 'renderer/state', to: 'renderer/ui', reason: 'state does not know how it is displayed.' },
  {
    folder: 'renderer/shell',
    to: 'renderer/places',
    reason: 'the shell gets the views as data from app.tsx.',
  },
];

const imports = importsBelow(join(import.meta.dirname, '..'), ['shared', 'bank-sim', 'main', 'renderer']);
const problems = [
  ...ringsOf(imports),
  ...climbing(imports, FLOORS),
  ...closeTogether(imports, APART),
  ...pastDoors(imports, DOORS),
  ...trespassing(imports, CLOSED),
];
for (const problem of problems) console.log(problem);
for (const folder of ['main/core', 'renderer', 'bank-sim', 'shared']) {
  const { arrows, imports: lines } = countArrows(folder, imports);
  console.log(`${folder}: ${arrows} arrows between its parts, ${lines} imports`);
}
process.exitCode = problems.length > 0 ? 1 : 0;
