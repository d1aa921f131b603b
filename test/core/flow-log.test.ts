/** The event log of a workbench: what crosses a wire or changes the local bank, in order, each with its cause. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Agent, request } from 'undici';
import { beforeEach, expect, it } from 'vitest';
import { fresh } from '../../shared/requests/compose.ts';
import { requestOf } from '../../shared/requests/http.ts';
import { coreForFile } from '../support/file-core.ts';
import { flowLines } from '../support/flow.ts';
import { stepsOf, writeCollection } from '../support/runs.ts';
import { APPROVE, CONSENT, CUSTOMERS } from '../support/run-steps.ts';
import { approveSession, callCore, downloaded, startCore } from '../support/workbench.ts';
import { PLAIN_EXPORT } from '../../shared/flow/exports/export.ts';

const core = coreForFile('flow-log');
const { call } = core;

/** What has happened since a position, in lines. */
async function after(seq: number) {
  return (await call('flow.read', { after: seq, limit: 5000 })).events;
}
beforeEach(async () => {
  await call('bank.reset', { clock: 'keep' });
});
const last = async () => (await call('flow.read', { after: 0, limit: 1 })).last;

it('an SCA on the pages: request, decision, its effects, redirect, callback, each with its cause', async () => {
  const before = await last();
  await approveSession(core.workbench);
  expect(flowLines(await after(before))).toEqual([
    '- tpp> GET Read user',
    '0 authorisation new > started',
    '0 tpp< 401 scaRedirect',
    '2 psu> POST Approves',
    '3 approve the sign-in',
    '4 authorisation started > finalised',
    '4 session new > SCA valid',
    '3 psu< 302',
    '7 callback success',
  ]);
});

it('clock, batch and reset are events; what an act has caused names it', async () => {
  const before = await last();
  await call('bank.clock', { advance: 'P1D' });
  await call('bank.batch', {});
  await call('bank.reset', { clock: 'keep' });
  expect(flowLines(await after(before))).toEqual([
    '- clock real',
    '- operator Batch started by hand',
    '1 batch 0/0',
    '- reset reset',
  ]);
});

it('a request and its response are one pair, with the id of the exchange in the history', async () => {
  const before = await last();
  const { id, duration } = await call('requests.send', fresh('listAccounts'));
  const [request, ...rest] = await after(before);
  expect(request).toMatchObject({ kind: 'request', exchange: id, environment: 'Local bank', signed: true });
  expect(rest.at(-1)).toMatchObject({
    kind: 'response',
    exchange: id,
    duration,
    rule: 'HDR-5',
    cause: request?.seq,
  });
});

it('a run acts as the PSU’s browser: opened, page, decision and callback', async () => {
  writeCollection(join(core.folder, 'collections', 'flow'), stepsOf(CUSTOMERS, CONSENT, APPROVE));
  const before = await last();
  const ended = new Promise<void>((resolve) => {
    const off = core.workbench.onEvent((name) => {
      if (name !== 'run.changed') return;
      void call('runs.list', {}).then(({ runs }) => {
        if (runs.every(({ state }) => state === 'running')) return;
        off();
        resolve();
      });
    });
  });
  const order = { only: [], from: null, bail: false, concurrency: 1, data: null };
  await call('runs.start', { path: 'flow', ...order });
  await ended;
  expect(flowLines(await after(before))).toEqual([
    '- tpp> GET Customers',
    '0 tpp< 200',
    '- tpp> POST Ask for consent',
    '2 authorisation new > started',
    '2 tpp< 201 scaRedirect',
    '4 opened run',
    '5 psu> GET Opens the page of the SCA',
    '6 psu< 200 Identify yourself',
    '7 psu> POST Says who they are',
    '8 psu< 200 Share accounts',
    '9 psu> POST Approves',
    '10 approve the consent for all accounts',
    '11 authorisation started > finalised',
    '11 consent new > valid',
    '11 session new > SCA valid',
    '10 psu< 302',
    '15 callback success',
  ]);
});

it('a request of another program to the local bank appears, without an environment', async () => {
  const { bank } = await call('app.status', {});
  const before = await last();
  const dispatcher = new Agent({
    connect: { ca: readFileSync(join(core.folder, 'bank', 'pki', 'ca.pem'), 'utf8') },
  });
  await request(`https://localhost:${bank.port}/v1/user`, { dispatcher });
  await dispatcher.close();
  const events = await after(before);
  expect(flowLines(events)).toEqual(['- tpp> GET Read user', '0 tpp< 400 FORMAT_ERROR']);
  expect(events[0]).toMatchObject({ environment: null, tpp: null, signed: false });
});

