/** What execution days, operators and batches do to a payment: every branch from facts alone (PAY-6, PAY-8, PAY-9, PAY-14, PAY-15). */
import { describe, expect, it } from 'vitest';
import { move, note, type Payment, type PaymentIn, shownStatus } from '../../bank-sim/domain/payment.ts';
import { runOnce, settle } from '../../bank-sim/domain/settlement.ts';
import { beginDay, finishRuns, release } from '../../bank-sim/domain/signing.ts';
import type { StandingOrder } from '../../shared/xs2a/payment-body.ts';
import { PAYMENT_STATUSES } from '../../shared/xs2a/payment-schemas.ts';
import { ACCOUNT, amount, order, payment, transfer, why } from '../support/payment-facts.ts';

/** Friday 20 November 2026, 10:42:07 in Oslo. */
const NOW = Date.parse('2026-11-20T09:42:07Z');
const MOMENT = { now: NOW, batchDays: 'banking' } as const;
const NEXT_BATCH = Date.parse('2026-11-20T11:30:00+01:00');
const LAST_BATCH = Date.parse('2026-11-20T15:30:00+01:00');

describe('PAY-6, PAY-9: the execution day, and release by the operator', () => {
  it('PAY-6: on its day, a payment stands in line with or without funds', () => {
    const begun = beginDay(payment('ACTC'), 10_000, MOMENT);
    expect(begun).toMatchObject({
      status: 'PDNG',
      reserved: 10_000,
      dueAt: NEXT_BATCH,
      deadline: LAST_BATCH,
    });
    expect(why(begun)).toMatchObject({
      at: NOW,
      why: 'The execution date has arrived. The funds are reserved.',
    });
    expect(beginDay(payment('ACTC'), 9_999, MOMENT)).toMatchObject({ status: 'ACCP', reserved: 0 });
  });
  it('PAY-8, PAY-9: a released payment keeps its reserved funds, or looks for them', () => {
    expect(release(payment('BLCK', { reserved: 10_000 }), 0, MOMENT)).toMatchObject({
      status: 'PDNG',
      reserved: 10_000,
    });
    expect(release(payment('BLCK'), 10_000, MOMENT)).toMatchObject({ status: 'PDNG', reserved: 10_000 });
    expect(release(payment('BLCK', { reserved: 1, ...amount('0.01') }), 0, MOMENT).status).toBe('PDNG');
    const lacking = release(payment('BLCK'), 9_999, MOMENT);
    expect(lacking).toMatchObject({ status: 'ACCP', reserved: 0 });
    expect(why(lacking)).toMatchObject({
      at: NOW,
      why: expect.stringMatching(/^Released by the operator\. /),
    });
  });
  it('PAY-9: a released future payment waits for its day', () => {
    const held = (requestedExecutionDate: string) =>
      release(payment('BLCK', amount('100.00', { requestedExecutionDate })), 10_000, MOMENT);
    expect(held('2026-11-21')).toMatchObject({
      status: 'ACTC',
      dueAt: Date.parse('2026-11-21T00:00:00+01:00'),
    });
    expect(why(held('2026-11-21'))).toMatchObject({ at: NOW, why: 'Released by the operator.' });
    expect(held('2026-11-20').status).toBe('PDNG');
  });
  it('PAY-9, PAY-14: a released periodic payment goes on with its next run, or ends', () => {
    const goesOn = release(payment('BLCK', order()), 0, MOMENT);
    expect(goesOn).toMatchObject({ status: 'ACTC', dueAt: Date.parse('2026-11-23T05:30:00+01:00') });
    expect(why(goesOn)).toMatchObject({
      at: NOW,
      why: 'Released by the operator. The next run is on 2026-11-23.',
    });
    const over = payment('BLCK', {
      ...order({ startDate: '2026-11-13', endDate: '2026-11-20' }),
      done: { settled: 2, failed: 0, items: [] },
    });
    expect(release(over, 0, MOMENT)).toMatchObject({ status: 'ACSC', dueAt: null });
    expect(why(release(over, 0, MOMENT))).toMatchObject({
      at: NOW,
      why: 'Released by the operator. No runs are left.',
    });
  });
  it.each([
    [0, 0, 'RJCT'],
    [0, 1, 'RJCT'],
    [1, 0, 'ACSC'],
    [1, 1, 'PART'],
  ])('PAY-6: after %i settled runs and %i failed ones it is %s', (settled, failed, status) => {
    const done = { settled, failed, items: [] };
    expect(finishRuns(payment('ACTC', { done }), { at: NOW, why: 'Over.' })).toMatchObject({ status, done });
  });
});

