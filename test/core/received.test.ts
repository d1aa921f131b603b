/** What other programs send to the local bank, in the history: as it came, with the reason of a refusal. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { makeKeyPair } from '../../shared/node/x509.ts';
import type { Exchange } from '../../shared/contract/exchange.ts';
import { EVENTS, type Payload } from '../../shared/contract/methods.ts';
import { fresh } from '../../shared/requests/compose.ts';
import { coreForFile } from '../support/file-core.ts';
import { type Identity, makeIdentity } from '../support/identity.ts';
import { nextEvent } from '../support/workbench.ts';
import { type BankDoor, type Call, Tpp } from '../support/tpp.ts';

const core = coreForFile('received');
const { call, folder } = core;
let identity: Identity;

beforeAll(async () => {
  identity = await makeIdentity();
});

/** Another program: it has the address of the bank and its CA, and nothing of the workbench. */
async function program(): Promise<Tpp> {
  const { bank, environment } = await call('app.status', {});
  const door = {
    apiBaseUrl: environment.baseUrl,
    caPem: readFileSync(join(folder, 'bank/pki/ca.pem'), 'utf8'),
    now: () => bank.now,
  };
  return new Tpp(door as BankDoor, identity);
}

/** Sends, and reads what the history has of it. */
async function received(request: Call): Promise<Exchange> {
  const added = nextEvent(core.workbench, 'history.added');
  await (await program()).send(request);
  await added;
  const { exchanges } = await call('history.list', { search: '', from: 'received' });
  return call('history.read', { id: exchanges[0]?.id ?? '' });
}

it('a refused request is in the history as it came, with its cause, and is reported', async () => {
  const reports: Payload<'history.refused'>[] = [];
  const off = core.workbench.onEvent((name, payload) => {
    if (name === 'history.refused') reports.push(EVENTS['history.refused'].parse(payload));
  });
  const exchange = await received({
    path: '/v1/accounts?withBalance=true',
    headers: { 'X-Odd': 'yes' },
    parts: { signature: Buffer.alloc(256, 7).toString('base64') },
    after: (headers) => headers.map(([name, value]) => [name === 'Date' ? 'dAtE' : name, value]),
  });
  off();
  const { exchanges } = await call('history.list', { search: '', from: 'received' });
  expect(exchanges[0]).toMatchObject({ code: 'SIGNATURE_INVALID', reason: exchange.explanation?.text });
  expect(exchange).toMatchObject({
    origin: 'received',
    method: 'GET',
    path: '/v1/accounts?withBalance=true',
    operation: 'listAccounts',
    status: 400,
    environment: 'Local bank',
    explanation: { rule: expect.stringMatching(/^SIG-/) },
  });
  const header = (name: string) => exchange.prepared.headers.find((one) => one.name === name);
  expect(header('dAtE')?.line).toBeGreaterThan(0);
  expect(header('X-Odd')?.line).toBeNull();
  expect(exchange.prepared.signing.header).toBe(header('Signature')?.value);
  expect(JSON.parse(exchange.response?.body ?? '')).toMatchObject({ tppMessages: [{ category: 'ERROR' }] });
  expect(reports).toMatchObject([
    { id: exchange.id, status: 400, count: 1, reason: exchange.explanation?.text },
  ]);
});

it('an accepted request has its body and the response as signed, and its TPP is in the list', async () => {
  const body = JSON.stringify({ access: { allPsd2: 'allAccounts' }, note: 'received-body-0042' });
  const exchange = await received({ method: 'POST', path: '/v1/consents', body });
  expect(exchange).toMatchObject({ requestBody: body, response: { status: exchange.status } });
  expect(exchange.response?.headers.map(([name]) => name)).toContain('Signature');
  const { exchanges } = await call('history.list', { search: 'received-body-0042', from: 'received' });
  expect(exchanges).toMatchObject([{ id: exchange.id, tpp: identity.certificate.organizationIdentifier }]);
});

