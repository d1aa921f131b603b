/** `tpp-workbench space route`: several services of spaces behind a real HAProxy. */
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { UsageError } from '../../../main/cli/command.ts';
import { COMMANDS } from '../../../main/cli/commands.ts';
import { ensureDebianPackages } from '../../../scripts/lib/debian.ts';
import { NOON } from '../../support/bank.ts';
import { foldersForFile } from '../../support/folders.ts';
import { type Haproxy, ownAddresses, startHaproxy } from '../../support/haproxy.ts';
import { type Identity, makeIdentity } from '../../support/identity.ts';
import { create, sign, statusOf } from '../../support/payments.ts';
import {
  doorOf,
  type Made,
  makeSpace,
  SERVICE_TOKEN,
  serviceCall,
  type ServiceTestOptions,
  testService,
} from '../../support/spaces.ts';
import { type SpacesProcess, startSpacesProcess } from '../../support/spaces-process.ts';
import { control, Tpp } from '../../support/tpp.ts';

const CLOCK = '2026-11-20T10:42:07+01:00';
const CONSENT = { method: 'POST', path: '/v1/bank-offered-consents' };
const folders = foldersForFile('space-route');
let tokenFile = '';
beforeAll(() => {
  tokenFile = join(folders.all, 'token');
  writeFileSync(tokenFile, SERVICE_TOKEN);
});

interface Routed {
  services: { url: string; spaces: string[] }[];
  unreachable: string[];
  changes: string[];
}

async function run(command: string, ...args: string[]) {
  const found = await COMMANDS[`space ${command}`]?.();
  if (found === undefined) throw new Error(`There is no command space ${command}.`);
  return found.run([...args, '--token-file', tokenFile]);
}
const route = async (...args: string[]) => (await run('route', ...args)).json as Routed;

/** The sentence of a usage error. */
async function refused(...args: string[]): Promise<string> {
  try {
    await run('route', ...args);
  } catch (error) {
    if (error instanceof UsageError) return error.message;
    throw error;
  }
  throw new Error('It was not refused.');
}

