/** The package for npm without the repository: as an ordinary user, with umask 077 and a working folder that cannot be written. */
import { once } from 'node:events';
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { beforeAll, expect, it } from 'vitest';
import { folderForFile } from '../../support/folders.ts';
import {
  begun,
  given,
  type Installed,
  installPackage,
  listingOf,
  makeHome,
  USERS_NODE,
  writeExamples,
} from '../../support/npm-package.ts';
import type { Ready } from '../../support/process.ts';

const MEGABYTE = 1_000_000;

const all = folderForFile('npm-package');
const home = join(all, 'home');
const readOnly = join(all, 'read-only');
const user = { home, cwd: readOnly };
let installed: Installed;
let program: string;

beforeAll(() => {
  installed = installPackage(all);
  program = join(installed.folder, 'node_modules/.bin/tpp-workbench');
  makeHome(home);
  mkdirSync(readOnly);
  chmodSync(readOnly, 0o555);
});

const tpp = (...args: string[]) => given(user, program, ...args);
const CONSENTS = 'https://localhost:8443/v1/bank-offered-consents';

it('is smaller than 2 MB, and better-sqlite3 is all that it needs', () => {
  expect(installed.packed).toBeLessThan(2 * MEGABYTE);
  expect(installed.dependencies).toEqual(['better-sqlite3']);
});

it('runs on the Node.js of the user', () => {
  expect(given(user, 'node', '-p', 'process.execPath').stdout).toBe(USERS_NODE);
});

it('makes a certificate, signs and verifies', () => {
  const made = join(home, 'tpp');
  expect(tpp('cert', 'make', '--out', made)).toMatchObject({ stderr: '', status: 0 });
  const signed = tpp(
    'sign',
    '--cert',
    join(made, 'tpp.pem'),
    '--method',
    'POST',
    '--url',
    CONSENTS,
    '--json',
  );
  expect(signed).toMatchObject({ stderr: '', status: 0 });
  const request = join(home, 'request.json');
  writeFileSync(request, signed.stdout, { mode: 0o644 });
  expect(tpp('verify', request)).toMatchObject({
    stdout: expect.stringContaining('The signature is valid.') as string,
    status: 0,
  });
});

it('starts a bank that answers, and stops it with its own end', async () => {
  const bank = begun(
    user,
    program,
    'bank',
    '--json',
    '--data',
    ':memory:',
    '--port',
    '0',
    '--psu-port',
    '0',
    '--control-port',
    '0',
  );
  const [line] = (await once(createInterface({ input: bank.stdout }), 'line')) as [string];
  const { controlBaseUrl, controlToken } = JSON.parse(line) as Ready;
  const state = await fetch(`${controlBaseUrl}/control/state`, {
    headers: { Authorization: `Bearer ${controlToken}` },
  });
  expect(state.status).toBe(200);
  expect(tpp('ready', controlBaseUrl)).toMatchObject({ stderr: '', status: 0 });
  bank.kill();
  expect(await once(bank, 'close')).toEqual([0, null]);
  expect(tpp('ready', controlBaseUrl)).toMatchObject({
    stdout: expect.stringMatching(/^Not ready: Nothing answers at http:/) as string,
    status: 1,
  });
});

it('signs for other programs, with the vault in a folder of the user', async () => {
  const data = join(home, 'workbench');
  const proxy = begun(user, program, 'proxy', '--environment', 'Local bank', '--data', data, '--json');
  const said = text(proxy.stderr);
  const [line = await said] = (await Promise.race([
    once(createInterface({ input: proxy.stdout }), 'line'),
    once(proxy, 'close').then(() => []),
  ])) as [string?];
  const { address, token } = JSON.parse(line) as { address: string; token: string };
  const headers = { 'X-Proxy-Token': token };
  const got = await fetch(`${address}/v1/bank-offered-consents`, { method: 'POST', headers });
  expect(got.status).toBe(201);
  proxy.kill();
  expect(await once(proxy, 'close')).toEqual([0, null]);
  expect(await said).toBe('');
});

