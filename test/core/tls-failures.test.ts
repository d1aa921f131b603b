/** TLS failures of other banks: each has a sentence and a remedy of its own, and the test of the connection shows why. */
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tlsFaultOf } from '../../main/core/requests/tls-failure.ts';
import type { ConnectionTest } from '../../shared/contract/environments.ts';
import { requestOf } from '../../shared/requests/http.ts';
import { coreForFile } from '../support/file-core.ts';
import { TUESDAY } from '../support/given-date.ts';
import { startTlsServer, type TlsServer } from '../support/tls-server.ts';
import { chooseBank } from '../support/workbench.ts';

const core = coreForFile('tls-failures');
const plain = createServer((_request, response) => response.end());
const servers: Record<string, { baseUrl: string; ca: string }> = {};
const stops: (() => Promise<void>)[] = [];

// TLS judges by the machine's time, whatever the tests' is.
const OVER = { notBefore: Date.parse('2018-01-01'), notAfter: Date.parse('2019-01-01') };
const NOT_YET = { notBefore: Date.parse('2048-01-01'), notAfter: Date.parse('2049-01-01') };

beforeAll(async () => {
  const answer: Parameters<typeof startTlsServer>[1] = (_request, response) => response.end('{}');
  const start = async (name: string, faults: Parameters<typeof startTlsServer>[2], trusted = true) => {
    const server: TlsServer = await startTlsServer(`CA of ${name}`, answer, faults);
    stops.push(server.stop);
    servers[name] = { baseUrl: server.baseUrl, ca: trusted ? server.ca : '' };
  };
  await Promise.all([
    start('good', { sendsRoot: true }),
    start('otherName', { dnsNames: ['api.bank.example', 'bank.example'] }),
    start('unknownRoot', { sendsRoot: true }, false),
    start('rootNotSent', {}, false),
    start('several', { sendsRoot: true, dnsNames: ['other.example'] }, false),
    start('everything', { ...OVER, sendsRoot: true, dnsNames: ['other.example'] }, false),
    start('expired', OVER),
    start('brokenDates', { brokenDates: true }),
    start('notYetValid', NOT_YET),
    new Promise<void>((resolve) => plain.listen(0, '127.0.0.1', resolve)),
  ]);
  const { port } = plain.address() as AddressInfo;
  servers['plain'] = { baseUrl: `https://localhost:${port}`, ca: '' };
});
afterAll(async () => {
  plain.closeAllConnections();
  await Promise.all([...stops.map((stop) => stop()), new Promise((resolve) => plain.close(resolve))]);
});

function server(name: string): { baseUrl: string; ca: string } {
  const found = servers[name];
  if (found === undefined) throw new Error(`There is no server ${name}.`);
  return found;
}

/** By name, so that there is a lookup. */
function plainUrl(): string {
  return server('plain').baseUrl.replace('https:', 'http:');
}

function tested(name: string): Promise<ConnectionTest> {
  const { baseUrl, ca } = server(name);
  return core.call('environments.test', { baseUrl, roots: ca, tlsCertificateId: null });
}

const FAULTS: readonly [name: string, what: string, remedy: string][] = [
  ['plain', 'does not use TLS. It uses plain HTTP', 'Correct the port in the base URL'],
  [
    'otherName',
    'for api.bank.example, bank.example, not for localhost',
    'Use a name from the certificate in the base URL',
  ],
  ['unknownRoot', 'of a CA that is not trusted here', 'Add the CA to the trusted roots'],
  ['expired', 'has expired', 'Ask the bank to renew it'],
  ['notYetValid', 'is not valid yet', 'If the clock of this machine is slow'],
];

describe.each(FAULTS)('%s', (name, what, remedy) => {
  it('a request fails with a sentence and a remedy of its own, without a word of OpenSSL', async () => {
    await chooseBank(core.workbench, server(name));
    const { failure } = await core.call(
      'requests.send',
      requestOf({ method: 'GET', path: '/v1/accounts', headers: [], body: '' }),
    );
    expect(failure).toContain(what);
    expect(failure).toContain(remedy);
    expect(failure).not.toMatch(/SSL|OpenSSL|\.c:|error:|[A-Z]{2,}_[A-Z]/);
  });
  it('the test of the connection says the same, and offers a remedy that is at hand', async () => {
    const { problem } = await tested(name);
    expect(problem).toContain(what);
    expect(problem).toContain(name === 'unknownRoot' ? "trust it if it is the bank's" : remedy);
  });
});

it('the sentences differ from each other', async () => {
  const problems = await Promise.all(FAULTS.map(async ([name]) => (await tested(name)).problem));
  expect(new Set(problems.map((text) => text?.replace(/:\d+/, ''))).size).toBe(FAULTS.length);
});

it('the test shows the chain with its names and validity', async () => {
  const { problem, protocol, chain, root } = await tested('good');
  expect({ problem, protocol, root }).toEqual({ problem: null, protocol: 'TLSv1.3', root: null });
  expect(chain.map(({ subject, issuer }) => [subject, issuer])).toEqual([
    ['CN=localhost', 'CN=CA of good'],
    ['CN=CA of good', 'CN=CA of good'],
  ]);
  expect(chain[0]?.names).toEqual(['localhost', '127.0.0.1']);
  expect(chain[0]?.notBefore).toBeLessThan(TUESDAY);
  expect(chain[0]?.notAfter).toBeGreaterThan(TUESDAY);
  expect(chain[0]?.fingerprint).toMatch(/^([\dA-F]{2}:){31}[\dA-F]{2}$/);
});