it('secrets are in no event and in no export', async () => {
  const { environments } = await call('environments.list', {});
  const SECRET = 'canary/flow Ærlig-x9q7';
  const id = environments[0]?.id ?? '';
  await call('variables.set', { id, variable: { name: 'canary', value: SECRET, secret: true } });
  const before = await last();
  await call(
    'requests.send',
    requestOf({
      method: 'GET',
      path: '/v1/accounts/{{canary}}/balances?key={{canary}}',
      headers: [
        ['Authorization', 'Bearer token-of-a-canary'],
        ['TPP-Redirect-URI', 'https://tpp.example/{{canary}}'],
      ],
      body: '',
    }),
  );
  const exports = ['json', 'html', 'mermaid', 'svg'] as const;
  const files = await Promise.all(
    exports.map(async (format) => {
      const { download } = await call('flow.export', { format, only: null, how: PLAIN_EXPORT });
      return downloaded(core.workbench, download).bytes.toString('utf8');
    }),
  );
  const everything = await call('app.export', {});
  const whole = downloaded(core.workbench, everything.download).bytes.toString('utf8');
  const { flow } = JSON.parse(whole) as { flow: { seq: number }[] };
  const events = await after(before);
  expect(events.length).toBeGreaterThan(1);
  expect(flow.map(({ seq }) => seq)).toEqual((await after(0)).map(({ seq }) => seq));
  for (const text of [JSON.stringify([events, flow]), ...files])
    for (const form of ['canary', 'x9q7', 'token-of', 'Ærlig', encodeURIComponent('Ærlig')])
      expect(text.includes(form), form).toBe(false);
});

it('an export holds the events that it is asked for, each once', async () => {
  for (let at = 0; at < 3; at++) await call('requests.send', fresh('readUser'));
  const events = await after(0);
  const only = events.slice(3, 8).map(({ seq }) => seq);
  const { download } = await call('flow.export', { format: 'json', only, how: PLAIN_EXPORT });
  const { name, bytes } = downloaded(core.workbench, download);
  expect(name).toBe('flow.json');
  const read = JSON.parse(bytes.toString('utf8')) as { events: { seq: number }[] };
  expect(read.events.map(({ seq }) => seq)).toEqual(only);
});

it('the diagram is cleared for every window, and the history takes the events along', async () => {
  for (let at = 0; at < 4; at++) await call('requests.send', fresh('readUser'));
  const before = await last();
  let cleared = 0;
  const off = core.workbench.onEvent((name) => {
    if (name === 'flow.cleared') cleared++;
  });
  expect(await call('flow.clear', {})).toEqual({ since: before });
  expect(cleared).toBe(1);
  expect((await call('flow.read', { after: 0, limit: 10 })).events).toHaveLength(10);
  await call('history.clear', {});
  expect(cleared).toBe(2);
  off();
  expect(await call('flow.read', { after: 0, limit: 10 })).toMatchObject({ events: [], last: before });
});

it('is there after a restart', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tpp-flow-restart-'));
  try {
    const first = await startCore(folder);
    await callCore(first, 'requests.send', fresh('readUser'));
    const { events } = await callCore(first, 'flow.read', { after: 0, limit: 100 });
    await first.stop();
    const second = await startCore(folder);
    const kept = await callCore(second, 'flow.read', { after: 0, limit: 100 });
    await second.stop();
    expect(kept.events).toEqual(events);
    expect(kept.events).toHaveLength(3);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

it('a secret that the bank repeats after a restart is masked, also when the vault was locked at the start', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tpp-flow-restart-'));
  const SECRET = 'canary/flow-restart-x9q7';
  const callback = async (workbench: typeof core.workbench, address: string) => {
    const before = (await callCore(workbench, 'flow.read', { after: 0, limit: 1 })).last;
    await request(`${address}?code=ACCESS_DENIED&message=${encodeURIComponent(SECRET)}`);
    const { events } = await callCore(workbench, 'flow.read', { after: before, limit: 100 });
    return JSON.stringify(events.find(({ kind }) => kind === 'callback'));
  };
  const passphrase = 'correct horse battery staple';
  try {
    const first = await startCore(folder);
    const { environments } = await callCore(first, 'environments.list', {});
    const id = environments[0]?.id ?? '';
    await callCore(first, 'variables.set', { id, variable: { name: 'canary', value: SECRET, secret: true } });
    const sent = await callCore(first, 'requests.send', fresh('readUser'));
    const address = /http:[^"\\]+\/sca\/return\/[\w-]+/.exec(JSON.stringify(sent))?.[0] ?? '';
    await first.stop();
    const second = await startCore(folder);
    expect(await callback(second, address)).toContain('{"name":"message","value":"•••"}');
    await callCore(second, 'vault.protect', { passphrase, current: null });
    await second.stop();
    const third = await startCore(folder);
    await callCore(third, 'vault.unlock', { passphrase });
    expect(await callback(third, address)).toContain('{"name":"message","value":"•••"}');
    await third.stop();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

it('windows are told of what is new, in order, and without gaps', async () => {
  const before = await last();
  const told: number[] = [];
  const off = core.workbench.onEvent((name, payload) => {
    if (name === 'flow.added')
      told.push(...(payload as { events: { seq: number }[] }).events.map(({ seq }) => seq));
  });
  for (let at = 0; at < 5; at++) await call('requests.send', fresh('readUser'));
  const newest = await last();
  await expect.poll(() => told.at(-1)).toBe(newest);
  off();
  // Windows are told a moment later, so also of what was before.
  expect(told.filter((seq) => seq > before)).toEqual(
    Array.from({ length: newest - before }, (_, at) => before + at + 1),
  );
});
