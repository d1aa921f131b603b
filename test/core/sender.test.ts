/** Requests at the same time: each with its own connection, signal and timing, to one destination or to several. */
import { createHash, randomUUID } from 'node:crypto';
import { TLSSocket } from 'node:tls';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { BodyStore } from '../../main/core/history/bodies/body-store.ts';
import { Connection } from '../../main/core/requests/connection.ts';
import type { Workbench } from '../../main/core/services.ts';
import type { Exchange } from '../../shared/contract/exchange.ts';
import { firstOrder } from '../../shared/contract/certificates.ts';
import type { Input, MethodName, Output } from '../../shared/contract/methods.ts';
import { requestOf } from '../../shared/requests/http.ts';
import { folderForFile } from '../support/folders.ts';
import { TUESDAY } from '../support/given-date.ts';
import { type HeldBank, startHeldBank } from '../support/held-bank.ts';
import { startTlsServer } from '../support/tls-server.ts';
import { callCore, chooseBank, startCore } from '../support/workbench.ts';

const folder = folderForFile('sender');
let workbench: Workbench;
let north: HeldBank;
let south: HeldBank;
let toNorth: string;
let toSouth: string;

const call = <M extends MethodName>(method: M, input: Input<M>): Promise<Output<M>> =>
  callCore(workbench, method, input);
/** Sends to the environment that is in use at this moment. */
const send = (path: string, id: string = randomUUID()): Promise<Exchange> =>
  call('requests.send', { ...requestOf({ method: 'GET', path, headers: [], body: '' }), id });
const choose = (id: string) => call('environments.choose', { id });

beforeAll(async () => {
  [workbench, north, south] = await Promise.all([startCore(folder), startHeldBank(), startHeldBank()]);
  toNorth = await chooseBank(workbench, north);
  toSouth = await chooseBank(workbench, south);
});
afterAll(async () => {
  await Promise.all([workbench.stop(), north.stop(), south.stop()]);
});

it('cancelling one of two requests to different destinations leaves the other running', async () => {
  const [first, second] = [randomUUID(), randomUUID()];
  await choose(toNorth);
  const cancelled = send('/north', first);
  await north.arrived('/north');
  await choose(toSouth);
  const answered = send('/south', second);
  await south.arrived('/south');
  await call('requests.cancel', { id: first });
  expect((await cancelled).failure).toContain('You cancelled the request');
  expect(south.waiting()).toEqual(['/south']);
  south.answer('/south');
  expect(await answered).toMatchObject({ status: 200, failure: null });
});

it('cancelling one of two requests to the same destination leaves the other running', async () => {
  await choose(toNorth);
  const first = randomUUID();
  const cancelled = send('/one', first);
  const answered = send('/two');
  await north.arrived('/one');
  await north.arrived('/two');
  await call('requests.cancel', { id: first });
  expect((await cancelled).failure).toContain('You cancelled the request');
  north.answer('/two');
  expect(await answered).toMatchObject({ status: 200, failure: null });
});

it('cancelling a finished or unknown request changes nothing', async () => {
  await choose(toNorth);
  const id = randomUUID();
  const sent = send('/over', id);
  await north.arrived('/over');
  north.answer('/over');
  expect((await sent).status).toBe(200);
  await call('requests.cancel', { id });
  await call('requests.cancel', { id: randomUUID() });
  expect((await call('history.list', { search: '/over' })).exchanges).toMatchObject([{ status: 200 }]);
});

it('a running request completes and is recorded although its environment is left, changed and deleted', async () => {
  const left = await chooseBank(workbench, north);
  const sent = send('/v1/bank-offered-consents/left');
  await north.arrived('/v1/bank-offered-consents/left');
  await choose(toSouth);
  await call('environments.remove', { id: left });
  // It asks for an SCA: a session of an environment that is gone waits for none.
  const links = { scaRedirect: { href: `${north.baseUrl}/sca`, verbs: ['GET'] } };
  north.answer('/v1/bank-offered-consents/left', JSON.stringify({ _links: links }));
  const { id, status, prepared, links: found } = await sent;
  expect(found.map(({ name }) => name)).toEqual(['scaRedirect']);
  expect([status, prepared.url]).toEqual([200, `${north.baseUrl}/v1/bank-offered-consents/left`]);
  expect(await call('history.read', { id })).toMatchObject({
    status: 200,
    path: '/v1/bank-offered-consents/left',
  });
});

