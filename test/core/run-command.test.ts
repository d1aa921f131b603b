/** `tpp-workbench run` as a program of its own: reports, exit statuses, signals, and banks elsewhere. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'parse5';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { UsageError } from '../../main/cli/command.ts';
import { runCommand } from '../../main/cli/run/run.ts';
import { OUTCOMES, type StepResult } from '../../shared/collection/result.ts';
import type { Step } from '../../shared/collection/steps.ts';
import { type BankProcess, startProcess } from '../support/process.ts';
import { type Files, stepsOf, writeCollection } from '../support/runs.ts';
import { startTlsServer } from '../support/tls-server.ts';

const PROGRAM = join(import.meta.dirname, '../../main/cli/main.ts');
const folder = mkdtempSync(join(tmpdir(), 'tpp-run-command-'));
let bank: BankProcess;

beforeAll(async () => {
  bank = await startProcess('--data', ':memory:');
  await done(['cert', 'make', '--out', 'made']);
});
afterAll(() => {
  bank.child.kill();
  rmSync(folder, { recursive: true, force: true });
});

interface Done {
  stdout: string;
  stderr: string;
  status: number | null;
}

function begun(args: readonly string[], env: NodeJS.ProcessEnv = {}): ChildProcessWithoutNullStreams {
  return spawn(process.execPath, [PROGRAM, ...args], { cwd: folder, env: { ...process.env, ...env } });
}

function ended(child: ChildProcessWithoutNullStreams): Promise<Done> {
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (text: Buffer) => (stdout += text.toString()));
  child.stderr.on('data', (text: Buffer) => (stderr += text.toString()));
  return new Promise((resolve) => child.on('close', (status) => resolve({ stdout, stderr, status })));
}

const done = (args: readonly string[], env: NodeJS.ProcessEnv = {}) => ended(begun(args, env));
const written = (name: string) => readFileSync(join(folder, name), 'utf8');
const results = (name: string) =>
  written(name)
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as StepResult & { event: string })
    .filter(({ event }) => event === 'result');

const request = (operation: string, more: object = {}) =>
  ({ operation, params: {}, query: {}, headers: {}, fault: null, ...more }) as NonNullable<Step['request']>;
const wait = (name: string, more: Partial<Step> = {}): Step => ({ name, pause: 0, ...more });
const failing = (name: string): Step => ({ name, control: { method: 'GET', path: '/control/nothing' } });

/** Writes a collection into a folder of its own. */
function collection(name: string, files: Files): string {
  writeCollection(join(folder, name), files);
  return name;
}

/** The bank in another process as an environment file. */
function environmentOf(name: string, more: object = {}): string {
  const { apiBaseUrl, caFile, controlBaseUrl } = bank.ready;
  const environment = {
    baseUrl: apiBaseUrl,
    roots: caFile,
    certificate: ['made/tpp.pem'],
    control: { baseUrl: controlBaseUrl },
    ...more,
  };
  writeFileSync(join(folder, name), JSON.stringify(environment));
  return name;
}