describe.runIf(process.platform === 'linux')('services behind HAProxy', () => {
  const address = ownAddresses();
  const FRONT = address(1);
  const front = { controlBaseUrl: `http://${FRONT}:8445` };
  const names = ['anna', 'bjorn', 'carl'];
  const data = new Map<number, string>();
  const processes = new Map<number, SpacesProcess>();
  const spaces = new Map<string, Made>();
  const folder = join(folders.all, 'haproxy');
  let first: Routed;
  let haproxy: Haproxy;
  let identity: Identity;

  /** A service of ten ports on an address of its own. */
  async function start(at: number): Promise<void> {
    const own = address(10 + at);
    const from = 20_000 + 10 * at;
    const kept = data.get(at) ?? folders.next();
    data.set(at, kept);
    const eldest = data.get(0);
    // So that a TPP trusts one CA for all.
    if (eldest !== undefined && kept !== eldest)
      cpSync(join(eldest, 'pki'), join(kept, 'pki'), { recursive: true });
    const where = ['--host', own, '--control-host', own, '--san', FRONT, '--san', own];
    const ports = ['--control-url', front.controlBaseUrl, '--ports', `${from}-${from + 9}`];
    const files = ['--control-token-file', tokenFile, '--data', kept];
    processes.set(at, await startSpacesProcess(...where, ...ports, ...files));
  }
  const urlOf = (at: number) => `http://${address(10 + at)}:8445`;
  const urls = (...at: number[]) => at.map(urlOf);
  const tppOf = (name: string) =>
    new Tpp(
      doorOf(spaceOf(name), () => NOON),
      identity,
    );
  const portOf = ({ apiBaseUrl }: Made) => Number(new URL(apiBaseUrl).port);
  const atFront = (method: string, path: string, body?: unknown) =>
    serviceCall(front, method, path, { body });
  const spaceOf = (name: string): Made => {
    const made = spaces.get(name);
    if (made === undefined) throw new Error(`There is no ${name}.`);
    return made;
  };
  const statusAt = async (url: string) => (await fetch(url).catch(() => null))?.status;
  /** What its control calls say, with its own token. */
  const stateOf = async ({ controlBaseUrl, controlToken }: Made) => {
    const state = await fetch(`${controlBaseUrl}/control/state`, {
      headers: { Authorization: `Bearer ${controlToken}` },
    });
    return { status: state.status, body: (await state.json()) as { error?: string } };
  };

  async function startFront(): Promise<void> {
    haproxy = startHaproxy(join(folder, 'haproxy.cfg'));
    const ready = async () => (await statusAt(`${front.controlBaseUrl}/control/ready`)) === 200;
    await vi.waitUntil(ready, { timeout: 60_000, interval: 20 });
  }

  beforeAll(async () => {
    ensureDebianPackages(['haproxy']);
    identity = await makeIdentity();
    await start(0);
    await Promise.all([start(1), start(2)]);
    for (const [at, name] of names.entries())
      spaces.set(name, await makeSpace({ controlBaseUrl: urlOf(at) }, { name, clock: CLOCK }));
    first = await route(...urls(0, 1, 2), '--out', folder, '--bind', FRONT);
    await startFront();
  });
  afterAll(async () => {
    for (const { child } of processes.values()) child.kill('SIGKILL');
    await haproxy.stop();
  });

  it('each space is reached at its own address: TLS ends at its bank, and its control calls have its token', async () => {
    expect(first.services.map((service) => service.spaces)).toEqual(names.map((name) => [name]));
    expect(first.changes).toHaveLength(3);
    for (const name of names) {
      const space = spaceOf(name);
      expect(new URL(space.apiBaseUrl).hostname).toBe(FRONT);
      expect(space.controlBaseUrl).toBe(`${front.controlBaseUrl}/spaces/${name}`);
      expect(space.caPem).toBe(spaceOf('anna').caPem);
      const { status, body } = await tppOf(name).send(CONSENT);
      expect(status).toBe(201);
      expect(body._links?.['scaRedirect']?.href.startsWith(`${space.psuBaseUrl}/`)).toBe(true);
      expect((await stateOf(space)).status).toBe(200);
    }
    const { controlToken } = spaceOf('bjorn');
    expect((await stateOf({ ...spaceOf('anna'), controlToken })).status).toBe(401);
    // Whoever has no token does not learn which spaces there are.
    for (const path of ['/spaces/anna', '/spaces/nobody'])
      expect((await serviceCall(front, 'GET', path, { token: 'nobody' })).status).toBe(401);
    expect(await atFront('GET', '/spaces/nobody')).toMatchObject({ status: 404 });
    expect(await atFront('GET', '/spaces')).toEqual({
      status: 404,
      body: { error: 'Each service has a list and metrics of its own. Ask it at its own address.' },
    });
  });
  it('a space that is made through HAProxy can be used at once, its name is taken, and a copy is made beside its source', async () => {
    const made = [await makeSpace(front, {}), await makeSpace(front, {}), await makeSpace(front, {})];
    expect(new Set(made.map((space) => Math.floor(portOf(space) / 10))).size).toBe(3);
    for (const space of made) {
      expect((await stateOf(space)).status).toBe(200);
      const copy = await makeSpace(front, { name: `${space.name}-2`, from: space.name });
      expect(Math.floor(portOf(copy) / 10)).toBe(Math.floor(portOf(space) / 10));
      expect((await stateOf(copy)).status).toBe(200);
      for (const { name } of [space, copy])
        expect(await atFront('DELETE', `/spaces/${name}`)).toMatchObject({ status: 200 });
      expect(await atFront('GET', `/spaces/${space.name}`)).toMatchObject({ status: 404 });
    }
    // More than HAProxy keeps of a body.
    const snapshot = (await control(tppOf('carl').bank, 'GET', '/control/snapshot')).body;
    expect(JSON.stringify(snapshot).length).toBeGreaterThan(100_000);
    const order = { name: 'from-snapshot', snapshot };
    expect((await stateOf(await makeSpace(front, order))).status).toBe(200);
    expect(await atFront('POST', '/spaces', order)).toMatchObject({ status: 409 });
    expect(await atFront('DELETE', '/spaces/from-snapshot')).toMatchObject({ status: 200 });
    for (const name of names)
      expect(await atFront('POST', '/spaces', { name })).toEqual({
        status: 409,
        body: { error: `There is a space "${name}" already.` },
      });
  });
  it('a name that the body hides leads on to the space that has it', async () => {
    // Later than HAProxy keeps of a body, and said twice: HAProxy takes the first, a service the last.
    const bodies = [`{"quirks":{${' '.repeat(40_000)}},"name":"anna"}`, '{"name":"other","name":"anna"}'];
    for (const body of bodies)
      for (let times = 0; times < 6; times++) {
        const headers = { Authorization: `Bearer ${SERVICE_TOKEN}` };
        const answer = await fetch(`${front.controlBaseUrl}/spaces`, { method: 'POST', headers, body });
        expect(answer.status).toBe(409);
        expect((await stateOf(spaceOf('anna'))).status).toBe(200);
      }
    // At the services that were asked.
    for (const at of [1, 2]) await serviceCall({ controlBaseUrl: urlOf(at) }, 'DELETE', '/spaces/anna');
    expect((await stateOf(spaceOf('anna'))).status).toBe(200);
  });
  it('a process is killed: the others go on at once, and its spaces come back with their data at their addresses', async () => {
    const before = tppOf('bjorn');
    await before.consent();
    const payment = await create(before, 'NDCT');
    await sign(before, payment);
    await control(before.bank, 'POST', '/control/batch');
    const gone = processes.get(1);
    gone?.child.kill('SIGKILL');
    await gone?.exit;
    for (const name of ['anna', 'carl']) {
      expect((await tppOf(name).send(CONSENT)).status).toBe(201);
      expect((await stateOf(spaceOf(name))).status).toBe(200);
    }
    await expect(tppOf('bjorn').send(CONSENT)).rejects.toMatchObject({ code: 'ECONNRESET' });
    expect(await stateOf(spaceOf('bjorn'))).toEqual({
      status: 503,
      body: {
        error: 'The service of this space does not answer. Its spaces come back when it is started again.',
      },
    });
    // Also the first one, before anything could have been noticed.
    for (let at = 0; at < 4; at += 1) {
      const { name } = await makeSpace(front, {});
      expect(await atFront('DELETE', `/spaces/${name}`)).toMatchObject({ status: 200 });
    }
    const kept = readFileSync(join(folder, 'spaces.map'), 'utf8');
    expect(await route('--out', folder)).toMatchObject({ unreachable: urls(1), changes: [] });
    expect(readFileSync(join(folder, 'spaces.map'), 'utf8')).toBe(kept);
    await start(1);
    await expect.poll(async () => (await stateOf(spaceOf('bjorn'))).status).toBe(200);
    expect(await statusOf(tppOf('bjorn'), payment)).toBe('ACSC');
    // New spaces are made there again, too.
    const madeAt = async () => {
      const made = await makeSpace(front, {});
      expect(await atFront('DELETE', `/spaces/${made.name}`)).toMatchObject({ status: 200 });
      return Math.floor(portOf(made) / 10) - 2000;
    };
    await expect.poll(madeAt).toBe(1);
  });
  it('another process is added: no space moves, and requests that are under way are answered', async () => {
    await start(3);
    onTestFinished(async () => {
      processes.get(3)?.child.kill('SIGKILL');
      await route(...urls(0, 1, 2), '--out', folder);
      await haproxy.stop();
      await startFront();
    });
    await control(tppOf('carl').bank, 'POST', '/control/scenarios', {
      when: { times: 1 },
      then: { delayMs: 700 },
    });
    const underway = tppOf('carl').send(CONSENT);
    const { changes, services } = await route(...urls(0, 1, 2, 3), '--out', folder);
    expect(changes).toEqual([`new service ${urlOf(3)}, ports 20030-20039, 0 spaces`]);
    expect(services.slice(0, 3).map((service) => service.spaces)).toEqual(names.map((name) => [name]));
    haproxy.reload();
    spaces.set('dora', await makeSpace({ controlBaseUrl: urlOf(3) }, { name: 'dora', clock: CLOCK }));
    await expect
      .poll(() =>
        tppOf('dora')
          .send(CONSENT)
          .then(
            ({ status }) => status,
            () => 0,
          ),
      )
      .toBe(201);
    expect((await underway).status).toBe(201);
    for (const name of names) {
      expect((await tppOf(name).send(CONSENT)).status).toBe(201);
      expect((await stateOf(spaceOf(name))).status).toBe(200);
    }
    expect(await route('--out', folder)).toMatchObject({ changes: [`new space dora at ${urlOf(3)}`] });
  });
});

