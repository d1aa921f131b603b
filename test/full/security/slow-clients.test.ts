/** Clients that keep connections open: each listener closes those that say nothing, or too little, and answers others meanwhile. */
import type { Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import {
  type Door,
  type Doors,
  goodAnswer,
  reach,
  reachBelow,
  startDoors,
} from '../../security/listeners/doors.ts';

const NAMES = ['API', 'PSU pages', 'control', 'receiver', 'browser host'] as const;

let doors: Doors;
beforeAll(async () => {
  doors = await startDoors();
}, 60_000);
afterAll(() => doors.stop());

const open: Socket[] = [];
afterEach(() => {
  for (const socket of open.splice(0)) socket.destroy();
});

function door(name: (typeof NAMES)[number]): Door {
  const found = doors.all.find((one) => one.name === name);
  if (found === undefined) throw new Error(`No listener ${name}.`);
  return found;
}

async function many(count: number, one: () => Promise<Socket>): Promise<Socket[]> {
  const sockets = await Promise.all(Array.from({ length: count }, one));
  for (const socket of sockets) socket.on('error', () => undefined);
  open.push(...sockets);
  return sockets;
}

async function closed(socket: Socket): Promise<void> {
  if (!socket.destroyed) await new Promise((resolve) => socket.resume().once('close', resolve));
}

it.each(NAMES)(
  '%s: connections that say nothing are closed, and others are answered meanwhile',
  async (name) => {
    const target = door(name);
    const silent = await many(100, () => reachBelow(target));
    expect(await goodAnswer(target)).toMatch(target.good.response);
    await Promise.all(silent.map(closed));
  },
  60_000,
);

it.each(NAMES)(
  '%s: clients that send headers a byte at a time are cut off, and others are answered meanwhile',
  async (name) => {
    const target = door(name);
    const slow = await many(100, () => reach(target));
    for (const socket of slow)
      socket.write(`GET ${target.path} HTTP/1.1\r\nHost: 127.0.0.1:${target.port}\r\nX-A: `);
    const timer = setInterval(() => {
      for (const socket of slow) if (!socket.destroyed) socket.write('a');
    }, 250);
    try {
      expect(await goodAnswer(target)).toMatch(target.good.response);
      await Promise.all(slow.map(closed));
    } finally {
      clearInterval(timer);
    }
  },
  60_000,
);
