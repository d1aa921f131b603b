/** Attacks on the browser host, each refused: no cookie, a used code, a foreign Host (a rebound name), a foreign Origin, paths out of the folder. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type BrowserHost, startBrowserHost } from '../../main/browser/server.ts';
import type { Workbench } from '../../main/core/services.ts';
import { folderForFile } from '../support/folders.ts';

const folder = folderForFile('host');
const calls: string[] = [];
const uploads: string[] = [];
const log: string[] = [];
/** Tells the listeners of events; null while nobody listens. */
let tell: ((name: string, payload: unknown) => void) | null = null;
/** Milliseconds, moved by the tests. */
let now = 0;
let host: BrowserHost;
/** What a browser has after it was let in. */
let place = '';
let cookie = '';

beforeAll(async () => {
  mkdirSync(join(folder, 'renderer'));
  writeFileSync(join(folder, 'renderer/index.html'), '<!doctype html><title>ours</title>');
  writeFileSync(join(folder, 'secret.txt'), 'secret');
  const workbench: Workbench = {
    dispatch: async (method) => {
      calls.push(method);
      return { ok: true, value: 'answered' };
    },
    onEvent: (listener) => {
      tell = listener;
      return () => {
        tell = null;
        return true;
      };
    },
    upload: ({ name, bytes }) => {
      uploads.push(`${name}: ${bytes.length}`);
      return 'upload-1';
    },
    download: (id) => (id === 'file-1' ? { name: 'ø.pfx', bytes: Buffer.from('abc') } : null),
    stagePage: (id) => (id === 'page-1' ? '<h1>Øvebanken</h1>' : null),
    windows: { windows: () => [], handOver: () => false },
    stop: async () => undefined,
  };
  host = await startBrowserHost(
    { workbench, rendererFolder: join(folder, 'renderer'), log: (line) => log.push(line), now: () => now },
    0,
  );
  const entered = await enter();
  ({ place, cookie } = entered);
});
afterAll(async () => {
  await host.stop();
});