describe('PAY-8, PAY-15: a batch', () => {
  const bulk = (amounts: string[], changes: Partial<Omit<Payment, 'status'>> = {}) =>
    payment('ACCP', {
      kind: 'bulk',
      body: { debtorAccount: { bban: ACCOUNT.bban }, payments: amounts.map(transfer) },
      dueAt: NOW,
      deadline: LAST_BATCH,
      ...changes,
    });
  const batch = (of: PaymentIn<'PDNG' | 'ACCP'>, available: number, most = 10, now = NOW) =>
    settle(of, available, { now, batchDays: 'banking' }, most);
  it('settles a payment out of what is reserved and what is available, fee included', () => {
    const sepa = (reserved: number) =>
      payment(reserved > 0 ? 'PDNG' : 'ACCP', {
        product: 'INDCTS',
        ...amount('100.00'),
        reserved,
      });
    for (const [reserved, available] of [
      [10_500, 0],
      [0, 10_500],
      [10_000, 500],
    ] as const) {
      const { payment: after, book, outcome } = batch(sepa(reserved), available);
      expect(outcome).toBe('settled');
      expect(after).toMatchObject({
        status: 'ACSC',
        reserved: 0,
        fundsAvailable: true,
        dueAt: null,
        done: { settled: 1, failed: 0, items: [0] },
      });
      expect(why(after)).toMatchObject({ at: NOW, why: 'Settled.' });
      expect(book).toMatchObject([{ at: 0, item: { debit: 10_000, fee: 500 } }]);
    }
    expect(batch(sepa(10_000), 499).outcome).not.toBe('settled');
  });
  it('retries a payment without funds until the last batch of its day, and then rejects it', () => {
    const poor = (deadline: number | null) => payment('ACCP', { dueAt: NOW, deadline });
    const again = batch(poor(LAST_BATCH), 9_999);
    expect(again).toMatchObject({
      outcome: 'retried',
      book: [],
      payment: { status: 'ACCP', reserved: 0, dueAt: NEXT_BATCH, deadline: LAST_BATCH },
    });
    expect(why(again.payment)).toMatchObject({ at: NOW, why: 'Funds are still insufficient.' });
    expect(batch(poor(null), 0).outcome).toBe('retried');
    expect(batch(poor(LAST_BATCH), 0, 10, LAST_BATCH - 1).outcome).toBe('retried');
    const over = batch(poor(LAST_BATCH), 9_999, 10, LAST_BATCH);
    expect(over).toMatchObject({ outcome: 'rejected', book: [], payment: { status: 'RJCT', dueAt: null } });
    expect(why(over.payment)).toMatchObject({
      at: LAST_BATCH,
      why: 'Insufficient funds at the last batch of the day.',
    });
  });
  it('settles the items of a bulk payment that the funds cover, the others later or never', () => {
    const first = batch(bulk(['50.00', '60.00', '10.00']), 6_500);
    expect(first).toMatchObject({
      outcome: 'retried',
      payment: { status: 'ACCP', dueAt: NEXT_BATCH, done: { settled: 2, failed: 1, items: [0, 2] } },
    });
    expect(first.book.map(({ at }) => at)).toEqual([0, 2]);
    expect(why(first.payment)?.why).toBe('2 of 3 payments settled. Insufficient funds for the rest.');
    const waiting = { done: { settled: 2, failed: 1, items: [0, 2] } };
    const rest = bulk(['50.00', '60.00', '10.00'], waiting);
    const all = batch(rest, 6_000);
    expect(all).toMatchObject({
      outcome: 'settled',
      payment: { status: 'ACSC', done: { settled: 3, failed: 0, items: [0, 2, 1] } },
    });
    expect(all.book.map(({ at }) => at)).toEqual([1]);
    expect(why(all.payment)?.why).toBe('All 3 payments settled.');
    const part = batch(rest, 5_999, 10, LAST_BATCH);
    expect(part).toMatchObject({ outcome: 'settled', book: [], payment: { status: 'PART', reserved: 0 } });
    expect(why(part.payment)?.why).toBe(
      'Insufficient funds at the last batch of the day: 2 of 3 payments settled.',
    );
  });
  it('settles a piece at a time, and keeps what the rest has reserved', () => {
    const whole = { ...bulk(['50.00', '60.00', '10.00'], { reserved: 12_000 }), status: 'PDNG' as const };
    const piece = batch(whole, 0, 2);
    expect(piece).toMatchObject({
      outcome: 'partly',
      payment: {
        status: 'PDNG',
        reserved: 1_000,
        dueAt: NOW,
        done: { settled: 2, failed: 0, items: [0, 1] },
      },
    });
    expect(piece.payment.path).toEqual(whole.path);
    expect(batch({ ...whole, reserved: 5_000 }, 7_000, 2).payment.reserved).toBe(0);
    expect(batch(whole, 0, 3).outcome).toBe('settled');
  });
});

