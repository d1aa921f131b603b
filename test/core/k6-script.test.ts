/** The export for k6: the script signs every request itself, and its checks say what a run says. k6 is replaced by `k6-process.ts`. */
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import type { BankExchange } from '../../bank-sim/exchanges.ts';
import type { Bank } from '../../bank-sim/index.ts';
import { listed } from '../../main/core/collections/listing.ts';
import type { StepResult } from '../../shared/collection/result.ts';
import { treeOf } from '../../shared/collection/tree.ts';
import { exportTree } from '../../shared/interchange/export.ts';
import { keyIdOf } from '../../shared/signing/key-id.ts';
import { useBank } from '../support/bank.ts';
import { folderForFile } from '../support/folders.ts';
import { type Identity, makeIdentity, NORWEGIAN_ISSUER } from '../support/identity.ts';
import type { K6Run } from '../support/k6-process.ts';
import { request, status } from '../support/run-steps.ts';
import { type Files, runFolder, stepsOf, targetOf, writeCollection } from '../support/runs.ts';
import { startTlsServer } from '../support/tls-server.ts';

const SHIPPED = join(import.meta.dirname, '../../main/collections');
const K6 = join(import.meta.dirname, '../support/k6-process.ts');
const folder = folderForFile('k6');
const own = useBank({ clock: undefined });
let identity: Identity;

beforeAll(async () => {
  identity = await makeIdentity({ issuer: NORWEGIAN_ISSUER });
  writeFileSync(join(folder, 'tpp.pem'), identity.pem + identity.keyPem);
  writeFileSync(join(folder, 'ca.pem'), own.bank.caPem);
});

const environment = (bank: Bank) => ({
  TPP_BASE_URL: bank.apiBaseUrl,
  TPP_PEM: join(folder, 'tpp.pem'),
  TPP_KEY_ID: keyIdOf(identity.certificate),
  TPP_CONTROL_URL: bank.controlBaseUrl,
  TPP_CONTROL_TOKEN: bank.controlToken,
});

let scripts = 0;

/** Exports a collection, and runs the script. */
async function k6(
  root: string,
  env: Readonly<Record<string, string>>,
): Promise<K6Run & { notCarried: string[] }> {
  const { text, report } = exportTree(treeOf(listed(root)), 'Tried', 'k6');
  const file = join(folder, `script-${++scripts}.js`);
  writeFileSync(file, text);
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [
      '--no-warnings',
      '--experimental-vm-modules',
      K6,
      file,
      ...Object.entries(env).map(([name, value]) => `${name}=${value}`),
    ],
    { env: { ...process.env, SSL_CERT_FILE: join(folder, 'ca.pem') }, maxBuffer: 64 * 1024 * 1024 },
  );
  const ran = JSON.parse(stdout) as K6Run;
  return {
    ...ran,
    notCarried: report.flatMap(({ kind, name, result }) =>
      kind === 'step' && result === 'not carried' ? [name.split(' / ').at(-1) ?? ''] : [],
    ),
  };
}

/** What the bank has answered meanwhile. */
async function seenBy<T>(bank: Bank, work: () => Promise<T>): Promise<{ ran: T; seen: BankExchange[] }> {
  const seen: BankExchange[] = [];
  const stop = bank.onEntry(({ exchange }) => void (exchange && seen.push(exchange)));
  const ran = await work().finally(stop);
  return { ran, seen };
}

const written = (name: string, files: Files) => writeCollection(join(folder, name), files);

/** Finds the step of a check by its name, which may have a colon itself. */
function stepNames(root: string): (check: string) => string {
  const names = listed(root)
    .entries.map(({ name }) => name)
    .sort((a, b) => b.length - a.length);
  return (check) =>
    names.find((name) => check.startsWith(`${name}: `) || check.includes(` / ${name}: `)) ?? check;
}
const hasFailed = (ran: K6Run) => ran.checks.filter(({ holds }) => !holds).map(({ name }) => name);

/** Of every check, the name of its step and whether it holds. */
const outcomesOf = ({ checks }: K6Run, nameOf: (check: string) => string) =>
  checks.map(({ name, holds }) => [nameOf(name), holds] as const);

/** By the names of the steps, whether all that they say is so. */
function tally(outcomes: readonly (readonly [name: string, holds: boolean])[]): Record<string, boolean> {
  const all: Record<string, boolean> = {};
  for (const [name, holds] of outcomes) all[name] = (all[name] ?? true) && holds;
  return all;
}
const passedIn = (results: readonly StepResult[]) =>
  results
    .filter(({ kind, outcome }) => outcome !== 'skipped' && !['session', 'pause'].includes(kind))
    .map(({ name, outcome }) => [name, outcome !== 'failed'] as const);