describe('exit statuses', () => {
  it('0 if nothing failed, with a warning and a skipped step too; the name is that of the collection', async () => {
    const name = collection('green', {
      'collection.json': { name: 'Grønn samling' },
      ...stepsOf(wait('one'), wait('left out', { skip: 'No.' }), {
        name: 'warns',
        request: request('listCustomers'),
        warn: [{ that: { of: 'status' }, must: { is: 'equal', to: 1 } }],
      }),
    });
    const { stdout, stderr, status } = await done(['run', name, '--bank']);
    expect(stderr).toBe('');
    expect(stdout).toMatch(/^Grønn samling against a bank of its own\n/);
    expect(stdout).toContain('3 steps in');
    expect(stdout).toContain('1 passed, 0 failed, 1 with warnings, 1 skipped, 0 not run');
    expect(status).toBe(0);
  });
  it('1 if something failed, and with --bail what is left is not run', async () => {
    const name = collection('red', stepsOf(failing('first'), wait('second')));
    const bailing = await done(['run', name, '--bank', '--bail', '--reporter', 'json=bail.jsonl']);
    expect(bailing.status).toBe(1);
    expect(results('bail.jsonl').map(({ outcome }) => outcome)).toEqual(['failed', 'not-run']);
  });
  it.each([
    ['no folder', ['--bank'], 'Give one folder'],
    ['a missing folder', ['nowhere', '--bank'], 'nowhere does not exist'],
    ['a folder without steps', ['made', '--bank'], 'No step is chosen'],
    ['an unknown reporter', ['some', '--bank', '--reporter', 'xml'], 'There is no reporter “xml”'],
    ['an HTML report without a file', ['some', '--bank', '--reporter', 'html'], 'needs a file'],
    ['a baseline that is none', ['some', '--bank', '--baseline', 'odd.json'], 'is not a baseline'],
    ['no baseline to fail by', ['some', '--bank', '--fail-on-change'], 'needs --baseline'],
    ['no bank', ['some'], 'add --bank'],
    ['a step that is not there', ['some', '--bank', '--only', 'other'], 'No step is chosen'],
    ['an odd variable', ['some', '--bank', '--var', 'x'], '--var must be NAME=VALUE'],
    ['an odd number', ['some', '--bank', '--concurrency', '0'], '--concurrency must be a number from 1'],
    ['an unknown option', ['some', '--bank', '--fast'], '--fast'],
    ['data that is not there', ['some', '--bank', '--data', 'no.csv'], 'no.csv cannot be read'],
    ['data without rows', ['some', '--bank', '--data', 'empty.csv'], 'has no rows'],
    ['data that is not a list', ['some', '--bank', '--data', 'odd.json'], 'must be a JSON list'],
    [
      'an unwritable report',
      ['some', '--bank', '--reporter', 'junit=some/1.step.json/x'],
      'cannot be written',
    ],
    ['an odd environment', ['some', '--env', 'odd-env.json'], 'is not an environment: baseUrl'],
    ['an environment without a secret', ['some', '--env', 'secret-env.json'], 'takes its value from NOT_SET'],
  ])('2 for %s, with a sentence', async (_, args, sentence) => {
    collection('some', stepsOf(wait('one')));
    writeFileSync(join(folder, 'empty.csv'), 'a,b\n');
    writeFileSync(join(folder, 'odd.json'), '{"a":1}');
    writeFileSync(join(folder, 'odd-env.json'), '{"baseUrl":"ftp://x"}');
    environmentOf('secret-env.json', { secrets: { key: { from: 'NOT_SET' } } });
    process.chdir(folder);
    // In this process, because a start of the program costs more than the rest.
    await expect(Promise.resolve().then(() => runCommand.run(args))).rejects.toThrow(UsageError);
    await expect(Promise.resolve().then(() => runCommand.run(args))).rejects.toThrow(sentence);
  });
  it.skipIf(process.platform !== 'linux')('2 for a full disk, with a sentence', async () => {
    collection('some', stepsOf(wait('one')));
    const { stderr, status } = await done(['run', 'some', '--bank', '--reporter', 'json=/dev/full']);
    expect(stderr).toContain('/dev/full cannot be written: ENOSPC');
    expect(status).toBe(2);
  });
});

