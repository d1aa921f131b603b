/** Fees, limits, the register, baskets, refusals and the equality of orders: the values of the contract, one by one. */
import { describe, expect, it } from 'vitest';
import { availableOn, availableOnCard } from '../../bank-sim/domain/model.ts';
import { basketStatus, checkApprovable, checkDeletable, makeBasket } from '../../bank-sim/domain/basket.ts';
import { isFurtherPage, isReadOnline, unattendedWait } from '../../bank-sim/domain/unattended-limits.ts';
import {
  isUnderway,
  isUnsigned,
  itemsOf,
  LIFE,
  orderOf,
  type Payment,
  totalOf,
  feeOf,
} from '../../bank-sim/domain/payment.ts';
import { checkAuthorisable, checkCancellable, deletePayment } from '../../bank-sim/domain/payment-rules.ts';
import { issuesOf, refuse } from '../../bank-sim/domain/refusal.ts';
import { entered, enteredByCall, registrationFault } from '../../bank-sim/domain/register.ts';
import { PAYMENT_STATUSES } from '../../shared/xs2a/payment-schemas.ts';
import { DAY, HOUR } from '../../shared/time.ts';
import { ACCOUNT, amount, order, payment, transfer } from '../support/payment-facts.ts';

it('AIS-2, AIS-9: what can be spent', () => {
  expect(availableOn(ACCOUNT)).toBe(12_000);
  const card = {
    id: '',
    customerId: '',
    name: '',
    maskedPan: '',
    currency: 'NOK',
    creditLimit: 5000,
    used: 1200,
  };
  expect(availableOnCard(card, -300)).toBe(3500);
});

describe('PAY-17, PAY-20: fees', () => {
  it.each([
    ['NDCT', 0],
    ['INDCTS', 500],
    ['SCT', 1500],
    ['CBCT', 5000],
    ['NCBCT', 4000],
  ] as const)('%s costs %i øre, and URGP 15,000', (product, fee) => {
    const one = transfer('1.00');
    expect(feeOf(product, one, 'NOK')).toBe(fee);
    expect(feeOf(product, { ...one, serviceLevel: 'URGP' }, 'NOK')).toBe(15_000);
  });
  it('the fee is in the currency of the account', () => {
    expect(feeOf('SCT', transfer('1.00'), 'EUR')).toBe(128);
  });
});

describe('LIM-1, LIM-2: calls without the PSU', () => {
  const now = 10 * DAY;
  it('LIM-1: the fifth waits until the first of the last four is 24 hours ago, in whole seconds', () => {
    const at = (...ago: number[]) =>
      unattendedWait(
        ago.map((one) => now - one),
        now,
      );
    expect(at()).toBe(0);
    expect(at(3, 2, 1)).toBe(0);
    expect(at(DAY - 1, 3, 2, 1)).toBe(1);
    expect(at(DAY, 3, 2, 1)).toBe(0);
    expect(at(DAY - 1500, 3, 2, 1)).toBe(2);
    expect(at(HOUR, HOUR, HOUR, HOUR)).toBe(23 * 3600);
    expect(at(2 * HOUR, HOUR, HOUR, HOUR, HOUR)).toBe(23 * 3600);
  });
  it('LIM-2: online reads and pages are compared with the time of the call', () => {
    expect([isReadOnline(now, now + 180 * DAY), isReadOnline(now, now + 180 * DAY + 1)]).toEqual([
      true,
      false,
    ]);
    expect([isFurtherPage(now, false, now + HOUR), isFurtherPage(now, false, now + HOUR + 1)]).toEqual([
      true,
      false,
    ]);
  });
});

