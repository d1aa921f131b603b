/** Long batches: done in pieces between which the bank answers, and each payment settled once whatever happens meanwhile. */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Bank } from '../../bank-sim/index.ts';
import { memoryBank } from '../support/bank.ts';
import { copyPayment, type HeldPieces, heldPieces } from '../support/batches.ts';
import { type Identity, makeIdentity } from '../support/identity.ts';
import {
  accountIn,
  bulkOf,
  create,
  EIRIK,
  expectConserved,
  idIn,
  INGRID,
  leaveExactly,
  moneyOf,
  pathOfProduct,
  sign,
  statusOf,
  transactionsOf,
} from '../support/payments.ts';
import { control, Tpp } from '../support/tpp.ts';

/** Items that the bank books in one piece. */
const PIECE = 250;
/** Payments: two pieces and a half. */
const COUNT = 625;
/** Minor units of each payment. */
const AMOUNT = 100;

let identity: Identity;
let bank: Bank;
let tpp: Tpp;
let pieces: HeldPieces;

beforeEach(async () => {
  identity ??= await makeIdentity();
  pieces = heldPieces();
  bank = await memoryBank({ betweenPieces: pieces.betweenPieces });
  tpp = new Tpp(bank, identity);
});
afterEach(() => bank.stop());

const pathOf = (id: string) => `${pathOfProduct('NDCT')}/${encodeURIComponent(id)}`;
const stateOf = async () => (await control(bank, 'GET', '/control/state')).body;
const batch = async () => (await control(bank, 'POST', '/control/batch')).body;

/** Payments that wait for a batch. */
async function inLine(): Promise<string[]> {
  await sign(tpp, await create(tpp, 'NDCT', { instructedAmount: { amount: '1.00', currency: 'NOK' } }));
  return copyPayment(bank, COUNT);
}

