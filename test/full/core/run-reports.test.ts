/** What `tpp-workbench run` writes: reports in every format without secrets, and a baseline. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'parse5';
import { beforeAll, describe, expect, it } from 'vitest';
import { OUTCOMES } from '../../../shared/collections/result.ts';
import type { Step } from '../../../shared/collections/steps.ts';
import { failing, useRunProgram } from '../../support/run-program.ts';
import { request, wait } from '../../support/run-steps.ts';
import { flowOf, stepsOf } from '../../support/runs.ts';
import { startTlsServer } from '../../support/tls-server.ts';

const program = useRunProgram();
const { collection, done, environmentOf, folder, results, written } = program;

describe('reports', () => {
  it('all say the same: every outcome, with their sum, in every format at once', async () => {
    const name = collection('mixed', {
      'collection.yaml': { name: 'Mixed <&"]]>', variables: { list: [1, 2] } },
      ...stepsOf(
        wait('passes'),
        { ...failing('fails & <falls>'), name: 'fails & <falls>' },
        wait('skipped', { skip: 'Not now: 50 %.' }),
        wait('twice', { each: { item: '{{list}}' } }),
      ),
      'inner/1.flow.yaml': [
        {
          name: 'in a folder',
          request: request('readUser'),
          warn: [{ that: { of: 'status' }, must: { is: 'equal', to: 1 } }],
          expect: [{ that: { of: 'status' }, must: { is: 'equal', to: 401 } }],
        },
      ],
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
    expect(github.match(/^::warning file=mixed\/inner\/1\.flow\.yaml,line=2,title=/gm)).toHaveLength(2);
    expect(github).toContain('6 passed, 2 failed');
  });
  it('say why the bank refused', async () => {
    // What a refusal does not have is no failure of its own.
    const asks: Step = {
      name: 'Asks',
      request: request('readUser'),
      expect: [{ that: { of: 'body', path: '$.psuId' }, must: { is: 'present' } }],
      keep: [{ as: 'link', from: { of: 'link', name: 'self' } }],
    };
    const name = collection('refused', stepsOf(asks));
    const orders = ['junit=refused.xml', 'json=refused.jsonl', 'html=refused.html', 'github=refused.txt'];
    const reporters = [...orders, 'console'].flatMap((one) => ['--reporter', one]);
    const { stdout, status } = await done(['run', name, '--bank', ...reporters]);
    expect(status).toBe(1);
    const why =
      'Expected a successful status, got 401 PSU_CREDENTIALS_INVALID: The header PSU-ID is missing. The PSU must sign in first: follow scaRedirect. (HDR-5)';
    expect(results('refused.jsonl')[0]?.reason).toBe(why);
    expect(stdout).toContain(`, refused/1.flow.yaml:2\n      ${why}\n\n`);
    expect(written('refused.xml')).toContain(
      `<failure message="${why}">GET /v1/user 401&#10;failed: ${why}</failure>`,
    );
    expect(written('refused.txt')).toContain(`,title=Asks::${why}\n`);
    expect(written('refused.html')).toContain(why);
  });
  it.each([
    ['', 'checkout/tests/shop'],
    ['checkout', 'tests/shop'],
    ['checkout/tests', 'shop'],
    ['checkout/tests/shop', '.'],
  ])('from “%s” name files from the root of the repository', async (cwd, path) => {
    mkdirSync(join(folder, 'checkout/.git'), { recursive: true });
    collection('checkout/tests/shop', stepsOf(wait('passes'), failing('fails')));
    const file = join(folder, 'placed.xml');
    const reporters = [
      '--reporter',
      'github',
      '--reporter',
      `junit=${file}`,
      '--reporter',
      `json=${file}.jsonl`,
    ];
    const { stdout } = await done(['run', path, '--bank', ...reporters], { GITHUB_WORKSPACE: '/' }, cwd);
    expect(stdout).toMatch(
      /^::error file=tests\/shop\/1\.flow\.yaml,line=4,title=fails::The operator refuses: 404/m,
    );
    expect(written('placed.xml')).toContain('name="fails" file="tests/shop/1.flow.yaml" line="4" time=');
    expect(results('placed.xml.jsonl')[1]?.place).toEqual({ file: '1.flow.yaml', line: 4 });
  });
  it('without a repository, name files from GITHUB_WORKSPACE', async () => {
    const name = collection('unpacked/shop', stepsOf(failing('fails')));
    const env = { GITHUB_WORKSPACE: join(folder, 'unpacked') };
    const { stdout } = await done(['run', name, '--bank', '--reporter', 'github'], env);
    expect(stdout).toContain('::error file=shop/1.flow.yaml,line=2,title=fails::');
  });
  it('have one error for a bank that cannot be reached, which is red in each', async () => {
    const other = await startTlsServer('A bank', () => {});
    await other.stop();
    writeFileSync(join(folder, 'gone.pem'), other.ca);
    const environment = { baseUrl: other.baseUrl, roots: 'gone.pem', certificate: ['made/tpp.pem'] };
    writeFileSync(join(folder, 'gone.json'), JSON.stringify(environment));
    const name = collection(
      'gone',
      stepsOf({ name: 'Asks', request: request('readUser') }, wait('a'), wait('b')),
    );
    const orders = ['junit=gone.xml', 'json=gone.jsonl', 'github=gone.txt'];
    const reporters = orders.flatMap((one) => ['--reporter', one]);
    expect(await done(['run', name, '--env', 'gone.json', ...reporters])).toMatchObject({ status: 1 });
    const junit = written('gone.xml');
    expect(junit.match(/tests="3" failures="0" errors="1" skipped="2"/g)).toHaveLength(2);
    expect(junit).toContain('<error message="The bank cannot be reached: Nothing is listening at ');
    expect(written('gone.txt').match(/^::error /gm)).toHaveLength(1);
    expect(results('gone.jsonl').map(({ outcome, error }) => [outcome, error])).toEqual([
      ['failed', true],
      ['not-run', false],
      ['not-run', false],
    ]);
  });
  it('show no secret in any encoding, nor on the terminal', async () => {
    const canary = 'Kanari/ & 7"fugl <ø>';
    const name = collection('secret', {
      'collection.yaml': { name: 'Secret', secret: ['given', 'column'] },
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
        { name: 'Include', include: { flow: 'inner', variables: { inside: 'is {{key}}' } } },
      ),
      'inner.flow.yaml': flowOf(
        [{ name: 'Inner', control: { method: 'GET', path: '/control/{{inside}}' } }],
        {
          run: 'only when included',
        },
      ),
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
      'collection.yaml': { name: 'Story', volatile: ['$..self.href'] },
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
  it('has not changed in the same run at another bank, whose ids correspond, before and after learning', async () => {
    const name = story('story');
    const [first, second] = learning;
    expect([first?.status, first?.stderr]).toEqual([0, '']);
    expect(second?.stderr).toBe('Nothing has changed since the baseline.\n');
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
      'Fresh',
      '--only',
      'Customers',
    ]);
    expect(changed.stderr).toContain('  1.flow.yaml/Customers: was passed, is failed\n');
    expect(changed.stderr).toContain('  1.flow.yaml/Customers: status was 200, is 404\n');
    expect(changed.stderr).toContain(
      '  1.flow.yaml/Customers: $.customers[0].customerName is gone: it was "Eirik Solbakken"\n',
    );
    expect(changed.stderr).toContain('  1.flow.yaml/Pay: is no longer run\n');
    const ok = ['run', story('story'), '--bank', '--baseline', 'base.json', '--only', 'Fresh'];
    expect((await done(ok)).status).toBe(0);
    expect((await done([...ok, '--fail-on-change'])).status).toBe(1);
  });
});
