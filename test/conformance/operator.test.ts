/** What the operator does: hold, release, stop, batch now, snapshots (PAY-9, SBX-5, section 13). */
import { beforeEach, describe, expect, it } from 'vitest';
import { osloDate } from '../../shared/norway/oslo.ts';
import { DAY, MINUTE } from '../../shared/time.ts';
import { memoryBank, NOON, useBank, withBank } from '../support/bank.ts';
import { TUESDAY } from '../support/given-date.ts';
import { makeIdentity } from '../support/identity.ts';
import {
  bulkOf,
  create,
  EIRIK,
  expectConserved,
  idIn,
  leaveExactly,
  moneyOf,
  moveTo,
  reset,
  sign,
  statusOf,
} from '../support/payments.ts';
import { control, Tpp } from '../support/tpp.ts';

const test = useBank();
beforeEach(() => reset(test.bank));

const operate = (action: string, path: string, bank = test.bank) =>
  control(bank, 'POST', `/control/payments/${encodeURIComponent(idIn(path))}/${action}`);

describe('PAY-9: hold, release, stop', () => {
  it('PAY-7: a held payment is BLCK and skipped by batches; once released it settles at the next batch', async () => {
    const tpp = test.tpp();
    const path = await create(tpp, 'NDCT');
    await sign(tpp, path);
    const reserved = await moneyOf(tpp, EIRIK);
    expect((await operate('hold', path)).body).toEqual({ transactionStatus: 'BLCK' });
    expect(await statusOf(tpp, path)).toBe('BLCK');
    await tpp.refused({ method: 'DELETE', path }, 405, 'CANCELLATION_INVALID', 'PAY-7');
    await control(test.bank, 'POST', '/control/clock', { advance: 'P10D' });
    expect(await moneyOf(tpp, EIRIK)).toEqual(reserved);
    expect((await operate('release', path)).body).toEqual({ transactionStatus: 'PDNG' });
    const { body } = await control(test.bank, 'GET', '/control/state');
    await moveTo(test.bank, String(body['nextBatch']));
    expect(await statusOf(tpp, path)).toBe('ACSC');
    expect((await moneyOf(tpp, EIRIK)).booked).toBe(reserved.booked - 10_000);
    await expectConserved(test.bank);
  });
  it.each([
    ['stopped at once', []],
    ['held first', ['hold']],
  ])('a payment %s stays BLCK for good, and its money is free again', async (_, first) => {
    const tpp = test.tpp();
    const before = await moneyOf(tpp, EIRIK);
    const path = await create(tpp, 'NDCT');
    await sign(tpp, path);
    for (const action of first) await operate(action, path);
    expect(await moneyOf(tpp, EIRIK)).toEqual({ ...before, expected: before.expected - 10_000 });
    expect((await operate('stop', path)).body).toEqual({ transactionStatus: 'BLCK' });
    expect(await moneyOf(tpp, EIRIK)).toEqual(before);
    for (const action of ['hold', 'release', 'stop'])
      expect(await operate(action, path)).toMatchObject({
        status: 409,
        body: { error: expect.stringContaining('stopped') as unknown },
      });
    await tpp.refused({ method: 'DELETE', path }, 405, 'CANCELLATION_INVALID', 'PAY-7');
    await control(test.bank, 'POST', '/control/clock', { advance: 'P10D' });
    expect((await control(test.bank, 'POST', '/control/batch')).body).toEqual({
      settled: 0,
      rejected: 0,
      retried: 0,
    });
    expect((await tpp.send({ path: `${path}/status` })).body).toMatchObject({
      transactionStatus: 'BLCK',
      psuMessage: 'Stopped by the operator.',
    });
    expect(await moneyOf(tpp, EIRIK)).toEqual(before);
    await expectConserved(test.bank);
  });
  it('a bulk payment of which a part is settled, and a future one, are BLCK when they are stopped', async () => {
    const tpp = test.tpp();
    await leaveExactly(tpp, EIRIK, 1_000);
    const bulk = await create(tpp, 'NDCT', bulkOf(['10.00', '20.00']), 'bulk-payments');
    // Earlier tests of this file have moved the clock, which a reset keeps.
    const requestedExecutionDate = osloDate(test.bank.now() + 30 * DAY);
    const future = await create(tpp, 'NDCT', { requestedExecutionDate });
    for (const path of [bulk, future]) await sign(tpp, path);
    await control(test.bank, 'POST', '/control/batch');
    for (const path of [bulk, future]) {
      expect((await operate('stop', path)).body).toEqual({ transactionStatus: 'BLCK' });
      expect(await statusOf(tpp, path)).toBe('BLCK');
    }
    expect((await moneyOf(tpp, EIRIK)).expected).toBe(0);
    await expectConserved(test.bank);
  });
  it('only the operator can tell a stopped payment from a held one', async () => {
    const tpp = test.tpp();
    const [held, stopped] = [await create(tpp, 'NDCT'), await create(tpp, 'NDCT')];
    for (const path of [held, stopped]) await sign(tpp, path);
    await operate('hold', held);
    await operate('stop', stopped);
    expect([await statusOf(tpp, held), await statusOf(tpp, stopped)]).toEqual(['BLCK', 'BLCK']);
    const { inspection } = test.bank;
    expect(inspection.payment(idIn(held))?.life.BLCK).not.toContain('PART');
    expect(inspection.payment(idIn(held))).toMatchObject({ status: 'BLCK', actions: ['release', 'stop'] });
    expect(inspection.payment(idIn(stopped))).toMatchObject({
      status: 'STOP',
      actions: [],
      reserved: '0.00',
    });
    expect(inspection.overview('blck').payments.map(({ status }) => status)).toEqual(['STOP', 'BLCK']);
    expect((await control(test.bank, 'GET', '/control/state')).body['counts']).toMatchObject({
      payments: { BLCK: 1, STOP: 1 },
    });
  });
  it('a future payment waits if held past its day, and is ACTC again if released earlier', async () => {
    const bank = await memoryBank();
    const tpp = new Tpp(bank, await makeIdentity());
    try {
      const early = await create(tpp, 'NDCT', { requestedExecutionDate: '2026-12-01' });
      const late = await create(tpp, 'NDCT', { requestedExecutionDate: '2026-12-01' });
      for (const path of [early, late]) {
        await sign(tpp, path);
        await operate('hold', path, bank);
      }
      expect((await operate('release', early, bank)).body).toEqual({ transactionStatus: 'ACTC' });
      await moveTo(bank, '2026-12-02T12:00:00Z');
      expect(await statusOf(tpp, early)).toBe('ACSC');
      expect(await statusOf(tpp, late)).toBe('BLCK');
      await operate('release', late, bank);
      expect(await statusOf(tpp, late)).toBe('PDNG');
    } finally {
      await bank.stop();
    }
  });
  it('a periodic payment skips the runs that fall due while it is held', async () => {
    const bank = await memoryBank();
    const tpp = new Tpp(bank, await makeIdentity());
    try {
      const order = { startDate: '2026-12-01', endDate: '2027-03-31', frequency: 'Monthly' };
      const path = await create(tpp, 'NDCT', order, 'periodic-payments');
      await sign(tpp, path);
      const before = await moneyOf(tpp, EIRIK);
      await moveTo(bank, '2026-12-15T12:00:00Z');
      await operate('hold', path, bank);
      await moveTo(bank, '2027-02-15T12:00:00Z');
      expect((await operate('release', path, bank)).body).toEqual({ transactionStatus: 'ACTC' });
      await moveTo(bank, '2027-04-15T12:00:00Z');
      expect(await statusOf(tpp, path)).toBe('ACSC');
      expect((await moneyOf(tpp, EIRIK)).booked).toBe(before.booked - 20_000);
    } finally {
      await bank.stop();
    }
  });
  it('a payment without funds is ACCP before it is held and after its release', async () => {
    const tpp = test.tpp();
    await leaveExactly(tpp, EIRIK, 0);
    const path = await create(tpp, 'NDCT');
    await sign(tpp, path);
    await operate('hold', path);
    await operate('release', path);
    expect(await statusOf(tpp, path)).toBe('ACCP');
  });
  it('an unsigned, settled or unknown payment cannot be held, released or stopped', async () => {
    const tpp = test.tpp();
    const [unsigned, settled] = [await create(tpp, 'SCT'), await create(tpp, 'INDCTS')];
    await sign(tpp, settled);
    for (const path of [unsigned, settled])
      for (const action of ['hold', 'release', 'stop'])
        expect((await operate(action, path)).status).toBe(409);
    expect(await statusOf(tpp, unsigned)).toBe('RCVD');
    expect((await operate('hold', 'enc!!AAAA')).status).toBe(404);
    expect((await control(test.bank, 'GET', '/control/payments/x/hold')).status).toBe(405);
  });
});