it('runs a collection that comes with it, by its name and from any folder, and writes a report', () => {
  const report = join(home, 'report.html');
  const ran = tpp('run', 'first-steps', '--bank', '--reporter', 'console', '--reporter', `html=${report}`);
  expect(ran.stderr).toBe('');
  expect(ran.stdout).toMatch(/\n\d+ steps in .*, 0 failed/);
  expect(ran.status).toBe(0);
  expect(given(user, 'grep', '-c', '<title>', report)).toMatchObject({ stdout: '1', status: 0 });
});

it('brings what people who write flows need, and a first flow that runs', () => {
  const repository = join(home, 'repository');
  expect(tpp('init', repository)).toMatchObject({ stderr: '', status: 0 });
  const modules = join(installed.folder, 'node_modules');
  symlinkSync(modules, join(repository, 'node_modules'));
  const here = { home, cwd: repository };
  const [, schema = ''] =
    /\$schema=(\S+)/.exec(given(here, 'cat', 'bank-flows/1-pay.flow.yaml').stdout) ?? [];
  expect(given(here, 'grep', '-c', 'A flow of the TPP Workbench', join('bank-flows', schema)).stdout).toBe(
    '1',
  );
  const [, page = ''] = /How flows are written: (.*)/.exec(tpp('run', '--help').stdout) ?? [];
  expect(given(here, 'head', '-1', page).stdout).toBe('# Flow files');
  const [, ...commands] = Array.from(
    given(here, 'cat', '.gitlab-ci.yml').stdout.matchAll(/^ {4}- (.*)/gm),
    ([, command = '']) => command,
  );
  for (const command of commands)
    expect(given(here, ...command.split(' '))).toMatchObject({ stderr: '', status: 0 });
  expect(given(here, 'grep', '-c', ' failures="0" errors="0"', 'reports/bank-flows.xml')).toMatchObject({
    status: 0,
  });
});

it('reads the files of other programs', () => {
  const har = join(home, 'session.har');
  const request = { method: 'GET', url: 'https://bank.example/v1/accounts', headers: [], queryString: [] };
  writeFileSync(har, JSON.stringify({ log: { entries: [{ request }] } }), { mode: 0o644 });
  expect(tpp('import', har, '--out', join(home, 'imported'))).toMatchObject({ stderr: '', status: 0 });
});

it('is found by npx in a folder below', () => {
  const below = join(installed.folder, 'below');
  mkdirSync(below);
  expect(given({ home, cwd: below }, 'npx', '--offline', 'tpp-workbench', 'faults').stdout).toMatch(
    /^Signature\n/,
  );
});

it('says on an older Node.js which one it needs', () => {
  const old =
    'data:text/javascript,Object.defineProperty(process, "versions", { value: { node: "20.20.2" } })';
  expect(given(user, USERS_NODE, '--import', old, program, 'faults')).toEqual({
    stdout: '',
    stderr:
      'TPP Workbench needs Node.js 22.19 or later, and this is Node.js 20.20.2. Install a newer Node.js from https://nodejs.org.',
    status: 2,
  });
});

it('gives the tests of another project a bank: the example for Vitest', () => {
  const project = join(home, 'project');
  mkdirSync(project);
  mkdirSync(join(project, 'node_modules'));
  symlinkSync(
    join(installed.folder, 'node_modules/tpp-workbench'),
    join(project, 'node_modules/tpp-workbench'),
  );
  const examples = ['consent.test.ts', 'start-bank.ts', 'consent.spec.ts', 'playwright.config.ts'];
  writeExamples(project, examples, ['vitest', 'typescript', '@types/node', '@playwright/test']);
  const strict = [
    '--strict',
    '--noEmit',
    '--ignoreConfig',
    '--target',
    'es2024',
    '--module',
    'nodenext',
    '--types',
    'node',
  ];
  const here = { home, cwd: project };
  const bin = (path: string) => join(project, 'node_modules', path);
  const types = given(here, process.execPath, bin('typescript/bin/tsc'), ...strict, ...examples);
  expect(types).toEqual({ stdout: '', stderr: '', status: 0 });
  const ran = given(here, USERS_NODE, bin('vitest/vitest.mjs'), 'run', 'consent.test.ts');
  expect(ran.stdout).toMatch(/Tests .*2 passed/);
});

it('writes nothing into its own folder', () => {
  const before = listingOf(installed.folder);
  expect(tpp('run', 'first-steps', '--bank')).toMatchObject({ status: 0 });
  expect(listingOf(installed.folder)).toEqual(before);
});