describe('PAY-14, SBX-5: a run of a periodic payment', () => {
  const standing = (changes: Partial<StandingOrder> = {}, done = { settled: 0, failed: 0, items: [] }) =>
    payment('ACTC', { ...order({ startDate: '2026-11-20', ...changes }), dueAt: NOW, done });
  it('settles with the funds and is due again', () => {
    const run = runOnce(standing({}, { settled: 2, failed: 1, items: [] }), 10_000, NOW);
    expect(run).toMatchObject({
      outcome: 'settled',
      book: [{ at: 3, item: { debit: 10_000, fee: 0 } }],
      payment: {
        status: 'ACTC',
        fundsAvailable: true,
        dueAt: Date.parse('2026-11-27T05:30:00+01:00'),
        done: { settled: 3, failed: 1 },
      },
    });
    expect(why(run.payment)).toMatchObject({ at: NOW, why: 'Run 4 settled. The next run is on 2026-11-27.' });
  });
  it('fails without them, and is not retried before the next run', () => {
    const run = runOnce(standing({}, { settled: 2, failed: 1, items: [] }), 9_999, NOW);
    expect(run).toMatchObject({
      outcome: 'rejected',
      book: [],
      payment: {
        status: 'ACTC',
        fundsAvailable: false,
        dueAt: Date.parse('2026-11-27T05:30:00+01:00'),
        done: { settled: 2, failed: 2 },
      },
    });
    expect(why(run.payment)?.why).toBe('Run 4 failed: insufficient funds. The next run is on 2026-11-27.');
  });
  it('ends the payment if it was the last one', () => {
    const last = runOnce(standing({ endDate: '2026-11-26' }), 10_000, NOW);
    expect(last).toMatchObject({
      outcome: 'settled',
      book: [{ at: 0 }],
      payment: { status: 'ACSC', dueAt: null },
    });
    expect(why(last.payment)).toMatchObject({ at: NOW, why: 'Run 1 settled. It was the last run.' });
    expect(runOnce(standing({ endDate: '2026-11-26' }), 0, NOW).payment.status).toBe('RJCT');
    expect(runOnce(standing({ endDate: '2026-11-27' }), 0, NOW).payment.status).toBe('ACTC');
  });
});

describe('PAY-6: steps of a payment', () => {
  it('a move clears what was due, and a note leaves it', () => {
    const due = payment('ACTC', { dueAt: 5, deadline: 6, fundsAvailable: true });
    const step = { at: 7, why: 'Because.' };
    expect(move(due, 'PDNG', step)).toMatchObject({ status: 'PDNG', dueAt: null, deadline: null });
    expect(move(due, 'PDNG', step, { dueAt: 8, deadline: 9, reserved: 10 })).toMatchObject({
      dueAt: 8,
      deadline: 9,
      reserved: 10,
      fundsAvailable: true,
    });
    expect(note(due, step, { reserved: 10 })).toMatchObject({ dueAt: 5, deadline: 6, reserved: 10 });
    expect(why(note(due, step))).toEqual({ at: 7, status: 'ACTC', why: 'Because.' });
  });
  it('the first 20 steps stay, and of the later ones the newest 80', () => {
    let one: Payment = payment('ACTC');
    for (let at = 2; at <= 100; at++) one = note(one, { at, why: `Step ${at}.` });
    expect(one.path.map(({ at }) => at)).toEqual(Array.from({ length: 100 }, (_, at) => at + 1));
    for (let at = 101; at <= 150; at++) {
      one = note(one, { at, why: `Step ${at}.` });
      expect(one.path).toHaveLength(100);
    }
    const first = Array.from({ length: 20 }, (_, at) => at + 1);
    const last = Array.from({ length: 80 }, (_, at) => at + 71);
    expect(one.path.map(({ at }) => at)).toEqual([...first, ...last]);
  });
  it('PAY-9: a TPP sees one status for held and stopped payments, as the quirk says', () => {
    const shown = (onHold: 'BLCK' | 'PDNG') =>
      PAYMENT_STATUSES.map((status) => [status, shownStatus({ status }, onHold)]);
    const held = PAYMENT_STATUSES.filter((status) => status === 'BLCK' || status === 'STOP');
    expect(held).toHaveLength(2);
    expect(shown('BLCK').filter(([, as]) => as === 'BLCK')).toEqual(held.map((status) => [status, 'BLCK']));
    const others = shown('BLCK').filter(([, as]) => as !== 'BLCK');
    expect(shown('PDNG')).toEqual(
      PAYMENT_STATUSES.map((status) => others.find(([other]) => other === status) ?? [status, 'PDNG']),
    );
  });
});
