/** Section 13: `npm run bank` as a process of its own, and its control listener. */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { readCommandLine } from '../../bank-sim/options.ts';
import { StartError } from '../../shared/node/start-error.ts';
import { memoryBank, useBank } from '../support/bank.ts';
import { ENCODINGS } from '../support/encodings.ts';
import { makeIdentity } from '../support/identity.ts';
import { reset } from '../support/payments.ts';
import { type BankProcess, CLI, FREE, type Ready, startProcess } from '../support/process.ts';
import { control, Tpp } from '../support/tpp.ts';

const children: ChildProcess[] = [];
const folders: string[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tpp-bank-test-'));
  folders.push(folder);
  return folder;
}

async function start(...options: string[]): Promise<BankProcess> {
  const started = await startProcess(...options);
  children.push(started.child);
  return started;
}

async function stop(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  child.kill(signal);
  const [code] = (await once(child, 'exit')) as [number | null];
  return code;
}

/** Runs the command to its end. */
function run(...options: string[]): Promise<{ code: number | null; error: string; output: string }> {
  const child = spawn(process.execPath, [CLI, ...options], { stdio: ['ignore', 'pipe', 'pipe'] });
  children.push(child);
  let [error, output] = ['', ''];
  child.stderr.on('data', (chunk: Buffer) => (error += chunk.toString()));
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, error, output })));
}

