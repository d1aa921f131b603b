/** The rules of a new payment, from facts alone: no bank runs, no store, no clock. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Account } from '../../bank-sim/domain/model.ts';
import {
  type OrderFacts,
  type PaymentOrder,
  receivePayment,
  sameness,
} from '../../bank-sim/domain/payment-creation.ts';
import { addDays } from '../../shared/norway/banking-days.ts';

/** Friday 20 November 2026, noon in Oslo. */
const NOW = Date.parse('2026-11-20T11:00:00Z');
const TODAY = '2026-11-20';

const ACCOUNT: Account = {
  id: 'account',
  customerId: 'company',
  name: 'Current account',
  bban: '86011100009',
  iban: 'NO9386011100009',
  currency: 'NOK',
  type: 'CACC',
  booked: 0,
  reserved: 0,
  creditLine: 0,
  changedAt: null,
};
const FACTS: OrderFacts = { debtor: { account: ACCOUNT, blocked: false }, signer: null, isRepeated: false };
const BODY = {
  debtorAccount: { bban: ACCOUNT.bban },
  creditorAccount: { bban: '86011200003' },
  creditorName: 'Ingrid Haugen',
  instructedAmount: { amount: '100.00', currency: 'NOK' },
};
const ORDER: PaymentOrder = {
  id: 'payment',
  tpp: { id: 'PSDNO-FSA-1', name: 'A TPP' },
  kind: 'single',
  product: 'NDCT',
  segment: 'domestic-norway-credit-transfers',
  psuId: null,
  body: BODY,
};

/** Rule and field of the refusal; `RCVD` of a payment that was received. */
function outcome(order: Partial<PaymentOrder>, facts: Partial<OrderFacts> = {}): string {
  const made = receivePayment({ ...ORDER, ...order }, { ...FACTS, ...facts }, NOW);
  return 'code' in made ? `${made.rule} ${made.path ?? made.code}` : made.status;
}

