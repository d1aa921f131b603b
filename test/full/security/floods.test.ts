/**
 * Clients that keep a listener busy or its connections open: others are answered all the while, and who says nothing is
 * disconnected. With `FIGURES=1`, the measured figures are printed; docs/reliability.md has them.
 */
import { execFileSync } from 'node:child_process';
import type { Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  type Door,
  type DoorName,
  type Doors,
  goodAnswer,
  reach,
  reachBelow,
  startDoors,
} from '../../security/listeners/doors.ts';

/** Connections of this process, or as many as the system lets it have. */
const MANY = Math.min(
  10_000,
  Number(execFileSync('sh', ['-c', 'ulimit -n'], { encoding: 'utf8' })) - 500 || 10_000,
);
/** Milliseconds within which another client must be answered, on a machine with two cores that tests share. */
const PATIENT = 8000;
/** Milliseconds within which a connection that says nothing must be closed. */
const IDLE = 20_000;

const OTHERS = ['PSU pages', 'control', 'receiver', 'browser host'] as const;

let doors: Doors;
beforeAll(async () => {
  doors = await startDoors();
}, 60_000);
afterAll(() => doors.stop());

const open: Socket[] = [];
afterEach(() => {
  for (const socket of open.splice(0)) socket.destroy();
});

function door(name: DoorName): Door {
  const found = doors.all.find((one) => one.name === name);
  if (found === undefined) throw new Error(`No listener ${name}.`);
  return found;
}

function keep(socket: Socket): Socket {
  open.push(socket);
  socket.on('error', () => undefined);
  return socket;
}

/** Opens connections, a hundred at a time. */
async function openMany(count: number, one: () => Promise<Socket>): Promise<Socket[]> {
  const sockets: Socket[] = [];
  while (sockets.length < count) {
    const next = Math.min(100, count - sockets.length);
    sockets.push(...(await Promise.all(Array.from({ length: next }, async () => keep(await one())))));
  }
  return sockets;
}

async function closed(socket: Socket): Promise<void> {
  if (!socket.destroyed) await new Promise((resolve) => socket.resume().once('close', resolve));
}

/** Milliseconds that other clients waited for their answers, one after another, until something has happened. */
async function waits(target: Door, until: Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  const end = until.then(() => 'over' as const);
  for (;;) {
    const from = performance.now();
    const answer = await goodAnswer(target);
    times.push(performance.now() - from);
    expect(answer).toMatch(target.good.response);
    if ((await Promise.race([end, Promise.resolve('not yet')])) === 'over') return times;
  }
}

function print(what: string, times: readonly number[], more = ''): void {
  if (process.env['FIGURES'] !== '1') return;
  const sorted = times.toSorted((a, b) => a - b);
  const [median = 0, worst = 0] = [sorted[Math.floor(sorted.length / 2)], sorted.at(-1)];
  console.log(
    `${what}: ${times.length} answers, median ${median.toFixed(0)} ms, worst ${worst.toFixed(0)} ms${more}`,
  );
}

/** Silent connections, until the listener has closed them all. @returns milliseconds from the last one */
async function keepSilent(target: Door, count: number): Promise<number> {
  const idle = await openMany(count, () => reachBelow(target));
  const from = performance.now();
  const times = await waits(target, Promise.all(idle.map(closed)));
  const took = performance.now() - from;
  print(`${target.name}, ${count} silent connections`, times, `, closed after ${(took / 1000).toFixed(1)} s`);
  expect(Math.max(...times)).toBeLessThan(PATIENT);
  return took;
}

it(`the API with ${MANY} connections that say nothing answers others, and closes them all`, async () => {
  // The backlog of the operating system is worked off first: most of them make room for the newer ones.
  expect(await keepSilent(door('API'), MANY)).toBeLessThan(2 * IDLE);
}, 120_000);

it('the other listeners with 2,500 connections each that say nothing answer others, and close them all', async () => {
  const took = await Promise.all(OTHERS.map((name) => keepSilent(door(name), 2500)));
  expect(Math.max(...took)).toBeLessThan(IDLE);
}, 60_000);

it('clients that send headers a byte at a time are cut off by every listener, and others are answered', async () => {
  const trickle = async (target: Door) => {
    const slow = await openMany(100, () => reach(target));
    for (const socket of slow)
      socket.write(`GET ${target.path} HTTP/1.1\r\nHost: 127.0.0.1:${target.port}\r\nX-A: `);
    const timer = setInterval(() => {
      for (const socket of slow) if (!socket.destroyed) socket.write('a');
    }, 250);
    const from = performance.now();
    const times = await waits(target, Promise.all(slow.map(closed))).finally(() => clearInterval(timer));
    const took = performance.now() - from;
    print(`${target.name}, 100 slow clients`, times, `, cut off after ${(took / 1000).toFixed(1)} s`);
    expect(Math.max(...times)).toBeLessThan(PATIENT);
    return took;
  };
  const took = await Promise.all(doors.all.map(trickle));
  expect(Math.max(...took)).toBeLessThan(IDLE);
}, 60_000);

describe.each(['API', ...OTHERS] as const)('%s', (name) => {
  it('5,000 requests in one piece, and 50 clients that ask without pause, keep nobody else waiting', async () => {
    const target = door(name);
    const request = `GET /nowhere HTTP/1.1\r\nHost: 127.0.0.1:${target.port}\r\n${target.secrets}\r\n`;
    const [pipe, ...clients] = await openMany(51, () => reach(target));
    pipe?.write(request.repeat(5000));
    pipe?.resume();
    let answered = 0;
    for (const client of clients) {
      client.on('data', () => {
        answered += 1;
        client.write(request);
      });
      client.write(request);
    }
    const enough = new Promise<void>((resolve) => {
      const timer = setInterval(() => {
        if (answered < 1000) return;
        clearInterval(timer);
        resolve();
      }, 20);
    });
    const times = await waits(target, enough);
    print(`${name}, a flood`, times, `, ${answered} answers to the flood meanwhile`);
    expect(Math.max(...times)).toBeLessThan(PATIENT);
    expect(doors.trouble()).toEqual([]);
  }, 60_000);
});
