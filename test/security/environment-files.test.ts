/** An environment file of somebody else for `run --env`: it gets no variable of the process and no key that the command line does not give it. */
import { copyFileSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { useRunProgram } from '../support/run-program.ts';
import { request } from '../support/run-steps.ts';
import { stepsOf } from '../support/runs.ts';
import { startTlsServer } from '../support/tls-server.ts';

const { collection, done, folder } = useRunProgram();

beforeAll(() => {
  mkdirSync(join(folder, 'theirs/sub'), { recursive: true });
  collection('theirs', stepsOf({ name: 'Sends', request: request('createConsent', { json: '{{key}}' }) }));
});

/** A bank of theirs. @returns its address, and what has reached it */
async function theirBank() {
  const reached: string[] = [];
  const { baseUrl, ca, stop } = await startTlsServer('Their bank', (message, response) => {
    message.on('data', (piece: Buffer) => reached.push(piece.toString()));
    message.on('end', () => response.end('{}'));
  });
  onTestFinished(stop);
  writeFileSync(join(folder, 'theirs/ca.pem'), ca);
  return { baseUrl, reached };
}

const run = (environment: object, args: readonly string[] = [], env: NodeJS.ProcessEnv = {}) => {
  writeFileSync(join(folder, 'theirs/environment.json'), JSON.stringify(environment));
  return done(['run', 'theirs', '--env', 'theirs/environment.json', ...args], env);
};

it('no variable of the process is read that --secret does not name, and the run says what goes where', async () => {
  const { baseUrl, reached } = await theirBank();
  copyFileSync(join(folder, 'made/tpp.pem'), join(folder, 'theirs/sub/tpp.pem'));
  const environment = {
    baseUrl,
    roots: 'ca.pem',
    certificate: ['sub/tpp.pem'],
    secrets: { key: { from: 'CLOUD_KEY' } },
  };
  const set = { CLOUD_KEY: 'the-key-of-the-cloud' };
  const refused = await run(environment, ['--secret', 'ANOTHER'], set);
  expect(refused).toMatchObject({ stdout: '', status: 2 });
  expect(refused.stderr).toContain(
    `asks for the variable CLOUD_KEY of this process, which may be sent to ${baseUrl}. If that is right, add --secret CLOUD_KEY.`,
  );
  expect(reached).toEqual([]);

  const { stderr } = await run(environment, ['--secret', 'CLOUD_KEY'], set);
  expect(stderr).toMatch(new RegExp(`^Certificate .*CN=.* signs for ${baseUrl}\\.$`, 'm'));
  expect(stderr).toContain(`Secrets CLOUD_KEY may be sent to ${baseUrl}.\n`);
  expect(stderr).not.toContain('the-key-of-the-cloud');
  expect(reached).toEqual(['"the-key-of-the-cloud"']);
});

it('the control token goes to no address of theirs', async () => {
  const reached: unknown[] = [];
  const server = createServer((message, response) => {
    reached.push(message.headers.authorization);
    response.end('{}');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  const control = { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
  copyFileSync(join(folder, 'made/tpp.pem'), join(folder, 'theirs/sub/tpp.pem'));
  const environment = { baseUrl: 'https://bank.example', certificate: ['sub/tpp.pem'], control };
  const token = { TPP_CONTROL_TOKEN: 'a-token-of-the-simulator' };
  const refused = await run(environment, [], token);
  expect(refused).toMatchObject({ stdout: '', status: 2 });
  expect(refused.stderr).toContain(`may be sent to ${control.baseUrl}. If that is right, add --secret`);
  expect(reached).toEqual([]);
  const allowed = await run(environment, ['--secret', 'TPP_CONTROL_TOKEN'], token);
  expect(allowed.stderr).toContain(`Secret TPP_CONTROL_TOKEN is sent to ${control.baseUrl}.\n`);
  expect(reached).toEqual(['Bearer a-token-of-the-simulator']);
});

it('no control call leaves the address that the run says', async () => {
  const reached: unknown[] = [];
  const server = createServer((message, response) => {
    reached.push(`${message.method} ${message.url}`);
    response.end(JSON.stringify({ clock: 'real', now: '2026-11-24T10:00:00+01:00' }));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/spaces/anna`;
  const paths = [
    '../../bob',
    '%2e%2e/%2E%2E/bob',
    '..\\..\\bob',
    '{{up}}/{{up}}/bob',
    './../control/../../bob',
  ];
  collection('outside', {
    'collection.yaml': { name: 'Outside', variables: { up: '..' } },
    ...stepsOf(
      ...paths.map((path) => ({
        name: `Ends ${path}`,
        control: { method: 'DELETE', path: `/control/${path}` } as const,
      })),
      { name: 'Stays', control: { method: 'GET', path: '/control/x/../state' } },
    ),
  });
  copyFileSync(join(folder, 'made/tpp.pem'), join(folder, 'theirs/sub/tpp.pem'));
  const environment = {
    baseUrl: 'https://bank.example',
    certificate: ['sub/tpp.pem'],
    control: { baseUrl, token: 'x' },
  };
  writeFileSync(join(folder, 'theirs/environment.json'), JSON.stringify(environment));
  const { stdout, stderr } = await done(['run', 'outside', '--env', 'theirs/environment.json']);
  expect(stderr).toContain(`Control calls go to ${baseUrl}.\n`);
  expect(stdout.match(/leads out of the control calls of the bank/g)).toHaveLength(paths.length);
  expect(stdout).toContain('1 passed');
  // The clock is read at the beginning, and again after each control call.
  expect(new Set(reached)).toEqual(new Set(['GET /spaces/anna/control/state']));
});

it.each(['../made/tpp.pem', 'absolute', 'link.pem', 'linked/tpp.pem'])(
  'no key outside its folder signs: %s',
  async (path) => {
    const { baseUrl, reached } = await theirBank();
    if (path === 'link.pem') symlinkSync(join(folder, 'made/tpp.pem'), join(folder, 'theirs/link.pem'));
    if (path === 'linked/tpp.pem') symlinkSync(join(folder, 'made'), join(folder, 'theirs/linked'));
    const certificate = [path === 'absolute' ? join(folder, 'made/tpp.pem') : path];
    const { stdout, stderr, status } = await run({ baseUrl, roots: 'ca.pem', certificate });
    expect({ stdout, status }).toEqual({ stdout: '', status: 2 });
    expect(stderr).toContain('as its certificate, which is outside its folder.');
    expect(reached).toEqual([]);
  },
);