describe('BSK-3 to BSK-8: the refusals of baskets', () => {
  const one = payment('RCVD', { product: 'NCBCT' });
  const basket = { id: 'b', tpp: 'tpp', createdAt: 1, paymentIds: ['a'] };
  const made = (changed: Payment | null, isTaken = false) =>
    makeBasket(basket, [{ payment: changed, isTaken }], true);
  it.each([
    ['BSK-3', made(null), 400, 'RESOURCE_UNKNOWN', 'There is no payment'],
    ['BSK-4', made({ ...one, kind: 'bulk' }), 400, 'REFERENCE_MIX_INVALID', 'A bulk payment'],
    [
      'BSK-5',
      made({ ...one, product: 'SCT' }),
      400,
      'PRODUCT_INVALID',
      'This one is SCT (sepa-credit-transfers).',
    ],
    ['BSK-6', made(one, true), 409, 'REFERENCE_STATUS_INVALID', 'in another open signing basket'],
    ['BSK-6', made({ ...one, status: 'ACTC' }), 409, 'REFERENCE_STATUS_INVALID', 'already signed'],
    ['BSK-6', made({ ...one, status: 'ACTC' }, true), 409, 'REFERENCE_STATUS_INVALID', 'already signed'],
    ['BSK-7', checkDeletable({ ...basket, authorised: true }, 'ACTC'), 409, 'STATUS_INVALID', 'approved'],
    ['BSK-8', checkApprovable([payment('ACSC')]), 409, 'STATUS_INVALID', 'No payment'],
  ])('%s: %j', (rule, refusal, status, code, text) => {
    expect(refusal).toMatchObject({
      check: 'business',
      rule,
      status,
      code,
      text: expect.stringContaining(text),
    });
  });
  it('BSK-5: the hint says what to do, with the name of the product as the path has it', () => {
    expect(made({ ...one, product: 'SCT' })).toMatchObject({
      hint: expect.stringContaining(
        'Remove this payment from paymentIds, or create it again as NCBCT (norwegian-cross-border-credit-transfers).',
      ),
    });
  });
  it('BSK-9: every status counts, and a basket without payments is RCVD', () => {
    const count = (status: Payment['status']) => basketStatus([{ status }]);
    expect(Object.fromEntries(PAYMENT_STATUSES.map((status) => [status, count(status)]))).toEqual({
      RCVD: 'RCVD',
      PATC: 'PATC',
      ACTC: 'ACTC',
      PDNG: 'ACTC',
      ACCP: 'ACTC',
      BLCK: 'ACTC',
      STOP: 'RJCT',
      ACSC: 'ACTC',
      PART: 'ACTC',
      RJCT: 'RJCT',
      CANC: 'RJCT',
    });
    expect(basketStatus([])).toBe('RCVD');
  });
});

it('PAY-5, PAY-7: the codes of refusals', () => {
  expect(checkAuthorisable(payment('ACSC'), false)).toMatchObject({ rule: 'PAY-5', code: 'STATUS_INVALID' });
  expect(checkCancellable(payment('ACSC'))).toMatchObject({ rule: 'PAY-7', code: 'STATUS_INVALID' });
  expect(deletePayment(payment('PDNG'), 'A TPP', 1)).toMatchObject({
    rule: 'PAY-7',
    code: 'CANCELLATION_INVALID',
  });
});

describe('PAY-6, PAY-15, PAY-20: what a payment takes', () => {
  it('PAY-6a, PAY-8, PAY-9: the statuses that can follow each one are those of the interface', () => {
    expect(LIFE).toEqual({
      RCVD: ['PATC', 'ACTC', 'PDNG', 'ACCP', 'ACSC', 'RJCT', 'CANC'],
      PATC: ['ACTC', 'PDNG', 'ACCP', 'ACSC', 'RJCT', 'CANC'],
      ACTC: ['PDNG', 'ACCP', 'BLCK', 'STOP', 'ACSC', 'PART', 'RJCT', 'CANC'],
      PDNG: ['ACSC', 'PART', 'RJCT', 'BLCK', 'STOP'],
      ACCP: ['ACSC', 'PART', 'RJCT', 'BLCK', 'STOP'],
      BLCK: ['ACTC', 'PDNG', 'ACCP', 'STOP', 'ACSC', 'PART', 'RJCT'],
      STOP: [],
      ACSC: [],
      PART: [],
      RJCT: [],
      CANC: [],
    });
    const unsigned = PAYMENT_STATUSES.filter((status) => isUnsigned(payment(status)));
    expect(unsigned.toSorted()).toEqual(['PATC', 'RCVD']);
  });
  it('PAY-9: approved and not yet settled', () => {
    const underway = PAYMENT_STATUSES.filter((status) => isUnderway(payment(status)));
    expect(underway.toSorted()).toEqual(['ACCP', 'ACTC', 'PDNG']);
  });
  it('a single payment has one item with its fee, the items of the others are free', () => {
    const sepa = payment('RCVD', { product: 'SCT', ...amount('100.00') });
    expect(itemsOf(sepa)).toMatchObject([{ amount: 10_000, currency: 'NOK', debit: 10_000, fee: 1500 }]);
    expect(itemsOf({ ...sepa, kind: 'periodic' })).toMatchObject([{ fee: 0 }]);
    const bulk = payment('RCVD', {
      kind: 'bulk',
      body: { debtorAccount: {}, payments: [transfer('1.00'), transfer('2.00')] },
    });
    expect(itemsOf(bulk)).toMatchObject([
      { amount: 100, fee: 0 },
      { amount: 200, fee: 0 },
    ]);
    expect(totalOf(bulk)).toBe(300);
    expect(totalOf({ ...bulk, done: { settled: 1, failed: 0, items: [0] } })).toBe(200);
    expect(totalOf(sepa)).toBe(11_500);
  });
  it('PAY-14: only a periodic payment has a schedule', () => {
    expect(orderOf(payment('RCVD', order()))).toMatchObject({ startDate: '2026-11-23', frequency: 'Weekly' });
    const schedule = { startDate: '2026-11-23', frequency: 'Weekly' } as const;
    for (const body of [
      amount('1.00').body,
      amount('1.00', { startDate: schedule.startDate }).body,
      amount('1.00', { frequency: schedule.frequency }).body,
      { ...amount('1.00', schedule).body, payments: [] },
    ])
      expect(() => orderOf({ ...payment('RCVD'), ...(body ? { body } : {}) } as Payment)).toThrow(
        'Only a periodic',
      );
  });
});

