/** Section 13, `--host`, `--control-host` and `--san`: a bank that other machines reach, by names that its certificate has. */
import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import { describe, expect, it } from 'vitest';
import { readCommandLine } from '../../bank-sim/options.ts';
import { readSpacesLine } from '../../bank-sim/spaces/options.ts';
import { memoryBank, useBank, withBank } from '../support/bank.ts';
import { makeSpace, testService } from '../support/spaces.ts';
import { foldersForFile } from '../support/folders.ts';

const TOKEN = 'token-of-the-operator-1';
const NAMES = ['bank.test', '198.51.100.7', '2001:db8::7'];
const test = useBank({ host: '0.0.0.0', controlHost: '0.0.0.0', controlToken: TOKEN, names: NAMES });
const folders = foldersForFile('network');

/** An address of this machine that a bank on loopback does not listen on. */
const OUTSIDE =
  Object.values(networkInterfaces())
    .flatMap((all) => all ?? [])
    .find(({ family, internal }) => family === 'IPv4' && !internal)?.address ?? '127.0.0.2';

/** Asks as another machine does. @param headers such as a Host in place of the URL's */
async function asked(
  url: string,
  headers: Record<string, string> = {},
  ca = test.bank.caPem,
): Promise<number> {
  const { protocol, port, pathname, host, hostname } = new URL(url);
  const target = { host: OUTSIDE, port, path: pathname, headers: { Host: host, ...headers }, agent: false };
  const servername = /^[\d.[]/.test(hostname) ? {} : { servername: hostname };
  const sent = protocol === 'https:' ? httpsRequest({ ...target, ...servername, ca }) : httpRequest(target);
  return new Promise((resolve, reject) => {
    sent.on('error', reject).on('response', (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0));
    });
    sent.end();
  });
}

const onLoopback = (url: string) => `http://127.0.0.1:${portOf(url)}`;
const portOf = (url: string) => new URL(url).port;