describe('PAY-9: with the quirk onHoldStatus=PDNG', () => {
  const quiet = useBank({ quirks: { onHoldStatus: 'PDNG' } });
  it('the TPP sees a held or stopped payment as PDNG', async () => {
    const tpp = quiet.tpp();
    const path = await create(tpp, 'NDCT');
    await sign(tpp, path);
    expect((await operate('hold', path, quiet.bank)).body).toEqual({ transactionStatus: 'PDNG' });
    expect(await statusOf(tpp, path)).toBe('PDNG');
    await control(quiet.bank, 'POST', '/control/batch');
    expect(await statusOf(tpp, path)).toBe('PDNG');
    expect((await operate('stop', path, quiet.bank)).body).toEqual({ transactionStatus: 'PDNG' });
    expect(await statusOf(tpp, path)).toBe('PDNG');
  });
});

describe('section 13: the operator interface inside the process', () => {
  const refused = (kind: string, text: string) => ({
    done: false,
    refusal: expect.objectContaining({ kind, text: expect.stringContaining(text) }),
  });
  it('the operator interface does what the control listener does', async () => {
    const { operator, inspection } = test.bank;
    const tpp = test.tpp();
    const path = await create(tpp, 'NDCT');
    await sign(tpp, path);
    const id = idIn(path);
    expect(operator.actOnPayment(id, 'hold')).toEqual({ done: true, value: { transactionStatus: 'BLCK' } });
    expect(await statusOf(tpp, path)).toBe('BLCK');
    expect(operator.actOnPayment(id, 'release').done).toBe(true);
    const { nextBatch } = inspection.state();
    expect(await operator.moveClock({ toNextBatch: true })).toEqual({
      done: true,
      value: { now: nextBatch },
    });
    expect(await statusOf(tpp, path)).toBe('ACSC');
  });
  it('a refusal gives a reason and changes nothing', async () => {
    const { operator, inspection } = test.bank;
    const before = inspection.state();
    expect(operator.actOnPayment('x', 'hold')).toEqual(refused('unknown', 'no payment'));
    expect(operator.permitPayments('x', false)).toEqual(refused('unknown', 'no account'));
    expect(operator.revokeConsent('x')).toEqual(refused('unknown', 'no consent'));
    expect(operator.expireSession('x')).toEqual(refused('unknown', 'no session'));
    expect(operator.removeScenario('x')).toEqual(refused('unknown', 'no scenario'));
    expect(await operator.moveClock({ advance: 'an hour' })).toEqual(refused('bad-input', 'not a duration'));
    expect(await operator.moveClock({ set: '2020-01-01T00:00:00Z' })).toEqual(
      refused('bad-input', 'cannot move back'),
    );
    for (const move of [{ advance: 'P999999999W' }, { set: '9990-01-01T00:00:00Z' }])
      expect(await operator.moveClock(move)).toEqual(refused('bad-input', 'beyond the year 9989'));
    expect(operator.setQuirk('strictKid', 'perhaps')).toEqual(refused('bad-input', 'true or false'));
    expect(operator.setQuirk('batchDays', 'never')).toEqual(refused('bad-input', 'banking or all'));
    expect(operator.setTrust(['nothing'])).toEqual(refused('bad-input', 'no PEM certificate'));
    expect(operator.restoreSnapshot({ tables: {} })).toEqual(refused('bad-input', 'not a snapshot'));
    expect(inspection.state()).toEqual(before);
  });
  it('an action that the state does not allow is refused as a conflict', async () => {
    const path = await create(test.tpp(), 'SCT');
    expect(test.bank.operator.actOnPayment(idIn(path), 'hold')).toEqual(
      refused('conflict', 'in status RCVD cannot be held'),
    );
  });
});