it('an accepted request has what other banks may refuse, and no times of a connection that is not ours', async () => {
  const pem = identity.pem.trim().replaceAll(/\s*\n/g, '');
  const exchange = await received({
    method: 'POST',
    path: '/v1/bank-offered-consents',
    headers: { 'TPP-Signature-Certificate': pem },
  });
  expect(exchange).toMatchObject({ status: 201, response: { timing: null, tls: null } });
  expect(exchange.notes).toEqual([expect.stringContaining('TPP-Signature-Certificate has PEM lines')]);
});

it('what the workbench sends itself is not among them, and each choice of the list has its own', async () => {
  const own = await call('requests.send', fresh('listAccounts'));
  const ids = async (from?: 'sent' | 'received' | 'proxied') =>
    (await call('history.list', { search: '', ...(from && { from }) })).exchanges.map(({ id }) => id);
  const { id } = await received({ path: '/v1/accounts' });
  expect(await ids('sent')).toContain(own.id);
  expect(await ids('sent')).not.toContain(id);
  expect(await ids('received')).toContain(id);
  expect(await ids('received')).not.toContain(own.id);
  expect(await ids('proxied')).toEqual([]);
  expect(await ids()).toEqual(expect.arrayContaining([id, own.id]));
});

it('the event log leads to it', async () => {
  const { id } = await received({ path: '/v1/accounts' });
  const { events } = await call('flow.read', { after: 0, limit: 1000 });
  const kinds = events.flatMap((event) => ('exchange' in event && event.exchange === id ? [event.kind] : []));
  expect(kinds).toEqual(['request', 'response']);
});

it('a response that the bank signed wrongly on purpose is a failure in the event log', async () => {
  await call('bank.addScenario', { when: { times: 1 }, then: { corruptResponseSignature: true } });
  const spoilt = await received({ path: '/v1/accounts' });
  const sound = await received({ path: '/v1/accounts' });
  const { events } = await call('flow.read', { after: 0, limit: 1000 });
  const faults = [spoilt, sound].map(({ id }) =>
    events.flatMap((event) =>
      event.kind === 'response' && event.exchange === id ? event.signatureFault : [],
    ),
  );
  expect(faults).toEqual([
    ['The response signature is not valid, as the operator has scripted.'],
    [undefined],
  ]);
});

it('a secret variable that another program sends is not stored', async () => {
  const value = 'secret-of-a-variable-271828';
  await call('variables.set', { id: 'local', variable: { name: 'key', value, secret: true } });
  const { id } = await received({ path: `/v1/accounts?q=${value}`, headers: { 'X-Key': value } });
  expect(JSON.stringify(await call('history.read', { id }))).not.toContain(value);
});

it('the credentials of another program are not stored', async () => {
  const exchange = await received({
    path: '/v1/accounts',
    headers: { Authorization: 'Bearer token-of-another-program-1234' },
  });
  expect(JSON.stringify(exchange)).not.toContain('token-of-another');
  expect(exchange.prepared.headers.map(({ name }) => name)).toContain('Authorization');
});

it('a private key that another program sends in place of its certificate is not stored', async () => {
  const { privateKey } = await makeKeyPair();
  const der = privateKey.replaceAll(/-----[^-]+-----|\s/g, '');
  const oneLine = privateKey.trim().replaceAll('\n', ' ');
  for (const value of [der, oneLine, encodeURIComponent(privateKey)]) {
    const exchange = await received({
      path: '/v1/accounts',
      headers: { 'TPP-Signature-Certificate': value },
    });
    expect(exchange.explanation?.text).toContain('private key');
    expect(JSON.stringify(exchange)).not.toContain(value);
  }
});

it.each([
  ['query', { path: '/v1/accounts?access_token=token-of-another-program-1234' }],
  [
    'JSON body',
    { method: 'POST', path: '/v1/consents', body: '{"password":"token-of-another-program-1234","a":1}' },
  ],
  [
    'form',
    {
      method: 'POST',
      path: '/v1/consents',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: 'grant_type=x&client_secret=token-of-another-program-1234',
    },
  ],
])('the credentials of another program are not stored: %s', async (_, request) => {
  const exchange = await received(request);
  expect(JSON.stringify(exchange)).toContain('•••');
  expect(JSON.stringify(exchange)).not.toContain('token-of-another');
});
