/** `kill -9` at random moments under load: what was acknowledged is there, nothing is half-done (SVC-10, PAY-20). */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Identity, makeIdentity } from '../../support/identity.ts';
import { copyPayment } from '../../support/batches.ts';
import {
  bodyOf,
  create,
  EIRIK,
  expectConserved,
  INGRID,
  leaveExactly,
  moneyOf,
  pathOfProduct,
  PEOPLE,
  post,
  selfOf,
  sign,
  statusOf,
} from '../../support/payments.ts';
import { killAtChange } from '../support/kill.ts';
import { type BankProcess, startProcess } from '../../support/process.ts';
import { type BankDoor, control, finishSca, scaIdOf, Tpp } from '../../support/tpp.ts';
import { SEED } from '../support/seed.ts';

const TIMES = Number(process.env['TPP_KILLS'] ?? 12);
/** Minor units of each payment, and of its fee. */
const [AMOUNT, FEE] = [10_000, 500];

async function doorOf({ ready }: BankProcess): Promise<BankDoor> {
  const door: BankDoor = {
    apiBaseUrl: ready.apiBaseUrl,
    caPem: readFileSync(ready.caFile, 'utf8'),
    controlBaseUrl: ready.controlBaseUrl,
    controlToken: ready.controlToken,
    now: Date.now,
    inspection: { somebody: () => ({ name: 'Eirik Solbakken', nationalId: PEOPLE.eirik }) },
  };
  const { body } = await control(door, 'GET', '/control/state');
  const now = Date.parse(String(body['now']));
  return { ...door, now: () => now };
}

interface Told {
  /** Statuses that the bank has acknowledged, by path. */
  statuses: Map<string, string>;
}

/** Creates and approves instant payments until the connection breaks. Only what was answered is noted. */
async function load(tpp: Tpp, told: Told): Promise<void> {
  try {
    for (;;) {
      const created = await post(tpp, pathOfProduct('INDCTS'), bodyOf('INDCTS'));
      const path = selfOf(created);
      told.statuses.set(path, 'RCVD');
      const started = await tpp.send({ method: 'POST', path: `${path}/authorisations` });
      await finishSca(tpp.bank, scaIdOf(started));
      told.statuses.set(path, 'ACSC');
    }
  } catch {
    // The bank is gone: that is what is tested. What it had answered by then is in the notes.
  }
}

async function checkAfter(
  door: BankDoor,
  identity: Identity,
  told: Told,
  before: { from: number; to: number },
) {
  const tpp = new Tpp(door, identity);
  let settled = 0;
  for (const [path, acknowledged] of told.statuses) {
    const status = await statusOf(tpp, path);
    // A payment whose approval was under way may have gone on; none goes back.
    expect(acknowledged === 'ACSC' ? ['ACSC'] : ['RCVD', 'ACSC'], path).toContain(status);
    if (status === 'ACSC') settled++;
    told.statuses.set(path, status);
  }
  // One whose creation was never answered cannot have been approved.
  const [from, to] = [await moneyOf(tpp, EIRIK), await moneyOf(tpp, INGRID)];
  expect(from.booked).toBe(before.from - settled * (AMOUNT + FEE));
  expect(to.booked).toBe(before.to + settled * AMOUNT);
  await expectConserved(door);
}

it(
  `SVC-10, PAY-20: the bank survives ${TIMES} kills under load (seed ${SEED})`,
  { timeout: TIMES * 8000 },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tpp-bank-kill-'));
    const identity = await makeIdentity();
    const told: Told = { statuses: new Map() };
    let bank = await startProcess('--data', folder, '--clock', '2026-11-20T10:42:07+01:00');
    try {
      const first = new Tpp(await doorOf(bank), identity);
      await leaveExactly(first, EIRIK, 900_000_000);
      const before = {
        from: (await moneyOf(first, EIRIK)).booked,
        to: (await moneyOf(first, INGRID)).booked,
      };
      for (const change of fc.sample(fc.integer({ min: 1, max: 60 }), { numRuns: TIMES, seed: SEED })) {
        const door = await doorOf(bank);
        const clients = Array.from({ length: 4 }, () => load(new Tpp(door, identity), told));
        await killAtChange(bank.child, folder, change, Promise.all(clients));
        await Promise.all(clients);
        bank = await startProcess('--data', folder);
        await checkAfter(await doorOf(bank), identity, told, before);
        // Those of earlier rounds do not change any more; asking for them again and again would only take time.
        const settled = [...told.statuses.values()].filter((status) => status === 'ACSC').length;
        before.from -= settled * (AMOUNT + FEE);
        before.to += settled * AMOUNT;
        told.statuses.clear();
      }
    } finally {
      bank.child.kill('SIGKILL');
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    }
  },
);

