/** Section 13: the service of spaces as a process: its command line, its end, and a crash. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { readSpacesLine, SPACES_HELP, spacesConfigSchema } from '../../bank-sim/spaces/options.ts';
import { SPACES_CALLS, spacesOpenApi } from '../../bank-sim/spaces/calls.ts';
import { HOUSES } from '../../shared/node/brand.ts';
import { MINUTE } from '../../shared/time.ts';
import { NOON } from '../support/bank.ts';
import { foldersForFile } from '../support/folders.ts';
import { type Identity, makeIdentity } from '../support/identity.ts';
import { statusOf } from '../support/payments.ts';
import { programFile } from '../support/programs.ts';
import { linuxOnly, pageOf, scriptOf } from '../support/shell-page.ts';
import { doorOf, type Made, paymentsIn, serviceCall } from '../support/spaces.ts';
import { startSpacesProcess } from '../support/spaces-process.ts';
import { control, Tpp } from '../support/tpp.ts';

const CONSENT = { method: 'POST', path: '/v1/bank-offered-consents' };
const CLOCK = '2026-11-20T10:42:07+01:00';
const folders = foldersForFile('spaces-process');
let identity: Identity;
beforeAll(async () => {
  identity = await makeIdentity();
});
let child: ChildProcess | undefined;
afterEach(() => child?.kill('SIGKILL'));

/** On free ports. */
async function started(...options: string[]) {
  const {
    child: begun,
    ready,
    exit,
  } = await startSpacesProcess('--control-port', '0', '--ports', '0', ...options);
  child = begun;
  const call = (method: string, path: string, body?: unknown) =>
    serviceCall(ready, method, path, { token: ready.controlToken, ...(body === undefined ? {} : { body }) });
  const make = async (name: string) =>
    (await call('POST', '/spaces', { name, clock: CLOCK })).body as unknown as Made;
  return { ready, call, make, begun, exit };
}

const tppOf = (space: Made) =>
  new Tpp(
    doorOf(space, () => NOON),
    identity,
  );

describe('the process', () => {
  it('SIGTERM: what has arrived at any space is answered, and it ends with status 0', async () => {
    const { make, call, begun, exit } = await started('--data', folders.next(), '--grace', '20');
    const spaces = [await make('anna'), await make('bjorn'), await make('carl')];
    const sent = await Promise.all(
      spaces.map(async (space) => {
        const tpp = tppOf(space);
        await control(tpp.bank, 'POST', '/control/scenarios', { when: {}, then: { delayMs: 500 } });
        return Array.from({ length: 5 }, () => tpp.send(CONSENT).then(({ status }) => status));
      }),
    );
    const arrived = async (name: string) => {
      const { events } = (await call('GET', `/spaces/${name}/control/journal`)).body as {
        events: { kind: string }[];
      };
      return events.filter(({ kind }) => kind === 'request').length;
    };
    for (const name of ['anna', 'bjorn', 'carl']) await expect.poll(() => arrived(name)).toBe(5);
    begun.kill('SIGTERM');
    expect(new Set(await Promise.all(sent.flat()))).toEqual(new Set([201]));
    expect(await exit).toEqual([0, null]);
  });
  it('after a kill, each space has what it had acknowledged, and no half-made space is left', async () => {
    const data = folders.next();
    const first = await started('--data', data);
    const [anna, bjorn] = [await first.make('anna'), await first.make('bjorn')];
    const payments = await paymentsIn([anna, bjorn], tppOf);
    await control(
      doorOf(anna, () => NOON),
      'POST',
      '/control/batch',
    );
    // Some of these are under way.
    const underway = ['c', 'd', 'e'].map((name) => first.make(name).catch(() => null));
    first.begun.kill('SIGKILL');
    await first.exit;
    await Promise.all(underway);
    const again = await started('--data', data, '--json');
    expect(await statusOf(tppOf(anna), payments[0] ?? '')).toBe('ACSC');
    expect(await statusOf(tppOf(bjorn), payments[1] ?? '')).toBe('PDNG');
    const { spaces } = (await again.call('GET', '/spaces')).body as {
      spaces: { name: string; state: string }[];
    };
    expect(again.ready.spaces).toBe(spaces.length);
    expect(spaces.filter(({ state }) => state === 'unusable')).toEqual([]);
    for (const { name } of spaces)
      expect((await again.call('GET', `/spaces/${name}/control/state`)).status).toBe(200);
  });
  it('says in one sentence why it does not start, with exit status 2', async () => {
    const begun = spawn(process.execPath, [programFile('spaces'), '--ports', '9-1'], { stdio: 'pipe' });
    child = begun;
    let text = '';
    begun.stderr.on('data', (piece: Buffer) => (text += piece.toString()));
    expect(await once(begun, 'close')).toEqual([2, null]);
    expect(text).toBe('--ports must be two ports, such as 20000-21999, or 0, not "9-1".\n');
  });
});

