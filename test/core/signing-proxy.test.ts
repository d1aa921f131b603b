/** The signing proxy, through its own address: what other programs send unsigned reaches the bank signed, and comes back as it was. */
import { once } from 'node:events';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { createServer, type IncomingMessage, request, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readAddress } from '../../main/core/proxy/address-file.ts';
import type { Workbench } from '../../main/core/services.ts';
import type { Exchange } from '../../shared/contract/exchange.ts';
import type { Input, MethodName, Output } from '../../shared/contract/methods.ts';
import type { ProxyView } from '../../shared/contract/proxy.ts';
import { requestOf } from '../../shared/requests/http.ts';
import { folderForFile } from '../support/folders.ts';
import { EIRIK, INGRID } from '../support/payments.ts';
import { ask, begin, detailOf, type Got, type Sent } from '../support/proxy-client.ts';
import { startTlsServer } from '../support/tls-server.ts';
import { approveSession, callCore, downloaded, nextEvent, startCore } from '../support/workbench.ts';

const LOCAL = 'local';
const PASSPHRASE = 'riktig hest batteri stift';

const folder = folderForFile('signing-proxy');
let workbench: Workbench;
let proxy: ProxyView;
/** A bank that does what a test says, without TLS: a stub on this machine. */
let stub: Server;
let answers: RequestListener;
let stubbed: string;

const call = <M extends MethodName>(method: M, input: Input<M>): Promise<Output<M>> =>
  callCore(workbench, method, input);
const use = async (environment: string, origin: string | null = null) => {
  ({ proxy } = await call('proxy.start', { environment, origin }));
};
/** With the token as a header. */
const send = (path: string, sent: Sent = {}): Promise<Got> =>
  ask(proxy.address + path, { ...sent, headers: { 'X-Proxy-Token': proxy.token, ...sent.headers } });
const latest = async (): Promise<Exchange> => {
  const { exchanges } = await call('history.list', { search: '' });
  return call('history.read', { id: exchanges[0]?.id ?? '' });
};
/** Sends, and waits for what the history has of it. */
const kept = async (path: string, sent: Sent = {}): Promise<{ got: Got; exchange: Exchange }> => {
  const added = nextEvent(workbench, 'history.added');
  const got = await send(path, sent);
  await added;
  return { got, exchange: await latest() };
};
const headerOf = ({ prepared }: Exchange, name: string) =>
  prepared.headers.find((header) => header.name.toLowerCase() === name.toLowerCase())?.value;
const form = (name: string, baseUrl: string, certificateId: string) => ({
  name,
  baseUrl,
  certificateId,
  tlsCertificateId: null,
  roots: '',
  redirectUri: null,
  hosts: [],
  psuIpAddress: '203.0.113.24',
  headers: 'X-API-Key: {{apiKey}}',
});

beforeAll(async () => {
  stub = createServer((request, response) => answers(request, response)).listen(0, '127.0.0.1');
  [workbench] = await Promise.all([startCore(folder), once(stub, 'listening')]);
  const { certificate } = await call('app.status', {});
  const { port } = stub.address() as AddressInfo;
  stubbed = (
    await call('environments.create', { form: form('Stub', `http://127.0.0.1:${port}/psd2`, certificate.id) })
  ).id;
  await call('variables.set', {
    id: stubbed,
    variable: { name: 'apiKey', value: 'key-of-the-portal-1234', secret: true },
  });
});
afterAll(async () => {
  await workbench.stop();
  stub.closeAllConnections();
  stub.close();
});

