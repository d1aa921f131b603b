/** The workbench core through its one door, the dispatcher, against its own bank. */
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { KeyProtection } from '../../main/core/host-port.ts';
import type { Workbench } from '../../main/core/services.ts';
import type { Exchange } from '../../shared/contract/exchange.ts';
import type { Input, MethodName, Output } from '../../shared/contract/methods.ts';
import { type HttpRequest, requestOf } from '../../shared/requests/http.ts';
import type { ComposedRequest } from '../../shared/requests/request.ts';
import type { Settings, Status } from '../../shared/contract/status.ts';
import { folderForFile } from '../support/folders.ts';
import { callCore, startCore } from '../support/workbench.ts';

const folder = folderForFile('core');
const logged: string[] = [];
let workbench: Workbench;

const start = () => startCore(folder, { log: (line) => logged.push(line) });

beforeAll(async () => {
  workbench = await start();
});
afterAll(async () => {
  await workbench.stop();
});

const call = <M extends MethodName>(method: M, input: Input<M>): Promise<Output<M>> =>
  callCore(workbench, method, input);

const draft = (change: Partial<HttpRequest> = {}): ComposedRequest =>
  requestOf({ method: 'POST', path: '/v1/bank-offered-consents', headers: [], body: '', ...change });
const send = (change: Partial<HttpRequest> = {}): Promise<Exchange> => call('requests.send', draft(change));

/** Lets the PSU approve on the page, as a browser would. @returns the callback's event */
async function approve(href: string): Promise<unknown> {
  const status = await call('app.status', {});
  const returned = new Promise((resolve) => {
    const end = workbench.onEvent((name, payload) => {
      if (name !== 'sca.returned') return;
      end();
      resolve(payload);
    });
  });
  const page = await (
    await fetch(href, {
      method: 'POST',
      body: new URLSearchParams({ nationalId: status.persona?.nationalId ?? '', step: 'identify' }),
    })
  ).text();
  const accounts = Array.from(
    page.matchAll(/name="account\/PRIVATE"\s+value="([^"]+)"/g),
    (match): [string, string] => ['account/PRIVATE', match[1] ?? ''],
  );
  await fetch(href, {
    method: 'POST',
    body: new URLSearchParams([
      ['nationalId', status.persona?.nationalId ?? ''],
      ['capacity', 'PRIVATE'],
      ...accounts,
      ['step', 'approve'],
    ]),
  });
  return returned;
}