describe.each<[name: string, needsAFault: string[]]>([
  ['first-steps', []],
  ['account-information', []],
  ['payments-and-baskets', []],
  ['refusals', []],
  // It uses what a step with a deliberate fault keeps, which is not carried.
  ['conformance', ['The bank explains it']],
])('%s', (name, needsAFault) => {
  it('every request is accepted with its signature, and every check says what the run says', async () => {
    const root = join(SHIPPED, name);
    const { ran, seen } = await seenBy(own.bank, () => k6(root, environment(own.bank)));
    const nameOf = stepNames(root);
    expect(hasFailed(ran).map(nameOf)).toEqual(needsAFault);
    expect(ran.logs).toHaveLength(needsAFault.length);
    const sent = ran.requests.flatMap(({ requestId }) => requestId ?? []);
    expect(seen.map(({ requestId }) => requestId)).toEqual(sent);
    // Neither refused for the signature, nor accepted although it is written unusually.
    expect(seen.flatMap(({ rule }) => (rule?.startsWith('SIG-') === true ? rule : []))).toEqual([]);
    expect(seen.flatMap(({ notes }) => notes).join('\n')).not.toMatch(
      /keyId|reference format|Signature|Digest/,
    );
    // k6 counts no refusal that is wanted as a failed request.
    expect(ran.requests.filter(({ expected }) => expected === false)).toEqual([]);
    const reference = await runFolder(root, targetOf(own.bank, identity));
    const left = new Set([...ran.notCarried, ...needsAFault]);
    const isWhole = ([step]: readonly [string, boolean]) => !left.has(step);
    expect(tally(outcomesOf(ran, nameOf).filter(isWhole))).toEqual(
      tally(passedIn(reference.results).filter(isWhole)),
    );
  });
});

