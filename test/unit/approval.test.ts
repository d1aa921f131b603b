/** How approvals, execution days and batches change a payment: every branch from facts alone (PAY-6, PAY-6a, PAY-8, PAY-9, PAY-14). */
import { describe, expect, it } from 'vitest';
import type { Account, Agreement, Customer } from '../../bank-sim/domain/model.ts';
import { move, note, type Payment, type PaymentIn, shownStatus } from '../../bank-sim/domain/payment.ts';
import { runOnce, settle } from '../../bank-sim/domain/settlement.ts';
import { beginDay, finishRuns, isAbove, limitsOf, release, sign } from '../../bank-sim/domain/signing.ts';
import type { StandingOrder, Transfer } from '../../shared/xs2a/payment-input.ts';
import { PAYMENT_STATUSES } from '../../shared/xs2a/payment-schemas.ts';

/** Friday 20 November 2026, 10:42:07 in Oslo. */
const NOW = Date.parse('2026-11-20T09:42:07Z');
const MOMENT = { now: NOW, batchDays: 'banking' } as const;
const NEXT_BATCH = Date.parse('2026-11-20T11:30:00+01:00');
const LAST_BATCH = Date.parse('2026-11-20T15:30:00+01:00');

const PERSON: Customer = { id: 'person', number: '', type: 'PRIVATE', name: 'Eirik' };
const OTHER: Customer = { ...PERSON, id: 'other', name: 'Ingrid' };
const ACCOUNT: Account = {
  id: 'account',
  customerId: 'person',
  name: 'Brukskonto',
  bban: '86011100009',
  iban: 'NO7386011100009',
  currency: 'NOK',
  type: 'CACC',
  booked: 15_000,
  reserved: 4_000,
  creditLine: 1_000,
  changedAt: null,
};
const DEBTOR = { account: ACCOUNT, blocked: false };
/** What is available on the account, minor units. */
const AVAILABLE = 12_000;

const engagement = {
  id: 'e',
  psuCustomerId: 'person',
  accountId: 'account',
  roles: ['REGISTER', 'VIEW'] as ('REGISTER' | 'VIEW')[],
  registerLimit: 200,
  approvalLimit: 100,
};
const AGREEMENT: Agreement = { id: 'agreement', ownerId: 'company', name: 'A', engagements: [engagement] };
const withEngagement = (changes: Partial<typeof engagement>): Agreement => ({
  ...AGREEMENT,
  engagements: [{ ...engagement, ...changes }],
});

const transfer = (amount: string): Transfer => ({
  instructedAmount: { amount, currency: 'NOK' },
  creditorAccount: { bban: '86011200003' },
  creditorName: 'Ingrid Haugen',
});

function payment<S extends Payment['status']>(status: S, changes: Partial<Payment> = {}): PaymentIn<S> {
  const made: Payment = {
    id: 'payment',
    tpp: 'tpp',
    kind: 'single',
    product: 'NDCT',
    segment: 'norwegian-domestic-credit-transfers',
    psuId: 'psu',
    agreementId: null,
    debtorId: 'account',
    debtorCurrency: 'NOK',
    body: { debtorAccount: { bban: ACCOUNT.bban }, ...transfer('100.00') },
    createdAt: 1,
    status: 'RCVD',
    signers: [],
    reserved: 0,
    fundsAvailable: null,
    dueAt: null,
    deadline: null,
    done: { settled: 0, failed: 0, items: [] },
    path: [{ at: 1, status: 'RCVD', why: 'Created.' }],
    ...changes,
  };
  return { ...made, status } as PaymentIn<S>;
}
const amount = (text: string, more: object = {}): Partial<Payment> => ({
  body: { debtorAccount: { bban: ACCOUNT.bban }, ...transfer(text), ...more },
});
const order = (changes: Partial<StandingOrder> = {}): Partial<Payment> => ({
  kind: 'periodic',
  ...amount('100.00', { startDate: '2026-11-23', frequency: 'Weekly', ...changes }),
});
const why = (found: Payment) => found.path.at(-1);
const fails = (message: string, status = 400, code = 'PAYMENT_FAILED') => ({
  kind: 'failed',
  failure: { system: 'payments', status, code, message },
});

