/** The export for k6: the script signs every request itself, and its checks say what a run says. k6 is replaced by `k6-process.ts`. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { keyIdBy, writeProfileFile } from '../../shared/signing/profile.ts';
import { memoryBank } from '../support/bank.ts';
import { DIALECTS } from '../support/dialects.ts';
import { listed } from '../../main/core/collections/listing.ts';
import { treeOf } from '../../shared/collections/tree.ts';
import { fresh } from '../../shared/requests/compose.ts';
import { exportTree } from '../../shared/interchange/export.ts';
import { hasFailed, outcomesOf, passedIn, seenBy, stepNames, tally, k6ForFile } from '../support/k6-run.ts';
import { request, status } from '../support/run-steps.ts';
import { type Files, runFolder, stepsOf, targetOf, writeCollection } from '../support/runs.ts';
import { startTlsServer } from '../support/tls-server.ts';

const { folder, own, identity, environment, k6, expectAsInARun } = k6ForFile();
const written = (name: string, files: Files) => writeCollection(join(folder, name), files);

it('of First steps, every request is accepted with its signature, and every check says what the run says', () =>
  expectAsInARun('first-steps', []));

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
    const reference = await runFolder(root, targetOf(own.bank, identity()));
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

  it.each(DIALECTS)('signs by the signature profile in TPP_PROFILE: $name', async (profile) => {
    const bank = await memoryBank({ profile, clock: undefined });
    onTestFinished(() => bank.stop());
    const file = join(folder, 'profile.json');
    writeFileSync(file, writeProfileFile(profile));
    const { params, body } = fresh('createPayment');
    const root = written(
      'dialect',
      stepsOf(expecting('one', status(200)), {
        name: 'two',
        request: request('createPayment', { params, body }),
        expect: [status(201)],
      }),
    );
    const keyId = keyIdBy(profile, identity().certificate);
    const ran = await k6(root, {
      ...environment(bank),
      TPP_KEY_ID: keyId,
      TPP_PROFILE: file,
    });
    expect(hasFailed(ran)).toEqual([]);
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
      `${identity().pem}-----BEGIN RSA PRIVATE KEY-----\nAAAA\n-----END RSA PRIVATE KEY-----\n`,
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
    const pem = identity().pem + identity().keyPem;
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
