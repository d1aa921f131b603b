/** The HTTP proxy for banks that are not on this machine: which one is used, and what goes through it. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Bank, startBank } from '../../bank-sim/index.ts';
import { proxyOf } from '../../main/core/requests/outgoing-proxy.ts';
import type { Workbench } from '../../main/core/services.ts';
import { fresh } from '../../shared/requests/compose.ts';
import type { Input, MethodName, Output } from '../../shared/contract/methods.ts';
import { folderForFile } from '../support/folders.ts';
import { callCore, moveToBank, startCore } from '../support/workbench.ts';

/** Not a name of this machine, so a request to it needs the proxy, which connects to a bank here. */
const BANK = 'bank.example';
const folder = folderForFile('outgoing-proxy');
let workbench: Workbench;
let proxy: Server;
let address: string;
let environment: string;
let bank: Bank;
let port: string;
let asked: { url: string | undefined; authorization: string | undefined }[] = [];
let status: number;

const call = <M extends MethodName>(method: M, input: Input<M>): Promise<Output<M>> =>
  callCore(workbench, method, input);
const use = (outgoingProxy: string) => call('settings.change', { outgoingProxy });
const send = () => call('requests.send', fresh('createConsent'));

beforeAll(async () => {
  proxy = createServer((_, response) => response.writeHead(405).end());
  proxy.on('connect', ({ url, headers }: IncomingMessage, client: Socket) => {
    asked.push({ url, authorization: headers['proxy-authorization'] });
    if (status !== 200) {
      client.end(`HTTP/1.1 ${status} No\r\n\r\n`);
      return;
    }
    const there = connect(Number(port), 'localhost', () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n');
      there.pipe(client).pipe(there);
    });
    for (const one of [client, there]) one.on('error', () => undefined);
  });
  proxy.listen(0, '127.0.0.1');
  [workbench] = await Promise.all([startCore(folder), once(proxy, 'listening')]);
  address = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  bank = await startBank({ port: 0, psuPort: 0, controlPort: 0, data: null, names: [BANK] });
  ({ port } = new URL(bank.apiBaseUrl));
  environment = (await call('environments.create', {})).id;
  await moveToBank(workbench, environment, { baseUrl: `https://${BANK}:${port}`, ca: bank.caPem });
  await call('environments.choose', { id: environment });
});
afterAll(async () => {
  await Promise.all([workbench.stop(), bank.stop()]);
  proxy.closeAllConnections();
  proxy.close();
});
beforeEach(() => {
  asked = [];
  status = 200;
});

describe('with the proxy of the settings', () => {
  it('a bank elsewhere is reached through it, with TLS from end to end', async () => {
    await use(address);
    const { status: answered, response } = await send();
    expect(answered).toBe(201);
    expect(asked).toEqual([{ url: `${BANK}:${port}`, authorization: undefined }]);
    expect(response?.tls?.protocol).toBe('TLSv1.3');
    const tested = await call('environments.test', {
      id: environment,
      baseUrl: `https://${BANK}:${port}`,
      roots: bank.caPem,
      tlsCertificateId: null,
    });
    expect(tested).toMatchObject({ problem: null, proxy: new URL(address).host, protocol: 'TLSv1.3' });
    expect(tested.chain[0]?.names).toContain(BANK);
  });

  it('the local bank is reached without it', async () => {
    await use(address);
    await call('environments.choose', { id: 'local' });
    expect((await send()).status).toBe(201);
    await call('environments.choose', { id: environment });
    expect(asked).toEqual([]);
  });

  it.each([
    [407, 'leave HTTP proxy empty in the settings'],
    [403, `does not connect to ${BANK}`],
  ])('its %s is explained', async (refusal, said) => {
    // Another address of the same proxy: the connection of an earlier test is still open.
    await use(address.replace('127.0.0.1', 'localhost'));
    status = refusal;
    expect((await send()).failure).toContain(said);
  });

  it('one that does not listen is named, and a password is not taken', async () => {
    await use('http://127.0.0.1:1');
    expect((await send()).failure).toContain('The proxy 127.0.0.1:1 cannot be reached');
    await expect(use('http://user:secret@proxy.example:3128')).rejects.toThrow('do not belong here');
    await expect(use('ftp://proxy.example')).rejects.toThrow('begins with http://');
    expect((await use('direct')).outgoingProxy).toBe('direct');
    expect(asked).toEqual([]);
  });
});

describe('without one in the settings', () => {
  const of = (origin: string, env: NodeJS.ProcessEnv, setting = '') =>
    proxyOf(setting, origin, env)?.href ?? null;
  const HTTPS = { HTTPS_PROXY: 'http://user:secret@proxy.example:3128' };
  it.each([
    ['the variable counts', 'https://bank.example', HTTPS, 'http://user:secret@proxy.example:3128/'],
    [
      'in lower case first',
      'https://bank.example',
      { ...HTTPS, https_proxy: 'lower.example:1' },
      'http://lower.example:1/',
    ],
    [
      'or that for everything',
      'https://bank.example',
      { ALL_PROXY: 'http://all.example' },
      'http://all.example/',
    ],
    ['not on this machine', 'https://localhost:8443', HTTPS, null],
    [
      'not for an excepted name',
      'https://api.bank.example',
      { ...HTTPS, NO_PROXY: 'other, bank.example' },
      null,
    ],
    ['nor its subdomains', 'https://api.bank.example', { ...HTTPS, no_proxy: '.bank.example' }, null],
    ['nor for all', 'https://bank.example', { ...HTTPS, NO_PROXY: '*' }, null],
    [
      'but for another port',
      'https://bank.example',
      { ...HTTPS, NO_PROXY: 'bank.example:8443' },
      'http://user:secret@proxy.example:3128/',
    ],
    [
      'and for a name that ends alike',
      'https://mybank.example',
      { ...HTTPS, NO_PROXY: 'bank.example' },
      'http://user:secret@proxy.example:3128/',
    ],
    ['and none if there is none', 'https://bank.example', {}, null],
  ])('%s', (_, origin, env, expected) => {
    expect(of(origin, env)).toBe(expected);
  });
  it('the settings can say that there is none, and a wrong variable is named', () => {
    expect(of('https://bank.example', HTTPS, 'direct')).toBeNull();
    expect(() => of('https://bank.example', { HTTPS_PROXY: 'socks5://proxy.example' })).toThrow(
      'is not the address',
    );
  });
});