describe('to the local bank', () => {
  beforeEach(() => use(LOCAL));

  it('signs a request for consent; the history and the event log say where it came from', async () => {
    await call('history.clear', {});
    const { got, exchange } = await kept('/v1/bank-offered-consents', { method: 'POST' });
    expect(got.status).toBe(201);
    expect(exchange).toMatchObject({ origin: 'proxy', status: 201, environment: 'Local bank' });
    expect(exchange.verdicts.filter(({ holds }) => holds === 'no')).toEqual([]);
    for (const name of ['Signature', 'Date', 'X-Request-ID', 'TPP-Session-ID', 'TPP-Signature-Certificate'])
      expect(headerOf(exchange, name)).toBeTypeOf('string');
    const { events } = await call('flow.read', { after: 0, limit: 1000 });
    const own = events.filter((event) => 'exchange' in event && event.exchange === exchange.id);
    expect(own.map(({ kind }) => kind)).toEqual(['request', 'response']);
    expect(own[0]).toMatchObject({ via: 'proxy', signed: true });
    expect((await call('history.list', { search: 'proxy' })).exchanges.map(({ id }) => id)).toEqual([
      exchange.id,
    ]);
  });

  it('tells a client that takes it for an HTTP proxy what it is, as curl -x does', async () => {
    const { hostname, port } = new URL(proxy.address);
    const asked = request({ hostname, port, method: 'CONNECT', path: 'bank.example:443' }).end();
    const [response] = (await once(asked, 'connect')) as [IncomingMessage];
    expect([response.statusCode, response.statusMessage]).toEqual([
      405,
      'The signing proxy is not an HTTP proxy for any address. Use its address as the base URL of your requests.',
    ]);
    response.destroy();
  });

  it("makes a payment for the PSU of the window's SCA, with the token in the path and the client's own headers", async () => {
    await approveSession(workbench);
    const body = `{ "instructedAmount" : {"amount":"1.00","currency":"NOK"},\n "debtorAccount":{"bban":"${EIRIK}"},
      "creditorAccount":{"bban":"${INGRID}"}, "creditorName":"Ingrid Haugen", "remittanceInformationUnstructured":"Blåbær" }`;
    const id = '5b3c1f3e-5b7b-4c0e-9d3f-0f8b6a1d2c3e';
    const added = nextEvent(workbench, 'history.added');
    const got = await ask(`${proxy.address}/${proxy.token}/v1/payments/domestic-norway-credit-transfers`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'x-request-id': id, Accept: '*/*' },
      body,
    });
    await added;
    const exchange = await latest();
    expect(got.body.toString('utf8')).toContain('"transactionStatus"');
    expect(got.status).toBe(201);
    expect(got.headers['x-request-id']).toBe(id);
    expect(exchange.requestBody).toBe(body);
    expect(headerOf(exchange, 'X-Request-ID')).toBe(id);
    expect(headerOf(exchange, 'PSU-ID')).toBeTypeOf('string');
    expect(headerOf(exchange, 'Digest')).toMatch(/^SHA-256=/);
    expect(exchange.path).toBe('/v1/payments/domestic-norway-credit-transfers');
  });

  it('leaves out a header that the client sends empty, and leaves a signature of its own alone', async () => {
    const { exchange } = await kept('/v1/accounts', { headers: { 'PSU-IP-Address': '' } });
    expect(headerOf(exchange, 'PSU-IP-Address')).toBeUndefined();
    const own = await kept('/v1/accounts', { headers: { Signature: 'keyId="mine"' } });
    expect(own.got.body.toString()).toContain('SIGNATURE_INVALID');
    expect(headerOf(own.exchange, 'Signature')).toBe('keyId="mine"');
  });
});

