/** Section 13: SIGTERM ends the bank when what has arrived is answered, however it was started; here, within real seconds. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Identity, makeIdentity } from '../../support/identity.ts';
import { CLI, FREE, type Ready } from '../../support/process.ts';
import { programFile } from '../../support/programs.ts';
import { type BankDoor, control, Tpp } from '../../support/tpp.ts';

const ROOT = new URL('../../..', import.meta.url);
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
  const begun = spawn(program, [...args, '--json', ...FREE, '--data', ':memory:', ...options], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  child = begun;
  const exit = once(begun, 'exit') as Promise<[number | null, string | null]>;
  const [line] = (await once(createInterface({ input: begun.stdout }), 'line')) as [string];
  const ready = JSON.parse(line) as Ready;
  const door: BankDoor = {
    ...ready,
    caPem: readFileSync(ready.caFile, 'utf8'),
    now: Date.now,
    inspection: { somebody: () => null },
  };
  return { door, begun, exit };
}

/** Sends requests whose responses are delayed. @returns their outcomes, when all of them have arrived */
async function underway(door: BankDoor, count: number, delayMs: number) {
  await control(door, 'POST', '/control/scenarios', { when: { times: count }, then: { delayMs } });
  const tpp = new Tpp(door, identity);
  const sent = Array.from({ length: count }, () =>
    tpp.send(CONSENT).then(
      ({ status }) => status,
      (error: NodeJS.ErrnoException) => error.code,
    ),
  );
  await expect.poll(() => arrived(door), { timeout: 20_000 }).toBe(count);
  return sent;
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

const times = (count: number, status: number) => Array.from({ length: count }, () => status);

describe.each([
  ['node', [process.execPath, CLI]],
  ['npm', ['npm', 'run', '--silent', 'bank', '--']],
  ['tpp-workbench', [process.execPath, programFile('cli'), 'bank']],
])('started by %s', (name, command) => {
  it('50 requests that are under way get 50 answers, and no others are accepted', async () => {
    const { door, begun, exit } = await started(command, '--grace', '30');
    const sent = await underway(door, 50, 2000);
    begun.kill('SIGTERM');
    await expect.poll(() => connected(door), { timeout: 20_000 }).toBe('ECONNREFUSED');
    const { status, body } = await control(door, 'GET', '/control/ready');
    expect([status, body['error']]).toEqual([503, expect.stringContaining('The bank is stopping')]);
    expect(await Promise.all(sent)).toEqual(times(50, 201));
    // npm itself says that a signal has ended it.
    expect(await exit).toEqual(name === 'npm' ? [null, 'SIGTERM'] : [0, null]);
  });
});

it('without --grace, an answer has a second, and the bank ends within two', async () => {
  const { door, begun, exit } = await started([process.execPath, CLI]);
  const soon = await underway(door, 1, 300);
  begun.kill('SIGTERM');
  expect(await Promise.all(soon)).toEqual([201]);
  expect(await exit).toEqual([0, null]);
});

it('an answer that takes longer than the grace is not waited for', async () => {
  const { door, begun, exit } = await started([process.execPath, CLI], '--grace', '0.2');
  const [late] = await underway(door, 1, 60_000);
  begun.kill('SIGTERM');
  expect(await late).toBe('ECONNRESET');
  expect(await exit).toEqual([0, null]);
});