describe('PAY-6a: who may pay from an account, and how much', () => {
  it('the owner alone without an agreement, without limits', () => {
    const none = { registerLimit: 0, approvalLimit: 0 };
    expect(limitsOf({ customer: PERSON, agreement: null }, ACCOUNT)).toEqual(none);
    expect(limitsOf({ customer: OTHER, agreement: null }, ACCOUNT)).toBeNull();
  });
  it('otherwise who is engaged to register, for this account', () => {
    const limits = (customer: Customer, agreement: Agreement) => limitsOf({ customer, agreement }, ACCOUNT);
    expect(limits(PERSON, AGREEMENT)).toMatchObject({ registerLimit: 200, approvalLimit: 100 });
    expect(limits(OTHER, AGREEMENT)).toBeNull();
    expect(limits(PERSON, withEngagement({ accountId: 'another' }))).toBeNull();
    expect(limits(PERSON, withEngagement({ roles: ['VIEW'] }))).toBeNull();
    expect(limits(PERSON, { ...AGREEMENT, engagements: [] })).toBeNull();
  });
  it('a limit is in whole NOK, includes its own amount, and 0 is none', () => {
    expect([isAbove(100, 10_000), isAbove(100, 10_001), isAbove(0, 10_001)]).toEqual([false, true, false]);
  });
});