describe('a script', () => {
  const expecting = (name: string, ...expect: NonNullable<Parameters<typeof stepsOf>[0]['expect']>) => ({
    name,
    request: request('listCustomers'),
    expect,
  });

  it('fails the checks that a run fails, and goes on after a step that cannot run', async () => {
    const body = (path: string) => ({ of: 'body', path }) as const;
    const root = written('red', {
      'collection.json': { name: 'Red', variables: { four: 4, list: [{ n: 1 }, { n: 2 }], words: 'Eirik*' } },
      ...stepsOf(
        { name: 'Reset', control: { method: 'POST', path: '/control/reset' } },
        {
          name: 'Fill',
          request: request('initializeSandbox'),
          keep: [{ as: 'people', from: body('$.customers') }],
        },
        expecting('right', status(200), { that: body('$.customers'), must: { is: 'of-length', length: 4 } }),
        expecting('wrong status', status(201)),
        expecting('wrong header', { that: { of: 'header', name: 'Content-Type' }, must: { is: 'absent' } }),
        expecting('several', {
          that: body('$.customers[*].customerId'),
          must: { is: 'containing', value: 'nobody' },
        }),
        expecting('filtered', {
          that: body("$.customers[?@.customerName == 'Nobody'].customerId"),
          must: { is: 'absent' },
        }),
        expecting('a value', {
          that: body('$.customers[0].customerNumber'),
          must: { is: 'equal', to: '{{people}}' },
        }),
        expecting('like', {
          that: body('$.customers[0].customerName'),
          must: { is: 'like', pattern: '{{words}}' },
        }),
        expecting('at least', { that: { of: 'status' }, must: { is: 'at-least', value: 300 } }),
        expecting('one of', { that: { of: 'status' }, must: { is: 'one-of', values: [200, '{{four}}'] } }),
        expecting('form', {
          that: body('$.customers[0].customerNumber'),
          must: { is: 'of-form', form: 'number' },
        }),
        expecting('unknown variable', { that: { of: 'status' }, must: { is: 'equal', to: '{{nothing}}' } }),
        {
          name: 'nothing kept',
          request: request('listCustomers'),
          keep: [{ as: 'x', from: body('$.none') }],
        },
        {
          ...expecting('loop', { that: { of: 'status' }, must: { is: 'equal', to: '{{n}}' } }),
          each: { in: { variable: 'list' }, as: 'row' },
        },
        { ...expecting('until'), until: { expect: [status(201)], rounds: 2, between: { pause: 1 } } },
        { name: 'refused', request: request('readUser') },
        { name: 'no link', sca: { psu: '{{people}}', decision: 'approve' } },
        expecting('last', status(200)),
      ),
    });
    const reference = await runFolder(root, targetOf(own.bank, identity));
    const ran = await k6(root, environment(own.bank));
    expect(ran.notCarried).toEqual([]);
    const outcomes = tally(outcomesOf(ran, stepNames(root)));
    expect(outcomes).toEqual(tally(passedIn(reference.results)));
    expect(Object.values(outcomes)).toContain(false);
    expect(ran.logs.join('\n')).toContain(
      'The variable nothing has no value. Give it one: -e TPP_VAR_nothing=…',
    );
  });

  it('takes variables from the command, computes dates, follows the clock, and includes folders with theirs', async () => {
    const moved = (clock: string) => ({ method: 'POST', path: '/control/reset', json: { clock } }) as const;
    const root = written('variables', {
      'collection.json': { name: 'Variables', variables: { who: 'collection', given: 'x' } },
      '1.step.json': { name: 'Maundy Thursday', order: 1, control: moved('2027-03-24T23:30:00+01:00') },
      '2.step.json': {
        name: 'Included',
        order: 2,
        include: { folder: 'shared', variables: { who: '{{given}}' } },
      },
      '3.step.json': { name: 'Summer', order: 3, control: moved('2027-05-16T23:30:00+02:00') },
      '4.step.json': { name: 'Again', order: 4, include: { folder: 'shared' } },
      'shared/folder.json': { name: 'Shared', run: 'only when included', variables: { inner: 'folder' } },
      'shared/2.step.json': {
        name: 'Echo',
        request: request('listCustomers', {
          headers: {
            'X-Echo': '{{who}} {{inner}} {{$today}} {{$today-1}} {{$bankingDay+1}} {{$bankingDay-1}}',
          },
        }),
        expect: [{ that: { of: 'status' }, must: { is: 'at-least', value: 1 } }],
      },
    });
    const echoes: string[] = [];
    const server = await startTlsServer('Echo', (asked, answer) => {
      echoes.push(String(asked.headers['x-echo']));
      answer.setHeader('Content-Type', 'application/json').end('{}');
    });
    try {
      writeFileSync(join(folder, 'ca.pem'), own.bank.caPem + server.ca);
      const ran = await k6(root, {
        ...environment(own.bank),
        TPP_BASE_URL: server.baseUrl,
        TPP_VAR_given: 'command',
      });
      expect(ran.logs).toEqual([]);
      expect(echoes).toEqual([
        'command folder 2027-03-24 2027-03-23 2027-03-30 2027-03-23',
        'collection folder 2027-05-16 2027-05-15 2027-05-19 2027-05-13',
      ]);
    } finally {
      await server.stop();
    }
  });

  it('has no key, and says what it needs and what is wrong with a key', async () => {
    const root = written('small', stepsOf(expecting('one', status(200))));
    const { text } = exportTree(treeOf(listed(root)), 'Tried', 'k6');
    expect(text).not.toContain('BEGIN PRIVATE KEY');
    const all = environment(own.bank);
    const { TPP_KEY_ID: _, ...without } = all;
    await expect(k6(root, without)).rejects.toThrow(
      'test aborted: Set TPP_KEY_ID, for example with k6 run -e TPP_KEY_ID=…',
    );
    writeFileSync(
      join(folder, 'rsa.pem'),
      `${identity.pem}-----BEGIN RSA PRIVATE KEY-----\nAAAA\n-----END RSA PRIVATE KEY-----\n`,
    );
    await expect(k6(root, { ...all, TPP_PEM: join(folder, 'rsa.pem') })).rejects.toThrow(
      'openssl pkcs8 -topk8',
    );
  });

  it('gives k6 the certificate for mutual TLS, and skips what needs a simulator', async () => {
    const root = written('elsewhere', {
      ...stepsOf(expecting('one', status(200)), {
        name: 'Reset',
        control: { method: 'POST', path: '/control/reset' },
      }),
    });
    const { TPP_CONTROL_URL: _, ...all } = environment(own.bank);
    const { ran, seen } = await seenBy(own.bank, () =>
      k6(root, { ...all, TPP_TLS_CERT: all.TPP_PEM, TPP_TLS_KEY: all.TPP_PEM }),
    );
    expect(seen.map(({ clientCertificate }) => clientCertificate)).toEqual([expect.stringContaining('CN=')]);
    const pem = identity.pem + identity.keyPem;
    expect(ran.options).toMatchObject({
      thresholds: { checks: ['rate==1'] },
      tlsAuth: [{ domains: ['localhost'], cert: pem, key: pem }],
    });
    expect(ran.logs).toEqual(['Reset: skipped, because TPP_CONTROL_URL is not set.']);
  });

  it('is JavaScript whatever the texts of a collection are', async () => {
    const odd = "`${1}` */ // \"\\u2028\u2028</script> '::' {{$";
    const root = written('odd', {
      'collection.json': { name: `Odd\n${odd}`, variables: { odd } },
      '1.step.json': {
        order: 1,
        ...expecting('a :: b', status(200)),
        request: request('listCustomers', { headers: { 'X-Odd': 'å {{odd}}'.slice(0, 2) } }),
      },
      '2.step.json': expecting(odd.replaceAll(/[/\\]/g, '|'), status(200)),
    });
    const ran = await k6(root, environment(own.bank));
    expect(ran.logs).toEqual([]);
    expect(hasFailed(ran)).toEqual([]);
    expect(ran.checks.map(({ name }) => name)[0]).toBe('a : b: Status is 200');
  });
});
