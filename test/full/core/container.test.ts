/** The image of the bank: what its Dockerfile starts, as process 1, without rights, in a root that cannot be written. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Container, makeContainer } from '../../support/container.ts';
import { folderForFile } from '../../support/folders.ts';
import { makeIdentity } from '../../support/identity.ts';
import { FREE, type Ready } from '../../support/process.ts';
import { type BankDoor, control, Tpp } from '../../support/tpp.ts';

const TOKEN = 'token-of-the-operator-1';
const CONSENT = { method: 'POST', path: '/v1/bank-offered-consents' };

// Namespaces are Linux's.
describe.runIf(process.platform === 'linux')('the container', () => {
  const folder = folderForFile('container');
  let container: Container;
  beforeAll(() => {
    container = makeContainer(folder);
  });

  async function started() {
    const child = container.start(['--json', ...FREE], { TPP_CONTROL_TOKEN: TOKEN });
    if (child.stdout === null || child.stderr === null) throw new Error('no output');
    const lines = createInterface({ input: child.stdout });
    const log = text(child.stderr);
    const ended = once(child, 'close') as Promise<[number | null, string | null]>;
    const [line] = (await Promise.race([once(lines, 'line'), ended])) as [unknown];
    if (typeof line !== 'string') throw new Error(await log);
    const ready = JSON.parse(line) as Ready;
    let now = 0;
    const door: BankDoor = {
      ...ready,
      controlBaseUrl: ready.controlBaseUrl.replace('localhost', '127.0.0.1'),
      controlToken: TOKEN,
      caPem: readFileSync(join(folder, ready.caFile), 'utf8'),
      now: () => now,
      inspection: { somebody: () => null },
    };
    // The container has the machine's time, whatever the tests' is.
    const { body } = await control(door, 'GET', '/control/state');
    now = Date.parse(String(body['now']));
    return { child, ready, door, ended };
  }

  it('is healthy, answers, ends with SIGTERM, and has its data after that', async () => {
    const identity = await makeIdentity();
    const first = await started();
    expect(first.ready).toMatchObject({ pid: 1, controlToken: null, caFile: '/data/pki/ca.pem' });
    expect(container.health(first.door.controlBaseUrl)).toMatchObject({ status: 0, stderr: '' });
    expect((await new Tpp(first.door, identity).send(CONSENT)).status).toBe(201);
    const before = await control(first.door, 'GET', '/control/tpps');
    container.signal(first.child, 'SIGTERM');
    expect(await first.ended).toEqual([0, null]);
    expect(container.health(first.door.controlBaseUrl)).toMatchObject({ status: 1 });

    const second = await started();
    expect(second.door.caPem).toBe(first.door.caPem);
    expect(await control(second.door, 'GET', '/control/tpps')).toEqual(before);
    container.signal(second.child, 'SIGTERM');
    expect(await second.ended).toEqual([0, null]);
  });
});