describe('PAY-6, PAY-6a, PAY-8, BSK-8, SCA-12: one approval', () => {
  const signer = { customer: PERSON, agreement: null };
  const approve = (
    of: PaymentIn<'RCVD' | 'PATC'>,
    more: Partial<{ by: object; debtor: object; basket: boolean }> = {},
  ) => sign(of, { ...signer, ...more.by }, { ...DEBTOR, ...more.debtor }, MOMENT, more.basket ?? false);
  it('needs an account, a person who may pay from it, and the permission of the bank', () => {
    const received = payment('RCVD');
    expect(sign(received, signer, null, MOMENT, false)).toEqual({
      ...fails('The debtor account no longer exists.'),
      payment: received,
    });
    expect(approve(received, { by: { customer: OTHER } })).toEqual({
      ...fails('Ingrid may not pay from this account.'),
      payment: received,
    });
    const blocked = fails('The bank does not allow payments from this account.', 403, 'SERVICE_BLOCKED');
    expect(approve(received, { debtor: { blocked: true } })).toEqual({ ...blocked, payment: received });
    const inBasket = approve(received, { debtor: { blocked: true }, basket: true });
    expect(inBasket).toMatchObject({ ...blocked, payment: { status: 'RJCT' } });
    expect(why(inBasket.payment)).toMatchObject({ at: NOW, why: blocked.failure.message });
  });
  it('is within the limit for registering, unless the PSU was named at creation or another has registered it', () => {
    const by = { agreement: AGREEMENT };
    const outcome = (of: PaymentIn<'RCVD' | 'PATC'>) => approve(of, { by });
    const tooMuch = fails('The amount exceeds what this person may register.');
    expect(outcome(payment('RCVD', { psuId: null, ...amount('200.00') })).kind).toBe('signed');
    const above = amount('200.01');
    expect(outcome(payment('RCVD', { psuId: null, ...above }))).toMatchObject(tooMuch);
    expect(outcome(payment('RCVD', above)).kind).toBe('signed');
    const second = { ...above, signers: ['other'], agreementId: 'agreement' };
    expect(outcome(payment('PATC', { psuId: null, ...second })).kind).toBe('signed');
  });
  it('waits for a second signer above the limit for approving', () => {
    const by = { agreement: AGREEMENT };
    expect(approve(payment('RCVD', amount('100.00')), { by }).payment).toMatchObject({
      status: 'PDNG',
      signers: ['person'],
      agreementId: 'agreement',
    });
    const first = approve(payment('RCVD', amount('100.01')), { by });
    expect(first).toMatchObject({
      kind: 'signed',
      payment: { status: 'PATC', signers: ['person'], agreementId: 'agreement' },
    });
    expect(why(first.payment)).toMatchObject({
      at: NOW,
      why: 'Eirik approved. The amount exceeds what one person may approve alone.',
    });
  });
  it('as the second one, is by another person under the same agreement, whatever the limit', () => {
    const half = payment('PATC', { ...amount('100.01'), signers: ['other'], agreementId: 'agreement' });
    const second = (by: object, of = half) => approve(of, { by });
    expect(second({ agreement: AGREEMENT }).payment).toMatchObject({
      status: 'PDNG',
      signers: ['other', 'person'],
    });
    const wrong = fails('The second signer must act under the same agreement as the first.');
    expect(second({ agreement: { ...AGREEMENT, id: 'another' } })).toEqual({ ...wrong, payment: half });
    expect(second({ agreement: null })).toEqual({ ...wrong, payment: half });
    const again = second({ agreement: AGREEMENT }, { ...half, signers: ['person'] });
    expect(again).toMatchObject({ kind: 'signed', payment: { status: 'PATC', signers: ['person'] } });
    expect(why(again.payment)).toMatchObject({
      at: NOW,
      status: 'PATC',
      why: 'Eirik has already approved. Someone else must approve.',
    });
    const alone = payment('PATC', { signers: ['other'], agreementId: null });
    expect(approve(alone).payment).toMatchObject({ status: 'PDNG', agreementId: null });
  });
  it('PAY-8: reserves the funds until the next batch, or waits for them until the last one of its day', () => {
    const exactly = approve(payment('RCVD', amount('120.00')));
    expect(exactly).toMatchObject({
      kind: 'signed',
      payment: {
        status: 'PDNG',
        reserved: AVAILABLE,
        fundsAvailable: true,
        dueAt: NEXT_BATCH,
        deadline: LAST_BATCH,
      },
    });
    expect(why(exactly.payment)).toMatchObject({ at: NOW, why: 'Eirik approved. The funds are reserved.' });
    const lacking = approve(payment('RCVD', amount('120.01')));
    expect(lacking).toMatchObject({
      kind: 'signed',
      payment: {
        status: 'ACCP',
        reserved: 0,
        fundsAvailable: false,
        dueAt: NEXT_BATCH,
        deadline: LAST_BATCH,
      },
    });
    expect(why(lacking.payment)).toMatchObject({ at: NOW });
  });
  it('of an instant payment settles it, or rejects it without funds, in a basket later', () => {
    const instant = (text: string) => payment('RCVD', { product: 'INDCTS', ...amount(text) });
    // NOK 5.00 is the fee.
    const settled = approve(instant('115.00'));
    expect(settled).toMatchObject({ kind: 'signed', payment: { status: 'ACSC', fundsAvailable: true } });
    expect(why(settled.payment)).toMatchObject({
      at: NOW,
      why: 'Eirik approved. The payment settled immediately.',
    });
    const rejected = approve(instant('115.01'));
    expect(rejected).toMatchObject({
      ...fails('Insufficient funds on the account.'),
      payment: { status: 'RJCT', fundsAvailable: false },
    });
    expect(why(rejected.payment)).toMatchObject({ at: NOW, why: 'Insufficient funds on the account.' });
    expect(approve(instant('115.01'), { basket: true })).toMatchObject({
      kind: 'signed',
      payment: { status: 'ACCP' },
    });
    expect(approve(instant('115.00'), { basket: true }).payment.status).toBe('ACSC');
  });
  it('of a future payment waits for the midnight of its day', () => {
    const on = (requestedExecutionDate: string) =>
      approve(payment('RCVD', amount('100.00', { requestedExecutionDate }))).payment;
    expect(on('2026-11-20').status).toBe('PDNG');
    expect(on('2026-11-21')).toMatchObject({
      status: 'ACTC',
      reserved: 0,
      dueAt: Date.parse('2026-11-21T00:00:00+01:00'),
    });
    expect(why(on('2026-11-21'))).toMatchObject({
      at: NOW,
      why: 'Eirik approved. The execution date is 2026-11-21.',
    });
  });
  it('PAY-14: of a periodic payment waits for its first run, and fails without one', () => {
    const first = approve(payment('RCVD', order()));
    expect(first).toMatchObject({
      kind: 'signed',
      payment: { status: 'ACTC', dueAt: Date.parse('2026-11-23T05:30:00+01:00') },
    });
    expect(why(first.payment)).toMatchObject({
      at: NOW,
      why: 'Eirik approved. The first run is on 2026-11-23.',
    });
    const over = payment('RCVD', order({ startDate: '2026-11-19', endDate: '2026-11-20' }));
    expect(approve(over)).toEqual({ ...fails('No runs are left before endDate.'), payment: over });
  });
});

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
  it('PAY-9: a released payment keeps its reserved funds, or looks for them', () => {
    expect(release(payment('BLCK', { reserved: 10_000 }), 0, MOMENT)).toMatchObject({
      status: 'PDNG',
      reserved: 10_000,
    });
    expect(release(payment('BLCK'), 10_000, MOMENT)).toMatchObject({ status: 'PDNG', reserved: 10_000 });
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
  const bulk = (amounts: string[], changes: Partial<Payment> = {}) =>
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
      }) as PaymentIn<'PDNG' | 'ACCP'>;
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
    for (let at = 101; at <= 150; at++) one = note(one, { at, why: `Step ${at}.` });
    const first = Array.from({ length: 20 }, (_, at) => at + 1);
    const last = Array.from({ length: 80 }, (_, at) => at + 71);
    expect(one.path.map(({ at }) => at)).toEqual([...first, ...last]);
  });
  it('PAY-9: a TPP sees one status for held and stopped payments, as the quirk says', () => {
    for (const status of PAYMENT_STATUSES)
      for (const onHold of ['BLCK', 'PDNG'] as const) {
        const isHeld = status === 'BLCK' || status === 'STOP';
        if (isHeld) expect(shownStatus({ status }, onHold)).toBe(onHold);
        else expect(shownStatus({ status }, onHold)).not.toBe('BLCK');
      }
  });
});