describe('what cannot be routed is refused, and nothing is written', () => {
  async function started(options: ServiceTestOptions = {}) {
    const service = await testService(folders.next(), options);
    onTestFinished(() => service.stop());
    return service;
  }
  const two = (second: { from: number; to: number }) =>
    Promise.all([started({ ports: { from: 47_000, to: 47_009 } }), started({ ports: second })]);

  it('overlapping ports', async () => {
    const [a, b] = await two({ from: 47_009, to: 47_020 });
    expect(await refused(a.controlBaseUrl, b.controlBaseUrl, '--out', folders.next())).toBe(
      `${a.controlBaseUrl} has the ports 47000-47009 and ${b.controlBaseUrl} has 47009-47020. Start each service with --ports of its own.`,
    );
  });
  it('two spaces of one name; the files stay as they were', async () => {
    const [a, b] = await two({ from: 47_010, to: 47_019 });
    const folder = folders.next();
    await makeSpace(a, { name: 'anna' });
    await route(a.controlBaseUrl, b.controlBaseUrl, '--out', folder);
    const files = ['haproxy.cfg', 'spaces.map', 'routes.json'].map((name) => join(folder, name));
    const before = files.map((file) => readFileSync(file, 'utf8'));
    await makeSpace(b, { name: 'anna' });
    expect(await refused('--out', folder)).toBe(
      `${a.controlBaseUrl} and ${b.controlBaseUrl} both have a space "anna". End one of them, with --control and its address.`,
    );
    expect(files.map((file) => readFileSync(file, 'utf8'))).toEqual(before);
  });
  it('a service without ports of its own, and one whose space is outside of them', async () => {
    const any = await started();
    expect(await refused(any.controlBaseUrl, '--out', folders.next())).toBe(
      `${any.controlBaseUrl} gives its spaces any free ports. Start it with --ports, such as 20000-20499.`,
    );
    const data = folders.next();
    const first = await testService(data, { ports: { from: 47_000, to: 47_009 } });
    const port = new URL((await makeSpace(first, { name: 'anna' })).apiBaseUrl).port;
    await first.stop();
    const again = await testService(data, { ports: { from: 47_020, to: 47_029 } });
    onTestFinished(() => again.stop());
    expect(await refused(again.controlBaseUrl, '--out', folders.next())).toBe(
      `The space anna of ${again.controlBaseUrl} has the port ${port}, outside of its ports 47020-47029. Start the service with --ports that include it.`,
    );
  });
  it('a service that is not known and does not answer, other addresses, and damaged files', async () => {
    const folder = folders.next();
    expect(await refused('--out', folder)).toBe(
      'Give the addresses of the services, such as: http://10.0.0.5:8445.',
    );
    expect(await refused('http://127.0.0.1:1', '--out', folder)).toMatch(/^The service .* cannot be reached/);
    for (const url of ['10.0.0.5:8445', 'https://bank.test', 'http://bank.test/x', 'http://a$b:1'])
      expect(await refused(url, '--out', folder)).toBe(
        `"${url}" is not the address of a service, such as http://10.0.0.5:8445.`,
      );
    const { controlBaseUrl } = await started({ ports: { from: 47_000, to: 47_009 } });
    const at = [controlBaseUrl, '--out', folder] as const;
    expect(await refused(...at, '--bind', 'bank.test')).toMatch(/^--bind must be an IP address/);
    expect(await refused(...at, '--control-port', '0')).toMatch(/^--control-port must be a port/);
    writeFileSync(join(folder, 'routes.json'), '{');
    expect(await refused(...at)).toBe(
      `${join(folder, 'routes.json')} cannot be used: it is damaged. Delete it, and name all services.`,
    );
  });
});