describe('the command line', () => {
  const serviceOf = (...args: string[]) => {
    const line = readSpacesLine(args);
    return line.help ? null : line;
  };
  it('has defaults', () => {
    expect(serviceOf('--data', 'x')).toEqual({
      help: false,
      json: false,
      grace: 1000,
      accessLog: null,
      service: {
        controlPort: 8445,
        data: 'x',
        brand: HOUSES.bank,
        ports: { from: 20_000, to: 21_999 },
        most: 200,
        idle: 30 * MINUTE,
        trust: [],
        psuHttp: false,
      },
    });
    expect(serviceOf('--idle', '0')?.service.idle).toBeNull();
    expect(serviceOf('--ports', '0')?.service.ports).toBeNull();
  });
  it.each([
    [['--ports', '1-1'], '--ports must be two ports, such as 20000-21999, or 0, not "1-1".'],
    [['--ports', '70000-70001'], '--ports must be two ports, such as 20000-21999, or 0, not "70000-70001".'],
    [['--most', '0'], '--most must be 1 to 5000 spaces, not "0".'],
    [['--most', 'x'], '--most must be 1 to 5000 spaces, not "x".'],
    [['--idle', '-1'], /--idle/],
    [['--idle', '1e3'], '--idle must be 0 to 100000 minutes, not "1e3".'],
    [
      ['--control-url', 'bank.test:8445'],
      '--control-url must be an address such as http://bank.test:8445, not "bank.test:8445".',
    ],
    [['--control-url', 'http://bank.test/x'], /^--control-url must be an address/],
    [['--control-port', 'x'], '--control-port must be a port from 0 to 65535, not "x".'],
    [['--what'], /Unknown option '--what'.* Try --help\.$/],
  ])('refuses %j', (args, sentence) => {
    expect(() => readSpacesLine(args)).toThrow(sentence);
  });
  it('reads every option from a file, whose paths are relative to its folder; what is typed comes first', async () => {
    const folder = folders.next();
    writeFileSync(join(folder, 'ca.pem'), identity.pem);
    writeFileSync(join(folder, 'token'), 'token-of-the-operator-1');
    mkdirSync(join(folder, 'spaces'));
    writeFileSync(join(folder, 'spaces', 'brand.yaml'), 'bank: { name: Kundebanken }');
    const everything = {
      $schema: 'spaces.schema.json',
      'control-port': 1,
      host: '::',
      'control-host': '127.0.0.1',
      san: ['bank.test'],
      'control-url': 'http://bank.test:8445/',
      ports: '30000-30009',
      data: 'spaces',
      most: 3,
      idle: 0.5,
      trust: ['ca.pem'],
      'psu-http': false,
      'control-token-file': 'token',
      'access-log': 'access.log',
      grace: 2,
      json: true,
    };
    const file = join(folder, 'spaces.json');
    writeFileSync(file, JSON.stringify(everything));
    expect(serviceOf('--config', file, '--most', '4')).toEqual({
      help: false,
      json: true,
      grace: 2000,
      accessLog: join(folder, 'access.log'),
      service: {
        controlPort: 1,
        host: '::',
        controlHost: '127.0.0.1',
        names: ['bank.test'],
        controlUrl: 'http://bank.test:8445',
        data: join(folder, 'spaces'),
        brand: { name: 'Kundebanken', colour: null },
        ports: { from: 30_000, to: 30_009 },
        most: 4,
        idle: MINUTE / 2,
        trust: [identity.pem],
        psuHttp: false,
        controlToken: 'token-of-the-operator-1',
      },
    });
    const options = [...SPACES_HELP.matchAll(/^ {2}--([a-z-]+)/gm)].map(([, name = '']) => name);
    expect(options.filter((name) => !['config', 'help', ...Object.keys(everything)].includes(name))).toEqual(
      [],
    );
    writeFileSync(file, '{"mood":1}');
    expect(() => readSpacesLine(['--config', file])).toThrow(/cannot be used\. "mood" is unknown\./);
  });
  it('docs/spaces.schema.json is the schema of the file', () => {
    const kept = readFileSync(join(import.meta.dirname, '../../docs/spaces.schema.json'), 'utf8');
    expect(kept).toBe(spacesConfigSchema());
  });
});

describe('docs/teams.md', () => {
  const page = pageOf('teams.md');
  it('needs nothing that macOS lacks', () => {
    expect(linuxOnly(scriptOf(page))).toEqual([]);
  });
  it('the calls that it does not name are in the OpenAPI document that it names', () => {
    expect(page).toContain('spaces-openapi.json');
    const { paths } = spacesOpenApi('1.0.0') as { paths: object };
    expect(Object.keys(paths)).toEqual([...new Set(SPACES_CALLS.map(({ path }) => path))]);
  });
});
