/** `run` at a bank whose pages need a person: with a command, with a session, and with neither. */
import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ForeignBank, FOREIGN_PSU, startForeignBank } from '../../support/foreign-bank.ts';
import { useRunProgram } from '../../support/run-program.ts';
import { approveSession, callCore, startCore } from '../../support/workbench.ts';

const { collection, done, folder, results, written } = useRunProgram();
let bank: ForeignBank;

/** What a command for the page of the foreign bank is: without a browser, because its forms are simple. */
const COMMAND = `
const { TPP_SCA_REDIRECT: page, TPP_SCA_PSU: psu, TPP_SCA_DECISION: decision } = process.env;
const said = process.argv[2];
if (said === 'fails') {
  console.error('Opening the page');
  console.error('The button Approve is gone.');
  process.exit(3);
}
if (said === 'hangs') setInterval(() => {}, 1000);
else if (said === 'elsewhere') console.log(page);
else if (said === 'variables') {
  const names = Object.keys(process.env).filter((name) => /^TPP_(?:SCA_|REDIRECT_URI$)/.test(name));
  console.error(names.sort().map((name) => name + '=' + process.env[name].split('?')[0]).join(' '));
  process.exit(1);
} else {
  const { headers } = await fetch(page, {
    method: 'POST', redirect: 'manual', body: new URLSearchParams({ psu, decision }),
  });
  console.log('Done:');
  console.log(headers.get('location'));
}
`;
const FLOW = `steps:
  - name: Ask
    request: POST /v1/bank-offered-consents
  - name: Approve
    sca: approve
    as: '${FOREIGN_PSU}'
  - name: Accounts
    request: GET /v1/accounts
    expect: { '$.accounts': present }
`;

beforeAll(async () => {
  bank = await startForeignBank();
  collection('foreign', {
    '1.flow.yaml': FLOW,
    '2.flow.yaml': `steps: [{ name: In another flow, request: GET /v1/other, expect: 404 }]`,
  });
  collection('more', {
    '1.flow.yaml': `steps:
  - name: Give
    consent: '${FOREIGN_PSU}'
    context: CORPORATE
    agreement: Firma
    accounts: ['1', '2']
`,
    '2.flow.yaml': `steps:
  - name: Ask
    request: POST /v1/bank-offered-consents
  - name: Abort
    sca: abort
    as: '${FOREIGN_PSU}'
`,
    '3.flow.yaml': `steps:
  - name: Ask
    request: POST /v1/bank-offered-consents
  - name: Elsewhere
    sca: approve
    as: '${FOREIGN_PSU}'
    link: https://elsewhere.example/log-in
`,
  });
  writeFileSync(join(folder, 'command.mjs'), COMMAND);
  writeFileSync(join(folder, 'foreign.pem'), bank.ca);
  const environment = { baseUrl: bank.baseUrl, roots: 'foreign.pem', certificate: ['made/tpp.pem'] };
  writeFileSync(join(folder, 'foreign.json'), JSON.stringify(environment));
});
afterAll(() => bank.stop());

const run = (name: string, ...more: string[]) =>
  done(['run', name, '--env', 'foreign.json', '--reporter', 'json=out.jsonl', ...more], {
    NODE_EXTRA_CA_CERTS: join(folder, 'foreign.pem'),
  });
const command = (what = '') => `"${process.execPath}" command.mjs ${what}`;
/** The bank does not sign its responses, so each of them has a warning. */
const outcomes = () =>
  results('out.jsonl').map(({ name, outcome }) => `${name}: ${outcome === 'warning' ? 'passed' : outcome}`);

/** Windows has no such modes. */
const isPrivate = (name: string) =>
  process.platform === 'win32' || (statSync(join(folder, name)).mode & 0o777) === 0o600;

