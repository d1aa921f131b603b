/** `tpp-workbench run` as a program of its own: exit statuses, signals, files, and banks elsewhere. */
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Assertion } from '../../shared/collections/assertion.ts';
import { UsageError } from '../../main/cli/command.ts';
import { operationById } from '../../shared/xs2a/operations.ts';
import { runCommand } from '../../main/cli/run/run.ts';
import { ended, failing, useRunProgram } from '../support/run-program.ts';
import { request, wait } from '../support/run-steps.ts';
import { stepsOf } from '../support/runs.ts';
import { startTlsServer } from '../support/tls-server.ts';

const program = useRunProgram();
/** Milliseconds: longer than a test may take. */
const LONG = 600_000;
const { begun, collection, done, environmentOf, folder, results, written } = program;

describe('exit statuses', () => {
  it('0 if nothing failed, with a warning and a skipped step too; the name is that of the collection', async () => {
    const name = collection('green', {
      'collection.yaml': { name: 'Grønn samling' },
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
    ['a missing folder, beside those of the program', ['nowhere', '--bank'], 'first-steps'],
    ['a folder without steps', ['made', '--bank'], 'there is no flow with steps'],
    ['an unknown reporter', ['some', '--bank', '--reporter', 'xml'], 'There is no reporter “xml”'],
    ['an HTML report without a file', ['some', '--bank', '--reporter', 'html'], 'needs a file'],
    ['a baseline that is none', ['some', '--bank', '--baseline', 'odd.json'], 'is not a baseline'],
    ['no baseline to fail by', ['some', '--bank', '--fail-on-change'], 'needs --baseline'],
    ['no bank', ['some'], 'add --bank'],
    ['a step that is not there', ['some', '--bank', '--only', 'other'], 'nothing is called other (--only)'],
    ['a tag that no step has', ['some', '--bank', '--tag', 'PAY-1'], 'nothing has the tag PAY-1 (--tag)'],
    ['an odd variable', ['some', '--bank', '--var', 'x'], '--var must be NAME=VALUE'],
    ['an odd number', ['some', '--bank', '--concurrency', '0'], '--concurrency must be a number from 1'],
    ['an unknown option', ['some', '--bank', '--fast'], '--fast'],
    ['data that is not there', ['some', '--bank', '--data', 'no.csv'], 'no.csv cannot be read'],
    ['data without rows', ['some', '--bank', '--data', 'empty.csv'], 'has no rows'],
    ['data that is not a list', ['some', '--bank', '--data', 'odd.json'], 'must be a JSON list'],
    ['too many rows', ['some', '--bank', '--data', 'more.csv'], 'has more than 100000 rows'],
    [
      'an unwritable report',
      ['some', '--bank', '--reporter', 'junit=some/1.flow.yaml/x'],
      'cannot be written',
    ],
    [
      'an odd environment',
      ['some', '--env', 'odd-env.json'],
      'baseUrl: must be an address that begins with https://',
    ],
    ['an environment with an odd name', ['some', '--env', 'odd-name.json'], '1: is no name of a variable'],
    [
      'an environment with a reserved name',
      ['some', '--env', 'name-env.json'],
      'a name in it is “__proto__”',
    ],
    ['an environment nested without end', ['some', '--env', 'deep-env.json'], 'nested more than 200 deep'],
    [
      'an environment without a secret',
      ['some', '--env', 'secret-env.json', '--secret', 'NOT_SET'],
      'NOT_SET is not set',
    ],
  ])('2 for %s, with a sentence', async (_, args, sentence) => {
    collection('some', stepsOf(wait('one')));
    writeFileSync(join(folder, 'empty.csv'), 'a,b\n');
    writeFileSync(join(folder, 'odd.json'), '{"a":1}');
    writeFileSync(join(folder, 'more.csv'), `n\n${'1\n'.repeat(100_001)}`);
    writeFileSync(join(folder, 'odd-env.json'), '{"baseUrl":"ftp://x"}');
    writeFileSync(join(folder, 'odd-name.json'), '{"variables":{"1":"x"}}');
    writeFileSync(join(folder, 'name-env.json'), '{"headers":{"__proto__":"x"}}');
    writeFileSync(
      join(folder, 'deep-env.json'),
      `{"variables":{"a":${'['.repeat(50_000)}${']'.repeat(50_000)}}}`,
    );
    environmentOf('secret-env.json', { secrets: { key: { from: 'NOT_SET' } } });
    const before = process.cwd();
    onTestFinished(() => process.chdir(before));
    process.chdir(folder);
    // In this process, because a start of the program costs more than the rest.
    const refused = await Promise.resolve()
      .then(() => runCommand.run(args))
      .catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(UsageError);
    expect(String(refused)).toContain(sentence);
  });
  it.skipIf(process.platform !== 'linux')('2 for a full disk, with a sentence', async () => {
    collection('some', stepsOf(wait('one')));
    const { stderr, status } = await done(['run', 'some', '--bank', '--reporter', 'json=/dev/full']);
    expect(stderr).toContain('/dev/full cannot be written: ENOSPC');
    expect(status).toBe(2);
  });
});

/** The body matches the schema. */
const FITS: Assertion = { that: { of: 'schema' }, must: { is: 'equal', to: 'yes' } };

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
          expect: [{ that: { of: 'body', path: '$.accounts' }, must: { is: 'of-length', length: 2 } }, FITS],
        },
      ),
    });
    const args = ['run', name, '--env', environmentOf('env.json'), '--secret', 'TPP_CONTROL_TOKEN'];
    for (let time = 0; time < 2; time++) {
      const { stdout, status } = await done(args, { TPP_CONTROL_TOKEN: program.controlToken });
      expect(stdout).toContain('5 passed, 0 failed');
      expect(status).toBe(0);
    }
    const wrong = await done(args, { TPP_CONTROL_TOKEN: 'wrong' });
    expect(wrong.stderr).toContain('refuses the token');
    expect(wrong.status).toBe(2);
    const none = await done(args);
    expect(none.stderr).toContain('TPP_CONTROL_TOKEN is not set');
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
    expect(stdout).toContain('no control listener that a run can call');
    expect(stdout).toContain('Only a user can fill in');
    expect(stdout).toContain('0 failed');
    expect(stdout).toContain('2 skipped');
    expect(status).toBe(0);
  });
  it('is checked by the schemas of its OpenAPI document, if the environment names one', async () => {
    const other = await startTlsServer('Another bank', (_, response) => {
      response.setHeader('Content-Type', 'application/json').end('{"customers":[]}');
    });
    const name = collection('by-document', {
      ...stepsOf({ name: 'Customers', request: request('listCustomers'), expect: [FITS] }),
    });
    const { path } = operationById('listCustomers');
    const document = (type: string) => `openapi: 3.0.0
paths: { ${path}: { get: { responses: { 200: { content: { application/json: { schema: {
  required: [customers], properties: { customers: { type: ${type} } } } } } } } } } }`;
    mkdirSync(join(folder, 'fits'));
    writeFileSync(join(folder, 'fits/bank.yaml'), document("array, items: { $ref: 'customer.json' }"));
    writeFileSync(join(folder, 'fits/customer.json'), '{"type":"object"}');
    writeFileSync(join(folder, 'fits-not.yaml'), document('integer'));
    writeFileSync(join(folder, 'none.yaml'), 'a: 1');
    writeFileSync(join(folder, 'documented.pem'), other.ca);
    const given = { baseUrl: other.baseUrl, roots: 'documented.pem', certificate: ['made/tpp.pem'] };
    const runBy = (openApi: string) => {
      writeFileSync(join(folder, 'documented.json'), JSON.stringify({ ...given, openApi }));
      return done(['run', name, '--env', 'documented.json']);
    };
    expect(await runBy('fits')).toMatchObject({ status: 0 });
    expect(await runBy('fits-not.yaml')).toMatchObject({
      status: 1,
      stdout: expect.stringContaining('Expected the body to match the schema, but it does not'),
    });
    expect(await runBy('none.yaml')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('none.yaml: This is not an OpenAPI document'),
    });
    await other.stop();
  });
});

