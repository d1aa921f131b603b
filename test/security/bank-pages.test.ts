/** A bank that sends pages and scripts: at the signing proxy, nothing of it becomes a page with the proxy's address. */
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { coreForFile } from '../support/file-core.ts';
import { ask } from '../support/proxy-client.ts';

const core = coreForFile('bank-pages');

/** Switches the proxy on for a bank that answers as told. @returns the address of the proxy with its token, and what has reached the bank */
async function proxyTo(answers: RequestListener) {
  const reached: string[] = [];
  const bank = createServer((request, response) => {
    reached.push(`${request.method} ${request.url}`);
    answers(request, response);
  });
  await once(bank.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    bank.closeAllConnections();
    bank.close();
  });
  const { certificate } = await core.call('app.status', {});
  const { id } = await core.call('environments.create', {
    form: {
      name: 'Pages',
      baseUrl: `http://127.0.0.1:${(bank.address() as AddressInfo).port}`,
      certificateId: certificate.id,
      tlsCertificateId: null,
      roots: '',
      redirectUri: null,
      hosts: [],
      psuIpAddress: '203.0.113.24',
      headers: '',
    },
  });
  const { proxy } = await core.call('proxy.start', { environment: id, origin: null });
  return { address: `${proxy.address}/${proxy.token}`, reached };
}

it('no browser opens an address of the signing proxy, whether as a page, in a frame or as a script', async () => {
  const { address, reached } = await proxyTo((_, response) => response.end());
  for (const destination of [
    'document',
    'iframe',
    'frame',
    'object',
    'embed',
    'script',
    'style',
    'serviceworker',
  ]) {
    const got = await ask(`${address}/v1/accounts`, {
      headers: { 'Sec-Fetch-Site': 'none', 'Sec-Fetch-Dest': destination },
    });
    expect([got.status, got.body.toString()], destination).toEqual([
      403,
      expect.stringContaining('It does not open in a browser'),
    ]);
  }
  expect(reached).toEqual([]);
});

it('what a bank sends is no page: it has no script, no origin and no cookie, even where a browser shows it', async () => {
  const page = '<script>fetch(location.href)</script>';
  const { address, reached } = await proxyTo((_, response) => {
    response.writeHead(200, {
      'Content-Type': 'text/html',
      'Content-Security-Policy': "script-src 'unsafe-inline'",
      'X-Content-Type-Options': 'sniff',
      'Set-Cookie': ['a=1', 'b=2'],
      'Clear-Site-Data': '"*"',
      'Service-Worker-Allowed': '/',
      'X-Of-The-Bank': 'kept',
    });
    response.end(page);
  });
  const { status, headers, body } = await ask(`${address}/v1/accounts`);
  expect([status, body.toString(), headers['x-of-the-bank']]).toEqual([200, page, 'kept']);
  expect(headers).toMatchObject({
    'content-security-policy': 'sandbox',
    'x-content-type-options': 'nosniff',
  });
  for (const name of ['set-cookie', 'clear-site-data', 'service-worker-allowed'])
    expect(headers[name], name).toBeUndefined();
  expect(reached).toEqual(['GET /v1/accounts']);
});