describe('creating a payment from an order', () => {
  it('PAY-1, PAY-2: the payment is in RCVD and paid from the account that was found', () => {
    expect(receivePayment(ORDER, FACTS, NOW)).toMatchObject({
      id: 'payment',
      tpp: 'PSDNO-FSA-1',
      debtorId: 'account',
      debtorCurrency: 'NOK',
      createdAt: NOW,
      status: 'RCVD',
      signers: [],
      reserved: 0,
      done: { settled: 0, failed: 0, items: [] },
      path: [{ at: NOW, status: 'RCVD', why: 'Created by A TPP.' }],
    });
  });
  it('PAY-1: the debtor account must be at this bank and described correctly', () => {
    expect(outcome({}, { debtor: null })).toBe('PAY-1 debtorAccount');
    const body = (debtorAccount: object) => ({ body: { ...BODY, debtorAccount } });
    expect(outcome(body({ bban: ACCOUNT.bban, iban: 'NO2386011301373' }))).toBe('PAY-1 debtorAccount');
    expect(outcome(body({ bban: ACCOUNT.bban, currency: 'EUR' }))).toBe('PAY-1 debtorAccount/currency');
    expect(outcome(body({ iban: ACCOUNT.iban, currency: 'NOK' }))).toBe('RCVD');
    expect(outcome(body({ bban: ACCOUNT.bban }))).toBe('RCVD');
    expect(receivePayment(ORDER, { ...FACTS, debtor: null }, NOW)).toMatchObject({
      check: 'business',
      status: 400,
      code: 'FORMAT_ERROR',
    });
  });
  it('PAY-2: the amount must not exceed what an account can hold', () => {
    const items = Array.from({ length: 100_000 }, () => ({
      ...BODY,
      instructedAmount: { amount: '999999999.00', currency: 'NOK' },
    }));
    const body = { debtorAccount: BODY.debtorAccount, payments: items };
    expect(outcome({ kind: 'bulk', body })).toBe('PAY-2 payments');
    const single = (amount: string, currency: string) =>
      outcome({ body: { ...BODY, instructedAmount: { amount, currency } } });
    expect(single('999999999.00', 'NOK')).toBe('RCVD');
    expect(single('999999999999.999', 'KWD')).toBe('PAY-2 instructedAmount/amount');
  });
  it('PAY-12: no item may pay to the debtor account, by either number', () => {
    const body = (creditorAccount: object) => ({ body: { ...BODY, creditorAccount } });
    expect(outcome(body({ bban: ACCOUNT.bban }))).toBe('PAY-12 creditorAccount');
    expect(outcome(body({ iban: ACCOUNT.iban }))).toBe('PAY-12 creditorAccount');
    expect(outcome(body({ iban: 'DE89370400440532013000' }))).toBe('RCVD');
    expect(outcome(body({ bban: '86011200003' }))).toBe('RCVD');
    const payments = [BODY, { ...BODY, creditorAccount: { bban: ACCOUNT.bban } }];
    const bulk = { debtorAccount: BODY.debtorAccount, payments };
    expect(outcome({ kind: 'bulk', body: bulk })).toBe('PAY-12 payments/1/creditorAccount');
  });
  it('PAY-13: the execution date is from today to exactly 365 days ahead', () => {
    fc.assert(
      fc.property(fc.integer({ min: -800, max: 800 }), (days) => {
        const body = { ...BODY, requestedExecutionDate: addDays(TODAY, days) };
        const expected = days >= 0 && days <= 365 ? 'RCVD' : 'PAY-13 requestedExecutionDate';
        expect(outcome({ body })).toBe(expected);
      }),
    );
    const on = (days: number) =>
      receivePayment(
        { ...ORDER, body: { ...BODY, requestedExecutionDate: addDays(TODAY, days) } },
        FACTS,
        NOW,
      );
    expect([on(0).status, on(365).status]).toEqual(['RCVD', 'RCVD']);
    for (const days of [-1, 366])
      expect(on(days)).toMatchObject({ rule: 'PAY-13', status: 400, code: 'EXECUTION_DATE_INVALID' });
    expect(outcome({})).toBe('RCVD');
  });
  it('PAY-14: a periodic payment starts today or later and has at least one run', () => {
    const order = (startDate: string, endDate: string) =>
      outcome({
        kind: 'periodic',
        body: { ...BODY, startDate, endDate, frequency: 'Monthly', dayOfExecution: 15 },
      });
    expect(order('2026-11-19', '2027-11-20')).toBe('PAY-14 startDate');
    expect(order('2026-11-20', '2026-12-14')).toBe('PAY-14 endDate');
    expect(order('2026-11-20', '2026-12-15')).toBe('RCVD');
  });
  it('SCA-12: payments are refused while the account is blocked for payments', () => {
    expect(outcome({}, { debtor: { account: ACCOUNT, blocked: true } })).toBe('SCA-12 SERVICE_BLOCKED');
  });
  it('PAY-6a: the amount is at most registerLimit, in øre; 0 means no limit; without an engagement the SCA decides', () => {
    const engaged = (registerLimit: number, accountId = 'account') => {
      const customer = { id: 'psu', number: '', type: 'PRIVATE' as const, name: 'Ingrid' };
      const engagements = [
        {
          id: 'e',
          psuCustomerId: 'psu',
          accountId,
          roles: ['REGISTER' as const],
          registerLimit,
          approvalLimit: 0,
        },
      ];
      return { signer: { customer, agreement: { id: 'a', ownerId: 'company', name: 'A', engagements } } };
    };
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1000 }), fc.integer({ min: 1, max: 99_999 }), (limit, minor) => {
        const amount = `${Math.floor(minor / 100)}.${String(minor % 100).padStart(2, '0')}`;
        const body = { ...BODY, instructedAmount: { amount, currency: 'NOK' } };
        const expected = minor > limit * 100 ? 'PAY-6a SERVICE_BLOCKED' : 'RCVD';
        expect(outcome({ body }, engaged(limit))).toBe(expected);
        expect(outcome({ body }, engaged(0))).toBe('RCVD');
        expect(outcome({ body }, engaged(limit, 'another account'))).toBe('RCVD');
      }),
    );
    expect(outcome({})).toBe('RCVD');
    expect(receivePayment(ORDER, { ...FACTS, ...engaged(1) }, NOW)).toMatchObject({ status: 403 });
  });
  it('PAY-16: a repeat is refused, but only if nothing else is wrong', () => {
    expect(outcome({}, { isRepeated: true })).toBe('PAY-16 STATUS_INVALID');
    expect(receivePayment(ORDER, { ...FACTS, isRepeated: true }, NOW)).toMatchObject({ status: 409 });
    expect(outcome({})).toBe('RCVD');
    expect(outcome({}, { isRepeated: true, debtor: null })).toBe('PAY-1 debtorAccount');
  });
});

describe('PAY-16: equality of orders', () => {
  it('the fields are compared in any order', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(Object.entries(BODY), { minLength: 4 }), (fields) => {
        const body = Object.fromEntries(fields) as typeof BODY;
        expect(sameness({ ...ORDER, body })).toBe(sameness(ORDER));
      }),
    );
  });
  it('fields with other values, absent fields, nested fields and lists differ', () => {
    const of = (body: object) => sameness({ ...ORDER, body: body as typeof BODY });
    const texts = [
      { a: 1 },
      { a: 2 },
      { b: 1 },
      { a: null },
      { a: {} },
      { a: [1, 2] },
      { a: [2, 1] },
      { a: { 0: 1, 1: 2 } },
      { a: 1, b: { c: 1, d: 2 } },
    ];
    expect(new Set(texts.map(of)).size).toBe(texts.length);
    expect(of({ b: { d: 2, c: 1 }, a: 1 })).toBe(of({ a: 1, b: { c: 1, d: 2 } }));
    const many = Array.from({ length: 30 }, (_, at) => [`field${(at * 7) % 30}`, at]);
    expect(of(Object.fromEntries(many))).toBe(of(Object.fromEntries(many.toReversed())));
  });
  it('product, kind and the order of items are compared too', () => {
    expect(sameness({ ...ORDER, product: 'INDCTS' })).not.toBe(sameness(ORDER));
    expect(sameness({ ...ORDER, kind: 'periodic' })).not.toBe(sameness(ORDER));
    const bulk = (names: string[]) => ({
      ...ORDER,
      body: {
        debtorAccount: BODY.debtorAccount,
        payments: names.map((creditorName) => ({ ...BODY, creditorName })),
      },
    });
    expect(sameness(bulk(['a', 'b']))).not.toBe(sameness(bulk(['b', 'a'])));
  });
});
