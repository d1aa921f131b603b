/** Runs in the window: rows at copies of the local bank, and the failed steps again with what they need. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Workbench } from '../../main/core/services.ts';
import type { RunOrderInput } from '../../shared/contract/runs.ts';
import { writeCollection } from '../support/runs.ts';
import { callCore, nextEvent, startCore } from '../support/workbench.ts';

let folder: string;
let workbench: Workbench;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tpp-again-'));
  workbench = await startCore(folder);
});
afterAll(async () => {
  await workbench.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs to the end. @returns the results */
async function ran(order: Pick<RunOrderInput, 'path'> & Partial<RunOrderInput>) {
  const usual = { only: [], from: null, bail: false, concurrency: 1, data: null };
  const { id } = await callCore(workbench, 'runs.start', { ...usual, ...order });
  for (;;) {
    // Asked for before the state is read, so that no change falls between.
    const changed = nextEvent(workbench, 'run.changed');
    const { runs } = await callCore(workbench, 'runs.list', {});
    if (runs.find((run) => run.id === id)?.state !== 'running') break;
    await changed;
  }
  return (await callCore(workbench, 'runs.results', { id, outcomes: [], from: 0 })).results;
}

it('rows run at copies of the local bank, which stays as it is, and are listed one after another', async () => {
  writeCollection(join(folder, 'collections', 'Rows'), {
    '1.flow.yaml': `
steps:
  - name: Before
    control: GET /control/state
    expect: { $.clock: real, $.counts.consents: 0 }
  - consent: '{{psu}}'
  - name: Reset
    control: POST /control/reset
  - name: Freeze
    control: POST /control/clock
    body: { mode: frozen }
`,
  });
  const bytes = Buffer.from('psu;n\nEirik Solbakken;1\nIngrid Haugen;2\nEirik Solbakken;3\n');
  const data = workbench.upload({ name: 'people.csv', bytes });
  const results = await ran({ path: 'Rows', concurrency: 3, data });
  expect(results.filter(({ outcome }) => outcome !== 'passed')).toEqual([]);
  expect(new Set(results.map(({ row, iteration }) => `${iteration} ${row}`))).toEqual(
    new Set(['1 Eirik Solbakken', '2 Ingrid Haugen', '3 Eirik Solbakken']),
  );
  const rows = results.map(({ iteration }) => iteration);
  expect(rows.filter((row, at) => row !== rows[at - 1])).toHaveLength(3);
  const once = await ran({ path: 'Rows/1.flow.yaml', only: ['Rows/1.flow.yaml/Before'] });
  expect(once.map(({ outcome, row }) => ({ outcome, row }))).toEqual([{ outcome: 'passed', row: null }]);
});

it('only what steps need is run: their flows, from the start up to the last of them', async () => {
  const steps = (...names: string[]) =>
    `steps:\n${names.map((name) => (name.startsWith('{') ? `  - ${name}` : `  - { name: ${name}, pause: 0 }`)).join('\n')}\n`;
  const pauses = (...names: string[]) => `[${names.map((name) => `{ name: ${name}, pause: 0 }`).join(', ')}]`;
  writeCollection(join(folder, 'collections', 'Again'), {
    '1-green.flow.yaml': steps('Green'),
    '2-red.flow.yaml': steps(
      'First',
      `{ group: Loop, each: { n: [1, 2] }, steps: ${pauses('One', 'Two')} }`,
      `{ group: Group, steps: ${pauses('Three', 'Four')} }`,
      'Last',
    ),
    '3-includes.flow.yaml': steps('Begin', '{ name: Include, include: 4-part.flow.yaml }', 'End'),
    '4-part.flow.yaml': `run: only when included\n${steps('Part')}`,
  });
  const again = async (...only: string[]) =>
    (await ran({ path: 'Again', only: only.map((path) => `Again/${path}`) })).map(({ name }) => name);
  expect(await again('2-red.flow.yaml/First')).toEqual(['First']);
  expect(await again('2-red.flow.yaml/Loop/One')).toEqual(['First', 'One', 'Two', 'One', 'Two']);
  expect(await again('2-red.flow.yaml/First', '2-red.flow.yaml/Group/Three')).toEqual([
    'First',
    'One',
    'Two',
    'One',
    'Two',
    'Three',
  ]);
  expect(await again('4-part.flow.yaml/Part', '1-green.flow.yaml/Green')).toEqual(['Green', 'Begin', 'Part']);
});