describe('compose, sign, send, verify', () => {
  it('the prepared request is sent unchanged and the bank accepts it', async () => {
    const exchange = await send();
    expect(exchange).toMatchObject({
      status: 201,
      operation: 'createConsent',
      failure: null,
      explanation: null,
    });
    expect(exchange.verdicts.map((verdict) => [verdict.rule, verdict.holds])).toEqual([
      ['SIG-13', 'yes'],
      ['SCA-9', 'yes'],
      ['SVC-7', 'yes'],
    ]);
    expect(exchange.links.map((link) => link.name)).toEqual(['scaRedirect']);
    const { headers, signing } = exchange.prepared;
    expect(signing.lines[0]).toBe('(request-target): post /v1/bank-offered-consents');
    for (const header of headers.filter(({ line }) => line !== null)) {
      expect(signing.lines[(header.line ?? 0) - 1]).toBe(`${header.name.toLowerCase()}: ${header.value}`);
    }
    // SIG-9: only an issuer beyond ASCII makes it one encoded word.
    expect(signing.header).toMatch(/^keyId="SN=/);
    expect(headers.at(-1)).toMatchObject({ name: 'Signature', value: signing.header });
    expect(exchange.response?.tls).toMatchObject({ protocol: 'TLSv1.3', subject: 'CN=localhost' });
  });
  it("the user's headers replace, add and remove headers", async () => {
    const { headers, signing } = await call(
      'requests.prepare',
      draft({
        body: '{}',
        headers: [
          ['date', 'x'],
          ['X-Extra', 'y'],
          ['psu-ip-address', ''],
        ],
      }),
    );
    const value = (name: string) => headers.find((header) => header.name.toLowerCase() === name)?.value;
    expect([value('date'), value('x-extra'), value('psu-ip-address')]).toEqual(['x', 'y', undefined]);
    expect(value('digest')).toBe('SHA-256=RBNvo1WzZ4oRRq0W9+hknpT7T8If536DEMBg9hyq/4o=');
    expect(signing.lines).toContain('date: x');
  });
  it("a refusal comes with the bank's explanation and the string that it built", async () => {
    const late = await send({ headers: [['Date', 'Fri, 20 Nov 2020 09:42:07 GMT']] });
    expect(late).toMatchObject({ status: 400, explanation: { rule: 'SIG-10', check: 'date' } });
    const forged = await send({ headers: [['Signature', 'keyId="x"']] });
    expect(forged.explanation).toMatchObject({ rule: 'SIG-3', check: 'syntax' });
    expect([late.prepared.signing.replaced, forged.prepared.signing.replaced]).toEqual([false, true]);
  });
  it('a header that HTTP cannot carry is refused before sending', async () => {
    for (const header of [
      ['X-Emoji', '😀'],
      ['Bad Name', 'x'],
      ['X-Line', 'a\r\nb'],
    ] as [string, string][]) {
      const envelope = await workbench.dispatch('requests.send', draft({ headers: [header] }));
      expect(envelope).toMatchObject({
        ok: false,
        error: { kind: 'bad-input', message: expect.stringContaining(header[0]) },
      });
    }
  });
  it('the result of the SCA is kept and makes the accounts readable', async () => {
    const asked = await send();
    const href = asked.links[0]?.href ?? '';
    expect(await call('sca.open', { href, show: 'embedded' })).toEqual({
      where: 'tab',
      tab: href,
      environment: 'local',
    });
    expect(await approve(href)).toMatchObject({
      outcome: 'success',
      parameters: [{ name: 'psu-id' }, { name: 'tpp-session-id' }, { name: 'context', value: 'PRIVATE' }],
    });
    const status: Status = await call('app.status', {});
    expect(status.psu).toMatchObject({ context: 'PRIVATE', name: 'Eirik Solbakken' });
    expect(status.session?.since).toBeGreaterThan(0);
    const accounts = await send({ method: 'GET', path: '/v1/accounts?withBalance=true' });
    expect(accounts.status).toBe(200);
    expect(accounts.prepared.headers.find((header) => header.name === 'PSU-ID')?.value).toBe(
      status.psu?.psuId,
    );
    expect(accounts.verdicts.every((verdict) => verdict.holds === 'yes')).toBe(true);
  });
  it('a redirect of another session is shown but not trusted', async () => {
    const { environment, psu } = await call('app.status', {});
    const returned = new Promise((resolve) => {
      const end = workbench.onEvent((name, payload) => {
        if (name !== 'sca.returned') return;
        end();
        resolve(payload);
      });
    });
    await fetch(`${environment.redirectUri}?psu-id=evil&context=PRIVATE&tpp-session-id=other`);
    expect(await returned).toMatchObject({ outcome: 'failure' });
    expect((await call('app.status', {})).psu).toEqual(psu);
  });
  it('resetting the sandbox forgets the PSU', async () => {
    expect((await send({ path: '/v1/sandbox/initialize' })).status).toBe(201);
    expect((await call('app.status', {})).psu).toBeNull();
  });
  it("only the bank's own pages are opened", async () => {
    for (const href of [
      'https://evil.example/sca/1',
      'javascript:alert(1)',
      'file:///etc/passwd',
      'not an address',
    ]) {
      expect(await workbench.dispatch('sca.open', { href, show: 'embedded' })).toMatchObject({
        ok: false,
        error: { kind: 'refused' },
      });
    }
    // As after a restart on another port.
    await expect(call('sca.open', { href: 'http://localhost:1/sca/1', show: 'embedded' })).rejects.toThrow(
      'start a new authorisation',
    );
  });
});

describe('history', () => {
  it('keeps every request, finds it and can be cleared', async () => {
    const sent = await send({ path: '/v1/sandbox/customers', method: 'GET' });
    const { exchanges } = await call('history.list', { search: 'customers' });
    expect(exchanges[0]).toMatchObject({ id: sent.id, status: 200, path: '/v1/sandbox/customers' });
    expect(await call('history.read', { id: sent.id })).toEqual(sent);
    expect((await call('history.list', { search: '100%' })).exchanges).toEqual([]);
    const id = sent.prepared.headers.find(({ name }) => name === 'X-Request-ID')?.value ?? '';
    for (const search of [id.toUpperCase(), `${id} solbakken 200 local eirik`])
      expect((await call('history.list', { search })).exchanges, search).toMatchObject([{ id: sent.id }]);
    await call('history.clear', {});
    expect((await call('history.list', { search: '' })).exchanges).toEqual([]);
    expect(await workbench.dispatch('history.read', { id: sent.id })).toMatchObject({
      ok: false,
      error: { kind: 'not-found' },
    });
  });
});

describe('the interface of the core', () => {
  it('unknown methods and invalid input are refused with a sentence', async () => {
    for (const [method, input] of [
      ['no.such', {}],
      ['constructor', {}],
      ['requests.send', {}],
      ['requests.send', draft({ path: 'no slash' })],
      ['settings.change', { theme: 'pink' }],
    ] as const) {
      expect(await workbench.dispatch(method, input)).toMatchObject({
        ok: false,
        error: { kind: 'bad-input' },
      });
    }
    expect(logged).toEqual([]);
  });
});

describe('a restart', () => {
  it('settings, history, identity and redirect address survive a restart', async () => {
    const before: Status = await call('app.status', {});
    const settings: Settings = await call('settings.change', { theme: 'dark', started: true });
    const sent = await send();
    await workbench.stop();
    workbench = await start();
    const after: Status = await call('app.status', {});
    expect(after.certificate).toEqual(before.certificate);
    expect(after.environment.redirectUri).toBe(before.environment.redirectUri);
    expect(await call('settings.read', {})).toEqual(settings);
    expect(await call('history.read', { id: sent.id })).toEqual(sent);
  });
  it('a second workbench on the same folder is refused with the reason', async () => {
    await expect(start()).rejects.toThrow(/in use by another process/);
  });
});

describe('private keys', () => {
  it('no file has them in readable form, and only the owner can read the key file', async () => {
    await send();
    const needles = ['PRIVATE KEY', 'MIIEv', 'MIIEpA'];
    for (const name of readdirSync(folder)) {
      const file = join(folder, name);
      if (!statSync(file).isFile()) continue;
      const bytes = readFileSync(file);
      for (const needle of needles) expect(bytes.includes(needle), `${name} holds ${needle}`).toBe(false);
    }
    expect(statSync(join(folder, 'vault.key')).mode & 0o077).toBe(0);
  });
  it('they do not leave the core', async () => {
    const all = JSON.stringify([
      await call('app.status', {}),
      await send(),
      await call('history.list', { search: '' }),
    ]);
    expect(all).not.toContain('PRIVATE KEY');
  });
});

describe('two hosts on one data folder', () => {
  const at = (dataFolder: string, keyProtection: KeyProtection | null) =>
    startCore(dataFolder, { kind: 'electron', keyProtection, log: (line) => logged.push(line) });
  const safeStorage: KeyProtection = {
    kind: 'safe-storage',
    name: 'by a safe storage',
    dataKey: async () => Buffer.alloc(32, 7),
  };
  const sent = (started: Workbench) => started.dispatch('requests.send', draft());

  it('a folder with safe storage is refused without it, with a sentence, and works again with it', async () => {
    const own = mkdtempSync(join(tmpdir(), 'tpp-protection-'));
    try {
      const first = await at(own, safeStorage);
      expect(await sent(first)).toMatchObject({ ok: true, value: { status: 201 } });
      await first.stop();
      await expect(at(own, null)).rejects.toThrow(/protected by the operating system's safe storage/);
      const again = await at(own, safeStorage);
      expect(await sent(again)).toMatchObject({ ok: true, value: { status: 201 } });
      await again.stop();
    } finally {
      rmSync(own, { recursive: true, force: true });
    }
  });
  it('a lost or damaged key file is reported and not replaced', async () => {
    const own = mkdtempSync(join(tmpdir(), 'tpp-protection-'));
    const file = join(own, 'vault.key');
    try {
      await (await at(own, null)).stop();
      const key = readFileSync(file);
      rmSync(file);
      await expect(at(own, null)).rejects.toThrow(/vault\.key is missing; without it the private keys/);
      expect(readdirSync(own)).not.toContain('vault.key');
      writeFileSync(file, 'short');
      await expect(at(own, null)).rejects.toThrow(/vault\.key is damaged/);
      writeFileSync(file, key);
      const again = await at(own, null);
      expect(await sent(again)).toMatchObject({ ok: true, value: { status: 201 } });
      await again.stop();
    } finally {
      rmSync(own, { recursive: true, force: true });
    }
  });
  it('a folder with a key file keeps it', async () => {
    const own = mkdtempSync(join(tmpdir(), 'tpp-protection-'));
    try {
      await (await at(own, null)).stop();
      const second = await at(own, safeStorage);
      expect(await sent(second)).toMatchObject({ ok: true, value: { status: 201 } });
      expect(await second.dispatch('app.status', {})).toMatchObject({
        value: { vault: { keyKept: 'in a file that only this user can read' } },
      });
      await second.stop();
    } finally {
      rmSync(own, { recursive: true, force: true });
    }
  });
});