async function call(
  ready: Ready,
  method: string,
  path: string,
  body?: unknown,
): Promise<Record<string, unknown>> {
  const response = await fetch(`${ready.controlBaseUrl}${path}`, {
    method,
    headers: { Authorization: `Bearer ${ready.controlToken}` },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return (await response.json()) as Record<string, unknown>;
}

describe('the ready line', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)('is one line of JSON; %s exits with status 0', async (signal) => {
    const { child, ready, lines } = await start('--data', ':memory:');
    expect(Object.keys(ready).sort()).toEqual([
      'apiBaseUrl',
      'caFile',
      'controlBaseUrl',
      'controlToken',
      'environment',
      'pid',
      'psuBaseUrl',
      'ready',
    ]);
    expect(ready).toMatchObject({ ready: true, environment: 'sandbox', pid: child.pid });
    expect(ready.apiBaseUrl).toMatch(/^https:\/\/localhost:\d+$/);
    expect(ready.psuBaseUrl).toMatch(/^https:\/\/localhost:\d+$/);
    expect(ready.controlBaseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    const answer = execFileSync(
      'openssl',
      [
        's_client',
        '-connect',
        ready.apiBaseUrl.slice(8),
        '-CAfile',
        ready.caFile,
        '-verify_return_error',
        '-servername',
        'localhost',
      ],
      { input: '', stdio: ['pipe', 'pipe', 'ignore'] },
    );
    expect(answer.toString()).toContain('Verify return code: 0 (ok)');
    expect(await stop(child, signal)).toBe(0);
    expect(lines).toHaveLength(1);
    expect(existsSync(ready.caFile)).toBe(false);
  });
});

describe('options', () => {
  it('--env, --clock, --quirk and --psu-http take effect', async () => {
    const { ready } = await start(
      '--data',
      ':memory:',
      '--env',
      'production',
      '--clock',
      '2026-12-01T08:00:00+01:00',
      '--quirk',
      'signResponses=false',
      '--psu-http',
    );
    expect(ready.environment).toBe('production');
    expect(ready.psuBaseUrl).toMatch(/^http:/);
    expect(await call(ready, 'GET', '/control/state')).toMatchObject({
      environment: 'production',
      now: '2026-12-01T07:00:00+00:00',
      clock: 'frozen',
      quirks: { signResponses: false, strictMime: true },
    });
  });
  it('quirks are read from bank.json in the data folder; the command line overrides them', async () => {
    const folder = newFolder();
    const file = join(folder, 'bank.json');
    writeFileSync(file, '{ "quirks": { "strictKid": false, "onHoldStatus": "PDNG" } }');
    const { ready } = await start('--data', folder, '--quirk', 'onHoldStatus=BLCK');
    expect(await call(ready, 'GET', '/control/state')).toMatchObject({
      quirks: { strictKid: false, onHoldStatus: 'BLCK' },
    });
    for (const text of ['{', '{"quirks":{"colour":"blue"}}', '{"port":1}']) {
      writeFileSync(file, text);
      const { code, error } = await run('--data', folder);
      expect(code).toBe(2);
      expect(error).toContain(file);
    }
  });
  it('with --data, the clock and the CA survive a restart; only the owner can read the keys', async () => {
    const folder = newFolder();
    const first = await start('--data', folder);
    await call(first.ready, 'POST', '/control/clock', { mode: 'frozen' });
    await call(first.ready, 'POST', '/control/clock', { set: '2030-01-02T03:04:05+00:00' });
    const ca = readFileSync(first.ready.caFile, 'utf8');
    expect(statSync(join(folder, 'pki', 'ca-key.pem')).mode & 0o077).toBe(0);
    expect(await stop(first.child, 'SIGTERM')).toBe(0);
    const second = await start('--data', folder);
    expect(await call(second.ready, 'GET', '/control/state')).toMatchObject({
      now: '2030-01-02T03:04:05+00:00',
      clock: 'frozen',
    });
    expect(readFileSync(second.ready.caFile, 'utf8')).toBe(ca);
  });
  it('--help prints the options', async () => {
    const { code, output } = await run('--help');
    expect(code).toBe(0);
    for (const option of [
      '--config',
      '--port',
      '--psu-port',
      '--control-port',
      '--data',
      '--env',
      '--clock',
      '--trust',
      '--quirk',
      '--psu-http',
      '--control-token-file',
      '--access-log',
      '--grace',
      '--json',
    ])
      expect(output).toContain(option);
  });
});

describe('a bad start prints one clear line and exits with status 2', () => {
  it.each([
    [['--port', 'x'], '--port'],
    [['--port', '65536'], '65535'],
    [['--env', 'test'], 'sandbox or production'],
    [['--clock', 'noon'], '--clock'],
    [['--clock', '2026-12-01'], '--clock'],
    [['--clock', '9999-12-31T23:59:59Z'], 'the years 2000 to 9989'],
    [['--clock', '1999-12-31T23:59:59Z'], 'the years 2000 to 9989'],
    [['--quirk', 'colour=blue'], 'colour'],
    [['--quirk', 'strictMime=perhaps'], 'strictMime'],
    [['--trust', '/nonexistent.pem'], '/nonexistent.pem'],
    // A device that never ends; elsewhere there is none.
    [['--trust', '/dev/zero'], '--trust cannot be read'],
    [['--control-token-file', '/dev/zero'], '--control-token-file cannot be read'],
    [['--config', '/dev/zero'], '--config cannot be read'],
    [['--grace', 'soon'], '0 to 3600 seconds'],
    [['--grace', '3601'], '0 to 3600 seconds'],
    [['--frobnicate'], '--frobnicate'],
  ])('%j', (options, named) => {
    expect(() => readCommandLine(options)).toThrow(StartError);
    expect(() => readCommandLine(options)).toThrow(new RegExp(`^[^\\n]*${named}[^\\n]*$`));
  });
  it.each([
    [['--frobnicate'], '--frobnicate'],
    [['--clock', 'noon'], '--clock'],
    [['--trust', CLI, '--data', ':memory:', ...FREE], 'no PEM certificate'],
    [['--control-token-file', '/dev/zero'], '--control-token-file cannot be read'],
  ])('%j: the process', async (options, named) => {
    const { code, error } = await run(...options);
    expect(code).toBe(2);
    expect(error.trim().split('\n')).toHaveLength(1);
    expect(error).toContain(named);
  });
  it('--trust with a damaged certificate is a sentence', async () => {
    const file = join(newFolder(), 'ca.pem');
    writeFileSync(file, '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n');
    const { code, error } = await run('--trust', file, '--data', ':memory:', ...FREE);
    expect([code, error.trim()]).toEqual([2, 'A file given with --trust contains no PEM certificate.']);
  });
  it.each(ENCODINGS)('--trust reads a CA in a file in %s', async (_, written) => {
    const file = join(newFolder(), 'ca.pem');
    const { pem } = await makeIdentity();
    writeFileSync(file, written(pem));
    const line = readCommandLine(['--trust', file, '--data', ':memory:']);
    expect(line).toMatchObject({ bank: { trust: [pem] } });
  });
  it('what nobody has expected is one line, and the whole of it on demand', async () => {
    const odd = (env: NodeJS.ProcessEnv) =>
      spawnSync(
        process.execPath,
        [
          '--import',
          'data:text/javascript,console.log = () => { throw new TypeError("Odd.") }',
          CLI,
          '--help',
        ],
        { encoding: 'utf8', env: { ...process.env, ...env } },
      );
    expect(odd({})).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(
        /^The program has failed in a way that was not expected: Odd\. [^\n]*\n$/,
      ),
    });
    expect(odd({ TPP_DEBUG: '1' }).stderr).toContain(' at ');
  });
  it('a port in use is reported', async () => {
    const { ready } = await start('--data', ':memory:');
    const { code, error } = await run(
      '--data',
      ':memory:',
      '--psu-port',
      '0',
      '--control-port',
      '0',
      '--port',
      new URL(ready.apiBaseUrl).port,
    );
    expect(code).toBe(2);
    expect(error.trim()).toMatch(/^Port \d+ is in use\..*--port/);
  });
  it('a start that fails leaves no temporary files', async () => {
    const other = await memoryBank();
    vi.stubEnv('TMPDIR', newFolder());
    try {
      const port = Number(new URL(other.apiBaseUrl).port);
      await expect(memoryBank({ port })).rejects.toThrow('is in use');
      expect(readdirSync(tmpdir())).toEqual([]);
    } finally {
      vi.unstubAllEnvs();
      await other.stop();
    }
  });
  it('a data folder that another bank has open is reported', async () => {
    const folder = newFolder();
    await start('--data', folder);
    const { code, error } = await run('--data', folder, ...FREE);
    expect(code).toBe(2);
    expect(error.trim().split('\n')).toHaveLength(1);
    expect(error).toContain(folder);
  });
});