describe('section 13: back to the time of the machine', () => {
  it('a clock that is behind moves forward to it and runs; what is due in between happens', async () => {
    // The bank's TLS certificate follows the machine, so its time is about the given one.
    let machine = TUESDAY;
    await withBank({ clock: machine - 14 * DAY, realNow: () => machine }, async (bank) => {
      const path = await create(new Tpp(bank, test.identity), 'NDCT');
      await sign(new Tpp(bank, test.identity), path);
      expect(bank.inspection.realTime).toBe(machine);
      expect(await bank.operator.moveClock({ toRealTime: true })).toEqual({
        done: true,
        value: { now: machine },
      });
      expect(bank.inspection.clockMode).toBe('real');
      expect(await statusOf(new Tpp(bank, test.identity), path)).toBe('ACSC');
      machine += MINUTE;
      expect(bank.now()).toBe(machine);
    });
  });
  it('a clock that is ahead is refused and does not change, until a reset', async () => {
    const machine = NOON - MINUTE;
    await withBank({ realNow: () => machine }, async ({ operator, inspection, now }) => {
      expect(await operator.moveClock({ toRealTime: true })).toMatchObject({
        done: false,
        refusal: { text: 'The clock cannot move back. Reset the bank to start over.' },
      });
      expect([now(), inspection.clockMode]).toEqual([NOON, 'frozen']);
      expect(operator.reset('real')).toEqual({ done: true, value: undefined });
      expect([now(), inspection.clockMode]).toEqual([machine, 'real']);
    });
  });
});

