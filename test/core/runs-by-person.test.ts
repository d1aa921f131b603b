/** A run against a bank that is not a simulator: it waits at each SCA until a person has come back from the bank's page. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Bank, startBank } from '../../bank-sim/index.ts';
import { approveAt } from '../support/psu-browser.ts';
import type { Workbench } from '../../main/core/services.ts';
import { NO_COUNTS } from '../../shared/collections/result.ts';
import type { Step } from '../../shared/collections/steps.ts';
import type { ListedRun } from '../../shared/contract/runs.ts';
import { request } from '../support/run-steps.ts';
import { stepsOf, writeCollection } from '../support/runs.ts';
import { callCore, chooseBank, startCore, nextEvent } from '../support/workbench.ts';

let folder: string;
let workbench: Workbench;
let bank: Bank;
/** Ids of the environments. */
let local: string;
let other: string;
const returns: unknown[] = [];
beforeEach(() => {
  returns.length = 0;
});

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tpp-person-'));
  workbench = await startCore(folder);
  bank = await startBank({ port: 0, psuPort: 0, controlPort: 0, data: null });
  const { environments } = await callCore(workbench, 'environments.list', {});
  local = environments.find(({ kind }) => kind === 'local')?.id ?? '';
  other = await chooseBank(workbench, { baseUrl: bank.apiBaseUrl, ca: bank.caPem });
  workbench.onEvent((name) => name === 'sca.returned' && returns.push(name));
});
afterAll(async () => {
  await workbench.stop();
  await bank.stop();
  rmSync(folder, { recursive: true, force: true });
});

const consent: Step = { name: 'Consent', request: request('createConsent') };
const sca = (more: Partial<NonNullable<Step['sca']>> = {}): Step => ({
  name: 'SCA',
  sca: { psu: 'Eirik Solbakken', decision: 'approve', ...more },
});
const accounts: Step = { name: 'Accounts', request: request('listAccounts') };

async function start(name: string, ...steps: Step[]): Promise<string> {
  writeCollection(join(folder, 'collections', name), stepsOf(...steps));
  const order = { only: [], from: null, bail: false, concurrency: 1, data: null };
  return (await callCore(workbench, 'runs.start', { path: name, ...order })).id;
}

/** Resolves when the run is as wanted. */
async function until(id: string, wanted: (run: ListedRun) => boolean): Promise<ListedRun> {
  for (;;) {
    // Asked for before the state is read, so that no change falls between.
    const changed = nextEvent(workbench, 'run.changed');
    const { runs } = await callCore(workbench, 'runs.list', {});
    const run = runs.find((one) => one.id === id);
    if (run !== undefined && wanted(run)) return run;
    await changed;
  }
}
async function waits(id: string): Promise<NonNullable<ListedRun['waiting']>> {
  const { waiting } = await until(id, (run) => run.waiting !== null || run.state !== 'running');
  if (waiting === null) throw new Error(`The run has ended: ${(await reasons(id)).join(' ')}`);
  return waiting;
}
/** The address at which a browser opens the page. */
const pageOf = async (page: string) =>
  (await callCore(workbench, 'sca.openWaiting', { id: page })).tab ?? 'no tab';
const ended = (id: string) => until(id, ({ state }) => state !== 'running');
const reasons = async (id: string) =>
  (await callCore(workbench, 'runs.results', { id, outcomes: ['failed'], from: 0 })).results.map(
    ({ reason }) => reason,
  );

/** Does on the bank's page what a person does, and goes where it leads. */
async function browse(link: string, decision: 'abort' | 'approve'): Promise<void> {
  const { environment } = await callCore(workbench, 'app.status', {});
  const { redirectUri } = environment;
  const psu = { psu: 'Eirik Solbakken', decision, context: null, agreement: null, accounts: null };
  const { signal } = new AbortController();
  const origins = [new URL(bank.psuBaseUrl).origin];
  const { redirect } = await approveAt(link, psu, { origins, redirectUri, ca: bank.caPem, signal });
  await fetch(redirect);
}

