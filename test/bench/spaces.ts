/**
 * `npm run bench:spaces`: what a space costs. Makes 500 spaces by HTTP (budget: under 100 ms each), puts them to sleep, starts the
 * service again with all of them asleep, and wakes them.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { serviceCall } from '../support/spaces.ts';
import { startSpacesProcess, type SpacesReady } from '../support/spaces-process.ts';
import { printTable } from './table.ts';

const [argument] = process.argv.slice(2);
const SPACES = Number(argument ?? 500);
const BUDGET_MS = 100;
const MB = 1024 * 1024;

const names = Array.from({ length: SPACES }, (_, at) => `space-${at}`);

/** Times of calls one after the other, in milliseconds. */
async function timed(
  { controlBaseUrl, controlToken: token }: SpacesReady,
  method: string,
  pathOf: (name: string) => string,
  bodyOf?: (name: string) => object,
) {
  const times: number[] = [];
  for (const name of names) {
    const start = performance.now();
    const { status, body } = await serviceCall({ controlBaseUrl }, method, pathOf(name), {
      token,
      ...(bodyOf && { body: bodyOf(name) }),
    });
    times.push(performance.now() - start);
    if (status >= 300) throw new Error(`${status}: ${body.error}`);
  }
  return times.toSorted((a, b) => a - b);
}

/** Bytes of memory of the process. */
async function memory({ controlBaseUrl, controlToken }: SpacesReady): Promise<number> {
  const headers = { Authorization: `Bearer ${controlToken}` };
  const text = await (await fetch(`${controlBaseUrl}/control/metrics`, { headers })).text();
  return Number(/^process_resident_memory_bytes (\S+)$/m.exec(text)?.[1]);
}

const at = (times: readonly number[], share: number) => times[Math.floor((times.length - 1) * share)] ?? 0;
const spread = (times: readonly number[]) =>
  `${at(times, 0.5).toFixed(1)}, ${at(times, 0.99).toFixed(1)}, ${at(times, 1).toFixed(1)} ms`;
const each = (bytes: number) =>
  `${(bytes / MB).toFixed(0)} MB, ${(bytes / SPACES / 1024).toFixed(0)} KB each`;

await benchMemory();

async function benchMemory(): Promise<void> {
  const data = mkdtempSync(join(tmpdir(), 'tpp-bench-spaces-'));
  const options = [
    '--data',
    data,
    '--control-port',
    '0',
    '--ports',
    '0',
    '--most',
    String(SPACES),
    '--idle',
    '0',
  ];
  try {
    const began = performance.now();
    const first = await startSpacesProcess(...options);
    const firstStart = performance.now() - began;
    const { ready } = first;
    const empty = await memory(ready);
    const made = await timed(
      ready,
      'POST',
      () => '/spaces',
      (name) => ({ name }),
    );
    const awake = await memory(ready);
    const slept = await timed(ready, 'POST', (name) => `/spaces/${name}/sleep`);
    const asleep = await memory(ready);
    await timed(ready, 'GET', (name) => `/spaces/${name}/control/state`);
    const awakeAgain = await memory(ready);
    first.child.kill('SIGTERM');
    await first.exit;
    const restarted = performance.now();
    const again = await startSpacesProcess(...options);
    const start = performance.now() - restarted;
    const sleeping = await memory(again.ready);
    const woken = await timed(again.ready, 'GET', (name) => `/spaces/${name}/control/state`);
    again.child.kill('SIGTERM');
    await again.exit;
    printTable([
      ['first start, with keys', `${firstStart.toFixed(0)} ms`, '', ''],
      [
        `make a space, ${SPACES} times: median, 99th percentile, longest`,
        spread(made),
        (at(made, 0.5) / BUDGET_MS).toFixed(2),
        `≤ ${BUDGET_MS} ms`,
      ],
      ['memory of the service without spaces', each(empty).split(',')[0] ?? '', '', ''],
      [`memory of ${SPACES} spaces awake, beyond that`, each(awake - empty), '1.00', ''],
      [
        'the same when all have gone to sleep',
        each(asleep - empty),
        ((asleep - empty) / (awake - empty)).toFixed(2),
        '',
      ],
      [
        'the same when they are awake again',
        each(awakeAgain - empty),
        ((awakeAgain - empty) / (awake - empty)).toFixed(2),
        '',
      ],
      [`start with ${SPACES} sleeping spaces`, `${start.toFixed(0)} ms`, '', ''],
      [
        'their memory, never awake',
        each(sleeping - empty),
        ((sleeping - empty) / (awake - empty)).toFixed(2),
        '',
      ],
      ['wake a space with a call: median, 99th percentile, longest', spread(woken), '', ''],
      ['put a space to sleep', spread(slept), '', ''],
    ]);
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
}