describe('being stopped', () => {
  it('by SIGINT does not wait for the step, and every report is complete', async () => {
    const name = collection('long', {
      ...stepsOf(wait('first'), wait('Long', { pause: LONG }), wait('last')),
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
    child.stdout.on('data', (text: Buffer) => {
      if (text.toString().includes('first')) child.kill('SIGINT');
    });
    const { stdout, status } = await end;
    expect(status).toBe(1);
    expect(stdout).toContain('1 passed, 0 failed, 0 with warnings, 0 skipped, 2 not run');
    expect(results('stopped.jsonl').map(({ outcome }) => outcome)).toEqual(['passed', 'not-run', 'not-run']);
    const junit = written('stopped.xml');
    expect(junit.match(/tests="3" failures="0" errors="1" skipped="1"/g)).toHaveLength(2);
    expect(junit).toMatch(/<error message="The run was stopped(?: during this step)?\.">/);
    expect(junit).toContain('<skipped message="The run was stopped." />');
  });
});

describe('files', () => {
  it('outside the collection are not read, by whatever path or link', async () => {
    writeFileSync(join(folder, 'outside.csv'), 'n\n1\n');
    mkdirSync(join(folder, 'linked'), { recursive: true });
    symlinkSync(folder, join(folder, 'linked', 'up'));
    symlinkSync(join(folder, 'outside.csv'), join(folder, 'linked', 'link.csv'));
    const over = (file: string) => wait(file, { each: file });
    const name = collection(
      'linked',
      stepsOf(over('../outside.csv'), over('up/outside.csv'), over('link.csv')),
    );
    const { stdout, status } = await done(['run', name, '--bank']);
    expect(stdout.match(/it is outside the collection/g)).toHaveLength(2);
    expect(stdout).toContain('The file link.csv cannot be read: it is a link, and links are not followed.');
    expect(status).toBe(1);
  });
  it('a flow, or a folder of flows, is run with the settings of its collection', async () => {
    const name = collection('deep', {
      'collection.yaml': { variables: { where: 'state' } },
      'a/b/1.flow.yaml': [{ name: 'Inner', control: { method: 'GET', path: '/control/{{where}}' } }],
      'a/c/1.flow.yaml': [failing('Other')],
    });
    for (const path of ['a/b/1.flow.yaml', 'a/b']) {
      const { stdout, status } = await done(['run', `${name}/${path}`, '--bank']);
      expect(stdout).toContain('1 step in');
      expect(status).toBe(0);
    }
  });
  it('with rows are run row by row', async () => {
    const name = collection('many', stepsOf(wait('row')));
    const rows = Array.from({ length: 300 }, (_, at) => at);
    writeFileSync(join(folder, 'many.csv'), `n\n${rows.join('\n')}\n`);
    const reporter = ['--reporter', 'junit=many.xml'];
    const many = await done(['run', name, '--bank', '--data', 'many.csv', ...reporter, '--concurrency', '8']);
    expect(many.status).toBe(0);
    expect(written('many.xml')).toContain('tests="300"');
    // No reporter but that of a file: the terminal hears of the run all the same.
    expect(many.stderr).toMatch(/\n300 steps in [\d.]+ s: 300 passed, 0 failed,/);
  });
});
