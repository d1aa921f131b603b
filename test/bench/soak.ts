/**
 * `npm run soak -- --minutes N`: the browser host with a window on Flow that follows, while five signed requests a second go to the
 * local bank: consents, payments, reads, refusals, and an SCA now and then. Prints memory and sizes of files as it goes, and exits
 * with 1 if memory grows after the first quarter by more than what is still being filled: the window keeps up to 40,000
 * events, the bank's journal 20,000, the log 100,000 on disk.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { type CDPSession, chromium, type Page } from '@playwright/test';
import type { HostMemory } from './soak-probe.ts';
import { caller, Traffic } from './soak-traffic.ts';
import { median } from './table.ts';

const ROOT = join(import.meta.dirname, '../..');
const MEGABYTE = 2 ** 20;
const SAMPLES = 48;

type Sample = Record<keyof typeof BOUNDS, number> & { minutes: number; requests: number; files: string };

/** How much each may grow after the first quarter. */
const BOUNDS = {
  rss: { title: 'host, resident', most: 96 * MEGABYTE },
  heap: { title: 'host, heap after collection', most: 32 * MEGABYTE },
  outside: { title: 'host, outside the heap', most: 32 * MEGABYTE },
  page: { title: 'window, heap after collection', most: 48 * MEGABYTE },
  nodes: { title: 'window, DOM nodes', most: 2000 },
  listeners: { title: 'window, event listeners', most: 200 },
} as const;
const KINDS = Object.keys(BOUNDS) as (keyof typeof BOUNDS)[];

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '120' } } });
const length = Number(values.minutes) * 60_000;
if (!(length > 0)) throw new Error('--minutes must be a number above 0.');

const folder = mkdtempSync(join(tmpdir(), 'tpp-soak-'));
const host = spawn(
  process.execPath,
  [
    '--import',
    join(import.meta.dirname, 'soak-probe.ts'),
    join(ROOT, 'dist/main/browser.mjs'),
    '--json',
    '--data',
    folder,
  ],
  { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] },
);
try {
  process.exitCode = (await soak()) ? 0 : 1;
} finally {
  host.kill('SIGTERM');
  await once(host, 'exit');
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

/** @returns whether every bound was held */
async function soak(): Promise<boolean> {
  const url = await addressOf(host);
  const browser = await chromium.launch({
    executablePath: environment('TPP_CHROMIUM'),
    args: ['--no-sandbox'],
  });
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.goto(url);
  await page.getByRole('navigation', { name: 'Views' }).getByRole('button', { name: 'Flow' }).click();
  const cookies = await context.cookies();
  const call = caller(page.url(), cookies.map(({ name, value }) => `${name}=${value}`).join('; '));
  const devtools = await context.newCDPSession(page);
  const traffic = new Traffic(call);

  const samples: Sample[] = [];
  const start = Date.now();
  console.log(line(['minutes', 'requests', ...KINDS.map((kind) => BOUNDS[kind].title), 'files']));
  for (let at = 1; at <= SAMPLES; at++) {
    await traffic.until(start + (length * at) / SAMPLES);
    const sample = {
      minutes: (Date.now() - start) / 60_000,
      requests: traffic.sent,
      ...(await hostMemory(host)),
      ...(await windowMemory(devtools)),
      files: sizes(),
    };
    samples.push(sample);
    console.log(
      line([
        sample.minutes.toFixed(1),
        String(sample.requests),
        ...KINDS.map((kind) => shown(kind, sample[kind])),
        sample.files,
      ]),
    );
  }
  const follows = await isAtTheEnd(page);
  await browser.close();
  console.log(`\n${traffic.summary()}`);
  if (!follows) console.log('The diagram no longer follows.');
  return judged(samples) && follows && traffic.failed === 0;
}

/** Compares the last quarter with the end of the first. */
function judged(samples: readonly Sample[]): boolean {
  const quarter = SAMPLES / 4;
  const early = samples.slice(quarter / 2, quarter);
  const late = samples.slice(-quarter);
  return KINDS.map((kind) => {
    const { title, most } = BOUNDS[kind];
    const growth = median(late.map((one) => one[kind])) - median(early.map((one) => one[kind]));
    const isHeld = growth <= most;
    console.log(
      `${title}: ${growth < 0 ? 'less by' : 'more by'} ${shown(kind, Math.abs(growth))}, at most ${shown(kind, most)}  ${isHeld ? 'held' : 'NOT HELD'}`,
    );
    return isHeld;
  }).every(Boolean);
}

async function addressOf({ stdout }: ChildProcess): Promise<string> {
  if (stdout === null) throw new Error('The host has no output.');
  const first = await new Promise<string>((resolve) =>
    createInterface({ input: stdout }).once('line', resolve),
  );
  return (JSON.parse(first) as { url: string }).url;
}

async function hostMemory(child: ChildProcess): Promise<HostMemory> {
  const said = once(child, 'message');
  child.send('memory');
  const [memory] = (await said) as [HostMemory];
  return memory;
}

async function windowMemory(devtools: CDPSession): Promise<Pick<Sample, 'page' | 'nodes' | 'listeners'>> {
  await devtools.send('HeapProfiler.collectGarbage');
  await devtools.send('Performance.enable');
  const { metrics } = await devtools.send('Performance.getMetrics');
  const of = (wanted: string) => metrics.find(({ name }) => name === wanted)?.value ?? 0;
  return { page: of('JSHeapUsedSize'), nodes: of('Nodes'), listeners: of('JSEventListeners') };
}

/** Whether the diagram has followed: it shows its last row. */
async function isAtTheEnd(page: Page): Promise<boolean> {
  return page
    .getByRole('tree', { name: 'Diagram' })
    .evaluate(({ scrollHeight, scrollTop, clientHeight }) => scrollHeight - scrollTop - clientHeight < 40);
}

/** Each database with what is not yet written into it. */
function sizes(): string {
  return ['history.db', 'bank/bank.db']
    .map((name) => {
      const files = [name, `${name}-wal`].map((one) => join(folder, one)).filter((one) => existsSync(one));
      return `${name} ${mega(files.reduce((sum, one) => sum + statSync(one).size, 0))}`;
    })
    .join(', ');
}

function environment(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is not set; start this with "npm run soak".`);
  return value;
}

function mega(bytes: number): string {
  return `${(bytes / MEGABYTE).toFixed(1)} MB`;
}

function shown(kind: keyof typeof BOUNDS, value: number): string {
  return kind === 'nodes' || kind === 'listeners' ? String(value) : mega(value);
}

function line(cells: readonly string[]): string {
  return cells.map((cell) => cell.padEnd(10)).join(' | ');
}