describe('to a bank that does what a test says', () => {
  let received: IncomingMessage[] = [];
  const answering = (answer: RequestListener) => {
    received = [];
    answers = (request, response) => {
      received.push(request);
      answer(request, response);
    };
  };
  beforeEach(() => use(stubbed));

  it('only what is about the message goes on, in both directions, and the body byte for byte', async () => {
    const bytes = Buffer.from([0, 255, 254, 13, 10, 195, 40]);
    const passed = 'Date|Mon, 23 Nov 2026 08:00:00 GMT|X-Own|a|x-own|b|X-Letters|bl\xe5b\xe6r'.split('|');
    answering((request, response) => {
      request.resume();
      response.sendDate = false;
      const own = { Connection: 'X-Only-Here', 'X-Only-Here': 'yes', 'Content-Length': String(bytes.length) };
      response.writeHead(299, 'Quite "fine"', [...passed, ...Object.entries(own).flat()]);
      response.end(bytes);
    });
    const { got, exchange } = await kept('/v1/accounts?a=%7B1', {
      headers: {
        'X-Mine': ['one', 'two'],
        'X-Braces': '{{apiKey}}',
        Connection: 'X-Hop',
        'X-Hop': 'no',
        Cookie: 'other-program=1',
        Origin: proxy.address,
        Referer: `${proxy.address}/page`,
        'Accept-Encoding': 'gzip',
      },
    });
    const [request] = received;
    expect(request?.url).toBe('/psd2/v1/accounts?a=%7B1');
    expect(request?.headers).toMatchObject({
      'x-mine': 'one, two',
      'x-braces': '{{apiKey}}',
      'x-api-key': 'key-of-the-portal-1234',
    });
    for (const name of ['x-proxy-token', 'x-hop', 'cookie', 'origin', 'referer', 'accept-encoding'])
      expect(request?.headers).not.toHaveProperty(name);
    expect(request?.headers.host).toBe(`127.0.0.1:${(stub.address() as AddressInfo).port}`);
    expect([got.status, got.reason, got.body]).toEqual([299, 'Quite "fine"', bytes]);
    expect(got.rawHeaders.slice(0, 10)).toEqual([...passed, 'Content-Length', '7']);
    expect(got.headers).not.toHaveProperty('x-only-here');
    expect(JSON.stringify(exchange)).not.toContain('key-of-the-portal');
  });

  it('streams: the client has the beginning of a body before the bank has sent the end', async () => {
    let finish: () => void = () => undefined;
    answering((_, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json' });
      response.write('{"begun":');
      finish = () => response.end('true}');
    });
    const client = begin(`${proxy.address}/v1/accounts`, { headers: { 'X-Proxy-Token': proxy.token } });
    const [answer] = (await once(client, 'response')) as [IncomingMessage];
    const [first] = (await once(answer, 'data')) as [Buffer];
    expect(first.toString()).toBe('{"begun":');
    const rest = once(answer, 'data') as Promise<[Buffer]>;
    finish();
    expect((await rest)[0].toString()).toBe('true}');
  });

  it('a client that goes away cancels its request', async () => {
    const arrived = new Promise<IncomingMessage>((resolve) => answering((request) => resolve(request)));
    const client = begin(`${proxy.address}/v1/accounts`, { headers: { 'X-Proxy-Token': proxy.token } });
    client.on('error', () => undefined);
    const atBank = await arrived;
    const closed = once(atBank.socket, 'close');
    const added = nextEvent(workbench, 'history.added');
    client.destroy();
    await Promise.all([closed, added]);
    expect(await latest()).toMatchObject({
      origin: 'proxy',
      status: null,
      failure: expect.stringContaining('closed its connection to the workbench'),
    });
  });

  it('a response that ends too early is cut off for the client, too', async () => {
    answering((_, response) => {
      response.writeHead(200, { 'Content-Length': '100' });
      response.write('{', () => response.destroy());
    });
    await expect(send('/v1/accounts')).rejects.toThrow('aborted');
    expect((await send('/nothing-at-all', { method: 'TRACE' })).status).toBe(405);
  });

  it('a body that is too large, or not text, does not reach the bank', async () => {
    answering((_, response) => void response.end());
    const large = Buffer.alloc(9 * 1024 * 1024, 0x20);
    const declared = await send('/v1/payments', { method: 'POST', body: large });
    const unforeseen = await send('/v1/payments', { method: 'POST', pieces: [large] });
    for (const got of [declared, unforeseen])
      expect([got.status, detailOf(got)]).toEqual([413, 'The body is larger than 8 MiB.']);
    const binary = await send('/v1/payments', { method: 'POST', body: Buffer.from([0xff, 0xfe]) });
    expect([binary.status, detailOf(binary)]).toEqual([400, expect.stringContaining('not UTF-8')]);
    expect(received).toEqual([]);
  });

  it('a bank with a certificate that is not trusted gets nothing, and is a 502 with the sentence of the window', async () => {
    const { certificate } = await call('app.status', {});
    let asked = 0;
    const bank = await startTlsServer('CA of nobody', (_, response) => {
      asked += 1;
      response.end('{}');
    });
    const { id } = await call('environments.create', {
      form: { ...form('Not trusted', bank.baseUrl, certificate.id), headers: '' },
    });
    await use(id);
    const { got, exchange } = await kept('/v1/payments/sepa-credit-transfers', {
      method: 'POST',
      body: '{}',
    });
    await call('environments.choose', { id });
    const inWindow = await call(
      'requests.send',
      requestOf({ method: 'GET', path: '/v1/accounts', headers: [], body: '' }),
    );
    await call('environments.choose', { id: LOCAL });
    expect([got.status, detailOf(got)]).toEqual([502, exchange.failure]);
    expect(exchange.failure).toContain('a TLS certificate of a CA that is not trusted here');
    expect(exchange.failure).toBe(inWindow.failure);
    expect(asked).toBe(0);
    await bank.stop();
    await call('environments.remove', { id });
    await expect.poll(async () => (await call('proxy.read', {})).proxy).toBeNull();
    await use(stubbed);
  });

  it('a bank that does not answer is a 502 with the reason', async () => {
    const { certificate } = await call('app.status', {});
    const { id } = await call('environments.create', {
      form: { ...form('Nobody', 'http://127.0.0.1:9', certificate.id), headers: '' },
    });
    await use(id);
    const { got, exchange } = await kept('/v1/accounts');
    expect(got.status).toBe(502);
    expect(got.headers['content-type']).toBe('application/problem+json');
    expect(detailOf(got)).toBe(exchange.failure);
    expect(detailOf(got)).toContain('http://127.0.0.1:9');
    await call('environments.remove', { id });
    await expect.poll(async () => (await call('proxy.read', {})).proxy).toBeNull();
  });
});

