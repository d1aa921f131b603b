/**
 * `npm run bench:spaces -- --processes`: requests to spaces of one, two and three processes behind HAProxy, with the configuration that
 * `space route` writes. All of them run at once and take turns, so that they see the same machine. The client is on it, too: where it
 * has no processor of its own, the processor time of a request says more than the requests in a second.
 */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { COMMANDS } from '../../main/cli/commands.ts';
import { ensureDebianPackages } from '../../scripts/lib/debian.ts';
import { NOON } from '../support/bank.ts';
import { type Haproxy, ownAddresses, startHaproxy } from '../support/haproxy.ts';
import { type Identity, makeIdentity } from '../support/identity.ts';
import { doorOf, type Made, makeSpace, SERVICE_TOKEN } from '../support/spaces.ts';
import { type SpacesProcess, startSpacesProcess } from '../support/spaces-process.ts';
import { Tpp } from '../support/tpp.ts';
import { measure, type Target } from './load.ts';
import { signedRequests } from './signed.ts';
import { median, printTable } from './table.ts';

const CLOCK = '2026-11-20T10:42:07+01:00';
/** In all, shared by the processes. */
const SPACES = 6;
/** To each space. */
const CONNECTIONS = 3;
const ROUNDS = 7;
const ROUND_MS = 2000;
/** Microseconds of a tick, in which Linux counts processor time. */
const TICK = 10_000;

/** Services, HAProxy before them, and what it takes to call their spaces. */
interface Side {
  services: SpacesProcess[];
  /** Null if the client calls the service itself. */
  haproxy: Haproxy | null;
  targets: Target[];
}

/** Of one round. The times are microseconds of processor time for each request. */
interface Round {
  perSecond: number;
  service: number;
  haproxy: number;
  client: number;
}

/** Measures and prints the table. */
export async function benchProcesses(): Promise<void> {
  ensureDebianPackages(['haproxy']);
  const folder = mkdtempSync(join(tmpdir(), 'tpp-bench-processes-'));
  const sides: Side[] = [];
  try {
    const identity = await makeIdentity();
    const address = ownAddresses();
    const names = ['one process, called directly', ...[1, 2, 3].map((count) => `${count} behind HAProxy`)];
    for (const [at, count] of [1, 1, 2, 3].entries())
      sides.push(await sideOf({ count, identity, address, at, folder, isRouted: at > 0 }));
    const rounds = sides.map((): Round[] => []);
    for (let round = 0; round < ROUNDS; round++)
      for (const [at, side] of sides.entries()) {
        const found = await roundOf(side);
        // The first one warms up.
        if (round > 0) rounds[at]?.push(found);
      }
    print(names, rounds);
  } finally {
    for (const { haproxy, services } of sides) {
      await haproxy?.stop();
      for (const { child, exit } of services) {
        child.kill('SIGTERM');
        await exit;
      }
    }
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

interface Wanted {
  count: number;
  identity: Identity;
  address: (last: number) => string;
  /** Which side it is. */
  at: number;
  folder: string;
  isRouted: boolean;
}

async function sideOf({ count, identity, address, at, folder, isRouted }: Wanted): Promise<Side> {
  const own = join(folder, String(at));
  const tokenFile = join(folder, 'token');
  writeFileSync(tokenFile, SERVICE_TOKEN);
  const front = address(10 * at + 1);
  const services: SpacesProcess[] = [];
  const made: Made[] = [];
  const urls: string[] = [];
  for (let number = 0; number < count; number++) {
    const data = join(own, String(number));
    // All with one CA, whose keys also take the longest.
    if (at + number > 0) cpSync(join(folder, '0/0/pki'), join(data, 'pki'), { recursive: true });
    const host = isRouted ? address(10 * at + 2 + number) : front;
    const from = 20_000 + 20 * number;
    const options = {
      host,
      'control-host': host,
      'control-url': `http://${front}:8445`,
      'control-token-file': tokenFile,
      ports: `${from}-${from + 19}`,
      idle: '0',
      data,
    };
    const listed = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]);
    services.push(await startSpacesProcess(...listed, '--san', front, '--san', host, '--san', 'localhost'));
    urls.push(`http://${host}:8445`);
    for (let space = 0; space < SPACES / count; space++)
      made.push(
        await makeSpace(
          { controlBaseUrl: `http://${host}:8445` },
          { name: `s-${number}-${space}`, clock: CLOCK },
        ),
      );
  }
  const haproxy = isRouted ? await routed(urls, front, own, tokenFile) : null;
  const targets = await Promise.all(made.map((space) => targetOf(space, front, identity)));
  return { services, haproxy, targets };
}