describe('reports', () => {
  it('all say the same: every outcome, with their sum, in every format at once', async () => {
    const name = collection('mixed', {
      'collection.json': { name: 'Mixed <&"]]>', variables: { list: [1, 2] } },
      ...stepsOf(
        wait('passes'),
        { ...failing('fails & <falls>'), name: 'fails & <falls>' },
        wait('skipped', { skip: 'Not now: 50 %.' }),
        wait('twice', { each: { in: { variable: 'list' }, as: 'item' } }),
      ),
      'inner/1.step.json': {
        name: 'in a folder',
        request: request('readUser'),
        warn: [{ that: { of: 'status' }, must: { is: 'equal', to: 1 } }],
        expect: [{ that: { of: 'status' }, must: { is: 'equal', to: 401 } }],
      },
    });
    writeFileSync(join(folder, 'two.csv'), 'n\n1\n2\n');
    const { stdout, status } = await done([
      'run',
      name,
      '--bank',
      '--data',
      'two.csv',
      '--reporter',
      'console',
      '--reporter',
      'junit=out/mixed.xml',
      '--reporter',
      'json=out/mixed.jsonl',
      '--reporter',
      'github=out/mixed.txt',
    ]);
    expect(status).toBe(1);
    const all = results('out/mixed.jsonl');
    const count = (outcome: string) => all.filter((one) => one.outcome === outcome).length;
    expect(Object.fromEntries(OUTCOMES.map((one) => [one, count(one)]))).toEqual({
      passed: 6,
      failed: 2,
      warning: 2,
      skipped: 2,
      'not-run': 0,
    });
    expect(stdout).toContain('12 steps in');
    expect(stdout).toContain('6 passed, 2 failed, 2 with warnings, 2 skipped, 0 not run');
    const junit = written('out/mixed.xml');
    expect(junit).toContain(
      '<testsuites name="Mixed &lt;&amp;&quot;]]&gt;" tests="12" failures="2" errors="0" skipped="2"',
    );
    const cases = parse(junit.replaceAll(/<(\w+)([^>]*?) \/>/g, '<$1$2></$1>'));
    expect(JSON.stringify(cases, ['nodeName', 'childNodes']).match(/"testcase"/g)).toHaveLength(12);
    expect(junit).toContain('name="2: fails &amp; &lt;falls&gt;"');
    expect(junit.match(/<testsuite name="/g)).toHaveLength(2);
    const github = written('out/mixed.txt');
    expect(github.match(/^::error /gm)).toHaveLength(2);
    expect(github.match(/^::warning file=inner\/1\.step\.json/gm)).toHaveLength(2);
    expect(github).toContain('6 passed, 2 failed');
  });
  it('show no secret in any encoding, nor on the terminal', async () => {
    const canary = 'Kanari/ & 7"fugl <ø>';
    const name = collection('secret', {
      'collection.json': { name: 'Secret', secret: ['given', 'column'] },
      ...stepsOf(
        {
          name: 'Everywhere',
          request: request('createConsent', {
            line: 'POST /v1/consents?q={{key}}',
            headers: { 'x-key': 'Bearer {{column}}' },
            json: { key: '{{given}}', again: ['{{key}} {{column}}'] },
          }),
          expect: [{ that: { of: 'text' }, must: { is: 'equal', to: '{{key}}' } }],
        },
        { name: 'Control', control: { method: 'POST', path: '/control/{{key}}', json: ['{{given}}'] } },
        { name: 'SCA', sca: { psu: '{{column}}', decision: 'approve' } },
        { name: 'Include', include: { folder: 'inner', variables: { inside: 'is {{key}}' } } },
      ),
      'inner/1.step.json': { name: 'Inner', control: { method: 'GET', path: '/control/{{inside}}' } },
    });
    const rows = [{ column: `${canary} column` }];
    writeFileSync(join(folder, 'secret.json'), JSON.stringify(rows));
    const environment = environmentOf('key-env.json', { secrets: { key: { from: 'CANARY' } } });
    const { stdout, stderr } = await done(
      [
        'run',
        name,
        '--env',
        environment,
        '--data',
        'secret.json',
        '--var',
        `given=${canary} given`,
        '--only',
        'Everywhere',
        '--only',
        'Control',
        '--only',
        'SCA',
        '--only',
        'Include',
        '--reporter',
        'console',
        '--reporter',
        'junit=secret/out.xml',
        '--reporter',
        'json=secret/out.jsonl',
        '--reporter',
        'github=secret/out.txt',
        '--reporter',
        'html=secret/out.html',
      ],
      { CANARY: `${canary} key`, TPP_CONTROL_TOKEN: bank.ready.controlToken },
    );
    expect(stdout).toContain('4 steps');
    const files = readdirSync(join(folder, 'secret'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.(?:xml|jsonl|txt|html|js)$/.test(entry.name))
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'));
    expect(files).toHaveLength(5);
    const base64 = (before: number) =>
      Buffer.concat([Buffer.alloc(before), Buffer.from(canary)])
        .toString('base64')
        .slice(4, 20);
    const forms = [
      'Kanari',
      'kanari%2f',
      encodeURIComponent(canary),
      base64(0),
      base64(1),
      base64(2),
      Buffer.from('Kanari').toString('hex'),
      bank.ready.controlToken,
    ];
    for (const text of [stdout, stderr, ...files]) for (const form of forms) expect(text).not.toContain(form);
  });
});

describe('a bank in another process', () => {
  it('is run with its control listener, follows its clock, and holds twice in a row', async () => {
    const name = collection('elsewhere', {
      ...stepsOf(
        { name: 'A month', control: { method: 'POST', path: '/control/clock', json: { advance: 'P30D' } } },
        {
          name: 'Customers',
          request: request('initializeSandbox'),
          keep: [{ as: 'psu', from: { of: 'body', path: '$.customers[0].customerNumber' } }],
        },
        { name: 'Consent', request: request('createConsent') },
        { name: 'Approve', sca: { psu: '{{psu}}', decision: 'approve' } },
        {
          name: 'Accounts',
          request: request('listAccounts'),
          expect: [{ that: { of: 'body', path: '$.accounts' }, must: { is: 'of-length', length: 2 } }],
        },
      ),
    });
    const args = ['run', name, '--env', environmentOf('env.json')];
    for (let time = 0; time < 2; time++) {
      const { stdout, status } = await done(args, { TPP_CONTROL_TOKEN: bank.ready.controlToken });
      expect(stdout).toContain('5 passed, 0 failed');
      expect(status).toBe(0);
    }
    const wrong = await done(args, { TPP_CONTROL_TOKEN: 'wrong' });
    expect(wrong.stderr).toContain('refuses the token');
    expect(wrong.status).toBe(2);
    const none = await done(args);
    expect(none.stderr).toContain('Set TPP_CONTROL_TOKEN');
  });
  it('that is no simulator: control calls and SCA are skipped with a reason, and nothing fails', async () => {
    const other = await startTlsServer('Another bank', (_, response) => {
      response.setHeader('Content-Type', 'application/json').end('{"customers":[]}');
    });
    const name = collection('other', {
      ...stepsOf(
        { name: 'Reset', control: { method: 'POST', path: '/control/reset' } },
        {
          name: 'Customers',
          request: request('listCustomers'),
          expect: [{ that: { of: 'status' }, must: { is: 'equal', to: 200 } }],
        },
        { name: 'Approve', sca: { psu: 'x', decision: 'approve', link: 'https://bank.example/sca' } },
      ),
    });
    writeFileSync(join(folder, 'other.pem'), other.ca);
    writeFileSync(
      join(folder, 'other.json'),
      JSON.stringify({ baseUrl: other.baseUrl, roots: 'other.pem', certificate: ['made/tpp.pem'] }),
    );
    const { stdout, status } = await done(['run', name, '--env', 'other.json']);
    await other.stop();
    expect(stdout).toContain('no operator that a run can call');
    expect(stdout).toContain('need a person');
    expect(stdout).toContain('0 failed');
    expect(stdout).toContain('2 skipped');
    expect(status).toBe(0);
  });
});

describe('a baseline', () => {
  const story = (name: string, more: object = {}): string =>
    collection(name, {
      'collection.json': { name: 'Story', volatile: ['$..self.href'] },
      ...stepsOf(
        { name: 'Fresh', request: request('initializeSandbox') },
        {
          name: 'Pay',
          request: request('createPayment', {
            params: { 'payment-product': 'norwegian-domestic-credit-transfers' },
            json: {
              instructedAmount: { amount: '1.00', currency: 'NOK' },
              debtorAccount: { bban: '86011100009' },
              creditorAccount: { bban: '86011200003' },
              creditorName: 'Ingrid',
              remittanceInformationUnstructured: 'Takk',
            },
          }),
        },
        { name: 'Customers', request: request('listCustomers'), ...more },
      ),
    });
  it('is learnt from two runs; then the same run has not changed', async () => {
    const name = story('story');
    const files = ['--baseline', 'base.json', '--save-baseline', 'base.json'];
    const first = await done(['run', name, '--bank', '--save-baseline', 'base.json']);
    expect([first.status, first.stderr]).toEqual([0, '']);
    const second = await done(['run', name, '--bank', ...files]);
    expect(second.stderr).toMatch(/\$\.paymentId was "enc!!.*", is "enc!!/);
    const third = await done(['run', name, '--bank', '--baseline', 'base.json', '--fail-on-change']);
    expect(third.stderr).toBe('Nothing has changed since the baseline.\n');
    expect(third.status).toBe(0);
  });
  it('lists what has changed, and fails for it only if that is asked for', async () => {
    const name = story('story', {
      control: { method: 'GET', path: '/control/nothing' },
      request: undefined,
    });
    const changed = await done([
      'run',
      name,
      '--bank',
      '--baseline',
      'base.json',
      '--only',
      '1',
      '--only',
      '3',
    ]);
    expect(changed.stderr).toContain('  3: was passed, is failed\n');
    expect(changed.stderr).toContain('  3: status was 200, is 404\n');
    expect(changed.stderr).toContain('  3: $.customers[0].customerName is gone: it was "Eirik Solbakken"\n');
    expect(changed.stderr).toContain('  2: is no longer run\n');
    const ok = ['run', story('story'), '--bank', '--baseline', 'base.json', '--only', '1'];
    expect((await done(ok)).status).toBe(0);
    expect((await done([...ok, '--fail-on-change'])).status).toBe(1);
  });
});

describe('being stopped', () => {
  it('by SIGINT ends within a second, and every report is complete', async () => {
    const name = collection('long', {
      ...stepsOf(wait('first'), wait('Long', { pause: 60_000 }), wait('last')),
    });
    const child = begun([
      'run',
      name,
      '--bank',
      '--reporter',
      'console',
      '--reporter',
      'json=stopped.jsonl',
      '--reporter',
      'junit=stopped.xml',
    ]);
    const end = ended(child);
    let begin = 0;
    child.stdout.on('data', (text: Buffer) => {
      if (!text.toString().includes('first')) return;
      begin = performance.now();
      child.kill('SIGINT');
    });
    const { stdout, status } = await end;
    expect(performance.now() - begin).toBeLessThan(1000);
    expect(status).toBe(1);
    expect(stdout).toContain('1 passed, 0 failed, 0 with warnings, 0 skipped, 2 not run');
    expect(results('stopped.jsonl').map(({ outcome }) => outcome)).toEqual(['passed', 'not-run', 'not-run']);
    expect(written('stopped.xml')).toContain('tests="3" failures="0" errors="0" skipped="2"');
  });
});

describe('files', () => {
  it('outside the collection are not read, by whatever path or link', async () => {
    writeFileSync(join(folder, 'outside.csv'), 'n\n1\n');
    mkdirSync(join(folder, 'linked'), { recursive: true });
    symlinkSync(folder, join(folder, 'linked', 'up'));
    symlinkSync(join(folder, 'outside.csv'), join(folder, 'linked', 'link.csv'));
    const over = (file: string) => wait(file, { each: { in: { file }, as: 'row' } });
    const name = collection(
      'linked',
      stepsOf(over('../outside.csv'), over('up/outside.csv'), over('link.csv')),
    );
    const { stdout, status } = await done(['run', name, '--bank']);
    expect(stdout.match(/it is outside the collection/g)).toHaveLength(2);
    expect(stdout).toContain('The file link.csv cannot be read: it is a link, and links are not followed.');
    expect(status).toBe(1);
  });
  it('one step of a folder is run with the settings of its collection', async () => {
    const name = collection('deep', {
      'collection.json': { name: 'Deep', variables: { where: 'state' } },
      'a/b/1.step.json': { name: 'Inner', control: { method: 'GET', path: '/control/{{where}}' } },
      'a/c/1.step.json': failing('Other'),
    });
    const { stdout, status } = await done(['run', `${name}/a/b/1.step.json`, '--bank']);
    expect(stdout).toContain('1 step in');
    expect(status).toBe(0);
  });
  it('with 2,000 rows are run row by row, and more than 100,000 are refused', async () => {
    const name = collection('many', stepsOf(wait('row')));
    const rows = (count: number) => `n\n${Array.from({ length: count }, (_, at) => at).join('\n')}\n`;
    writeFileSync(join(folder, 'most.csv'), rows(2000));
    writeFileSync(join(folder, 'more.csv'), rows(100_001));
    const most = await done([
      'run',
      name,
      '--bank',
      '--data',
      'most.csv',
      '--reporter',
      'junit=most.xml',
      '--concurrency',
      '8',
    ]);
    expect(most.status).toBe(0);
    expect(written('most.xml')).toContain('tests="2000"');
    const more = await done(['run', name, '--bank', '--data', 'more.csv']);
    expect(more.stderr).toContain('at most 100000 are read');
    expect(more.status).toBe(2);
  });
});
