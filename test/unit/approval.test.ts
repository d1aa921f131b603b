/** How approvals change a payment: every branch from facts alone (PAY-6, PAY-6a, PAY-8, PAY-14, SCA-12). */
import { describe, expect, it } from 'vitest';
import type { Agreement, Customer } from '../../bank-sim/domain/model.ts';
import type { PaymentIn } from '../../bank-sim/domain/payment.ts';
import { isAbove, limitsOf, sign } from '../../bank-sim/domain/signing.ts';
import { ACCOUNT, amount, order, payment, why } from '../support/payment-facts.ts';

/** Friday 20 November 2026, 10:42:07 in Oslo. */
const NOW = Date.parse('2026-11-20T09:42:07Z');
const MOMENT = { now: NOW, batchDays: 'banking' } as const;
const NEXT_BATCH = Date.parse('2026-11-20T11:30:00+01:00');
const LAST_BATCH = Date.parse('2026-11-20T15:30:00+01:00');

const PERSON: Customer = { id: 'person', number: '', type: 'PRIVATE', name: 'Eirik' };
const OTHER: Customer = { ...PERSON, id: 'other', name: 'Ingrid' };
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
      ...fails('Ingrid may not pay from this account as a private person.'),
      payment: received,
    });
    // In which capacity it was tried says what to choose instead.
    expect(approve(received, { by: { agreement: { name: 'Byggavtale', engagements: [] } } })).toEqual({
      ...fails('Eirik may not pay from this account under “Byggavtale”.'),
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
  it('spends what the bank says that the payment can spend, if that is less than the account has', () => {
    const received = payment('RCVD', amount('100.00'));
    expect(approve(received).payment).toMatchObject({ status: 'PDNG', fundsAvailable: true });
    expect(approve(received, { debtor: { available: 9_999 } }).payment).toMatchObject({
      status: 'ACCP',
      fundsAvailable: false,
    });
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
