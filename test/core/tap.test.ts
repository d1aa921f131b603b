/** The tap: requests of another client are passed on unchanged and verified, at the local bank and at one that only says 401. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, request as httpRequest, type Server } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Bank } from '../../bank-sim/index.ts';
import type { Workbench } from '../../main/core/services.ts';
import type { Input, MethodName, Output } from '../../shared/contract/methods.ts';
import { makeIdentity } from '../support/identity.ts';
import { folderForFile } from '../support/folders.ts';
import { type Call, Tpp } from '../support/tpp.ts';
import { bindOpenApi, callCore, nextEvent, startCore } from '../support/workbench.ts';

const LOCAL = 'local';
const folder = folderForFile('tap');
let workbench: Workbench;
let tpp: Tpp;
/** The time of the local bank, which is that of the machine. */
let now = 0;
/** A bank that refuses everything without a reason, as real ones do. */
let stub: Server;
let stubbed: string;
let got: { head: string[]; line: string; body: Buffer }[] = [];
let answer: { status: number; headers: string[]; body: string | Buffer };
/** Called in place of an answer. */
let unanswered: (() => void) | null = null;

const call = <M extends MethodName>(method: M, input: Input<M>): Promise<Output<M>> =>
  callCore(workbench, method, input);
const start = async (environment: string, tls = false) =>
  (await call('tap.start', { environment, tls, useTlsKey: false })).tap;
const board = async () => (await call('tap.read', {})).tap?.operations ?? [];

beforeAll(async () => {
  stub = createServer((request: IncomingMessage, response) => {
    void buffer(request).then((body) => {
      got.push({ head: request.rawHeaders, line: `${request.method} ${request.url}`, body });
      if (unanswered !== null) return unanswered();
      response.sendDate = false;
      response.writeHead(answer.status, answer.headers).end(answer.body);
    });
  }).listen(0, '127.0.0.1');
  [workbench] = await Promise.all([startCore(folder), once(stub, 'listening')]);
  const { certificate } = await call('app.status', {});
  const { port } = stub.address() as AddressInfo;
  const form = {
    name: 'Stub',
    baseUrl: `http://127.0.0.1:${port}/psd2`,
    certificateId: certificate.id,
    tlsCertificateId: null,
    roots: '',
    redirectUri: null,
    hosts: [],
    psuIpAddress: '203.0.113.24',
    headers: '',
  };
  stubbed = (await call('environments.create', { form })).id;
  tpp = new Tpp({ now: () => now } as unknown as Bank, await makeIdentity());
});
afterAll(async () => {
  await workbench.stop();
  stub.closeAllConnections();
  stub.close();
});
beforeEach(async () => {
  now = (await call('bank.overview', { search: '' })).clock.now;
  got = [];
  unanswered = null;
  answer = { status: 401, headers: ['Content-Type', 'application/json'], body: '{"error":"unauthorized"}' };
});

interface Reply {
  status: number;
  rawHeaders: string[];
  body: string;
}

