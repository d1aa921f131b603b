/** Section 13: SIGTERM ends the bank when what has arrived is answered, however it was started. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { readCommandLine } from '../../bank-sim/options.ts';
import { NOON } from '../support/bank.ts';
import { type Identity, makeIdentity } from '../support/identity.ts';
import { CLI, FREE, type Ready } from '../support/process.ts';
import { programFile } from '../support/programs.ts';
import { type BankDoor, control, Tpp } from '../support/tpp.ts';

const ROOT = new URL('../..', import.meta.url);
const CLOCK = '2026-11-20T10:42:07+01:00';
const CONSENT = { method: 'POST', path: '/v1/bank-offered-consents' };

let identity: Identity;
let child: ChildProcess | undefined;
beforeAll(async () => {
  identity = await makeIdentity();
});
afterEach(() => child?.kill('SIGKILL'));

/** @returns the bank, and what its process ends with */
async function started(command: readonly string[], ...options: string[]) {
  const [program = '', ...args] = command;
  const begun = spawn(
    program,
    [...args, '--json', ...FREE, '--data', ':memory:', '--clock', CLOCK, ...options],
    {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  child = begun;
  const exit = once(begun, 'exit') as Promise<[number | null, string | null]>;
  const [line] = (await once(createInterface({ input: begun.stdout }), 'line')) as [string];
  const ready = JSON.parse(line) as Ready;
  const door: BankDoor = {
    ...ready,
    caPem: readFileSync(ready.caFile, 'utf8'),
    now: () => NOON,
    inspection: { somebody: () => null },
  };
  return { door, begun, exit };
}

interface Held {
  /** Sends the rest of the request. */
  letGo: () => void;
  status: Promise<number | undefined>;
}

/** A request of which the last byte is still to come. Resolves when the bank has its headers. */
async function held(door: BankDoor): Promise<Held> {
  const body = '{"a":1}';
  const { port, hostname } = new URL(door.apiBaseUrl);
  const sent = request({
    host: '127.0.0.1',
    servername: hostname,
    port,
    ca: door.caPem,
    ...CONSENT,
    agent: false,
    headers: [
      ...new Tpp(door, identity).prepare({ ...CONSENT, body }),
      ['Host', `${hostname}:${port}`],
      ['Content-Length', String(body.length)],
      ['Expect', '100-continue'],
    ].flat() as never,
  });
  const response = once(sent, 'response') as Promise<[IncomingMessage]>;
  sent.flushHeaders();
  await Promise.race([once(sent, 'continue'), response]);
  sent.write(body.slice(0, -1));
  return {
    letGo: () => sent.end(body.slice(-1)),
    status: response.then(([answer]) => answer.resume().statusCode),
  };
}

async function arrived(door: BankDoor): Promise<number> {
  const { body } = await control(door, 'GET', '/control/journal');
  return (body['events'] as { kind: string }[]).filter(({ kind }) => kind === 'request').length;
}

/** How a connection to the API ends. */
function connected({ apiBaseUrl }: BankDoor): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(apiBaseUrl).port), '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve('connected');
    });
    socket.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? ''));
  });
}

describe.each([
  ['node', 50, [process.execPath, CLI]],
  ['npm', 3, ['npm', 'run', '--silent', 'bank', '--']],
  ['tpp-workbench', 3, [process.execPath, programFile('cli'), 'bank']],
])('started by %s', (name, count, command) => {
  it(`${count} requests that are under way get ${count} answers, and no others are accepted`, async () => {
    const { door, begun, exit } = await started(command, '--grace', '90');
    const underway = await Promise.all(Array.from({ length: count }, () => held(door)));
    begun.kill('SIGTERM');
    await expect.poll(() => connected(door)).toBe('ECONNREFUSED');
    const { status, body } = await control(door, 'GET', '/control/ready');
    expect([status, body['error']]).toEqual([503, expect.stringContaining('The bank is stopping')]);
    for (const { letGo } of underway) letGo();
    const statuses = await Promise.all(underway.map((one) => one.status));
    expect(statuses).toEqual(Array.from({ length: count }, () => 201));
    // npm itself says that a signal has ended it.
    expect(await exit).toEqual(name === 'npm' ? [null, 'SIGTERM'] : [0, null]);
  });
});

it('without --grace, an answer has a second', () => {
  expect(readCommandLine(['--data', ':memory:'])).toMatchObject({ grace: 1000 });
});

it('an answer that takes longer than the grace is not waited for', async () => {
  const { door, begun, exit } = await started([process.execPath, CLI], '--grace', '0.001');
  await control(door, 'POST', '/control/scenarios', { when: {}, then: { delayMs: 60_000 } });
  const late = new Tpp(door, identity).send(CONSENT).catch((error: NodeJS.ErrnoException) => error.code);
  await expect.poll(() => arrived(door)).toBe(1);
  begun.kill('SIGTERM');
  expect(await late).toBe('ECONNRESET');
  expect(await exit).toEqual([0, null]);
});