describe('--sca-command', () => {
  it('opens the page that the bank has named, and the run goes on as the PSU', async () => {
    const { stderr, status } = await run('foreign', '--sca-command', command(), '--flow', 'drawn.json');
    expect(stderr).not.toContain('left out');
    expect(outcomes()).toEqual([
      'Ask: passed',
      'Approve: passed',
      'Accounts: passed',
      'In another flow: passed',
    ]);
    expect(status).toBe(0);
    expect(isPrivate('drawn.json')).toBe(true);
  });
  it('gets the decision, and is told nothing about a page of somebody else', async () => {
    await run('more', '--sca-command', command(), '--only', '2.flow.yaml', '--only', '3.flow.yaml');
    expect(outcomes()).toEqual(['Ask: passed', 'Abort: passed', 'Ask: passed', 'Elsewhere: failed']);
    const { reason } = results('out.jsonl').at(-1) ?? {};
    expect(reason).toContain('https://elsewhere.example is not opened');
  });
  it.each([
    ['it fails', 'fails', 'ended with 3: Opening the page The button Approve is gone.'],
    ['it has not come back', 'elsewhere', 'must be the address to which the bank returned'],
    ['it takes too long', 'hangs', 'The command of --sca-command took longer than 2 s.'],
  ])('fails the step with a sentence if %s', async (_, what, sentence) => {
    const { status } = await run('foreign', '--sca-command', command(what), '--timeout', '2');
    const { name, outcome, reason } = results('out.jsonl')[1] ?? {};
    expect([name, outcome]).toEqual(['Approve', 'failed']);
    expect(reason).toContain(sentence);
    expect(status).toBe(1);
  });
  it('gets all that the step says in its environment', async () => {
    await run('more', '--sca-command', command('variables'), '--only', '1.flow.yaml');
    expect(results('out.jsonl')[0]?.reason).toContain(
      [
        'TPP_REDIRECT_URI=https://tpp.example/sca/return',
        'TPP_SCA_ACCOUNTS=1,2',
        'TPP_SCA_AGREEMENT=Firma',
        'TPP_SCA_CONTEXT=CORPORATE',
        'TPP_SCA_DECISION=approve',
        `TPP_SCA_PSU=${FOREIGN_PSU}`,
        `TPP_SCA_REDIRECT=${bank.baseUrl}/log-in`,
      ].join(' '),
    );
  });
  it('opens the pages of a simulator, too', async () => {
    const name = collection('own', { '1.flow.yaml': `steps: [{ name: Give, consent: Eirik Solbakken }]` });
    const { stdout } = await done(['run', name, '--bank', '--sca-command', command('fails')]);
    expect(stdout).toContain('The button Approve is gone.');
  });
});

describe('without it', () => {
  it('says how many steps are left out before it sends anything, and nothing fails', async () => {
    const { stderr, stdout, status } = await done(['run', 'foreign', '--env', 'foreign.json']);
    expect(stderr.trim().split('\n').at(-1)).toBe(
      "2 steps will be left out, because they need an SCA on the bank's pages and neither --sca-command nor --session is given.",
    );
    expect(stdout).toContain('Needs the SCA of "Approve", which is left out.');
    expect(stdout).toContain('0 passed, 0 failed, 2 with warnings, 2 skipped, 0 not run');
    expect(status).toBe(0);
  });
});

describe('--session', () => {
  const sessionOf = (more: object = {}) => {
    const session = {
      baseUrl: bank.baseUrl,
      sessionId: 'begun',
      psuId: FOREIGN_PSU,
      psuCorporateId: null,
      validUntil: '2999-01-01T00:00:00Z',
      ...more,
    };
    writeFileSync(join(folder, 'session.json'), JSON.stringify(session));
    return ['--session', 'session.json'];
  };
  it('begins each flow with the session and its PSU', async () => {
    bank.approved.set('begun', FOREIGN_PSU);
    const { stderr, status } = await run('foreign', ...sessionOf());
    expect(stderr).not.toContain('left out');
    expect(outcomes()).toEqual([
      'Ask: passed',
      'Approve: skipped',
      'Accounts: passed',
      'In another flow: passed',
    ]);
    expect(status).toBe(0);
  });
  it.each([
    ['of another bank', () => sessionOf({ baseUrl: 'https://other.example' }), 'is of https://other.example'],
    ['that is over', () => sessionOf({ validUntil: '2020-01-01T12:00:00Z' }), '2020-01-01 12:00:00 UTC'],
    ['that is none', () => sessionOf({ psuId: 1 }), 'is not a session'],
    ['for a bank of its own', () => [...sessionOf(), '--bank'], 'leave out --bank or --session'],
  ])('refuses a session %s', async (_, args, sentence) => {
    const { stderr, status } = await run('foreign', ...args());
    expect(stderr).toContain(sentence);
    expect(status).toBe(2);
  });
  it('is exported from the data folder of the window, for its user only', async () => {
    const data = join(folder, 'data');
    const workbench = await startCore(data);
    const exported = (file: string) => done(['session', 'export', file, '--data', data]);
    expect((await exported('none.json')).stderr).toContain('The workbench is open. Close it');
    await approveSession(workbench);
    const { current } = await callCore(workbench, 'sessions.list', {});
    await workbench.stop();
    const { stdout, status } = await exported('exported.json');
    expect(stdout).toMatch(/, valid until \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC\. /);
    expect(status).toBe(0);
    expect(JSON.parse(written('exported.json'))).toMatchObject({ sessionId: current, psuCorporateId: null });
    expect(isPrivate('exported.json')).toBe(true);
  });
  it('is not exported before an SCA', async () => {
    const data = join(folder, 'without');
    await (await startCore(data)).stop();
    const { stderr, status } = await done(['session', 'export', 'none.json', '--data', data]);
    expect(stderr).toContain('has no session with a valid SCA');
    expect(status).toBe(2);
  });
});