async function routed(urls: string[], front: string, folder: string, tokenFile: string): Promise<Haproxy> {
  const route = await COMMANDS['space route']?.();
  await route?.run([...urls, '--bind', front, '--out', join(folder, 'routes'), '--token-file', tokenFile]);
  const haproxy = startHaproxy(join(folder, 'routes/haproxy.cfg'));
  while (!(await fetch(`http://${front}:8445/control/ready`).catch(() => null))?.ok)
    await new Promise((resolve) => setTimeout(resolve, 20));
  return haproxy;
}

async function targetOf(space: Made, host: string, identity: Identity): Promise<Target> {
  const tpp = new Tpp(
    doorOf(space, () => NOON),
    identity,
  );
  await tpp.consent();
  const requests = signedRequests(tpp, '/v1/accounts', 50);
  return { host, port: Number(new URL(space.apiBaseUrl).port), ca: space.caPem, requests };
}

async function roundOf({ services, haproxy, targets }: Side): Promise<Round> {
  const parts = () => ({
    service: services.reduce((sum, { child }) => sum + spentBy(child.pid ?? 0), 0),
    haproxy: haproxy === null ? 0 : spentBy(haproxy.pid),
    client: Object.values(process.cpuUsage()).reduce((sum, part) => sum + part, 0),
  });
  const before = parts();
  const measured = await Promise.all(targets.map((target) => measure(target, CONNECTIONS, ROUND_MS)));
  const after = parts();
  const statuses = new Set(measured.flatMap((one) => [...one.statuses.keys()]));
  if ([...statuses].join() !== '200') throw new Error(`The spaces answered ${[...statuses].join()}.`);
  const requests = measured.reduce((sum, { times }) => sum + times.length, 0);
  return {
    perSecond: measured.reduce((sum, { perSecond }) => sum + perSecond, 0),
    service: (after.service - before.service) / requests,
    haproxy: (after.haproxy - before.haproxy) / requests,
    client: (after.client - before.client) / requests,
  };
}

/** Microseconds of processor time that a process and those that it has started have spent. */
function spentBy(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
  return children
    .filter((child) => child !== '')
    .reduce((sum, child) => sum + spentBy(Number(child)), (Number(fields[11]) + Number(fields[12])) * TICK);
}

function print(names: readonly string[], rounds: readonly (readonly Round[])[]): void {
  const of = (at: number, part: keyof Round) => median((rounds[at] ?? []).map((round) => round[part]));
  printTable(
    names.flatMap((name, at) => [
      [
        `requests, ${name}`,
        `${of(at, 'perSecond').toFixed(0)} /s`,
        (of(at, 'perSecond') / of(0, 'perSecond')).toFixed(2),
        '',
      ],
      [
        'processor time of each: service, HAProxy, client',
        (['service', 'haproxy', 'client'] as const).map((part) => of(at, part).toFixed(0)).join(', ') + ' µs',
        (of(at, 'service') / of(0, 'service')).toFixed(2),
        '',
      ],
    ]),
  );
  console.log(`\n${cpus().length} processors, load ${loadavg()[0]?.toFixed(1)} at the end.`);
}