it('links of a bank that sends no verbs can be followed: with POST to start an SCA, otherwise with GET', async () => {
  await choose(toNorth);
  const answered = send('/bare');
  await north.arrived('/bare');
  const page = `${north.baseUrl}/sca`;
  const self = { href: '/v1/payments/sepa-credit-transfers/1' };
  const _links = {
    scaRedirect: { href: page },
    self,
    startAuthorisationWithPsuIdentification: { href: `${self.href}/authorisations` },
    delete: { href: self.href, verbs: ['DELETE'] },
    unreadable: { href: self.href, verbs: 'get' },
    empty: {},
  };
  north.answer('/bare', JSON.stringify({ _links }));
  const { links } = await answered;
  expect(links.map(({ name, verbs }) => [name, ...verbs])).toEqual([
    ['scaRedirect', 'GET'],
    ['self', 'GET'],
    ['startAuthorisationWithPsuIdentification', 'POST'],
    ['delete', 'DELETE'],
    ['unreadable', 'GET'],
  ]);
});

it('links that repeat the path or the whole of the base URL are paths of the API; others stay as they are', async () => {
  await choose(await chooseBank(workbench, { baseUrl: `${north.baseUrl}/xs2a`, ca: north.ca }));
  const answered = send('/v1/accounts');
  await north.arrived('/xs2a/v1/accounts');
  const hrefs = {
    account: '/xs2a/v1/accounts/1?withBalance=true',
    next: `${north.baseUrl}/xs2a/v1/accounts`,
    plain: '/v1/accounts/1',
    page: `${north.baseUrl}/xs2a/sca`,
    other: 'https://elsewhere.example/xs2a/v1/accounts',
  };
  const _links = Object.fromEntries(Object.entries(hrefs).map(([name, href]) => [name, { href }]));
  north.answer('/xs2a/v1/accounts', JSON.stringify({ _links }));
  const { links } = await answered;
  expect(Object.fromEntries(links.map(({ name, href }) => [name, href]))).toEqual({
    ...hrefs,
    account: '/v1/accounts/1?withBalance=true',
    next: '/v1/accounts',
  });
});

it('times belong to the request; connecting counts for the request that opened the connection', async () => {
  // An environment of its own server: no connection to it is open yet.
  const bank = await startHeldBank();
  await chooseBank(workbench, bank);
  const slow = send('/slow');
  await bank.arrived('/slow');
  const quick = send('/quick');
  await bank.arrived('/quick');
  bank.answer('/quick');
  const second = await quick;
  const again = send('/again');
  await bank.arrived('/again');
  bank.answer('/again');
  const third = await again;
  bank.answer('/slow');
  const first = await slow;
  for (const { duration, response } of [first, second, third]) {
    const { dns, connect, tls, bank: waited, download } = response?.timing ?? {};
    const parts = [dns, connect, tls, waited, download].map((part) => part ?? Number.NaN);
    for (const part of parts) expect(part).toBeGreaterThanOrEqual(0);
    expect(parts.reduce((sum, part) => sum + part, 0)).toBeCloseTo(duration ?? 0, 3);
  }
  // Both found no free connection, so each opened one; the third took that of the second.
  for (const { response } of [first, second]) expect(response?.timing?.tls).toBeGreaterThan(0);
  expect(third.response?.timing).toMatchObject({ dns: 0, connect: 0, tls: 0 });
  // The first waited for its answer while the two others came and went.
  const waited = ({ response }: Exchange) => response?.timing?.bank ?? 0;
  expect(waited(first)).toBeGreaterThan(waited(second) + waited(third));
  await bank.stop();
});

it('each destination has a limit of concurrent requests, and a waiting one can be cancelled', async () => {
  await choose(toSouth);
  const ids = Array.from({ length: 10 }, () => randomUUID());
  const sent = ids.map((id, at) => send(`/turn/${at}`, id));
  await south.arrived(8);
  const [ninth, tenth] = [ids[8] ?? '', sent[9]];
  await call('requests.cancel', { id: ninth });
  expect((await sent[8])?.failure).toContain('You cancelled the request');
  expect(south.waiting()).toHaveLength(8);
  for (const path of south.waiting()) south.answer(path);
  await south.arrived('/turn/9');
  expect(south.waiting()).toEqual(['/turn/9']);
  south.answer('/turn/9');
  expect(await tenth).toMatchObject({ status: 200 });
  expect((await Promise.all(sent)).filter(({ status }) => status === 200)).toHaveLength(9);
});

