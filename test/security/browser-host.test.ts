/** Attacks on the browser host, each refused: no token, a foreign Host (a rebound name), a foreign Origin, paths out of the folder. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BrowserHost, startBrowserHost } from '../../main/browser/server.ts';
import type { Workbench } from '../../main/core/workbench.ts';

const folder = mkdtempSync(join(tmpdir(), 'tpp-host-'));
const calls: string[] = [];
const uploads: string[] = [];
let host: BrowserHost;

beforeAll(async () => {
  mkdirSync(join(folder, 'renderer'));
  writeFileSync(join(folder, 'renderer/index.html'), '<!doctype html><title>ours</title>');
  writeFileSync(join(folder, 'secret.txt'), 'secret');
  const workbench: Workbench = {
    dispatch: async (method) => {
      calls.push(method);
      return { ok: true, value: 'answered' };
    },
    onEvent: () => () => true,
    upload: ({ name, bytes }) => {
      uploads.push(`${name}: ${bytes.length}`);
      return 'upload-1';
    },
    download: (id) => (id === 'file-1' ? { name: 'ø.pfx', bytes: Buffer.from('abc') } : null),
    stop: async () => undefined,
  };
  host = await startBrowserHost(workbench, join(folder, 'renderer'), 0);
});
afterAll(async () => {
  await host.stop();
  rmSync(folder, { recursive: true, force: true });
});

function ask(
  path: string,
  options: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<{ status: number; text: string; headers: Record<string, unknown> }> {
  const { port } = new URL(host.url);
  return new Promise((resolve, reject) => {
    const asked = request(
      { host: '127.0.0.1', port, path, method: options.method ?? 'GET', headers: options.headers ?? {} },
      (response) => {
        let text = '';
        response.on('data', (chunk: Buffer) => (text += chunk.toString()));
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, text, headers: response.headers }),
        );
      },
    );
    asked.on('error', reject);
    asked.end(options.method === 'POST' ? options.body : undefined);
  });
}

const token = () => new URL(host.url).pathname.split('/')[1] ?? '';
const rpc = () => `/${token()}/rpc/app.status`;

describe('requests with the token', () => {
  it('the page and its calls are served with a strict policy', async () => {
    const page = await ask(`/${token()}/`);
    expect(page.status).toBe(200);
    expect(page.headers['content-security-policy']).toContain("default-src 'none'");
    expect(page.headers['referrer-policy']).toBe('no-referrer');
    expect((await ask(rpc(), { method: 'POST', body: '{}' })).text).toContain('answered');
    const { origin } = new URL(host.url);
    expect((await ask(rpc(), { method: 'POST', body: '{}', headers: { Origin: origin } })).status).toBe(200);
  });
});

describe('files', () => {
  const upload = (body: string, headers: Record<string, string> = {}) =>
    ask(`/${token()}/upload?name=own.pfx`, { method: 'POST', body, headers });

  it('files are uploaded with their name and downloaded as attachments that are not cached', async () => {
    expect(JSON.parse((await upload('bytes')).text)).toEqual({ ok: true, value: { id: 'upload-1' } });
    expect(uploads).toEqual(['own.pfx: 5']);
    const file = await ask(`/${token()}/download/file-1`);
    expect([file.status, file.text]).toEqual([200, 'abc']);
    expect(file.headers).toMatchObject({
      'content-disposition': "attachment; filename*=UTF-8''%C3%B8.pfx",
      'content-type': 'application/octet-stream',
      'cache-control': 'no-store',
    });
    expect((await ask(`/${token()}/download/other`)).status).toBe(404);
  });
  it('files that are too large, from another site or without the token are refused', async () => {
    const large = await upload('x'.repeat(4 * 1024 * 1024 + 1));
    expect(large.text).toContain('own.pfx is larger than');
    expect((await upload('bytes', { Origin: 'https://evil.example' })).status).toBe(403);
    expect((await upload('bytes', { 'Sec-Fetch-Site': 'cross-site' })).status).toBe(403);
    expect((await ask('/upload?name=own.pfx', { method: 'POST', body: 'bytes' })).status).toBe(403);
    expect((await ask('/download/file-1')).status).toBe(403);
    expect(uploads).toEqual(['own.pfx: 5']);
  });
});

describe('refused requests', () => {
  it.each(['/', '/index.html', '/rpc/app.status', '/events', '//', '/x/rpc/app.status'])(
    '%s is refused without the token',
    async (path) => {
      for (const method of ['GET', 'POST']) {
        const reply = await ask(path, method === 'POST' ? { method, body: '{}' } : {});
        expect(reply.status).toBe(403);
        expect(reply.text).toContain('token');
      }
    },
  );
  it('a token that is truncated, extended or in another case is refused', async () => {
    for (const wrong of [token().slice(1), `${token()}x`, token().toUpperCase()]) {
      expect((await ask(`/${wrong}/rpc/app.status`, { method: 'POST', body: '{}' })).status).toBe(403);
    }
  });
  it('a host name rebound to this address is refused', async () => {
    const { port } = new URL(host.url);
    for (const Host of [
      'evil.example',
      `evil.example:${port}`,
      '127.0.0.1',
      `127.0.0.1:${Number(port) + 1}`,
    ]) {
      expect((await ask(rpc(), { method: 'POST', body: '{}', headers: { Host } })).status).toBe(403);
    }
  });
  it('a page of another origin or site is refused', async () => {
    const foreign: Record<string, string>[] = [
      { Origin: 'https://evil.example' },
      { Origin: 'null' },
      { 'Sec-Fetch-Site': 'cross-site' },
      { 'Sec-Fetch-Site': 'same-site' },
    ];
    for (const headers of foreign) {
      expect((await ask(rpc(), { method: 'POST', body: '{}', headers })).status).toBe(403);
    }
  });
  it('none of these requests reaches the workbench', () => {
    expect(calls).toEqual(['app.status', 'app.status']);
  });
  it('files outside the folder are refused', async () => {
    for (const path of [
      '/../secret.txt',
      '/%2e%2e/secret.txt',
      '/..%2fsecret.txt',
      '/%2e%2e%2fsecret.txt',
      '/./../secret.txt',
      '/%00',
      '/%zz',
    ]) {
      const reply = await ask(`/${token()}${path}`);
      expect(reply.status).toBe(404);
      expect(reply.text).not.toContain('secret');
    }
  });
  it('other methods and bodies that are not JSON are refused', async () => {
    expect((await ask(`/${token()}/`, { method: 'DELETE' })).status).toBe(405);
    expect((await ask(rpc(), { method: 'POST', body: 'no' })).status).toBe(400);
  });
});
