/** The attack kit for the listeners: whatever a socket sends, it is refused, and the next good request is answered. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Attack, ATTACKS } from './listeners/attacks.ts';
import {
  type Door,
  type DoorName,
  type Doors,
  goodAnswer,
  reach,
  reachBelow,
  startDoors,
  untilClosed,
} from './listeners/doors.ts';

/** A response of 4xx, an alert of TLS, or a closed connection. */
const REFUSED = /^(?:HTTP\/1\.1 4\d\d |\x15\x03|$)/;
/** Occurs in no text. */
const NOTHING = /(?!)/;

let doors: Doors;
beforeAll(async () => {
  doors = await startDoors();
});
afterAll(() => doors.stop());

const door = (name: DoorName): Door => {
  const found = doors.all.find((one) => one.name === name);
  if (found === undefined) throw new Error(`No listener ${name}.`);
  return found;
};

it('each listener answers the request that it is there for', async () => {
  for (const one of doors.all) expect(await goodAnswer(one)).toMatch(one.good.response);
});

/** What comes back; nothing for an attacker who keeps silent, who goes when others have been answered. */
async function carryOut({ bytes, below, silent }: Attack, target: Door): Promise<string> {
  const socket = await (below ? reachBelow(target) : reach(target));
  const answer = untilClosed(socket);
  socket.write(bytes(target), 'latin1');
  if (silent) {
    const meanwhile = await goodAnswer(target);
    socket.destroy();
    return target.good.response.test(meanwhile) ? '' : `Nobody else was answered: ${meanwhile}`;
  }
  // Below TLS, the listener may wait for more.
  if (below) socket.end();
  return answer;
}

it.each(ATTACKS)('$name', async (attack) => {
  for (const target of doors.all.filter(({ name }) => attack.doors?.includes(name) ?? true)) {
    const { name } = target;
    const text = await carryOut(attack, target);
    expect(text, name).toMatch(attack.allowed ?? REFUSED);
    expect(text, name).not.toMatch(/HTTP\/1\.1 5\d\d/);
    expect(text, name).not.toMatch(attack.never ?? NOTHING);
    expect(await goodAnswer(target), name).toMatch(target.good.response);
    expect(doors.trouble(), name).toEqual([]);
  }
});

describe.each(['PSU pages', 'receiver', 'browser host'] as const)('%s, cookies of other programs', (name) => {
  const withCookies = async (count: number) => {
    const target = door(name);
    // One line: browsers send all cookies in one.
    const cookies = Array.from({ length: count }, (_, at) => `c${at}=${'a'.repeat(4000)}`).join('; ');
    const own = target.secrets.startsWith('Cookie: ') ? `; ${target.secrets.slice(8).trim()}` : '';
    const socket = await reach(target);
    const answer = untilClosed(socket);
    const { request } = target.good;
    const length = request.startsWith('POST') ? 'Content-Length: 2\r\n\r\n{}' : '\r\n';
    socket.write(
      `${request} HTTP/1.1\r\nHost: 127.0.0.1:${target.port}\r\nCookie: ${cookies}${own}\r\nConnection: close\r\n${length}`,
    );
    return answer;
  };
  it('keep nobody out', async () => {
    expect(await withCookies(25)).toMatch(door(name).good.response);
  });
  it('beyond 128 KB, a sentence says what to do', async () => {
    const answer = await withCookies(50);
    expect(answer).toMatch(/^HTTP\/1\.1 431 .*Delete the cookies of 127\.0\.0\.1/s);
    expect(await goodAnswer(door(name))).toMatch(door(name).good.response);
  });
});
