/** Section 13: the access log, and a control token of the operator's own. */
import { type ChildProcess, spawnSync } from 'node:child_process';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { NOON } from '../support/bank.ts';
import { foldersForFile } from '../support/folders.ts';
import { makeIdentity } from '../support/identity.ts';
import { CLI, type BankProcess, startProcessIn } from '../support/process.ts';
import { type BankDoor, control, Tpp } from '../support/tpp.ts';

const TOKEN = 'token-of-the-operator-1';
const folders = foldersForFile('access-log');
const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

async function started(env: NodeJS.ProcessEnv, ...options: string[]): Promise<BankProcess> {
  const bank = await startProcessIn(
    env,
    '--data',
    ':memory:',
    '--clock',
    '2026-11-20T10:42:07+01:00',
    ...options,
  );
  children.push(bank.child);
  return bank;
}

const doorOf = ({ ready }: BankProcess): BankDoor => ({
  ...ready,
  controlToken: TOKEN,
  caPem: readFileSync(ready.caFile, 'utf8'),
  now: () => NOON,
  inspection: { somebody: () => ({ name: 'Eirik Solbakken', nationalId: '13839319910' }) },
});

it('has a line of JSON for each request of a TPP, without secrets, in a file for this user only', async () => {
  const file = join(folders.next(), 'access.log');
  writeFileSync(file, 'an earlier line\n', { mode: 0o600 });
  const door = doorOf(await started({ TPP_CONTROL_TOKEN: TOKEN }, '--access-log', file));
  const identity = await makeIdentity();
  const tpp = new Tpp(door, identity);
  await tpp.consent();
  const requestId = '5b3c1f3e-5b7b-4c0e-9d3f-0f8b6a1d2c3e';
  await tpp.send({ path: '/v1/accounts?withBalance=true', headers: { 'X-Request-ID': requestId } });
  await tpp.send({ path: '/v1/accounts', headers: { 'X-Request-ID': 'odd \u009b id', Date: null } });
  await control(door, 'POST', '/control/scenarios', { when: { times: 1 }, then: { dropConnection: true } });
  await expect(tpp.send({ path: '/v1/user' })).rejects.toThrow('socket hang up');
  // One that is asked over the control listener is no request of a TPP.
  await control(door, 'GET', '/control/state');

  const text = readFileSync(file, 'utf8');
  const [earlier, ...lines] = text.trimEnd().split('\n');
  expect(earlier).toBe('an earlier line');
  const entries = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  const about = { tpp: identity.tppId, durationMs: expect.any(Number) as number };
  expect(entries).toEqual([
    expect.objectContaining({ ...about, operation: 'createConsent', status: 201, rule: null }),
    {
      ...about,
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as string,
      requestId,
      method: 'GET',
      path: '/v1/accounts',
      operation: 'listAccounts',
      status: 200,
      rule: null,
    },
    expect.objectContaining({ ...about, status: 400, rule: expect.stringMatching(/^[A-Z]+-\d+/) as string }),
    expect.objectContaining({ ...about, method: 'GET', path: '/v1/user', status: null }),
  ]);
  expect(text).toMatch(/^[\x20-\x7e\n]*$/);
  for (const secret of [
    tpp.psuId,
    TOKEN,
    'keyId',
    'withBalance',
    identity.header.slice(0, 60),
    '13839319910',
  ])
    expect(text).not.toContain(secret);
  expect(statSync(file).mode & 0o077).toBe(0);
});

it('goes to standard error with "-"', async () => {
  const bank = await started({}, '--access-log', '-');
  let errors = '';
  bank.child.stderr?.on('data', (piece: Buffer) => (errors += piece.toString()));
  const { ready } = bank;
  await new Tpp(doorOf(bank), await makeIdentity()).send({ path: '/v1/nothing' });
  await expect.poll(() => errors).toContain('"path":"/v1/nothing"');
  expect(bank.lines).toHaveLength(1);
  expect(ready.controlToken).toMatch(/^[\w-]{32}$/);
});

it('a control token comes from a file or the environment, and is not printed', async () => {
  const file = join(folders.next(), 'token');
  writeFileSync(file, `${TOKEN}\n`);
  for (const [env, options] of [
    [{ TPP_CONTROL_TOKEN: TOKEN }, []],
    [{ TPP_CONTROL_TOKEN: 'another-token-than-that' }, ['--control-token-file', file]],
  ] as const) {
    const bank = await started(env, ...options);
    expect(bank.ready.controlToken).toBeNull();
    expect((await control(doorOf(bank), 'GET', '/control/state')).status).toBe(200);
    expect((await control({ ...doorOf(bank), controlToken: 'null' }, 'GET', '/control/state')).status).toBe(
      401,
    );
    expect(bank.lines.join('')).not.toContain(TOKEN);
  }
});

it('what cannot be used is one line with the file, and never the token', () => {
  const folder = folders.next();
  const short = join(folder, 'short');
  writeFileSync(short, 'p4ssw0rd\n');
  for (const [options, sentence] of [
    [['--control-token-file', short], `${short} must have 16 to 500 letters`],
    [['--control-token-file', join(folder, 'none')], 'none given with --control-token-file cannot be read'],
    [['--access-log', join(folder, 'none/log')], 'cannot be opened'],
  ] as const) {
    const { status, stderr } = spawnSync(process.execPath, [CLI, '--data', ':memory:', ...options], {
      encoding: 'utf8',
    });
    expect(status).toBe(2);
    expect(stderr).toMatch(/^[^\n]*\n$/);
    expect(stderr).toContain(sentence);
    expect(stderr).not.toContain('p4ssw0rd');
  }
});
