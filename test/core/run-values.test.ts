/** A result of a run, sent again by hand and continued from, with the variables, session and PSU of that run. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { RunOrderInput } from '../../shared/contract/runs.ts';
import { requestOf } from '../../shared/requests/http.ts';
import { coreForFile } from '../support/file-core.ts';
import { writeCollection } from '../support/runs.ts';
import { nextEvent } from '../support/workbench.ts';

const core = coreForFile('run-values');
const { call, folder } = core;

const FLOW = `
secret: [token]
steps:
  - name: Ask for consent
    request: POST /v1/bank-offered-consents
    keep: { page: link scaRedirect }
  - sca: approve
    as: '{{psu}}'
  - name: List
    request: GET /v1/accounts
    keep: { account: '$.accounts[0].resourceId', token: header x-request-id }
  - name: Read
    request: GET /v1/accounts/{{account}}
    headers: { X-Token: '{{token}}', X-PSU: '{{psu}}' }
    expect: { $.account.name: Another }
    keep: { bban: $.account.bban }
  - name: Balances
    request: GET /v1/accounts/{{account}}/balances
`;
writeCollection(join(folder, 'collections', 'Mine'), {
  'collection.yaml': { variables: { psu: 'Eirik Solbakken' } },
  '1.flow.yaml': FLOW,
  '2.flow.yaml': `
run: only when included
steps:
  - { name: Who, request: GET /v1/user, expect: { status: 401 } }
`,
});
const at = (step: string) => `Mine/1.flow.yaml/${step}`;
const get = (path: string, headers: [string, string][] = []) =>
  requestOf({ method: 'GET', path, headers, body: '' });
const READ = get('/v1/accounts/%7B%7Baccount%7D%7D', [
  ['X-Token', '{{token}}'],
  ['X-PSU', '{{psu}}'],
]);

/** Runs to the end. */
async function ran(order: Partial<RunOrderInput> = {}) {
  const usual = { path: 'Mine', only: [], from: null, bail: false, concurrency: 1, data: null };
  const { id } = await call('runs.start', { ...usual, ...order });
  for (;;) {
    // Asked for before the state is read, so that no change falls between.
    const changed = nextEvent(core.workbench, 'run.changed');
    const { runs } = await call('runs.list', {});
    const run = runs.find((one) => one.id === id);
    if (run !== undefined && run.state !== 'running') {
      const { results } = await call('runs.results', { id, outcomes: [], from: 0 });
      const ref = (name: string, iteration = 1) => ({
        id,
        number: results.findIndex((one) => one.name === name && one.iteration === iteration),
      });
      return { run, results, ref };
    }
    await changed;
  }
}

type Prepared = Awaited<ReturnType<typeof call<'requests.prepare'>>>;
const header = ({ headers }: Pick<Prepared, 'headers'>, name: string) =>
  headers.find((one) => one.name.toLowerCase() === name)?.value;

it('a request is sent with the variables, session and PSU of a result; the secret ones are not shown', async () => {
  const { results, ref } = await ran();
  expect(results.map(({ outcome, hasStart }) => `${outcome} ${hasStart}`)).toEqual([
    'passed true',
    'passed true',
    'passed true',
    'failed true',
    'passed true',
  ]);
  const path = at('Read');
  await expect(call('requests.prepare', { ...READ, path })).rejects.toThrow('have no value');
  const run = ref('Read');
  const { sessions } = await call('sessions.list', {});
  const prepared = await call('requests.prepare', { ...READ, path, run });
  expect(prepared.used).toMatchObject([
    { name: 'account', origin: 'capture', from: at('List') },
    { name: 'token', value: '•••' },
    { name: 'psu', value: 'Eirik Solbakken', origin: 'collection' },
  ]);
  expect(header(prepared, 'tpp-session-id')).toMatch(/^run-/);
  expect(header(prepared, 'psu-id')).toBeDefined();
  const sent = await call('requests.send', { ...READ, path, run });
  expect(sent.status).toBe(200);
  expect(header(sent.prepared, 'x-token')).toBe('•••');
  // What the window sends is as before.
  expect((await call('sessions.list', {})).sessions).toEqual(sessions);
  expect((await call('app.status', {})).psu).toBeNull();
});

it('what the step kept, and what is kept by hand, is for what follows with the values of the same result', async () => {
  const { ref } = await ran();
  const run = ref('Read');
  const next = get('/v1/accounts/%7B%7Bbban%7D%7D');
  await expect(call('requests.prepare', { ...next, path: at('Read'), run })).rejects.toThrow('{{bban}}');
  expect((await call('requests.prepare', { ...next, run })).used).toMatchObject([{ name: 'bban' }]);
  await call('variables.keep', { name: 'mine', value: 5, secret: false, from: 'Answer', run });
  const known = async (of: typeof run | null) =>
    (await call('variables.known', { path: at('Read'), run: of })).variables.map(({ name }) => name);
  expect(await known(run)).toEqual(['account', 'mine', 'page', 'psu', 'token']);
  expect(await known(null)).toEqual(['psu']);
  const { code } = await call('requests.snippet', { request: READ, path: at('Read'), run, language: 'curl' });
  expect(code).toContain('run-');
});