describe('who may use it', () => {
  let asked = 0;
  beforeEach(async () => {
    asked = 0;
    await use(stubbed);
    answers = (_, response) => {
      asked += 1;
      response.end('{}');
    };
  });
  const unlike = (text: string) => (text.startsWith('A') ? 'B' : 'A') + text.slice(1);

  it('nobody without the token', async () => {
    const { address, token } = proxy;
    const wrong = [
      await ask(`${address}/v1/accounts`),
      await ask(`${address}/v1/accounts`, { headers: { 'X-Proxy-Token': unlike(token) } }),
      await ask(`${address}/v1/accounts`, { headers: { 'X-Proxy-Token': '' } }),
      await ask(`${address}/${unlike(token)}/v1/accounts`),
      await ask(`${address}/v1/${token}/accounts`),
    ];
    for (const got of wrong)
      expect([got.status, got.headers['www-authenticate'], detailOf(got)]).toEqual([
        401,
        'X-Proxy-Token',
        expect.stringContaining('Send the token'),
      ]);
    expect(asked).toBe(0);
  });

  it('no name that leads to this machine, and no web page', async () => {
    const hosts = ['bank.example', `bank.example:${new URL(proxy.address).port}`, '127.0.0.1.nip.io'];
    for (const Host of hosts) expect((await send('/v1/accounts', { headers: { Host } })).status).toBe(403);
    const pages: Record<string, string>[] = [
      { Origin: 'http://localhost:8080' },
      { Origin: 'null' },
      { 'Sec-Fetch-Site': 'cross-site' },
    ];
    for (const headers of pages) {
      const got = await send('/v1/accounts', { headers });
      expect([got.status, got.headers['access-control-allow-origin']]).toEqual([403, undefined]);
    }
    expect(asked).toBe(0);
  });

  it('nobody who takes it for a proxy to any address', async () => {
    const got = await send('', { target: 'http://bank.example/v1/accounts' });
    expect([got.status, detailOf(got)]).toEqual([400, expect.stringContaining('base URL')]);
    expect(asked).toBe(0);
  });

  it('a page of the one origin that was named, with the token', async () => {
    const Origin = 'http://localhost:8080';
    await use(stubbed, Origin);
    const preflight = await ask(`${proxy.address}/v1/accounts`, {
      method: 'OPTIONS',
      headers: {
        Origin,
        'Access-Control-Request-Method': 'POST',
        'Access-Control-Request-Headers': 'x-proxy-token,content-type',
      },
    });
    expect([preflight.status, preflight.headers]).toEqual([
      204,
      expect.objectContaining({
        'access-control-allow-origin': Origin,
        'access-control-allow-headers': 'x-proxy-token,content-type',
      }),
    ]);
    expect((await ask(`${proxy.address}/v1/accounts`, { headers: { Origin } })).status).toBe(401);
    const got = await send('/v1/accounts', { headers: { Origin } });
    expect([got.status, got.headers['access-control-allow-origin']]).toEqual([200, Origin]);
    expect((await send('/v1/accounts', { headers: { Origin: 'http://localhost:8081' } })).status).toBe(403);
    await expect(use(stubbed, 'http://localhost:8080/page')).rejects.toThrow('An origin is');
    await use(stubbed);
  });

  it('a new token replaces the old one, and the file for the command has it', async () => {
    const { token } = proxy;
    await call('proxy.renewToken', {});
    expect((await send('/v1/accounts')).status).toBe(401);
    const renewed = (await call('proxy.read', {})).proxy;
    expect(renewed?.token).not.toBe(token);
    await use(stubbed);
    expect((await send('/v1/accounts')).status).toBe(200);
    expect(readAddress(folder)).toEqual({ environment: 'Stub', address: proxy.address, token: proxy.token });
    expect(statSync(join(folder, 'signing-proxy.json')).mode & 0o077).toBe(0);
  });
});