describe('ERR-1: refusals', () => {
  const fault = { check: 'body', rule: 'PAY-2', status: 400, code: 'FORMAT_ERROR' } as const;
  it('a text has at most 500 characters', () => {
    expect(refuse({ ...fault, text: 'ab'.repeat(300) })).toEqual({
      kind: 'refusal',
      ...fault,
      text: 'ab'.repeat(250),
    });
  });
  it('PAY-2: every fault of the body has its path', () => {
    const more = [{ path: 'b', text: 'B.', rule: 'PAY-9' as const }];
    expect(issuesOf(refuse({ ...fault, text: 'A.', path: 'a', more }))).toEqual([
      { path: 'a', text: 'A.', rule: 'PAY-2' },
      ...more,
    ]);
    expect(issuesOf(refuse({ ...fault, text: 'A.', more }))).toEqual([]);
  });
});

describe('SIG-12: entries of the register', () => {
  const usual = {
    tppId: 'ID',
    name: 'ID',
    status: 'registered',
    passport: true,
    roles: [],
    rolesEntered: false,
  } as const;
  const before = {
    tppId: 'ID',
    name: 'A TPP',
    status: 'withdrawn',
    passport: false,
    roles: ['PSP_AI'],
    rolesEntered: false,
  } as const;
  it('the operator enters what they say; the rest stays, or is usual', () => {
    expect(entered(null, 'ID', {})).toEqual(usual);
    expect(entered(before, 'ID', {})).toEqual(before);
    const change = { name: 'Other', status: 'registered', passport: true } as const;
    expect(entered(before, 'ID', change)).toEqual({ ...before, ...change });
    expect(entered(null, 'ID', { status: 'withdrawn', passport: false })).toEqual({
      ...usual,
      status: 'withdrawn',
      passport: false,
    });
    const roles = { roles: ['PSP_PI', 'PSP_AI', 'PSP_PI'] as const };
    const limited = entered(before, 'ID', { roles: [...roles.roles] });
    expect(limited).toEqual({ ...before, roles: ['PSP_AI', 'PSP_PI'], rolesEntered: true });
    expect(entered(limited, 'ID', {})).toEqual(limited);
    expect(entered(null, 'ID', { roles: [] })).toEqual({ ...usual, rolesEntered: true });
  });
  it('a call enters a TPP as registered, with a passport and the roles of its certificate', () => {
    const caller = { id: 'ID', name: 'A TPP', roles: ['PSP_PI'] as const };
    expect(enteredByCall(null, caller)).toEqual({ ...usual, name: 'A TPP', roles: ['PSP_PI'] });
    expect(enteredByCall(before, caller)).toEqual({ ...before, roles: ['PSP_AI', 'PSP_PI'] });
  });
  it('ERR-1: a long id is cut in the text', () => {
    const text = (id: string) => registrationFault(null, id, false)?.text;
    expect(text('a'.repeat(200))).toBe(`The TPP ${'a'.repeat(200)} is not in the bank's register of TPPs`);
    expect(text(`${'ab'.repeat(100)}c`)).toBe(
      `The TPP ${'ab'.repeat(100)}… is not in the bank's register of TPPs`,
    );
  });
});
