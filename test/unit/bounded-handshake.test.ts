/** What the other end may send in a handshake that may have a chain of certificates, and when it is checked. */
import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { Socket } from 'node:net';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { BoundedHandshake, Pace } from '../../shared/node/bounded-handshake.ts';

const MOST_IN_HANDSHAKE = 10 * 1024;

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

it('what takes long is followed by twice that time for others', () => {
  const pace = new Pace();
  const done: number[] = [];
  for (const took of [50, 0, 10, 0])
    pace.run(() => {
      done.push(took);
      vi.advanceTimersByTime(took);
    });
  expect(done).toEqual([50]);
  vi.advanceTimersByTime(99);
  expect(done).toEqual([50]);
  vi.advanceTimersByTime(1);
  expect(done).toEqual([50, 0, 10]);
  vi.advanceTimersByTime(20);
  expect(done).toEqual([50, 0, 10, 0]);
});

/** A connection on which bytes arrive by hand, and what TLS has of it. */
function opened() {
  // As a socket, it stays when one direction has ended.
  const wire = new PassThrough({ autoDestroy: false });
  const below = Object.assign(wire, { remoteAddress: '' }) as unknown as Socket;
  const handshake = new BoundedHandshake(below, { pace: new Pace(), most: MOST_IN_HANDSHAKE });
  let seen = 0;
  handshake.on('data', (piece: Buffer) => (seen += piece.length));
  return { wire, handshake, seen: () => seen };
}

it('a handshake that is longer than it may be ends there, and its rest is never passed on', async () => {
  const { wire, handshake, seen } = opened();
  const closed = once(handshake, 'close');
  for (let left = 3 * MOST_IN_HANDSHAKE; left > 0; left -= 1000) wire.write(Buffer.alloc(1000));
  await closed;
  expect(seen()).toBe(MOST_IN_HANDSHAKE);
  expect(wire.destroyed).toBe(true);
});

it('what follows a handshake has no bound here, also in the same piece', async () => {
  const { wire, handshake, seen } = opened();
  handshake.once('data', () => handshake.opened());
  wire.end(Buffer.alloc(5 * MOST_IN_HANDSHAKE));
  await once(handshake, 'end');
  expect(seen()).toBe(5 * MOST_IN_HANDSHAKE);
});

it('what has come before an orderly end is read after the connection has closed, too', async () => {
  const { wire, handshake, seen } = opened();
  handshake.opened();
  // As TLS does while nobody takes what it has.
  handshake.pause();
  wire.emit('data', Buffer.alloc(40 * 1024));
  wire.emit('end');
  wire.emit('close');
  // TLS takes a stream that is closed for one that has lost its rest.
  expect(handshake.destroyed).toBe(false);
  const closed = once(handshake, 'close');
  handshake.resume();
  await closed;
  expect(seen()).toBe(40 * 1024);
});

it.each(['broken off after its handshake', 'closed in its handshake'])(
  'a connection that is %s is over at once',
  async (how) => {
    const { wire, handshake } = opened();
    const isOpen = how.startsWith('broken off');
    if (isOpen) handshake.opened();
    handshake.pause();
    const closed = once(handshake, 'close');
    wire.emit('data', Buffer.alloc(1024));
    if (!isOpen) wire.emit('end');
    wire.emit('close');
    await closed;
    expect(handshake.destroyed).toBe(true);
  },
);