it(
  'SBX-1, SVC-10: a reset that also sets the clock has happened wholly or not at all after a kill',
  { timeout: 120_000 },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tpp-bank-kill-'));
    const identity = await makeIdentity();
    const [early, late] = ['2026-11-20T10:42:07+01:00', '2026-12-04T10:42:07+01:00'];
    let bank = await startProcess('--data', folder, '--clock', late);
    const seen = async () => {
      const { body } = await control(await doorOf(bank), 'GET', '/control/state');
      const { consents } = body['counts'] as { consents: number };
      return `${Date.parse(String(body['now'])) === Date.parse(early) ? 'early' : 'late'}, ${consents} consents`;
    };
    try {
      for (const change of [1, 2, 3, 4, 5, 6]) {
        await control(await doorOf(bank), 'POST', '/control/reset', { clock: late });
        await new Tpp(await doorOf(bank), identity).consent();
        const called = control(await doorOf(bank), 'POST', '/control/reset', { clock: early });
        await killAtChange(bank.child, folder, change, called);
        await called.catch(() => undefined);
        bank = await startProcess('--data', folder);
        expect(['early, 0 consents', 'late, 1 consents']).toContain(await seen());
      }
    } finally {
      bank.child.kill('SIGKILL');
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    }
  },
);

/** Payments of the batch, and how often the bank is killed while it settles them. */
const [IN_LINE, KILLS] = [3000, 8];

it.each([
  ['a batch', '/control/batch', {}],
  ['a clock move', '/control/clock', { set: '2026-11-23T10:42:07+01:00' }],
])(
  `SBX-5, SVC-10, PAY-20: %s over ${IN_LINE} payments survives ${KILLS} kills (seed ${SEED})`,
  { timeout: 240_000 },
  async (_, path, body) => {
    const folder = mkdtempSync(join(tmpdir(), 'tpp-bank-kill-'));
    const identity = await makeIdentity();
    let bank = await startProcess('--data', folder, '--clock', '2026-11-20T10:42:07+01:00');
    try {
      const first = new Tpp(await doorOf(bank), identity);
      await sign(
        first,
        await create(first, 'NDCT', { instructedAmount: { amount: '1.00', currency: 'NOK' } }),
      );
      await copyPayment(first.bank, IN_LINE);
      const before = { from: await moneyOf(first, EIRIK), to: await moneyOf(first, INGRID) };
      for (const change of fc.sample(fc.integer({ min: 1, max: 30 }), { numRuns: KILLS, seed: SEED })) {
        // Every start goes on by itself with what an earlier call has begun.
        const called = control(await doorOf(bank), 'POST', path, body).catch(() => undefined);
        await killAtChange(bank.child, folder, change, called);
        bank = await startProcess('--data', folder);
      }
      const last = new Tpp(await doorOf(bank), identity);
      expect((await control(last.bank, 'POST', path, body)).status).toBe(200);
      const { body: state } = await control(last.bank, 'GET', '/control/state');
      expect(state).toMatchObject({ work: null, counts: { payments: { ACSC: IN_LINE } } });
      expect((await moneyOf(last, EIRIK)).booked).toBe(before.from.booked - IN_LINE * 100);
      expect((await moneyOf(last, EIRIK)).expected).toBe(before.from.expected);
      expect((await moneyOf(last, INGRID)).booked).toBe(before.to.booked + IN_LINE * 100);
      await expectConserved(last.bank);
    } finally {
      bank.child.kill('SIGKILL');
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    }
  },
);