describe('the control listener', () => {
  const test = useBank();
  it('the token and its own Host are required', async () => {
    const ask = (headers: Record<string, string>) =>
      new Promise<number>((resolve, reject) => {
        const { port } = new URL(test.bank.controlBaseUrl);
        const asked = request({ host: '127.0.0.1', port, path: '/control/state', headers }, (response) => {
          response.resume();
          resolve(response.statusCode ?? 0);
        });
        asked.on('error', reject);
        asked.end();
      });
    const Authorization = `Bearer ${test.bank.controlToken}`;
    expect(await ask({ Authorization })).toBe(200);
    expect(await ask({})).toBe(401);
    expect(await ask({ Authorization: `${Authorization}x` })).toBe(401);
    expect(await ask({ Authorization, Host: 'evil.example' })).toBe(403);
  });
  it('the clock moves forward, never back', async () => {
    await reset(test.bank);
    const clock = (body: unknown) => control(test.bank, 'POST', '/control/clock', body);
    expect(await clock({ advance: 'PT1H' })).toEqual({
      status: 200,
      body: { now: '2026-11-20T10:42:07+00:00' },
    });
    expect((await clock({ advance: 'P1DT1M' })).body['now']).toBe('2026-11-21T10:43:07+00:00');
    expect((await clock({ set: '2026-12-01T08:00:00+01:00' })).body['now']).toBe('2026-12-01T07:00:00+00:00');
    expect((await clock({ set: '2026-12-01T07:59:59+01:00' })).status).toBe(400);
    for (const body of [
      {},
      { advance: '1h' },
      { advance: 'P1M' },
      { set: 'now' },
      { mode: 'fast' },
      { advance: 'PT1H', mode: 'real' },
    ])
      expect((await clock(body)).status).toBe(400);
    expect((await clock({ mode: 'real' })).status).toBe(200);
    expect((await control(test.bank, 'GET', '/control/state')).body['clock']).toBe('real');
    expect(test.bank.now()).toBeGreaterThanOrEqual(Date.parse('2026-12-01T07:00:00Z'));
  });
  it('every exchange and every change of state is streamed', async () => {
    const response = await fetch(`${test.bank.controlBaseUrl}/control/events`, {
      headers: { Authorization: `Bearer ${test.bank.controlToken}` },
    });
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    const until = async (wanted: string) => {
      while (!text.includes(wanted)) text += (await reader?.read())?.value ?? '';
    };
    await until(': connected');
    await test.tpp().send({ path: '/v1/sandbox/customers', headers: { 'X-Request-ID': 'streamed' } });
    await until('streamed');
    expect(text).toContain('event: exchange');
    await control(test.bank, 'POST', '/control/clock', { advance: 'PT1S' });
    await until('event: change');
    expect(text).toContain('"environment":"sandbox"');
    await reader?.cancel();
  });
  it('the OpenAPI document is served', async () => {
    const { body } = await control(test.bank, 'GET', '/control/openapi');
    expect(body).toMatchObject({
      openapi: '3.1.0',
      paths: { '/v1/accounts': { get: { operationId: 'listAccounts' } } },
    });
  });
  it('the exchanges of one request are returned; unknown paths and methods are refused', async () => {
    await test.tpp().send({ path: '/v1/sandbox/customers', headers: { 'X-Request-ID': 'find-me' } });
    const { body } = await control(test.bank, 'GET', '/control/exchanges?requestId=find-me');
    expect(body['exchanges']).toMatchObject([
      {
        requestId: 'find-me',
        method: 'GET',
        path: '/v1/sandbox/customers',
        status: 200,
        tpp: 'PSDNO-FSA-987654325',
        explanation: null,
      },
    ]);
    expect((await control(test.bank, 'GET', '/control/nothing')).status).toBe(404);
    expect((await control(test.bank, 'DELETE', '/control/state')).status).toBe(405);
  });
});