/** Sends the headers as they are, in their order. */
function send(address: string, method: string, path: string, headers: string[], body: string | Buffer = '') {
  const url = new URL(address);
  const target = url.pathname.replace(/\/$/, '') + path;
  const ask = url.protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise<Reply>((resolve, reject) => {
    const sent = ask(
      {
        host: '127.0.0.1',
        port: url.port,
        method,
        path: target,
        headers: ['Host', url.host, ...headers],
        rejectUnauthorized: false,
        agent: false,
      },
      (response) => {
        buffer(response)
          .then((bytes) =>
            resolve({
              status: response.statusCode ?? 0,
              rawHeaders: response.rawHeaders,
              body: bytes.toString(),
            }),
          )
          .catch(reject);
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

/** Signed for the path with the base path, as clients of that bank do. */
function signed(call: Call, base = ''): { path: string; headers: string[]; body: string | Buffer } {
  const headers = tpp.prepare({ ...call, path: base + call.path });
  const sent = call.after ? call.after(headers) : headers;
  return { path: call.path, headers: sent.flat(), body: call.sentBody ?? call.body ?? '' };
}
const through = (address: string, wanted: Call, base = '') => {
  const { path, headers, body } = signed(wanted, base);
  return send(address, wanted.method ?? 'GET', path, headers, body);
};
const replaced = (name: string, value: (old: string) => string) => (headers: [string, string][]) =>
  headers.map(([key, old]): [string, string] =>
    key.toLowerCase() === name ? [key, value(old)] : [key, old],
  );

const BODY = '{"hello":"world"}';

describe('at a bank that only says 401', () => {
  it('passes requests and answers on byte for byte, and names the operation on the board', async () => {
    const tap = await start(stubbed);
    expect(tap.address).toMatch(/^http:\/\/localhost:\d+\/psd2$/);
    answer = { status: 200, headers: ['X-Bank', 'ja', 'Set-Cookie', 'a=b'], body: '{ "accounts" : [] }' };
    const { path, headers } = signed({ path: '/v1/accounts?withBalance=true' }, '/psd2');
    const odd = ['x-OWN', '1', 'X-Own', '2', 'User-Agent', 'klient/1'];
    const reply = await send(tap.address, 'GET', path, [...headers, ...odd]);
    expect(reply).toMatchObject({ status: 200, body: '{ "accounts" : [] }' });
    expect(reply.rawHeaders.slice(0, 4)).toEqual(['X-Bank', 'ja', 'Set-Cookie', 'a=b']);
    const [seen] = got;
    expect(seen?.line).toBe('GET /psd2/v1/accounts?withBalance=true');
    const own = seen?.head.filter((_, at) => !/^(?:host|connection)$/i.test(seen.head[at - (at % 2)] ?? ''));
    expect(own).toEqual([...headers, ...odd]);
    expect(await board()).toMatchObject([{ operation: 'listAccounts', passed: 1, failed: 0, cause: null }]);
  });

  it.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
  ] as const)('passes %s on as it came, and reads what it says', async (coding, compress) => {
    const tap = await start(stubbed);
    const said = JSON.stringify({ tppMessages: [{ category: 'ERROR', code: 'SESSION_EXPIRED' }] });
    const compressed = compress(said);
    answer = { status: 401, headers: ['Content-Encoding', coding], body: compressed };
    const reply = await through(tap.address, { path: '/v1/accounts' }, '/psd2');
    expect(reply.body).toBe(compressed.toString());
    const [seen] = await board();
    expect(seen).toMatchObject({ passed: 1, failed: 0 });
    const { response } = await call('history.read', { id: seen?.exchange ?? '' });
    expect(response?.body).toBe(said);
  });

  const mistakes: [name: string, call: Call, cause: RegExp][] = [
    [
      'no X-Request-ID',
      { path: '/v1/accounts', headers: { 'X-Request-ID': null } },
      /X-Request-ID is missing/,
    ],
    ['no Signature', { path: '/v1/accounts', after: (all) => all.slice(0, -1) }, /Signature is missing/],
    [
      'an old Date',
      { path: '/v1/accounts', headers: { Date: 'Tue, 24 Nov 2026 08:00:00 GMT' } },
      /seconds behind/,
    ],
    ['another algorithm', { path: '/v1/accounts', parts: { algorithm: 'hs2019' } }, /algorithm is "hs2019"/],
    ['another keyId', { path: '/v1/accounts', parts: { keyId: 'SN=1,CA=CN=x' } }, /KeyID is not matching/],
    [
      'a header that is not signed',
      { path: '/v1/accounts', sign: (all) => all.slice(0, -1) },
      /does not list/,
    ],
    [
      'a body that changed',
      { path: '/v1/signing-baskets', method: 'POST', body: BODY, sentBody: `${BODY} ` },
      /digest does not match/,
    ],
    [
      'a value that changed',
      { path: '/v1/accounts', after: replaced('x-request-id', () => 'other') },
      /another text/,
    ],
    ['no redirect URI', { path: '/v1/accounts', headers: { 'TPP-Redirect-URI': null } }, /TPP-Redirect-URI/],
    [
      'no certificate',
      { path: '/v1/accounts', headers: { 'TPP-Signature-Certificate': null } },
      /Certificate is missing/,
    ],
  ];
  it.each(mistakes)('names %s, beside the 401 of the bank', async (_, wanted, cause) => {
    const tap = await start(stubbed);
    const reply = await through(tap.address, wanted, '/psd2');
    // The real answer, unchanged.
    expect(reply).toMatchObject({ status: 401, body: '{"error":"unauthorized"}' });
    const [seen] = await board();
    expect(seen).toMatchObject({ passed: 0, failed: 1 });
    expect(seen?.cause).toMatch(cause);
    const exchange = await call('history.read', { id: seen?.exchange ?? '' });
    expect(exchange).toMatchObject({ origin: 'tap', environment: 'Stub', status: 401, request: null });
    expect(exchange.explanation?.text).toMatch(cause);
  });

  it('finds the path without its base in the signature, and the signature of an earlier request', async () => {
    const tap = await start(stubbed);
    await through(tap.address, { path: '/v1/accounts' });
    expect((await board())[0]?.cause).toContain('signed');
    const { headers, path } = signed({ path: '/v1/accounts' }, '/psd2');
    await send(tap.address, 'GET', path, headers);
    const old = headers[headers.indexOf('Signature') + 1] ?? '';
    await through(tap.address, { path: '/v1/accounts', after: replaced('signature', () => old) }, '/psd2');
    expect((await board())[0]?.cause).toContain('earlier request');
  });

  it('says that the bank refused a signature in which nothing is wrong, with likely causes', async () => {
    const tap = await start(stubbed);
    await through(tap.address, { path: '/v1/accounts' }, '/psd2');
    const [seen] = await board();
    expect(seen?.cause).toBe('The bank refused it with 401. The tap found nothing wrong with the signature.');
    const { diagnosis } = await call('history.read', { id: seen?.exchange ?? '' });
    expect(diagnosis?.length).toBeGreaterThan(0);
  });

  it('follows the signature profile of the environment', async () => {
    const { environments } = await call('environments.list', {});
    const profile = environments.find(({ id }) => id === stubbed)?.profile;
    if (profile === undefined) throw new Error('The environment is gone.');
    const always = { ...profile, name: 'Digest always', digestWithoutBody: true };
    await call('environments.setProfile', { id: stubbed, profile: always });
    const tap = await start(stubbed);
    await through(tap.address, { path: '/v1/accounts' }, '/psd2');
    expect((await board())[0]?.cause).toContain('the Digest header is missing');
    await call('environments.setProfile', { id: stubbed, profile });
  });

  it('has the operations of the OpenAPI document, by which its reports list those that were not seen', async () => {
    const paths = {
      '/v1/accounts': { get: { summary: 'Kontoer' } },
      '/v1/kort/{id}': { get: { summary: 'Et kort' } },
    };
    await bindOpenApi(workbench, stubbed, JSON.stringify({ openapi: '3.0.1', paths }));
    const { document } = await call('environments.openApi', { id: stubbed });
    expect(document?.operations.map(({ title }) => title)).toEqual(['Kontoer', 'Et kort']);
    const tap = await start(stubbed);
    for (const path of ['/v1/accounts', '/v1/kort/1?a=b', '/v1/kort/2', '/v1/user'])
      await through(tap.address, { path }, '/psd2');
    expect(await board()).toMatchObject([
      { operation: 'GET /v1/accounts', title: 'Kontoer', failed: 1 },
      { operation: 'GET /v1/kort/{id}', title: 'Et kort', failed: 2 },
      { operation: null, title: '/v1/user', failed: 1 },
    ]);
    await call('environments.unbindOpenApi', { id: stubbed });
  });

  it('records that the client gave up', async () => {
    const arrived = new Promise<void>((resolve) => {
      unanswered = resolve;
    });
    const tap = await start(stubbed);
    const { port } = new URL(tap.address);
    const client = httpRequest({ host: '127.0.0.1', port, path: '/psd2/v1/accounts' }).end();
    client.on('error', () => undefined);
    await arrived;
    expect((await call('tap.read', {})).tap?.underway).toBe(1);
    const changed = nextEvent(workbench, 'tap.changed');
    client.destroy();
    await changed;
    const [seen] = await board();
    const { failure } = await call('history.read', { id: seen?.exchange ?? '' });
    expect(failure).toContain('The program closed its connection to the workbench');
  });

  it('says that a signed Host cannot reach the bank, masks credentials, and keeps bytes that are no text', async () => {
    const tap = await start(stubbed);
    const secret = 'Bearer very-secret-token-1234567890';
    const { host } = new URL(tap.address);
    await through(
      tap.address,
      {
        path: '/v1/accounts',
        headers: { Host: host, Authorization: secret },
        sign: (all) => [...all, 'host'],
        after: (all) => replaced('date', () => 'gone')(all.filter(([name]) => name !== 'Host')),
      },
      '/psd2',
    );
    const { exchanges } = await call('history.list', { search: '', from: 'proxied' });
    const exchange = await call('history.read', { id: exchanges[0]?.id ?? '' });
    expect(JSON.stringify(exchange)).not.toContain('very-secret');
    expect(exchange.explanation?.notes.join()).toContain('do not sign Host');
    const bytes = Buffer.from([0xff, 0x00, 0xfe]);
    await send(tap.address, 'POST', '/v1/signing-baskets', ['Content-Type', 'application/json'], bytes);
    expect(got.at(-1)?.body).toEqual(bytes);
    expect(got.at(-1)?.head).toContain('Content-Type');
  });
});

describe('at the local bank', () => {
  it('passes a correct request, over HTTPS too, and lists it once', async () => {
    await call('history.clear', {});
    for (const tls of [false, true]) {
      const tap = await start(LOCAL, tls);
      expect(new URL(tap.address).protocol).toBe(tls ? 'https:' : 'http:');
      expect(tap.ca).toBe(tls ? join(folder, 'bank/pki/ca.pem') : null);
      const reply = await through(tap.address, { path: '/v1/bank-offered-consents', method: 'POST' });
      expect(reply.status).toBe(201);
      expect(await board()).toMatchObject([{ operation: 'createConsent', passed: 1, failed: 0 }]);
    }
    const { exchanges } = await call('history.list', { search: '' });
    expect(exchanges.map(({ origin }) => origin)).toEqual(['tap', 'tap']);
    const { events } = await call('flow.read', { after: 0, limit: 1000 });
    expect(
      events.some((event) => event.kind === 'request' && event.from === 'tpp' && event.via === 'tap'),
    ).toBe(true);
  });

  it('takes a refusal for another reason than the signature as passed', async () => {
    const tap = await start(LOCAL);
    expect((await through(tap.address, { path: '/v1/accounts' })).status).toBe(401);
    expect(await board()).toMatchObject([{ passed: 1, failed: 0 }]);
  });
});

describe('shows on the board what it does not pass on', () => {
  it.each([
    ['a body over 8 MiB', 'POST', 413, Buffer.alloc(9 * 1024 * 1024, 0x20), 'The body is larger than 8 MiB.'],
    ['OPTIONS', 'OPTIONS', 405, '', 'The tap passes on GET, PUT, POST, PATCH and DELETE.'],
    ['HEAD', 'HEAD', 405, '', 'The tap passes on GET, PUT, POST, PATCH and DELETE.'],
  ])('%s', async (_, method, status, body, said) => {
    const tap = await start(stubbed);
    const headers = ['X-Request-ID', 'mine', 'Content-Length', String(body.length)];
    const reply = await send(tap.address, method, '/v1/signing-baskets?a=b', headers, body);
    expect(reply.status).toBe(status);
    const isKnown = method === 'POST';
    expect(await board()).toEqual([
      {
        operation: isKnown ? 'createBasket' : null,
        title: isKnown ? 'Create signing basket' : '/v1/signing-baskets',
        method,
        passed: 0,
        failed: 1,
        cause: `The tap did not pass it on. ${said}`,
        exchange: null,
        requestId: 'mine',
      },
    ]);
    expect(got).toEqual([]);
  });
});

describe('admits programs of this machine only', () => {
  it.each([
    ['another Host', { Host: 'bank.example' }, 'Host header must be that of the tap'],
    ['an Origin', { Origin: 'http://localhost' }, 'not of web pages'],
    ['a Sec-Fetch header', { 'Sec-Fetch-Site': 'none' }, 'not of web pages'],
  ])('refuses %s', async (_, headers, said) => {
    const tap = await start(stubbed);
    const { port } = new URL(tap.address);
    const reply = await fetchRaw(port, headers);
    expect(reply.status).toBe(403);
    expect(reply.body).toContain(said);
    expect((await board())[0]?.cause).toContain(said);
    expect(got).toEqual([]);
  });

  it('is off after it was stopped, and when its environment is deleted', async () => {
    await start(stubbed);
    await call('tap.stop', {});
    expect((await call('tap.read', {})).tap).toBeNull();
  });
});

function fetchRaw(port: string, headers: Record<string, string>) {
  const own = { Host: `localhost:${port}`, ...headers };
  return new Promise<{ status: number; body: string }>((resolve, reject) => {
    httpRequest({ host: '127.0.0.1', port, path: '/v1/accounts', headers: own }, (response) => {
      buffer(response)
        .then((bytes) => resolve({ status: response.statusCode ?? 0, body: bytes.toString() }))
        .catch(reject);
    })
      .on('error', reject)
      .end();
  });
}