it('says whom it waits for, lets the page be opened, and goes on when the PSU is back', async () => {
  const id = await start('Approved', consent, sca(), accounts);
  const { id: page, ...told } = await waits(id);
  expect(told).toEqual({ psu: 'Eirik Solbakken', decision: 'approve' });
  // Also while requests go to the local bank.
  await callCore(workbench, 'environments.choose', { id: local });
  const link = await pageOf(page);
  expect(link).toContain(new URL(bank.psuBaseUrl).origin);
  await callCore(workbench, 'environments.choose', { id: other });
  await browse(link, 'approve');
  expect(await ended(id)).toMatchObject({
    waiting: null,
    state: 'ended',
    counts: { ...NO_COUNTS, passed: 3 },
  });
  await expect(pageOf(page)).rejects.toThrow('is no longer waiting for this page');
  // It was the run's, not that of the request on screen.
  expect(returns).toEqual([]);
});

it('judges what the person has done', async () => {
  const id = await start('Aborted', consent, sca());
  await browse(await pageOf((await waits(id)).id), 'abort');
  expect((await ended(id)).counts).toEqual({ ...NO_COUNTS, passed: 1, failed: 1 });
  const expected = await start('Aborted as wanted', consent, sca({ decision: 'abort' }));
  await browse(await pageOf((await waits(expected)).id), 'abort');
  expect((await ended(expected)).counts).toEqual({ ...NO_COUNTS, passed: 2 });
});

it('goes on waiting when the PSU of another session is back', async () => {
  const id = await start('Another session', consent, sca());
  const page = (await waits(id)).id;
  const { environment } = await callCore(workbench, 'app.status', {});
  await fetch(`${environment.redirectUri}?psu-id=x&context=PRIVATE&tpp-session-id=another`);
  expect(returns).toHaveLength(1);
  expect((await waits(id)).id).toBe(page);
  await browse(await pageOf(page), 'approve');
  expect((await ended(id)).counts).toEqual({ ...NO_COUNTS, passed: 2 });
});

it('ends when it is stopped, and can be started again', async () => {
  const id = await start('Stopped', consent, sca(), accounts);
  await waits(id);
  await callCore(workbench, 'runs.stop', { id });
  expect(await ended(id)).toMatchObject({
    state: 'stopped',
    waiting: null,
    counts: { ...NO_COUNTS, passed: 1, 'not-run': 2 },
  });
  const again = await start('Stopped', consent, sca(), accounts);
  await browse(await pageOf((await waits(again)).id), 'approve');
  expect((await ended(again)).counts.passed).toBe(3);
});

it('shows no secret while it waits, whatever its length, and still opens the page that has it', async () => {
  const secrets = { nationalId: '01017012345', tok: 'S3cret' };
  for (const [name, value] of Object.entries(secrets))
    await callCore(workbench, 'variables.set', { id: other, variable: { name, value, secret: true } });
  const link = `${new URL(bank.psuBaseUrl).origin}/nothing?t={{tok}}`;
  const id = await start('Secret', consent, sca({ psu: '{{nationalId}}', link }));
  const run = await until(id, ({ waiting }) => waiting !== null);
  expect(run.waiting?.psu).toBe('•••');
  for (const value of Object.values(secrets)) expect(JSON.stringify(run)).not.toContain(value);
  expect(await pageOf(run.waiting?.id ?? '')).toBe(link.replace('{{tok}}', secrets.tok));
  await callCore(workbench, 'runs.stop', { id });
  await ended(id);
});

it('opens no page that the bank has not sent', async () => {
  const id = await start('Led away', consent, sca({ link: 'https://elsewhere.example/sca' }));
  expect((await ended(id)).counts).toEqual({ ...NO_COUNTS, passed: 1, failed: 1 });
  expect(await reasons(id)).toEqual([expect.stringContaining('https://elsewhere.example is not opened')]);
});