describe('secrets', () => {
  beforeAll(() => call('vault.protect', { passphrase: PASSPHRASE, current: null }));
  beforeEach(() => use(stubbed));

  it('a locked vault signs nothing', async () => {
    await call('vault.lock', {});
    const before = await latest();
    const got = await send('/v1/accounts');
    expect([got.status, detailOf(got)]).toEqual([503, expect.stringContaining('locked')]);
    await call('vault.unlock', { passphrase: PASSPHRASE });
    expect((await latest()).id).toBe(before.id);
  });

  it('token and credentials are in no history, no log and no export; after a restart it is off, and then has the same address and token', async () => {
    answers = (_, response) => void response.end('{}');
    const { exchange } = await kept(`/v1/accounts?t=${proxy.token}`, {
      headers: { Authorization: 'Bearer credential-of-the-client-1', 'X-Note': proxy.token },
    });
    expect(exchange.status).toBe(200);
    const { download } = await call('app.export', {});
    const exported = downloaded(workbench, download).bytes.toString('utf8');
    const { events } = await call('flow.read', { after: 0, limit: 1000 });
    const texts = [JSON.stringify(exchange), JSON.stringify(events), exported];
    const secrets = [proxy.token, 'credential-of-the-client-1'];
    for (const text of texts) for (const secret of secrets) expect(text.includes(secret)).toBe(false);
    await workbench.stop();
    const files = readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
    const found = files.filter((file) => readFileSync(file).includes(proxy.token));
    // Where it is kept for the next start, like the vault's own file in a folder of this user alone.
    expect(found.map((file) => file.slice(folder.length + 1))).toEqual(['workbench.db']);
    expect(files.filter((file) => readFileSync(file).includes('credential-of-the-client-1'))).toEqual([]);
    workbench = await startCore(folder);
    await call('vault.unlock', { passphrase: PASSPHRASE });
    expect((await call('proxy.read', {})).proxy).toBeNull();
    expect(readAddress(folder)).toBeNull();
    const { address, token } = proxy;
    await use(stubbed);
    expect(proxy).toMatchObject({ address, token });
    await call('proxy.stop', {});
    await expect(ask(`${address}/v1/accounts`)).rejects.toThrow('ECONNREFUSED');
  });
});
