/** What a TPP may do with payments and baskets, for every status: from facts alone. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkApprovable, checkDeletable, type Candidate, makeBasket } from '../../bank-sim/domain/basket.ts';
import type { Payment, Status } from '../../bank-sim/domain/payment.ts';
import {
  checkAuthorisable,
  checkCancellable,
  checkPermission,
  deletePayment,
  isHidden,
} from '../../bank-sim/domain/payment-rules.ts';
import { PAYMENT_STATUSES } from '../../shared/xs2a/payment-schemas.ts';

const PAYMENT: Payment = {
  id: 'payment',
  tpp: 'tpp',
  kind: 'single',
  product: 'NCBCT',
  segment: 'norwegian-cross-border-credit-transfers',
  psuId: null,
  agreementId: null,
  debtorId: 'account',
  debtorCurrency: 'NOK',
  body: {
    debtorAccount: { bban: '86011100009' },
    creditorAccount: { bban: '86011200003' },
    creditorName: 'Ingrid Haugen',
    instructedAmount: { amount: '100.00', currency: 'NOK' },
  },
  createdAt: 1,
  status: 'RCVD',
  signers: [],
  reserved: 0,
  fundsAvailable: null,
  dueAt: null,
  deadline: null,
  done: { settled: 0, failed: 0, items: [] },
  path: [{ at: 1, status: 'RCVD', why: 'Created.' }],
};
const inStatus = (status: Status): Payment => ({ ...PAYMENT, status });
const unsigned = (status: Status) => status === 'RCVD' || status === 'PATC';

describe('PAY-7: deleting', () => {
  const now = { at: 7, status: 'CANC', why: 'Deleted by A TPP.' };
  const cancelled = { kind: 'cancelled', payment: { status: 'CANC', path: [{ at: 1 }, now] } };
  const refused = (status: number) => ({ kind: 'refusal', rule: 'PAY-7', status });
  const inProcessing = { ...refused(405), headers: { Allow: 'GET' } };
  it.each([
    ['RCVD', cancelled],
    ['PATC', cancelled],
    ['ACTC', { kind: 'needs-sca' }],
    ['PDNG', inProcessing],
    ['ACCP', inProcessing],
    ['BLCK', inProcessing],
    ['STOP', inProcessing],
    ['ACSC', refused(409)],
    ['PART', refused(409)],
    ['RJCT', refused(409)],
    ['CANC', refused(409)],
  ] as const)('status %s decides the result', (status, expected) => {
    expect(deletePayment(inStatus(status), 'A TPP', 7)).toMatchObject(expected);
  });
  it.each(PAYMENT_STATUSES)('an SCA cancels only ACTC payments: %s', (status) => {
    expect(checkCancellable(inStatus(status)) === null).toBe(status === 'ACTC');
  });
});

describe('PAY-4, PAY-5, SCA-12', () => {
  it.each(PAYMENT_STATUSES)('%s: approval requires an unsigned payment in no open basket', (status) => {
    expect(checkAuthorisable(inStatus(status), false) === null).toBe(unsigned(status));
    expect(checkAuthorisable(inStatus(status), true)).toMatchObject({ rule: 'PAY-5', status: 409 });
  });
  it('a payment from a blocked account cannot be approved', () => {
    expect(checkPermission(false)).toBeNull();
    expect(checkPermission(true)).toMatchObject({ rule: 'SCA-12', status: 403, code: 'SERVICE_BLOCKED' });
  });
  it('only single domestic payments that wait for approval are hidden, and only with the quirk', () => {
    const domestic: Payment = { ...PAYMENT, product: 'NDCT' };
    expect(isHidden(domestic, true)).toBe(true);
    expect(isHidden(domestic, false)).toBe(false);
    expect(isHidden({ ...domestic, kind: 'periodic' }, true)).toBe(false);
    expect(isHidden({ ...domestic, status: 'PATC' }, true)).toBe(true);
    expect(isHidden({ ...domestic, status: 'PDNG' }, true)).toBe(false);
    expect(isHidden(PAYMENT, true)).toBe(false);
  });
});

describe('BSK-3 to BSK-6: payments that a basket accepts', () => {
  const order = { id: 'basket', tpp: 'tpp', createdAt: 1, paymentIds: ['a', 'b'] };
  const right: Candidate = { payment: PAYMENT, isTaken: false };
  const wrong: [string, string, Candidate][] = [
    ['BSK-3', 'of nobody', { payment: null, isTaken: false }],
    ['BSK-3', 'of another TPP', { payment: { ...PAYMENT, tpp: 'other' }, isTaken: false }],
    ['BSK-4', 'a bulk payment', { payment: { ...PAYMENT, kind: 'bulk' }, isTaken: false }],
    ['BSK-4', 'a periodic payment', { payment: { ...PAYMENT, kind: 'periodic' }, isTaken: false }],
    ['BSK-5', 'another product', { payment: { ...PAYMENT, product: 'SCT' }, isTaken: false }],
    ['BSK-6', 'approved by one', { payment: inStatus('PATC'), isTaken: false }],
    ['BSK-6', 'in another basket', { payment: PAYMENT, isTaken: true }],
  ];
  it('unsigned single payments of the same TPP are accepted', () => {
    expect(makeBasket(order, [right, right], true)).toEqual({ ...order, authorised: false });
  });
  it.each(wrong)('%s: a payment %s is refused at any position', (rule, _, candidate) => {
    expect(makeBasket(order, [candidate, right], true)).toMatchObject({ rule, path: 'paymentIds/0' });
    expect(makeBasket(order, [right, candidate], true)).toMatchObject({ rule, path: 'paymentIds/1' });
  });
  it('BSK-5: outside the sandbox every product is accepted', () => {
    const sepa = { payment: { ...PAYMENT, product: 'SCT' as const }, isTaken: false };
    expect(makeBasket(order, [sepa], false)).toEqual({ ...order, authorised: false });
  });
  it('the first error is reported', () => {
    const candidates = fc.array(fc.constantFrom(right, ...wrong.map(([, , one]) => one)), { maxLength: 10 });
    fc.assert(
      fc.property(candidates, (list) => {
        const first = list.findIndex((one) => one !== right);
        const made = makeBasket(order, list, true);
        expect('path' in made ? made.path : null).toBe(first < 0 ? null : `paymentIds/${first}`);
      }),
    );
  });
});

describe('BSK-7, BSK-8', () => {
  const basket = { id: 'basket', tpp: 'tpp', createdAt: 1, paymentIds: ['a'] };
  it.each([
    ['RCVD', undefined],
    ['PATC', 409],
    ['ACTC', 409],
    ['RJCT', 409],
  ] as const)('a basket can be deleted until it is approved, and while it is RCVD: %s', (status, refused) => {
    expect(checkDeletable({ ...basket, authorised: false }, status)).toBeNull();
    expect(checkDeletable({ ...basket, authorised: true }, status)?.status).toBe(refused);
  });
  it('a basket can be approved while one of its payments waits', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...PAYMENT_STATUSES), { maxLength: 10 }), (statuses) => {
        const refusal = checkApprovable(statuses.map(inStatus));
        expect(refusal?.rule).toBe(statuses.some(unsigned) ? undefined : 'BSK-8');
      }),
    );
  });
});