describe('SBX-5: a long batch', () => {
  it('requests are answered between its pieces, and see each payment before or after its turn', async () => {
    const ids = await inLine();
    const before = await moneyOf(tpp, INGRID);
    let ended = false;
    const run = batch().finally(() => (ended = true));
    await pieces.held();
    expect((await tpp.send({ path: '/v1/sandbox/accounts' })).status).toBe(200);
    expect((await stateOf())['work']).toEqual({
      at: '2026-11-20T09:42:07+00:00',
      done: PIECE,
      left: COUNT - PIECE,
    });
    expect(await statusOf(tpp, pathOf(ids[PIECE - 1] ?? ''))).toBe('ACSC');
    expect(await statusOf(tpp, pathOf(ids[PIECE] ?? ''))).toBe('PDNG');
    expect((await moneyOf(tpp, INGRID)).booked).toBe(before.booked + PIECE * AMOUNT);
    await expectConserved(bank);
    expect(ended).toBe(false);
    pieces.letGo();
    expect(await run).toEqual({ settled: COUNT, rejected: 0, retried: 0 });
    expect((await moneyOf(tpp, INGRID)).booked).toBe(before.booked + COUNT * AMOUNT);
    expect(await stateOf()).toMatchObject({ work: null, counts: { payments: { ACSC: COUNT } } });
    await expectConserved(bank);
  });

  it('PAY-7, PAY-9: deleting, holding and creating payments meanwhile', async () => {
    const ids = await inLine();
    const run = batch();
    await pieces.held();
    const gone = await tpp.send({ method: 'DELETE', path: pathOf(ids[0] ?? '') });
    expect({ status: gone.status, code: gone.body.tppMessages?.[0]?.code }).toEqual({
      status: 409,
      code: 'STATUS_INVALID',
    });
    const processed = await tpp.send({ method: 'DELETE', path: pathOf(ids[COUNT - 2] ?? '') });
    expect({ status: processed.status, code: processed.body.tppMessages?.[0]?.code }).toEqual({
      status: 405,
      code: 'CANCELLATION_INVALID',
    });
    await control(bank, 'POST', `/control/payments/${encodeURIComponent(ids[COUNT - 1] ?? '')}/hold`);
    const late = await create(tpp, 'NDCT');
    await sign(tpp, late);
    pieces.letGo();
    expect(await run).toEqual({ settled: COUNT - 1, rejected: 0, retried: 0 });
    expect(await statusOf(tpp, pathOf(ids[COUNT - 2] ?? ''))).toBe('ACSC');
    expect(await statusOf(tpp, pathOf(ids[COUNT - 1] ?? ''))).toBe('BLCK');
    expect(await statusOf(tpp, late)).toBe('PDNG');
    await expectConserved(bank);
  });

  it('a second batch waits for the first and settles what came in line meanwhile', async () => {
    await inLine();
    const first = batch();
    await pieces.held();
    const late = await create(tpp, 'NDCT');
    await sign(tpp, late);
    const second = batch();
    pieces.letGo();
    expect(await first).toEqual({ settled: COUNT, rejected: 0, retried: 0 });
    expect(await second).toEqual({ settled: 1, rejected: 0, retried: 0 });
    expect(await statusOf(tpp, late)).toBe('ACSC');
    await expectConserved(bank);
  });

  it.each([
    ['the operator resets the bank', () => control(bank, 'POST', '/control/reset')],
    ['the TPP initializes the sandbox', () => tpp.send({ method: 'POST', path: '/v1/sandbox/initialize' })],
  ])('a batch ends when %s', async (_, reset) => {
    await inLine();
    const run = batch();
    await pieces.held();
    expect((await reset()).status).toBeLessThan(300);
    expect(await run).toEqual({ settled: PIECE, rejected: 0, retried: 0 });
    expect((await stateOf())['counts']).toMatchObject({ payments: {} });
    pieces.letGo();
    expect(await batch()).toEqual({ settled: 0, rejected: 0, retried: 0 });
    await expectConserved(bank);
  });

  it('PAY-20: a snapshot taken in the middle, restored later, goes on from there', async () => {
    const ids = await inLine();
    const before = await moneyOf(tpp, INGRID);
    const run = batch();
    await pieces.held();
    const middle = await control(bank, 'GET', '/control/snapshot');
    await pieces.step();
    expect((await control(bank, 'PUT', '/control/snapshot', middle.body)).status).toBe(200);
    expect(await run).toEqual({ settled: 2 * PIECE, rejected: 0, retried: 0 });
    expect(await statusOf(tpp, pathOf(ids[PIECE] ?? ''))).toBe('PDNG');
    pieces.letGo();
    // It waits for the batch of the snapshot and finds nothing more to do.
    expect(await batch()).toEqual({ settled: 0, rejected: 0, retried: 0 });
    expect(await stateOf()).toMatchObject({ work: null, counts: { payments: { ACSC: COUNT } } });
    expect((await moneyOf(tpp, INGRID)).booked).toBe(before.booked + COUNT * AMOUNT);
    await expectConserved(bank);
  });

  it('payments of a deleted account are rejected from then on', async () => {
    await inLine();
    const run = batch();
    await pieces.held();
    const account = `/v1/sandbox/accounts/${await accountIn(tpp, EIRIK)}`;
    expect((await tpp.send({ method: 'DELETE', path: account })).status).toBe(204);
    pieces.letGo();
    expect(await run).toEqual({ settled: PIECE, rejected: COUNT - PIECE, retried: 0 });
    await expectConserved(bank);
  });

  it('payments without funds are each retried once', async () => {
    await leaveExactly(tpp, EIRIK, 0);
    await sign(tpp, await create(tpp, 'NDCT'));
    await copyPayment(bank, COUNT);
    pieces.letGo();
    expect(await batch()).toEqual({ settled: 0, rejected: 0, retried: COUNT });
    expect(await batch()).toEqual({ settled: 0, rejected: 0, retried: COUNT });
  });
});