it('a run continues from a result', async () => {
  const { run, ref } = await ran();
  const order = { path: run.path, from: at('Read') };
  const without = await ran(order);
  expect(without.results[0]?.reason).toContain('have no value');
  const { results } = await ran({ ...order, continues: ref('Read') });
  expect(results.map(({ name, reason }) => ({ name, reason }))).toEqual([
    { name: 'Read', reason: 'Expected body $.account.name to be Another, got Brukskonto' },
    { name: 'Balances', reason: null },
  ]);
  // From a step of the bank's page, too.
  const sca = await ran({
    path: run.path,
    from: at('Approve as {{psu}}'),
    continues: { ...ref('List'), number: 1 },
  });
  expect(sca.results.map(({ outcome }) => outcome)).toContain('passed');
});

it('a result of a row continues in that row', async () => {
  const bytes = Buffer.from('psu,token\nEirik Solbakken,hush-hush-one\nIngrid Haugen,hush-hush-two\n');
  const data = core.workbench.upload({ name: 'people.csv', bytes });
  const { run, ref } = await ran({ data, concurrency: 2 });
  expect(run.hasOwnBanks).toBe(true);
  const prepared = await call('requests.prepare', { ...READ, path: at('Read'), run: ref('Read', 2) });
  expect([header(prepared, 'x-psu'), header(prepared, 'x-token')]).toEqual(['Ingrid Haugen', '•••']);
  // Its secrets are stored, but nobody can read them.
  const stored = readdirSync(folder).filter((name) => name.startsWith('history.db'));
  expect(stored).toContain('history.db');
  for (const name of stored) expect(readFileSync(join(folder, name)).includes('hush-hush')).toBe(false);
  const { results } = await ran({ from: at('Read'), continues: ref('Read', 2) });
  expect(results.map(({ iteration, row, name }) => [iteration, row, name])).toEqual([
    [2, 'Ingrid Haugen', 'Read'],
    [2, 'Ingrid Haugen', 'Balances'],
  ]);
});

it('a secret of the environment is not sent to somebody else under the name that an include gave it', async () => {
  const variable = { name: 'login', value: 'correct horse battery', secret: true };
  await call('variables.set', { id: 'local', variable });
  writeCollection(join(folder, 'collections', 'Login'), {
    '1.flow.yaml': `
steps:
  - { name: Log in, include: token.flow.yaml, variables: { word: '{{login}}' } }
`,
    'token.flow.yaml': `
run: only when included
steps:
  - { name: Token, request: POST https://auth.bank.example/token, body: { word: '{{word}}' } }
`,
  });
  const { results, ref } = await ran({ path: 'Login' });
  const refused = '`login` is a secret of the environment';
  expect(results[0]?.reason).toContain(refused);
  const body = '{"word":"{{word}}"}';
  const again = {
    ...requestOf({ method: 'POST', path: '/', headers: [], body }),
    line: 'POST https://auth.bank.example/token',
  };
  await expect(call('requests.prepare', { ...again, run: ref('Token') })).rejects.toThrow(refused);
});

it('the SCA of a result is finished by hand, for its session', async () => {
  const { results, ref } = await ran({ path: 'Mine/2.flow.yaml' });
  const run = ref('Who');
  const next = { ...get('/v1/accounts', [['X-PSU', '{{psu}}']]), run };
  const before = await call('requests.prepare', next);
  expect([header(before, 'psu-id'), header(before, 'x-psu')]).toEqual([undefined, 'Eirik Solbakken']);
  const exchange = await call('history.read', { id: results[0]?.exchange ?? '' });
  const href = exchange.links.find(({ name }) => name === 'scaRedirect')?.href ?? '';
  await call('sca.open', { href, show: 'browser', run });
  const { persona } = await call('app.status', {});
  const returned = nextEvent(core.workbench, 'sca.returned');
  const choices = { nationalId: persona?.nationalId ?? '', capacity: 'PRIVATE', step: 'approve' };
  await fetch(href, { method: 'POST', body: new URLSearchParams(choices) });
  await returned;
  const after = await call('requests.prepare', next);
  expect(header(after, 'psu-id')).toBeDefined();
  expect(header(after, 'tpp-session-id')).toBe(header(before, 'tpp-session-id'));
});

it('the values are kept over a restart and a second judgement, and never sent to another environment', async () => {
  const { run, ref } = await ran();
  const judged = await call('runs.judge', { id: run.id });
  const again = { ...ref('Read'), id: judged.id };
  await core.restart();
  const of = async (one: typeof again) => (await call('requests.prepare', { ...READ, run: one })).url;
  expect(await of(again)).toBe(await of(ref('Read')));
  const { id: other } = await call('environments.create', {});
  await call('environments.choose', { id: other });
  await expect(of(again)).rejects.toThrow('These are the values of a run at Local bank');
  await expect(ran({ from: at('Read'), continues: again })).rejects.toThrow('a run at Local bank');
  await call('environments.choose', { id: 'local' });
  await call('runs.remove', { id: run.id });
  await expect(of(ref('Read'))).rejects.toThrow('The values of this run are no longer stored.');
  // A first passphrase replaces the key of the vault.
  await call('vault.protect', { passphrase: 'correct horse', current: null });
  await expect(of(again)).rejects.toThrow('The values of this run are no longer stored.');
  const next = await ran();
  await of(next.ref('Read'));
  await call('vault.lock', {});
  await expect(of(next.ref('Read'))).rejects.toThrow('locked');
});
