/**
 * `npm run bench:runner`: the runner of collections beside newman and the command line of Bruno, its memory, and its HTML report.
 * All of them ask the same bank for the same accounts and make the same two assertions. Ours signs each request and verifies each
 * response. Figures of a run are kept in docs/performance.md.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from '@playwright/test';
import { makeIdentity } from '../support/identity.ts';
import { PEOPLE } from '../support/payments.ts';
import { startProcess } from '../support/process.ts';
import { type BankDoor, Tpp } from '../support/tpp.ts';
import { bru, installPeers, newman, type RequestToSend, type Runner } from './peers.ts';
import { printTable, type Row } from './table.ts';

const PROGRAM = join(import.meta.dirname, '../../main/cli/main.ts');
const PATH = '/v1/accounts';
/** Requests in one run. */
const COUNT = 1000;
const ROUNDS = 3;
const MEGABYTE = 2 ** 20;

const folder = mkdtempSync(join(tmpdir(), 'tpp-bench-'));
// The clock stands still: what the others send was signed beforehand, and a Date is good for 60 seconds (SIG-10).
const NOW = new Date(Math.floor(Date.now() / 1000) * 1000);
const bank = await startProcess('--data', join(folder, 'bank'), '--clock', NOW.toISOString());
const rows: Row[] = [];
try {
  const tpp = await consentedTpp();
  const own = ourRunner(tpp);
  const peers = join(folder, 'peers');
  installPeers(peers);
  await benchSpeed(tpp, own, peers);
  await benchMemory(own);
  await benchReport(own);
  printTable(rows);
} finally {
  bank.child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

async function consentedTpp(): Promise<Tpp> {
  const door: BankDoor = {
    ...bank.ready,
    caPem: readFileSync(bank.ready.caFile, 'utf8'),
    now: () => NOW.getTime(),
    inspection: { somebody: () => ({ name: 'Eirik Solbakken', nationalId: PEOPLE.eirik }) },
  };
  const tpp = new Tpp(door, await makeIdentity());
  await tpp.consent();
  return tpp;
}

/** A collection of one step, which runs once for each of the numbers in a file. */
function ourRunner(tpp: Tpp): Runner {
  const place = join(folder, 'accounts');
  mkdirSync(place);
  const { apiBaseUrl, caFile, controlBaseUrl, controlToken } = bank.ready;
  writeFileSync(join(folder, 'tpp.pem'), `${tpp.identity.pem}\n${tpp.identity.keyPem}`);
  writeFileSync(
    join(folder, 'environment.json'),
    JSON.stringify({
      baseUrl: apiBaseUrl,
      roots: caFile,
      certificate: ['tpp.pem'],
      control: { baseUrl: controlBaseUrl, token: controlToken },
    }),
  );
  const flow = `steps:
  - name: accounts
    request: GET /v1/accounts
    headers: { PSU-ID: "${tpp.psuId}", TPP-Session-ID: "${tpp.sessionId}" }
    expect: { status: 200, "$.accounts[0].resourceId": { form: text } }
`;
  writeFileSync(join(place, 'accounts.flow.yaml'), flow);
  return (count) => {
    const data = `rows-${count}.csv`;
    writeFileSync(join(folder, data), `number\n${Array.from({ length: count }, (_, at) => at).join('\n')}\n`);
    return {
      args: [PROGRAM, 'run', 'accounts', '--env', 'environment.json', '--data', data],
      cwd: folder,
    };
  };
}

interface Taken {
  seconds: number;
  /** Bytes: the most memory that the process had at any time. */
  peak: number;
}

/** Runs a program to its end. @throws Error if something failed in it */
async function taken({ args, cwd }: ReturnType<Runner>, ...more: string[]): Promise<Taken> {
  const begun = performance.now();
  const child = spawn(process.execPath, [...args, ...more], { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) => (said = (said + text.toString()).slice(-2000)));
  let peak = 0;
  const timer = setInterval(() => (peak = Math.max(peak, peakOf(child))), 50);
  const status = await new Promise<number | null>((resolve) => child.on('close', resolve));
  clearInterval(timer);
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}:\n${said}`);
  return { seconds: (performance.now() - begun) / 1000, peak };
}

/** Bytes, as the kernel of Linux counts them. */
function peakOf({ pid }: ChildProcess): number {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024;
  } catch {
    return 0;
  }
}

/** Each in turn, so that all see the same machine. The start is not counted: a run of one request is subtracted. */
async function benchSpeed(tpp: Tpp, own: Runner, peers: string): Promise<void> {
  const request: RequestToSend = {
    url: `${bank.ready.apiBaseUrl}${PATH}`,
    headers: tpp.prepare({ path: PATH }),
  };
  const runners = {
    newman: newman(peers, request),
    bru: bru(peers, request),
    own,
    four: (count: number) => {
      const { args, cwd } = own(count);
      return { args: [...args, '--concurrency', '4'], cwd };
    },
  };
  const found: Record<keyof typeof runners, number[]> = { newman: [], bru: [], own: [], four: [] };
  for (let round = 0; round < ROUNDS; round++)
    for (const name of Object.keys(runners) as (keyof typeof runners)[]) {
      const one = await taken(runners[name](1));
      const all = await taken(runners[name](COUNT + 1));
      found[name].push(COUNT / (all.seconds - one.seconds));
    }
  const best = (name: keyof typeof runners) => Math.max(...found[name]);
  const faster = Math.max(best('newman'), best('bru'));
  const add = (what: string, name: keyof typeof runners, budget = '') =>
    rows.push([what, `${Math.round(best(name))} /s`, (best(name) / faster).toFixed(2), budget]);
  add('newman, signed beforehand', 'newman');
  add('Bruno command line, signed beforehand', 'bru');
  add('our runner: signs, verifies, judges', 'own', '≥ 2.00');
  add('the same, four rows at a time', 'four');
}

async function benchMemory(own: Runner): Promise<void> {
  const small = await taken(own(1000));
  const large = await taken(own(10_000));
  const megabytes = (bytes: number) => `${Math.round(bytes / MEGABYTE)} MB`;
  rows.push(['most memory in a run of 1,000 requests', megabytes(small.peak), '1.00', '']);
  const more = large.peak - small.peak;
  rows.push([
    'the same, 10,000 requests',
    `${megabytes(large.peak)}, ${megabytes(more)} more`,
    (large.peak / small.peak).toFixed(2),
    '≤ 50 MB more',
  ]);
}

async function benchReport(own: Runner): Promise<void> {
  const file = join(folder, 'report.html');
  await taken(own(10_000), '--reporter', `html=${file}`);
  const size = statSync(file).size / 1e6;
  rows.push(['HTML report of 10,000 results', `${size.toFixed(1)} MB`, (size / 5).toFixed(2), '≤ 5 MB']);
  const executablePath = process.env['TPP_CHROMIUM'];
  const browser = await chromium.launch({
    ...(executablePath !== undefined && { executablePath }),
    args: ['--no-sandbox'],
  });
  try {
    const times: number[] = [];
    for (let turn = 0; turn < 5; turn++) {
      const page = await browser.newPage();
      const begun = performance.now();
      await page.goto(pathToFileURL(file).href);
      await page.getByText('10000 steps').or(page.getByText('10,000 steps')).first().waitFor();
      times.push(performance.now() - begun);
      await page.close();
    }
    const time = times.toSorted((a, b) => a - b)[2] ?? 0;
    rows.push(['the same, opened', `${Math.round(time)} ms`, (time / 1000).toFixed(2), '≤ 1 s']);
  } finally {
    await browser.close();
  }
}
