/** `tpp-workbench tap` as a program of its own, with the client as its command. */
import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Workbench } from '../../../main/core/services.ts';
import { folderForFile } from '../../support/folders.ts';
import { programFile } from '../../support/programs.ts';
import { type Done, ended } from '../../support/run-program.ts';
import { bindOpenApi, chooseBank, startCore } from '../../support/workbench.ts';

const PROGRAM = programFile('cli');
const folder = folderForFile('tap-command');

/** Sends a signed request, or with `unsigned` one without a signature, and ends with the given status. */
const CLIENT = `
import { execFileSync } from 'node:child_process';
const [how, status] = process.argv.slice(2);
const url = process.env.TPP_TAP_URL + '/v1/bank-offered-consents';
const sign = [${JSON.stringify(PROGRAM)}, 'sign', '--cert', 'made/tpp.pem', '--method', 'POST', '--url', url, '--json'];
const { headers } = JSON.parse(execFileSync(process.execPath, sign));
const sent = headers.filter(([name]) => how !== 'unsigned' || name !== 'Signature');
if (how !== 'silent') await fetch(url, { method: 'POST', headers: sent });
process.exit(Number(status));
`;

const run = (args: readonly string[]): Promise<Done> =>
  ended(spawn(process.execPath, [PROGRAM, ...args], { cwd: folder, env: process.env }));
const tap = (options: readonly string[], ...client: string[]) => tapOf('Local bank', options, ...client);
const tapOf = (environment: string, options: readonly string[], ...client: string[]) =>
  run([
    'tap',
    '--environment',
    environment,
    '--data',
    'data',
    ...options,
    ...(client.length === 0 ? [] : ['--', process.execPath, 'client.mjs', ...client]),
  ]);

beforeAll(async () => {
  writeFileSync(join(folder, 'client.mjs'), CLIENT);
  await run(['cert', 'make', '--out', 'made']);
});

describe('with a command', () => {
  it('ends with 0 if every request passed, and writes reports', async () => {
    const { stdout, stderr, status } = await tap(
      ['--until-idle', '0.2', '--reporter', 'json=tap.json', '--reporter', 'junit=tap.xml'],
      'signed',
      '0',
    );
    expect(stderr).toMatch(/The tap passes requests on to “Local bank”[\s\S]*http:\/\/localhost:\d+/);
    expect(stdout).toContain('✓ POST Ask for consent: 1 with a right signature, 0 failed');
    expect(stdout).toMatch(/1 operation seen, 0 failed; \d+ not seen/);
    expect(status).toBe(0);
    const { operations } = JSON.parse(readFileSync(join(folder, 'tap.json'), 'utf8')) as {
      operations: { operation: string; state: string }[];
    };
    expect(operations[0]).toMatchObject({ operation: 'createConsent', state: 'passed' });
    expect(operations.filter(({ state }) => state === 'not-seen').length).toBe(operations.length - 1);
    const xml = readFileSync(join(folder, 'tap.xml'), 'utf8');
    expect(xml).toContain('failures="0"');
    expect(xml).toContain('name="POST Ask for consent" />');
  });

  it('ends with 1 for a failed request, with its cause in the reports', async () => {
    const { stdout, stderr, status } = await tap(['--reporter', 'junit=red.xml', '--https'], 'unsigned', '0');
    expect(stderr).toContain(
      `Let your client trust the CA certificate ${join(folder, 'data/bank/pki/ca.pem')}`,
    );
    // The command does not trust the CA of the local bank.
    expect(status).toBe(1);
    expect(stdout).toContain('The command failed.');
    const plain = await tap(['--reporter', 'junit=red.xml'], 'unsigned', '0');
    expect(plain.stdout).toContain(
      '✗ POST Ask for consent: 0 with a right signature, 1 failed\n    The header Signature is missing',
    );
    expect(plain.status).toBe(1);
    expect(readFileSync(join(folder, 'red.xml'), 'utf8')).toContain(
      '<failure message="The header Signature is',
    );
  });

  it('ends with 1 if the command fails, or if nothing came', async () => {
    const failed = await tap([], 'signed', '3');
    expect(failed.stdout).toContain('The command failed.');
    expect(failed.status).toBe(1);
    const silent = await tap([], 'silent', '0');
    expect(silent.stdout).toContain('No request came.');
    expect(silent.status).toBe(1);
  });
});

it('reports of another bank have what was seen, and what else its OpenAPI document has', async () => {
  const edit = async <T>(change: (core: Workbench) => Promise<T>): Promise<T> => {
    const core = await startCore(join(folder, 'data'));
    try {
      return await change(core);
    } finally {
      await core.stop();
    }
  };
  const report = async () => {
    const { stdout, status } = await tapOf('Another bank', ['--reporter', 'junit=other.xml'], 'signed', '0');
    expect(status).toBe(1);
    return { stdout, file: readFileSync(join(folder, 'other.xml'), 'utf8') };
  };
  // Nothing listens there.
  const id = await edit((core) => chooseBank(core, { baseUrl: 'http://127.0.0.1:1', ca: '' }));
  const without = await report();
  expect(without.stdout).toContain('1 operation seen, 1 failed.');
  expect(without.file).toContain('tests="1" failures="1" errors="0" skipped="0"');
  expect(without.file).toMatch(
    /<failure message="Nothing is listening[^>]*>1 sent, 1 failed\. X-Request-ID of the last one that failed: [0-9a-f-]{36}</,
  );
  const operations = { get: {}, post: { summary: 'Et samtykke' } };
  const document = { openapi: '3.0.1', paths: { '/v1/bank-offered-consents': operations } };
  await edit((core) => bindOpenApi(core, id, JSON.stringify(document)));
  const { stdout, file } = await report();
  expect(stdout).toContain('✗ POST Et samtykke');
  expect(stdout).toContain('1 operation seen, 1 failed; 1 not seen.');
  expect(file).toContain('tests="2" failures="1" errors="0" skipped="1"');
});

it.each([
  ['no environment', [], 'Give the name of an environment'],
  [
    'an unknown environment',
    ['--environment', 'Nowhere', '--data', 'data'],
    'There is no environment “Nowhere”',
  ],
  ['an odd time', ['--environment', 'A', '--until-idle', 'long'], '--until-idle must be a number of seconds'],
  [
    'an odd reporter',
    ['--environment', 'A', '--reporter', 'html=x'],
    '--reporter must be json=FILE or junit=FILE',
  ],
  [
    'a TLS key that is not there',
    ['--environment', 'Local bank', '--data', 'data', '--use-tls-key'],
    'has no TLS client certificate',
  ],
])('2 for %s, with a sentence', async (_, args, said) => {
  const { stderr, status } = await run(['tap', ...args]);
  expect(stderr).toContain(said);
  expect(status).toBe(2);
});
