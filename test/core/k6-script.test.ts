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
import type { Step } from '../../shared/collections/steps.ts';
import { type Files, flowOf, runFolder, stepsOf, targetOf, writeCollection } from '../support/runs.ts';
import { startTlsServer } from '../support/tls-server.ts';

const { folder, own, identity, environment, k6, expectAsInARun } = k6ForFile();
const written = (name: string, files: Files) => writeCollection(join(folder, name), files);

it('of First steps, every request is accepted with its signature, and every check says what the run says', () =>
  expectAsInARun('first-steps', []));

const ECHO: Step = { name: 'Echo', request: request('listCustomers') };

describe('a script', () => {
  const expecting = (name: string, ...expect: NonNullable<Parameters<typeof stepsOf>[0]['expect']>) => ({
    name,
    request: request('listCustomers'),
    expect,
  });

  it('fails the checks that a run fails, and goes on after a step that cannot run', async () => {
    const body = (path: string) => ({ of: 'body', path }) as const;
    const { params, body: example } = fresh('createPayment');
    const root = written('red', {
      'collection.yaml': {
        name: 'Red',
        variables: { four: 4, list: [{ n: 1 }, { n: 2 }], words: 'Eirik*', name: '{{kept}}', eleven: '11' },
      },
      ...stepsOf(
        { name: 'Reset', control: { method: 'POST', path: '/control/reset' } },
        {
          name: 'Fill',
          request: request('initializeSandbox'),
          keep: [
            { as: 'people', from: body('$.customers') },
            { as: 'kept', from: body('$.customers[0].customerName') },
          ],
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
        expecting('variable in a path', {
          that: body("$.customers[?@.customerName == '{{name}}'].customerName"),
          must: { is: 'equal', to: ['{{name}}'] },
        }),
        expecting(
          'every',
          {
            that: body('$.customers[*].customerNumber'),
            must: { is: 'every', must: [{ is: 'matching', pattern: String.raw`^\d{11}$` }] },
          },
          {
            that: body('$.customers[*].customerName'),
            must: { is: 'every', must: [{ is: 'matching', pattern: '^{{name}}$' }] },
          },
        ),
        expecting(
          'calculated',
          { that: { of: 'status' }, must: { is: 'equal', to: '{{four * 50}}' } },
          { that: { of: 'status' }, must: { is: 'at-least', value: '{{eleven * 20.00 - 20.5 * 1}}' } },
          { that: { of: 'status' }, must: { is: 'at-most', value: '{{eleven - name}}' } },
        ),
        {
          name: 'picked',
          request: request('listCustomers'),
          keep: [
            { as: 'one', from: body('$.customers[*].customerName'), pick: 'first' },
            { as: 'two', from: body('$.customers[0].customerName'), pick: 'first' },
          ],
        },
        {
          name: 'payment',
          request: request('createPayment', { params, json: JSON.parse(example) as object }),
          keep: [
            { as: 'self', from: { of: 'link', name: 'self' } },
            { as: 'id', from: { of: 'link', name: 'self' }, pick: { segment: -1 } },
            { as: 'none', from: { of: 'link', name: 'self' }, pick: { segment: 9 } },
          ],
        },
        {
          name: 'link',
          request: request('', { line: 'GET {{self}}/authorisations?id={{id}}' }),
          expect: [status(200)],
        },
        { name: 'consent', request: request('createConsent') },
        {
          name: 'abort',
          sca: { psu: 'Eirik Solbakken', decision: 'abort' },
          expect: [{ that: { of: 'error-code' }, must: { is: 'present' } }],
        },
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
          each: '{{list}}',
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
      'collection.yaml': { name: 'Variables', variables: { who: 'collection', given: 'x' } },
      '1-main.flow.yaml': [
        { name: 'Maundy Thursday', control: moved('2027-03-24T23:30:00+01:00') },
        { name: 'Included', include: { flow: 'parts/shared', variables: { who: '{{given}}' } } },
        { name: 'Summer', control: moved('2027-05-16T23:30:00+02:00') },
        { name: 'Again', include: { flow: 'parts/shared.flow.yaml' } },
      ],
      'parts/shared.flow.yaml': flowOf([ECHO], {
        run: 'only when included',
        variables: { inner: 'flow' },
        headers: {
          'X-Echo': '{{who}} {{inner}} {{$today}} {{$today-1}} {{$bankingDay+1}} {{$bankingDay-1}}',
        },
      }),
    });
    const { ran, echoes } = await echoed(root, { TPP_VAR_given: 'command' });
    expect(ran.logs).toEqual([]);
    expect(echoes).toEqual([
      'command flow 2027-03-24 2027-03-23 2027-03-30 2027-03-23',
      'collection flow 2027-05-16 2027-05-15 2027-05-19 2027-05-13',
    ]);
  });

  it('repeats groups, leaves out what does not hold, changes bodies, and begins each flow without kept values', async () => {
    const flow = (text: string) => text.replaceAll(/^ {6}/gm, '');
    const root = written('groups', {
      '1.flow.yaml': flow(`
      variables: { order: { a: 1, b: 2 } }
      steps:
        - group: Each
          each: { one: [NOK, EUR, SEK] }
          headers: { X-Echo: "{{one}} {{row}}", X-Out: null }
          when: { one: { not: SEK } }
          steps:
            - request: POST /v1/x
              each: [{ row: 1 }, { row: 2 }]
              when: { one: NOK }
              body: "{{order}}"
              change: { b: null }
              keep: { kept: $.seen }
        - request: POST /v1/y
          headers: { X-Echo: "{{kept}}" }
          when: { nobody: absent }
        - request: POST /v1/y
          when: { nobody: present }
        - group: Never
          skip: not today
          steps:
            - request: POST /v1/z
      `),
      '2.flow.yaml': flow(`
      steps:
        - request: POST /v1/z
          headers: { X-Echo: "{{kept}}" }
      `),
    });
    const { ran, echoes } = await echoed(root, {});
    expect(echoes).toEqual(['NOK 1 {"a":1}', 'NOK 2 {"a":1}', 'seen ']);
    expect(ran.logs).toEqual([expect.stringContaining('The variable kept has no value.')]);
  });

  /** Runs a script against a server that keeps the header and the body of each request. */
  async function echoed(root: string, env: Readonly<Record<string, string>>) {
    const echoes: string[] = [];
    const server = await startTlsServer('Echo', (asked, answer) => {
      const body: Buffer[] = [];
      asked.on('data', (piece: Buffer) => body.push(piece));
      asked.on('end', () => {
        const json = Buffer.concat(body).toString().replaceAll(/\s/g, '');
        echoes.push([asked.headers['x-echo'], ...(asked.method === 'POST' ? [json] : [])].join(' '));
        answer.setHeader('Content-Type', 'application/json').end('{"seen":"seen"}');
      });
    });
    try {
      writeFileSync(join(folder, 'ca.pem'), own.bank.caPem + server.ca);
      const ran = await k6(root, { ...environment(own.bank), TPP_BASE_URL: server.baseUrl, ...env });
      return { ran, echoes };
    } finally {
      await server.stop();
    }
  }

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
        request: request('createPayment', { params, json: JSON.parse(body) as object }),
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
    expect(ran.logs).toEqual(['1 / Reset: skipped, because TPP_CONTROL_URL is not set.']);
  });

  it('is JavaScript whatever the texts of a collection are', async () => {
    const odd = "`${1}` */ // \"\\u2028\u2028</script> '::' {{$";
    const root = written('odd', {
      'collection.yaml': { name: `Odd\n${odd}`, variables: { odd } },
      '1.flow.yaml': [
        {
          ...expecting('a :: b', status(200)),
          request: request('listCustomers', { headers: { 'X-Odd': 'å {{odd}}'.slice(0, 2) } }),
        },
        expecting(odd.slice(0, 80), status(200)),
      ],
    });
    const ran = await k6(root, environment(own.bank));
    expect(ran.logs).toEqual([]);
    expect(hasFailed(ran)).toEqual([]);
    expect(ran.checks.map(({ name }) => name)[0]).toBe('1 / a : b: Status is 200');
  });
});