describe('SVC-10, PAY-20: a bank that ends in the middle of a long batch', () => {
  /** A bank on disk with payments in line. */
  const onDisk = async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tpp-bank-batch-'));
    await bank.stop();
    bank = await memoryBank({ betweenPieces: pieces.betweenPieces, data: folder });
    tpp = new Tpp(bank, identity);
    await inLine();
    return { folder, before: await moneyOf(tpp, INGRID) };
  };
  /** Starts a bank again and waits until it has done what was left. */
  const goOn = async (folder: string) => {
    // Where its clock was left.
    bank = await memoryBank({ data: folder, clock: undefined });
    tpp = new Tpp(bank, identity);
    expect(await batch()).toEqual({ settled: 0, rejected: 0, retried: 0 });
    expect(await stateOf()).toMatchObject({ work: null, counts: { payments: { ACSC: COUNT } } });
    await expectConserved(bank);
    return moneyOf(tpp, INGRID);
  };

  it.each([
    ['batch', (): Promise<unknown> => batch()],
    ['clock move', () => control(bank, 'POST', '/control/clock', { advance: 'P3D' })],
  ])('what is on disk after a piece of a %s is enough for the next start to go on', async (_, begin) => {
    const { folder, before } = await onDisk();
    const copy = mkdtempSync(join(tmpdir(), 'tpp-bank-batch-'));
    try {
      const run = begin();
      await pieces.held();
      // What a killed process leaves behind.
      cpSync(folder, copy, { recursive: true });
      pieces.letGo();
      await run;
      await bank.stop();
      expect((await goOn(copy)).booked).toBe(before.booked + COUNT * AMOUNT);
    } finally {
      for (const one of [folder, copy]) rmSync(one, { recursive: true, force: true });
    }
  });

  it('a bank that is stopped stops after the present piece, and the caller learns what was done', async () => {
    const { folder, before } = await onDisk();
    try {
      const run = bank.operator.runBatch();
      await pieces.held();
      await bank.stop();
      expect(await run).toEqual({ settled: PIECE, rejected: 0, retried: 0 });
      pieces.letGo();
      expect((await goOn(folder)).booked).toBe(before.booked + COUNT * AMOUNT);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

describe('SBX-5, section 13: a clock move over a long batch', () => {
  it('requests are answered at the new time meanwhile, and everything happens in order', async () => {
    await inLine();
    const moved = control(bank, 'POST', '/control/clock', { advance: 'P3D' });
    await pieces.held();
    expect(await stateOf()).toMatchObject({
      now: '2026-11-23T09:42:07+00:00',
      work: { at: '2026-11-20T10:30:00+00:00', done: PIECE, left: COUNT - PIECE },
    });
    expect((await tpp.send({ path: '/v1/sandbox/accounts' })).status).toBe(200);
    // Of the batches of that day, the first has settled it; the booking has its date.
    await tpp.consent();
    const { booked } = await transactionsOf(tpp, EIRIK);
    expect(booked[0]?.bookingDate).toBe('2026-11-20');
    // An earlier act ends before a later one begins, but to freeze the clock does not wait.
    const run = batch();
    expect((await control(bank, 'POST', '/control/clock', { mode: 'frozen' })).status).toBe(200);
    pieces.letGo();
    expect((await moved).body).toEqual({ now: '2026-11-23T09:42:07+00:00' });
    expect(await run).toEqual({ settled: 0, rejected: 0, retried: 0 });
    expect(await stateOf()).toMatchObject({ work: null, counts: { payments: { ACSC: COUNT } } });
    await expectConserved(bank);
  });
});

describe('PAY-15: a bulk payment of a thousand items', () => {
  const amounts = Array.from({ length: 1000 }, () => '1.00');
  const signedBulk = async () => {
    const path = await create(tpp, 'NDCT', bulkOf(amounts), 'bulk-payments');
    await sign(tpp, path);
    return path;
  };
  it('such a payment is settled in pieces and is one payment to the TPP', async () => {
    const before = [await moneyOf(tpp, EIRIK), await moneyOf(tpp, INGRID)];
    const path = await signedBulk();
    const run = batch();
    await pieces.held();
    expect(await statusOf(tpp, path)).toBe('PDNG');
    const [from, to] = [await moneyOf(tpp, EIRIK), await moneyOf(tpp, INGRID)];
    expect(to.booked).toBe((before[1]?.booked ?? 0) + PIECE * AMOUNT);
    expect(from.booked).toBe((before[0]?.booked ?? 0) - PIECE * AMOUNT);
    // What is not booked yet stays reserved.
    expect(from.expected).toBe((before[0]?.expected ?? 0) - 1000 * AMOUNT);
    await expectConserved(bank);
    pieces.letGo();
    expect(await run).toEqual({ settled: 1, rejected: 0, retried: 0 });
    expect(await statusOf(tpp, path)).toBe('ACSC');
    expect((await moneyOf(tpp, EIRIK)).expected).toBe((before[0]?.expected ?? 0) - 1000 * AMOUNT);
    expect((await moneyOf(tpp, INGRID)).booked).toBe((before[1]?.booked ?? 0) + 1000 * AMOUNT);
    await expectConserved(bank);
  });
  it('PAY-9: held in the middle and released, it takes only what it had not taken', async () => {
    const before = [await moneyOf(tpp, EIRIK), await moneyOf(tpp, INGRID)];
    const path = await signedBulk();
    const run = batch();
    await pieces.held();
    const operate = (action: string) =>
      control(bank, 'POST', `/control/payments/${encodeURIComponent(idIn(path))}/${action}`);
    expect((await operate('hold')).status).toBe(200);
    pieces.letGo();
    expect(await run).toEqual({ settled: 0, rejected: 0, retried: 0 });
    expect((await operate('release')).body).toEqual({ transactionStatus: 'PDNG' });
    expect((await moneyOf(tpp, EIRIK)).expected).toBe((before[0]?.expected ?? 0) - 1000 * AMOUNT);
    expect(await batch()).toEqual({ settled: 1, rejected: 0, retried: 0 });
    expect((await moneyOf(tpp, EIRIK)).expected).toBe((before[0]?.expected ?? 0) - 1000 * AMOUNT);
    expect((await moneyOf(tpp, INGRID)).booked).toBe((before[1]?.booked ?? 0) + 1000 * AMOUNT);
    await expectConserved(bank);
  });
});