describe('the listeners', () => {
  const portOf = (url: string) => Number(new URL(url).port);
  const silent = (port: number) =>
    new Promise<Socket>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(socket));
    });

  it('a silent connection does not keep the bank from stopping', async () => {
    const bank = await memoryBank();
    const sockets = await Promise.all(
      [bank.apiBaseUrl, bank.psuBaseUrl, bank.controlBaseUrl].map((url) => silent(portOf(url))),
    );
    const gone = Promise.all(
      sockets.map(
        (socket) => new Promise((resolve) => socket.once('close', resolve).once('error', () => undefined)),
      ),
    );
    await bank.stop();
    await gone;
    expect(bank.isListening()).toBe(false);
  });

  it('the API stops and starts listening, also at another port, with its state unchanged', async () => {
    const bank = await memoryBank();
    try {
      const tpp = new Tpp(bank, await makeIdentity());
      const psuId = (await tpp.consent()).get('psu-id');
      const before = bank.apiBaseUrl;
      await bank.stopListening();
      await expect(tpp.send({ path: '/v1/accounts' })).rejects.toThrow(/refused|failed/i);
      await bank.listen(0);
      expect(bank.isListening()).toBe(true);
      expect(bank.apiBaseUrl).not.toBe(before);
      // What the PSU has allowed before still holds.
      const again = new Tpp(bank, tpp.identity);
      again.sessionId = tpp.sessionId;
      const reply = await again.send({ path: '/v1/accounts', headers: { 'PSU-ID': psuId ?? '' } });
      expect(reply.status, reply.text).toBe(200);
      const other = await memoryBank();
      await expect(bank.listen(portOf(other.apiBaseUrl))).rejects.toThrow('is in use');
      expect(bank.isListening()).toBe(false);
      await other.stop();
    } finally {
      await bank.stop();
    }
  });
});
