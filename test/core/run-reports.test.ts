/** What `tpp-workbench run` writes: reports in every format without secrets, and a baseline. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'parse5';
import { beforeAll, describe, expect, it } from 'vitest';
import { OUTCOMES } from '../../shared/collections/result.ts';
import { failing, useRunProgram } from '../support/run-program.ts';
import { request, wait } from '../support/run-steps.ts';
import { stepsOf } from '../support/runs.ts';

const program = useRunProgram();
const { collection, done, environmentOf, folder, results, written } = program;

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
        '--secret',
        'CANARY',
        '--secret',
        'TPP_CONTROL_TOKEN',
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
      { CANARY: `${canary} key`, TPP_CONTROL_TOKEN: program.controlToken },
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
      program.controlToken,
    ];
    for (const text of [stdout, stderr, ...files]) for (const form of forms) expect(text).not.toContain(form);
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
            params: { 'payment-product': 'domestic-norway-credit-transfers' },
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
  let learning: { status: number | null; stderr: string }[] = [];
  beforeAll(async () => {
    const run = ['run', story('story'), '--bank', '--save-baseline', 'base.json'];
    learning = [await done(run), await done([...run, '--baseline', 'base.json'])];
  });
  it('is learnt from two runs; then the same run has not changed', async () => {
    const name = story('story');
    const [first, second] = learning;
    expect([first?.status, first?.stderr]).toEqual([0, '']);
    expect(second?.stderr).toMatch(/\$\.paymentId was "enc!!.*", is "enc!!/);
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