it('the lines of a body of several parts end with CRLF when they are signed and sent', async () => {
  const bodies: string[] = [];
  const bank = await startTlsServer('Parts CA', (request, response) => {
    request.setEncoding('utf8').on('data', (text: string) => bodies.push(text));
    request.on('end', () => response.end('{}'));
  });
  await choose(await chooseBank(workbench, bank));
  const part = (type: string) => ({
    ...requestOf({
      method: 'POST',
      path: '/files',
      headers: [['content-type', type]],
      body: '--a\n\r\nb\n--a--\n',
    }),
    id: randomUUID(),
  });
  const { status, prepared } = await call('requests.send', part('multipart/form-data; boundary=a'));
  await call('requests.send', part('text/plain'));
  await bank.stop();
  const sent = '--a\r\n\r\nb\r\n--a--\r\n';
  expect([status, bodies]).toEqual([200, [sent, '--a\n\r\nb\n--a--\n']]);
  const digest = createHash('sha256').update(sent).digest('base64');
  expect(prepared.headers).toContainEqual(expect.objectContaining({ value: `SHA-256=${digest}` }));
});

it('a bank that sends 103 Early Hints without end has not responded in time', async () => {
  const bank = await startTlsServer('Hinting bank CA', (_, response) => {
    const hint = () => {
      if (!response.destroyed) response.writeEarlyHints({ link: '</next>' }, () => setImmediate(hint));
    };
    hint();
  });
  const connection = new Connection({ origin: bank.baseUrl, ca: [bank.ca], client: null, proxy: null }, 300);
  const sink = new BodyStore(folder).sink([]);
  const underway = { sink, signal: new AbortController().signal, onProgress: () => undefined };
  const sent = await connection.send({ method: 'GET', body: '' }, '/', { headers: [] }, underway);
  expect(sent).toMatchObject({ ok: false, failure: expect.stringContaining('did not respond in time') });
  await connection.close();
  await bank.stop();
});

it('locking the vault closes the connections that have a private key in memory, and no others', async () => {
  await call('vault.protect', { passphrase: 'riktig hest batteri stift', current: null });
  const { id: client } = await call('certificates.make', { ...firstOrder(TUESDAY), profile: 'QWAC' });
  const { environments } = await call('environments.list', {});
  const there = environments.find(({ id }) => id === toNorth);
  if (!there) throw new Error('The environment is gone.');
  const { name, baseUrl, hosts, certificateId, roots, redirectUri, psuIpAddress, headers } = there;
  const form = { name, baseUrl, hosts, certificateId, roots, redirectUri, psuIpAddress, headers };
  await call('environments.change', { id: toNorth, form: { ...form, tlsCertificateId: client } });
  await choose(toNorth);
  const withKey = send('/with-key');
  await north.arrived('/with-key');
  await choose(toSouth);
  const without = send('/without');
  await south.arrived('/without');
  await call('vault.lock', {});
  expect((await withKey).failure).not.toBeNull();
  south.answer('/without');
  expect((await without).status).toBe(200);
  await call('vault.unlock', { passphrase: 'riktig hest batteri stift' });
  await choose(toNorth);
  const again = send('/unlocked');
  await north.arrived('/unlocked');
  north.answer('/unlocked');
  expect((await again).status).toBe(200);
});

it('the client certificate goes to another host only if the environment names it', async () => {
  const certificates: boolean[] = [];
  const asking = await startTlsServer(
    'Another',
    ({ socket }, response) => {
      const shown = socket instanceof TLSSocket ? socket.getPeerCertificate() : {};
      certificates.push(Object.keys(shown).length > 0);
      response.end();
    },
    { asksForCertificate: true },
  );
  const { id: client } = await call('certificates.make', { ...firstOrder(TUESDAY), profile: 'QWAC' });
  const { environments } = await call('environments.list', {});
  const there = environments.find(({ id }) => id === toSouth);
  if (!there) throw new Error('The environment is gone.');
  const form = { ...there, tlsCertificateId: client, roots: there.roots + asking.ca };
  const address = `${asking.baseUrl}/token`;
  await choose(toSouth);
  for (const hosts of [[], [new URL(address).host]]) {
    await call('environments.change', { id: toSouth, form: { ...form, hosts } });
    expect(await send(address)).toMatchObject({ status: 200, path: address });
  }
  expect(certificates).toEqual([false, true]);
  await asking.stop();
});