describe('section 13: snapshots', () => {
  it('restoring a snapshot restores payments, money, sessions and the clock', async () => {
    const tpp = test.tpp();
    await tpp.consent();
    const path = await create(tpp, 'NDCT', { requestedExecutionDate: await today() });
    await sign(tpp, path);
    const snapshot = (await control(test.bank, 'GET', '/control/snapshot')).body;
    const before = (await control(test.bank, 'GET', '/control/state')).body;
    await control(test.bank, 'POST', '/control/clock', { advance: 'P30D' });
    expect(await statusOf(tpp, path)).toBe('ACSC');
    await reset(test.bank);
    const restored = await control(test.bank, 'PUT', '/control/snapshot', snapshot);
    expect(restored.status).toBe(200);
    expect(restored.body).toEqual(before);
    expect(await statusOf(tpp, path)).toBe('PDNG');
    expect((await tpp.send({ path: '/v1/user' })).status).toBe(200);
    await control(test.bank, 'POST', '/control/clock', { advance: 'P7D' });
    expect(await statusOf(tpp, path)).toBe('ACSC');
    await expectConserved(test.bank);
  });
  it('a snapshot can be restored in another bank', async () => {
    const tpp = test.tpp();
    const path = await create(tpp, 'SCT');
    const snapshot = (await control(test.bank, 'GET', '/control/snapshot')).body;
    const other = await memoryBank();
    try {
      expect((await control(other, 'PUT', '/control/snapshot', snapshot)).status).toBe(200);
      expect(await statusOf(new Tpp(other, test.identity), path)).toBe('RCVD');
    } finally {
      await other.stop();
    }
  });
  it.each([
    ['no snapshot', () => ({ hello: 1 })],
    ['another version', (snapshot: Record<string, unknown>) => ({ ...snapshot, version: 99 })],
    [
      'a clock beyond the year 9989',
      (snapshot: Record<string, unknown>) => ({
        ...snapshot,
        clock: { mode: 'real', now: Date.UTC(9990, 0, 1) },
      }),
    ],
    [
      'a clock before the year 2000',
      (snapshot: Record<string, unknown>) => ({ ...snapshot, clock: { mode: 'real', now: -1 } }),
    ],
    ['a table that is missing', (snapshot: Record<string, unknown>) => ({ ...snapshot, tables: {} })],
    [
      'rows that do not fit together',
      ({ tables, ...rest }: Record<string, unknown>) => ({
        ...rest,
        tables: { ...(tables as object), customer: [] },
      }),
    ],
    [
      'a row with a column too few',
      ({ tables, ...rest }: Record<string, unknown>) => ({
        ...rest,
        tables: { ...(tables as object), meta: [{ key: 'x' }] },
      }),
    ],
  ])('%s is refused and nothing changes', async (_, bend) => {
    const { body: snapshot } = await control(test.bank, 'GET', '/control/snapshot');
    const { body: before } = await control(test.bank, 'GET', '/control/state');
    const reply = await control(test.bank, 'PUT', '/control/snapshot', bend(snapshot));
    expect(reply.status).toBe(400);
    expect((await control(test.bank, 'GET', '/control/state')).body).toEqual(before);
    expect((await control(test.bank, 'GET', '/control/snapshot')).body).toEqual(snapshot);
  });
});

async function today(): Promise<string> {
  return String((await control(test.bank, 'GET', '/control/state')).body['now']).slice(0, 10);
}