it('a certificate whose dates cannot be read is shown without them, and the problem is a sentence', async () => {
  const { problem, chain } = await tested('brokenDates');
  expect(chain[0]).toMatchObject({ subject: 'CN=localhost', notBefore: null, notAfter: null });
  expect(problem).toMatch(
    /^No secure connection to .+ could be made: .+ERROR_IN_CERT_NOT_(?:BEFORE|AFTER)_FIELD\.$/,
  );
});

it('a root that the server sends is offered, and the connection holds once it is trusted', async () => {
  const { root, chain } = await tested('unknownRoot');
  expect(root?.name).toBe('CN=CA of unknownRoot');
  expect(chain).toHaveLength(2);
  const { baseUrl } = server('unknownRoot');
  const again = await core.call('environments.test', {
    baseUrl,
    roots: root?.pem ?? '',
    tlsCertificateId: null,
  });
  expect(again.problem).toBeNull();
});

const TWO = ['for other.example, not for localhost', 'a CA that is not trusted here'];

it.each([
  ['several', TWO],
  ['everything', ['has expired', ...TWO]],
])(
  '%s: all faults are reported at once, and a root that would not suffice is not offered',
  async (name, all) => {
    const { root, problem } = await tested(name);
    for (const fault of all) expect(problem).toContain(fault);
    expect(problem).toContain('Trusting that CA would not be enough');
    expect(root).toBeNull();
  },
);

it('a root that the server does not send is named instead', async () => {
  const { root, problem } = await tested('rootNotSent');
  expect(root).toBeNull();
  expect(problem).toContain('Get the certificate of “CN=CA of rootNotSent” from the bank');
});

it('a trusted root of the same name with another key is called that', async () => {
  const namesake = await startTlsServer('CA of rootNotSent', (_request, response) => response.end());
  stops.push(namesake.stop);
  const { problem } = await core.call('environments.test', {
    baseUrl: server('rootNotSent').baseUrl,
    roots: namesake.ca,
    tlsCertificateId: null,
  });
  expect(problem).toContain(
    'The trusted roots have a certificate of “CN=CA of rootNotSent”, but with another key',
  );
});

it('a server that is not there, and roots that are no certificates, are sentences too', async () => {
  const { baseUrl } = server('plain');
  const nowhere = new URL(baseUrl);
  nowhere.port = '1';
  const test = (roots: string) =>
    core.call('environments.test', { baseUrl: nowhere.origin, roots, tlsCertificateId: null });
  expect(await test('')).toEqual({
    problem: expect.stringContaining('Nothing is listening at https://localhost:1'),
    protocol: null,
    chain: [],
    root: null,
    proxy: null,
  });
  await expect(test('hello')).rejects.toThrow('not in PEM format');
});

it('a stub with plain HTTP is asked, too: it answers, does not listen, or speaks TLS', async () => {
  const problemAt = async (baseUrl: string) => {
    const found = await core.call('environments.test', { baseUrl, roots: '', tlsCertificateId: null });
    expect(found).toMatchObject({ protocol: null, chain: [], root: null });
    return found.problem;
  };
  const asked = once(plain, 'request') as Promise<[IncomingMessage]>;
  expect(await problemAt(plainUrl())).toBeNull();
  expect((await asked)[0]).toMatchObject({ method: 'HEAD', url: '/' });
  expect(await problemAt('http://localhost:1')).toMatch(
    /^Nothing is listening at http:\/\/localhost:1 \(connection refused\)\./,
  );
  const secure = server('good').baseUrl.replace('https:', 'http:');
  expect(await problemAt(secure)).toContain(`${secure} does not answer over plain HTTP`);
});

it('the times of a request over plain HTTP are not negative, and there is none for TLS', async () => {
  await chooseBank(core.workbench, { baseUrl: plainUrl(), ca: '' });
  const { response, duration } = await core.call(
    'requests.send',
    requestOf({ method: 'GET', path: '/v1/accounts', headers: [], body: '' }),
  );
  const { dns, connect, tls, bank, download } = response?.timing ?? {};
  expect({ tls, facts: response?.tls }).toEqual({ tls: 0, facts: null });
  const parts = [dns, connect, bank, download].map((part) => part ?? Number.NaN);
  for (const part of parts) expect(part).toBeGreaterThanOrEqual(0);
  // The name was looked up, and after that the connection was opened.
  expect(dns).toBeGreaterThan(0);
  expect(connect).toBeGreaterThan(0);
  expect(parts.reduce((sum, part) => sum + part, 0)).toBeCloseTo(duration ?? 0, 3);
});

it.each([
  ['ERR_SSL_WRONG_VERSION_NUMBER', '', 'plain'],
  ['EPROTO', 'write EPROTO 80:error:0A0000C6:SSL routines::packet length too long:ssl/x.c:1:', 'plain'],
  ['ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', '', 'clientRefused'],
  ['ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE', '', 'clientRefused'],
  ['ERR_SSL_TLSV1_ALERT_UNKNOWN_CA', '', 'clientRefused'],
  ['ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION', '', 'otherVersion'],
  ['ERR_SSL_UNSUPPORTED_PROTOCOL', '', 'otherVersion'],
  ['CERT_REVOKED', '', 'other'],
  ['CERT_SIGNATURE_FAILURE', '', 'other'],
  ['ERR_SSL_DIGEST_CHECK_FAILED', '', 'other'],
  ['ECONNREFUSED', 'connect ECONNREFUSED', null],
  ['', 'the response is larger than 512 MB', null],
])('%s %s is %s', (code, message, fault) => {
  expect(tlsFaultOf(code, message)).toBe(fault);
});
