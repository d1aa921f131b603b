/** `kill -9`: what was acknowledged is there at the next start. test/full/conformance/crash.test.ts kills at random moments. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { afterEach, expect, it } from 'vitest';
import { NOON } from '../support/bank.ts';
import { folderForFile } from '../support/folders.ts';
import { makeIdentity } from '../support/identity.ts';
import {
  create,
  EIRIK,
  expectConserved,
  INGRID,
  moneyOf,
  PEOPLE,
  sign,
  statusOf,
} from '../support/payments.ts';
import { type BankProcess, startProcess } from '../support/process.ts';
import { type BankDoor, control, Tpp } from '../support/tpp.ts';

const folder = folderForFile('bank-kill');
let bank: BankProcess | undefined;
afterEach(() => bank?.child.kill('SIGKILL'));

async function started(...options: string[]): Promise<BankDoor> {
  bank = await startProcess('--data', folder, ...options);
  return {
    ...bank.ready,
    caPem: readFileSync(bank.ready.caFile, 'utf8'),
    now: () => NOON,
    inspection: { somebody: () => ({ name: 'Eirik Solbakken', nationalId: PEOPLE.eirik }) },
  };
}

async function kill(): Promise<void> {
  if (bank === undefined) throw new Error('No bank is started.');
  const ended = once(bank.child, 'exit');
  bank.child.kill('SIGKILL');
  await ended;
}

it('SVC-10, PAY-20, SBX-1: a bank that is killed has every payment, consent and reset that it had acknowledged', async () => {
  const identity = await makeIdentity();
  const [now, later] = ['2026-11-20T10:42:07+01:00', '2026-12-04T10:42:07+01:00'];
  const first = new Tpp(await started('--clock', now), identity);
  await first.consent();
  const before = [await moneyOf(first, EIRIK), await moneyOf(first, INGRID)];
  const created = await create(first, 'SCT');
  const approved = await create(first, 'NDCT');
  await sign(first, approved);
  const instant = await create(first, 'INDCTS');
  await sign(first, instant);
  await kill();

  const second = Object.assign(new Tpp(await started(), identity), { sessionId: first.sessionId });
  const statuses = [];
  for (const path of [created, approved, instant]) statuses.push(await statusOf(second, path));
  expect(statuses).toEqual(['RCVD', 'PDNG', 'ACSC']);
  expect((await second.send({ path: '/v1/user', headers: { 'PSU-ID': first.psuId } })).status).toBe(200);
  // The instant payment has a fee of 5.00; what is approved is reserved.
  expect((await moneyOf(second, EIRIK)).booked).toBe((before[0]?.booked ?? 0) - 10_500);
  expect((await moneyOf(second, EIRIK)).expected).toBe((before[0]?.expected ?? 0) - 20_500);
  expect((await moneyOf(second, INGRID)).booked).toBe((before[1]?.booked ?? 0) + 10_000);
  await expectConserved(second.bank);
  expect((await control(second.bank, 'POST', '/control/reset', { clock: later })).status).toBe(200);
  await kill();

  const { body } = await control(await started(), 'GET', '/control/state');
  expect(body).toMatchObject({ now: '2026-12-04T09:42:07+00:00', counts: { consents: 0 } });
});