function ask(
  path: string,
  options: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<{ status: number; text: string; headers: Record<string, unknown> }> {
  const { port } = new URL(host.origin);
  const headers = { ...(cookie !== '' && { Cookie: cookie }), ...options.headers };
  return new Promise((resolve, reject) => {
    const asked = request(
      { host: '127.0.0.1', port, path, method: options.method ?? 'GET', headers },
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

/** Uses a new address, as a browser would. */
async function enter(
  address = host.newAddress(),
  headers: Record<string, string> = {},
): Promise<{ status: number; text: string; place: string; cookie: string; setCookie: string }> {
  const reply = await ask(new URL(address).pathname, { headers: { Cookie: '', ...headers } });
  const [setCookie = ''] = (reply.headers['set-cookie'] as string[] | undefined) ?? [];
  const to = (reply.headers['location'] as string | undefined) ?? /url=([^"]+)"/.exec(reply.text)?.[1] ?? '';
  return { ...reply, setCookie, place: to.slice(0, -1), cookie: setCookie.split(';', 1)[0] ?? '' };
}

const rpc = () => `${place}/rpc/app.status`;

describe('how a browser is let in', () => {
  it('a code is exchanged for a cookie that scripts, other sites and other programs do not get', async () => {
    const { status, setCookie, place: at } = await enter();
    expect(status).toBe(303);
    expect(setCookie).toMatch(/^tpp-workbench=[\w-]{32}; Path=\/w-[\w-]{32}\/; HttpOnly; SameSite=Strict$/);
    expect(setCookie).toContain(`Path=${at}/;`);
    // Neither the address nor the path is the secret.
    expect(setCookie).not.toContain(`tpp-workbench=${at.slice(3)}`);
    expect((await ask(`${at}/`, { headers: { Cookie: '' } })).status).toBe(403);
  });
  it('a code is void after its first use and after ten minutes', async () => {
    const address = host.newAddress();
    expect((await enter(address)).status).toBe(303);
    const again = await enter(address);
    expect([again.status, again.cookie]).toEqual([403, '']);
    expect(again.text).toContain('Run "npm start" again');
    const late = host.newAddress();
    const early = host.newAddress();
    now += 10 * 60_000 - 1;
    expect((await enter(early)).status).toBe(303);
    now += 1;
    expect((await enter(late)).status).toBe(403);
  });
  it('fetching the address in advance does not use it up', async () => {
    const address = host.newAddress();
    expect((await enter(address, { 'Sec-Purpose': 'prefetch;prerender' })).status).toBe(503);
    expect((await enter(address)).status).toBe(303);
  });
  it.each<Record<string, string>>([
    { 'Sec-Fetch-Site': 'same-origin', 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'empty' },
    { 'Sec-Fetch-Site': 'same-origin', 'Sec-Fetch-Dest': 'document' },
    { 'Sec-Fetch-Site': 'same-origin', 'Sec-Fetch-Dest': 'iframe' },
  ])('a service worker at our address is removed and does not use up a code: %j', async (headers) => {
    const address = host.newAddress();
    const path = new URL(address).pathname;
    const reply = await ask(path, { headers: { Cookie: '', ...headers } });
    expect([reply.status, reply.headers['set-cookie'], reply.headers['clear-site-data']]).toEqual([
      403,
      undefined,
      '"storage"',
    ]);
    const own = { Cookie: '', 'Sec-Fetch-Site': 'none', 'Sec-Fetch-Dest': 'document' };
    const opened = await ask(path, { headers: own });
    expect([opened.status, opened.headers['clear-site-data']]).toEqual([303, '"storage"']);
  });
  it('a service worker does not get the page, nor is it let in by the key', async () => {
    const worker = {
      'Sec-Fetch-Site': 'same-origin',
      'Sec-Fetch-Mode': 'navigate',
      'Sec-Fetch-Dest': 'empty',
    };
    for (const path of [`${place}/`, `${place}/index.html`]) {
      const reply = await ask(path, { headers: worker });
      expect([reply.status, reply.headers['clear-site-data']]).toEqual([403, '"storage"']);
    }
    const body = `key=${host.key}`;
    const entered = await ask('/open', { method: 'POST', body, headers: { Cookie: '', ...worker } });
    expect([entered.status, entered.headers['set-cookie']]).toEqual([403, undefined]);
  });
  it('a link on another page leads in through a page of our own', async () => {
    const { status, place: at } = await enter(host.newAddress(), { 'Sec-Fetch-Site': 'cross-site' });
    expect([status, at]).toEqual([200, place]);
  });
  it('a second tab needs only the cookie, also among other cookies', async () => {
    for (const Cookie of [cookie, `a=b; ${cookie}`, `tpp-workbench=planted; ${cookie}; c=d`])
      expect((await ask(`${place}/`, { headers: { Cookie } })).status).toBe(200);
    for (const Cookie of ['', 'tpp-workbench=', `x${cookie}`, `${cookie}x`, cookie.toUpperCase()])
      expect((await ask(`${place}/`, { headers: { Cookie } })).status).toBe(403);
  });
  it('the key lets in, and gives new codes', async () => {
    const send = (path: string, key: string) =>
      ask(path, { method: 'POST', body: `key=${key}`, headers: { Cookie: '', Origin: 'null' } });
    expect((await send('/open', host.key)).headers['set-cookie']).toBeDefined();
    const code = (await send('/codes', host.key)).text;
    expect((await enter(`${host.origin}/open/${code}`)).status).toBe(303);
    for (const key of ['', 'x', `${host.key}x`, cookie.split('=')[1] ?? ''])
      for (const path of ['/open', '/codes']) {
        const reply = await send(path, key);
        expect([reply.status, reply.headers['set-cookie']]).toEqual([403, undefined]);
      }
  });
});

describe('requests with the cookie', () => {
  it('the page and its calls are served with a strict policy', async () => {
    const page = await ask(`${place}/`);
    expect(page.status).toBe(200);
    expect(page.headers['content-security-policy']).toContain("default-src 'none'");
    expect(page.headers['referrer-policy']).toBe('no-referrer');
    expect((await ask(rpc(), { method: 'POST', body: '{}' })).text).toContain('answered');
    const { origin } = host;
    expect((await ask(rpc(), { method: 'POST', body: '{}', headers: { Origin: origin } })).status).toBe(200);
  });
});

describe('files', () => {
  beforeEach(() => {
    uploads.length = 0;
  });
  const upload = (body: string, headers: Record<string, string> = {}) =>
    ask(`${place}/upload?name=own.pfx`, { method: 'POST', body, headers });

  it('files are uploaded with their name and downloaded as attachments that are not cached', async () => {
    expect(JSON.parse((await upload('bytes')).text)).toEqual({ ok: true, value: { id: 'upload-1' } });
    expect(uploads).toEqual(['own.pfx: 5']);
    const file = await ask(`${place}/download/file-1`);
    expect([file.status, file.text]).toEqual([200, 'abc']);
    expect(file.headers).toMatchObject({
      'content-disposition': "attachment; filename*=UTF-8''%C3%B8.pfx",
      'content-type': 'application/octet-stream',
      'cache-control': 'no-store',
    });
    expect((await ask(`${place}/download/other`)).status).toBe(404);
  });
  it('a page of the bank on the stage has no origin, no script and no forms, and is framed only by the workbench', async () => {
    const page = await ask(`${place}/stage/page-1`);
    expect([page.status, page.text]).toEqual([200, '<h1>Øvebanken</h1>']);
    expect(page.headers['content-security-policy']).toBe(
      "sandbox; default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'",
    );
    expect((await ask(`${place}/stage/page-2`)).status).toBe(404);
  });
  it('files of an import may be larger than other files', async () => {
    const body = 'x'.repeat(5 * 1024 * 1024);
    const sent = await ask(`${place}/upload?name=a.har&for=collection`, { method: 'POST', body });
    expect([JSON.parse(sent.text), uploads.pop()]).toEqual([
      { ok: true, value: { id: 'upload-1' } },
      `a.har: ${body.length}`,
    ]);
  });
  it('files that are too large, from another site or without the cookie are refused', async () => {
    const large = await upload('x'.repeat(4 * 1024 * 1024 + 1));
    expect(large.text).toContain('own.pfx is larger than');
    expect((await upload('bytes', { Origin: 'https://evil.example' })).status).toBe(403);
    expect((await upload('bytes', { 'Sec-Fetch-Site': 'cross-site' })).status).toBe(403);
    expect((await ask('/upload?name=own.pfx', { method: 'POST', body: 'bytes' })).status).toBe(403);
    expect((await ask('/download/file-1')).status).toBe(403);
    expect(uploads).toEqual([]);
  });
});

describe('events', () => {
  it('a client that does not read its events is disconnected before they fill the memory', async () => {
    const { port } = new URL(host.origin);
    const asked = request({ host: '127.0.0.1', port, path: `${place}/events`, headers: { Cookie: cookie } });
    const response = await new Promise<IncomingMessage>((resolve) => {
      asked.on('response', resolve).end();
    });
    response.on('error', () => undefined);
    asked.on('error', () => undefined);
    const piece = 'x'.repeat(1024 * 1024);
    let told = 0;
    const isThere = () => tell !== null;
    while (isThere() && told < 100) {
      tell?.('status.changed', piece);
      told += 1;
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(told).toBeLessThan(100);
    asked.destroy();
    expect((await ask(`${place}/`)).status).toBe(200);
  });
});

describe('refused requests', () => {
  beforeEach(() => {
    calls.length = 0;
  });
  afterEach(() => {
    if (calls.length > 0) throw new Error(`A refused request has reached the workbench: ${calls.join()}`);
  });
  it.each([
    '/',
    '/index.html',
    '/rpc/app.status',
    '/events',
    '//',
    '/x/rpc/app.status',
    '/open',
    '/open/',
    '/open/x/y',
  ])('%s is refused, with and without the cookie', async (path) => {
    for (const method of ['GET', 'POST'])
      for (const Cookie of [cookie, '']) {
        const headers = { Cookie };
        const reply = await ask(path, method === 'POST' ? { method, body: '{}', headers } : { headers });
        expect(reply.status).toBe(403);
        expect(reply.text).toContain('npm start');
      }
  });
  it('everything below the path of the workbench is refused without the cookie', async () => {
    for (const path of ['/', '/index.html', '/events', '/download/file-1', '/stage/page-1']) {
      expect((await ask(`${place}${path}`, { headers: { Cookie: '' } })).status).toBe(403);
    }
    expect((await ask(rpc(), { method: 'POST', body: '{}', headers: { Cookie: '' } })).status).toBe(403);
  });
  it('a host name rebound to this address is refused', async () => {
    const { port } = new URL(host.origin);
    for (const Host of [
      'evil.example',
      `evil.example:${port}`,
      '127.0.0.1',
      `127.0.0.1:${Number(port) + 1}`,
      `127.0.0.1:${port}.evil.example`,
      `localhost.evil.example:${port}`,
      `evil.example@127.0.0.1:${port}`,
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
      { Origin: host.origin.replace('http:', 'https:') },
    ];
    for (const headers of foreign) {
      expect((await ask(rpc(), { method: 'POST', body: '{}', headers })).status).toBe(403);
      expect((await ask(`${place}/events`, { headers })).status).toBe(403);
    }
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
      const reply = await ask(`${place}${path}`);
      expect(reply.status).toBe(404);
      expect(reply.text).not.toContain('secret');
    }
  });
  it('other methods and bodies that are not JSON are refused', async () => {
    expect((await ask(`${place}/`, { method: 'DELETE' })).status).toBe(405);
    expect((await ask(rpc(), { method: 'POST', body: 'no' })).status).toBe(400);
  });
});