describe('a bank on all addresses', () => {
  it('has the first of its names in its links, and others reach it there', async () => {
    const { apiBaseUrl, psuBaseUrl, controlBaseUrl } = test.bank;
    expect(apiBaseUrl).toBe(`https://bank.test:${portOf(apiBaseUrl)}`);
    expect(await asked(`${apiBaseUrl}/v1/user`)).toBe(400);
    const consent = await test.tpp().send({ method: 'POST', path: '/v1/bank-offered-consents' });
    const { href = '' } = consent.body._links?.['scaRedirect'] ?? {};
    expect(href.startsWith(`https://bank.test:${portOf(psuBaseUrl)}/sca/`)).toBe(true);
    expect(await asked(href)).toBe(200);
    expect(await asked(`${controlBaseUrl}/control/ready`)).toBe(200);
    expect(await asked(`${controlBaseUrl}/control/state`)).toBe(401);
    expect(await asked(`${controlBaseUrl}/control/state`, { Authorization: `Bearer ${TOKEN}` })).toBe(200);
  });
  it('answers pages and control calls under its own names only, so that no page of another name can call it', async () => {
    const { psuBaseUrl, controlBaseUrl } = test.bank;
    for (const [name, status] of [
      ['bank.test', 200],
      ['BANK.test', 200],
      ['198.51.100.7', 200],
      ['[2001:db8::7]', 200],
      ['localhost', 200],
      ['other.test', 403],
      ['x.bank.test', 403],
      ['bank.test.', 403],
      [OUTSIDE, 403],
    ] as const) {
      const host = { Host: `${name}:${portOf(psuBaseUrl)}` };
      expect([name, await asked(`${psuBaseUrl}/bank`, host)]).toEqual([name, status]);
      const own = { Host: `${name}:${portOf(controlBaseUrl)}` };
      expect([name, await asked(`${controlBaseUrl}/control/health`, own)]).toEqual([name, status]);
    }
  });
  it('a bank without --host is on loopback only', async () => {
    await withBank({}, async ({ apiBaseUrl, psuBaseUrl, controlBaseUrl }) => {
      for (const url of [apiBaseUrl, psuBaseUrl, controlBaseUrl])
        await expect(asked(url)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    });
  });
});

describe('the certificate', () => {
  const kept = (data: string, file: string) => readFileSync(join(data, 'pki', file), 'utf8');
  const certificateIn = (data: string) => new X509Certificate(kept(data, 'tls.pem'));

  it('gets the names that it lacks, and clients go on trusting the CA', async () => {
    const data = folders.next();
    const start = async (names: readonly string[]) => {
      const bank = await memoryBank({ data, names });
      await bank.stop();
      return { ca: bank.caPem, key: kept(data, 'tls-key.pem'), certificate: certificateIn(data) };
    };
    const before = await start([]);
    expect(before.certificate.checkHost('bank.test')).toBeUndefined();
    const named = await start(NAMES);
    expect({ ca: named.ca, key: named.key }).toEqual({ ca: before.ca, key: before.key });
    expect(named.certificate.subjectAltName).toBe(
      'DNS:localhost, DNS:bank.test, IP Address:127.0.0.1, IP Address:0:0:0:0:0:0:0:1, IP Address:198.51.100.7, IP Address:2001:DB8:0:0:0:0:0:7',
    );
    expect(named.certificate.verify(new X509Certificate(named.ca).publicKey)).toBe(true);
    // What it has already needs no new one.
    expect((await start(['bank.test'])).certificate.fingerprint256).toBe(named.certificate.fingerprint256);
  });
});

describe('spaces', () => {
  it('are reached under the names of their service, and each says the first in its links', async () => {
    const service = await testService(folders.next(), {
      host: '0.0.0.0',
      controlHost: '0.0.0.0',
      names: NAMES,
    });
    try {
      const { caPem } = service;
      const space = await makeSpace({ controlBaseUrl: onLoopback(service.controlBaseUrl) }, { name: 'anna' });
      const { apiBaseUrl, psuBaseUrl, controlBaseUrl, controlToken } = space;
      for (const url of [apiBaseUrl, psuBaseUrl, controlBaseUrl])
        expect(new URL(url).hostname).toBe('bank.test');
      expect(await asked(`${apiBaseUrl}/v1/user`, {}, caPem)).toBe(400);
      expect(await asked(`${psuBaseUrl}/bank`, {}, caPem)).toBe(200);
      expect(await asked(`${psuBaseUrl}/bank`, { Host: 'other.test' }, caPem)).toBe(403);
      const token = { Authorization: `Bearer ${controlToken}` };
      expect(await asked(`${controlBaseUrl}/control/state`, token)).toBe(200);
      expect(await asked(`${controlBaseUrl}/control/state`, { ...token, Host: 'other.test' })).toBe(403);
    } finally {
      await service.stop();
    }
  });
  it('a control listener over HTTPS presents its CA, and a token is of one space there, too', async () => {
    const service = await testService(folders.next(), { controlHttps: true });
    try {
      const { caPem, controlBaseUrl, spaces } = service;
      const at = (path: string, token: string) =>
        new Promise<{ status: number | undefined; root: string }>((resolve, reject) => {
          const headers = { Authorization: `Bearer ${token}` };
          httpsRequest(controlBaseUrl + path, { ca: caPem, headers, agent: false }, (response) => {
            const { issuerCertificate } = (response.socket as TLSSocket).getPeerCertificate(true);
            resolve({ status: response.statusCode, root: issuerCertificate.fingerprint256 });
            response.resume();
          })
            .on('error', reject)
            .end();
        });
      const [anna, bjorn] = [await spaces.make({ name: 'anna' }), await spaces.make({ name: 'bjorn' })];
      const root = new X509Certificate(caPem).fingerprint256;
      expect(await at('/spaces/anna/control/state', anna.token)).toEqual({ status: 200, root });
      for (const path of ['/spaces/anna', '/spaces/anna/control/state', '/spaces/anna/control/journal'])
        expect(await at(path, bjorn.token)).toEqual({ status: 401, root });
      await expect(fetch(controlBaseUrl.replace('https:', 'http:'))).rejects.toThrow('fetch failed');
    } finally {
      await service.stop();
    }
  });
  it('without --host, they are on loopback only', async () => {
    const service = await testService(folders.next());
    try {
      const { apiBaseUrl, psuBaseUrl } = await makeSpace(service, {});
      for (const url of [apiBaseUrl, psuBaseUrl, service.controlBaseUrl])
        await expect(asked(url, {}, service.caPem)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    } finally {
      await service.stop();
    }
  });
  it('an address that the machine does not have is a reason not to start', async () => {
    await expect(testService(folders.next(), { host: '192.0.2.77' })).rejects.toThrow(
      '192.0.2.77, given with --host, is not an address of this machine.',
    );
  });
  it('their control listener needs a token of its own beyond loopback', () => {
    expect(() => readSpacesLine(['--control-host', '0.0.0.0'])).toThrow('Give it a token of your own');
    const line = ['--host', '::', '--san', 'Bank.test', '--san', '10.1.2.3'];
    expect(readSpacesLine(line)).toMatchObject({ service: { host: '::', names: ['bank.test', '10.1.2.3'] } });
  });
});

describe('what cannot be', () => {
  it.each([
    [['--host', 'localhost'], '--host must be an IP address'],
    [['--host', '::1%lo'], '--host must be an IP address'],
    [['--control-host', 'bank.test'], '--control-host must be an IP address'],
    [['--san', 'https://bank.test'], '--san must be a host name, such as bank.test'],
    [['--san', 'bank.test:8443'], 'Give neither a scheme nor a port.'],
    [['--san', `${'a'.repeat(64)}.test`], '--san must be a host name'],
    [['--san', ''], '--san must be a host name'],
    [['--control-host', '0.0.0.0'], 'Give it a token of your own'],
  ])('%j', (options, sentence) => {
    expect(() => readCommandLine(['--data', ':memory:', ...options])).toThrow(sentence);
  });
  it('an address that the machine does not have is named, with its option', async () => {
    await expect(memoryBank({ host: '192.0.2.77' })).rejects.toThrow(
      '192.0.2.77, given with --host, is not an address of this machine.',
    );
  });
  it('a control listener on loopback needs no token of its own', () => {
    expect(readCommandLine(['--data', ':memory:', '--control-host', '127.0.0.1'])).toMatchObject({
      bank: { controlHost: '127.0.0.1' },
    });
  });
});
