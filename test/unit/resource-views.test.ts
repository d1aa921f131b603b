/** Amounts and transactions as TPPs see them, and transactions as the sandbox reads them, from facts alone (VER-1, AIS-7, AIS-8, SBX-4). */
import { describe, expect, it } from 'vitest';
import {
  accountTypeView,
  amountView,
  exchangeView,
  SANDBOX_VIEW,
  sandboxBalance,
  viewOf,
} from '../../bank-sim/api/money-view.ts';
import { bookedAmount, postedRemittance, postingDates } from '../../bank-sim/api/sandbox-shared.ts';
import { detailsView, listedView } from '../../bank-sim/api/transaction-view.ts';
import type { Transaction } from '../../bank-sim/domain/model.ts';
import { codeOf, isoCodeOf } from '../../bank-sim/domain/transaction-codes.ts';
import { ACCEPT_FIXES } from '../../shared/xs2a/releases.ts';
import { ACCOUNT } from '../support/payment-facts.ts';

describe('VER-1, AIS-11: formats by date and x-accept-fix', () => {
  const old = viewOf(new Set(), '2020-07-31');
  const names = ['amountAsString', 'rightCardAmounts', 'longNames', 'isoAccountType'] as const;
  it('each value changes one format', () => {
    expect(old).toEqual(Object.fromEntries(names.map((name) => [name, false])));
    for (const [at, value] of ACCEPT_FIXES.entries()) {
      const view = viewOf(new Set([value]), '2020-07-31');
      expect(view, value).toEqual({ ...old, [names[at] ?? '']: true });
    }
  });
  it.each([
    ['2020-08-01', ['amountAsString']],
    ['2024-09-30', ['amountAsString']],
    ['2024-10-01', ['amountAsString', 'longNames']],
    ['2024-11-12', ['amountAsString', 'longNames']],
    ['2024-11-13', names],
  ])('from %s on, the new ones by default are %j', (date, on) => {
    const view = viewOf(new Set(), date);
    expect(names.filter((name) => view[name]).sort()).toEqual([...on].sort());
  });
  it('an amount is a number or a text, an account type a word or a code', () => {
    expect(amountView(-1250, 'NOK', old)).toEqual({ amount: -12.5, currency: 'NOK' });
    expect(amountView(-1250, 'NOK', SANDBOX_VIEW)).toEqual({ amount: '-12.50', currency: 'NOK' });
    expect((['CACC', 'SVGS'] as const).map((type) => accountTypeView(type, old))).toEqual([
      'Current',
      'Savings',
    ]);
    expect(accountTypeView('SVGS', SANDBOX_VIEW)).toBe('SVGS');
    expect(Object.values(SANDBOX_VIEW)).toEqual([true, true, true, true]);
  });
  it('SBX-3, AIS-7: balances of the sandbox and exchange rates', () => {
    expect(sandboxBalance(1250, 'JPY', 'expected')).toEqual({
      balanceAmount: { amount: '1250', currency: 'JPY' },
      balanceType: 'expected',
    });
    const rate = { unitCurrency: 'EUR', exchangeRate: '11.7435' };
    expect(exchangeView('EUR', 'NOK', rate, '2026-11-20')).toEqual({
      currencyExchange: [
        { sourceCurrency: 'EUR', targetCurrency: 'NOK', ...rate, quotationDate: '2026-11-20' },
      ],
    });
  });
});

describe('AIS-7, AIS-8: a transaction', () => {
  const owned = { ...ACCOUNT, ownerName: 'Eirik Solbakken' };
  const OWN = { bban: ACCOUNT.bban, iban: ACCOUNT.iban };
  const out: Transaction = {
    id: 'enc!!abcdefghijklmnop=',
    accountId: 'account',
    amount: -1000,
    currency: 'NOK',
    pending: false,
    bookingDate: '2026-11-19',
    valueDate: '2026-11-20',
    bookedAt: Date.parse('2026-11-19T10:00:00.500Z'),
    counterparty: 'Ingrid Haugen',
    counterpartyAccount: '86011200003',
    endToEndId: null,
    reference: null,
    code: 'GIRO',
    text: 'Takk',
    originalAmount: null,
    originalCurrency: null,
    posted: null,
  };
  /** What was booked after a transaction. */
  const store = { bookedAfter: () => 700 };
  const listed = (...page: Transaction[]) => listedView(page, owned, SANDBOX_VIEW, store);
  const details = (one: Transaction) => detailsView(one, owned, SANDBOX_VIEW, store);
  const balance = (amount: string, referenceDate = '2026-11-19') => ({
    balanceAfterTransaction: {
      balanceAmount: { amount, currency: 'NOK' },
      balanceType: 'interimBooked',
      referenceDate,
    },
  });
  const fields = {
    transactionId: out.id,
    bookingDate: '2026-11-19',
    valueDate: '2026-11-20',
    transactionAmount: { amount: '-10.00', currency: 'NOK' },
    creditorName: 'Ingrid Haugen',
    creditorAccount: { bban: '86011200003' },
    debtorName: 'Eirik Solbakken',
    debtorAccount: OWN,
    remittanceInformationUnstructured: ['Takk'],
    bankTransactionCode: 'PMNT-ICDT-DMCT',
    proprietaryBankTransactionCode: 'GIRO',
  };
  const link = {
    _links: {
      transactionDetails: {
        href: `/v1/accounts/account/transactions/${encodeURIComponent(out.id)}`,
        verbs: ['GET'],
      },
    },
  };
  it('in a listing has the balance after it, which runs down the page', () => {
    expect(listed()).toEqual([]);
    // NOK 150.00 are booked, of which NOK 7.00 later.
    expect(listed(out, { ...out, amount: 300 }, out)).toMatchObject([
      { ...fields, ...balance('143.00'), ...link },
      balance('153.00'),
      balance('150.00'),
    ]);
    expect(listed(out)).toEqual([{ ...fields, ...balance('143.00'), ...link }]);
  });
  it('that is pending has neither dates nor a balance', () => {
    const { bookingDate: _, valueDate: __, ...rest } = fields;
    const pending = { ...out, pending: true };
    expect(listed(pending)).toEqual([{ ...rest, ...link }]);
    expect(details(pending)).toEqual({ ...rest, additionalInformationProprietary1: 'Takk' });
  });
  it('in detail has its time, its reference and its text', () => {
    expect(details(out)).toEqual({
      ...fields,
      ...balance('143.00'),
      entryReference: 'abcdefghijkl',
      bookingDateTime: '2026-11-19T10:00:00+00:00',
      additionalInformationProprietary1: 'Takk',
    });
    expect(details({ ...out, text: '' })).not.toHaveProperty('additionalInformationProprietary1');
    expect(details({ ...out, text: '' })).not.toHaveProperty('remittanceInformationUnstructured');
  });
  it('that arrives has the other party as its debtor; an IBAN is one, and no account is none', () => {
    const arriving = (counterpartyAccount: string | null) =>
      details({ ...out, amount: 0, counterpartyAccount, endToEndId: 'E2E' });
    expect(arriving('DE89370400440532013000')).toMatchObject({
      creditorName: 'Eirik Solbakken',
      creditorAccount: OWN,
      debtorName: 'Ingrid Haugen',
      debtorAccount: { iban: 'DE89370400440532013000' },
      endToEndIdentification: 'E2E',
      bankTransactionCode: 'PMNT-RCDT-DMCT',
    });
    expect(arriving(null)).toMatchObject({ debtorAccount: undefined });
  });
  it('with a reference has both of its forms and no message', () => {
    const referred = details({ ...out, reference: '1234567897' });
    expect(referred).toMatchObject({
      remittanceInformationStructured: '1234567897',
      remittanceInformationStructuredArray: [{ reference: '1234567897', referenceType: 'SCOR' }],
    });
    expect(referred).not.toHaveProperty('remittanceInformationUnstructured');
  });
  it('that was converted has the published rate and, in detail, the original amount', () => {
    const converted = { ...out, originalAmount: -85, originalCurrency: 'EUR' };
    const exchange = {
      currencyExchange: [
        {
          sourceCurrency: 'EUR',
          targetCurrency: 'NOK',
          unitCurrency: 'EUR',
          exchangeRate: '11.7435',
          quotationDate: '2026-11-19',
        },
      ],
    };
    expect(details(converted)).toMatchObject({
      ...exchange,
      additionalInformationProprietary2: '-0.85 EUR',
    });
    expect(listed(converted)).toMatchObject([exchange]);
    expect(details(out)).not.toHaveProperty('additionalInformationProprietary2');
  });
  it('leaves out a balance that is too large for a number', () => {
    const page = listedView([out], owned, SANDBOX_VIEW, { bookedAfter: () => -Number.MAX_SAFE_INTEGER });
    expect(page[0]).not.toHaveProperty('balanceAfterTransaction');
  });
  it.each([
    ['GIRO', -1, 'PMNT-ICDT-DMCT'],
    ['GIRO', 0, 'PMNT-RCDT-DMCT'],
    ['RENTE', 1, 'ACMT-MCOP-INTR'],
    ['OTHER', 1, undefined],
  ])('with the code %s and the amount %i has the ISO code %s', (code, amount, iso) => {
    expect(isoCodeOf({ code, amount })).toBe(iso);
  });
  it('of a payment has the code of its product, a standing order its own', () => {
    const products = ['NDCT', 'INDCTS', 'SCT', 'CBCT', 'NCBCT'] as const;
    const codes = (kind: 'single' | 'bulk' | 'periodic') =>
      products.map((product) => codeOf({ kind, product }));
    expect(codes('single')).toEqual(['GIRO', 'STRAKS', 'SEPA', 'UTLAND', 'UTLAND']);
    expect(codes('bulk')).toEqual(codes('single'));
    expect(codes('periodic')[0]).toBe('FAST');
  });
});

describe('SBX-4: a posted transaction', () => {
  const NOW = Date.parse('2026-11-20T09:42:07Z');
  it('has an amount that is not zero and leaves a balance that can be stored', () => {
    const amount = (text: string, before = 0) =>
      bookedAmount({ amount: text, currency: 'NOK' }, (minor) => before + minor);
    expect([amount('-12.50'), amount('0.01')]).toEqual([-1250, 1]);
    const wrong = { rule: 'SBX-4', status: 400, code: 'FORMAT_ERROR', path: 'transactionAmount/amount' };
    for (const text of ['0.00', '1.0', 'x']) expect(amount(text)).toMatchObject(wrong);
    expect(amount('0.01', 2_000_000_000_000_000)).toMatchObject(wrong);
    expect(amount('0.01', 1_999_999_999_999_999)).toBe(1);
  });
  it('is booked today, or at noon of an earlier day, and its value date follows', () => {
    const dates = (bookingDate?: string, valueDate?: string) =>
      postingDates({ ...(bookingDate ? { bookingDate } : {}), ...(valueDate ? { valueDate } : {}) }, NOW);
    const booked = (bookingDate: string, valueDate: string, bookedAt: number) => ({
      bookingDate,
      valueDate,
      bookedAt,
    });
    const noon = Date.parse('2026-11-18T12:00:00Z');
    expect(dates()).toEqual(booked('2026-11-20', '2026-11-20', NOW));
    expect(dates('2026-11-20')).toEqual(booked('2026-11-20', '2026-11-20', NOW));
    expect(dates('2026-11-18')).toEqual(booked('2026-11-18', '2026-11-18', noon));
    expect(dates('2026-11-18', '2026-11-19')).toEqual(booked('2026-11-18', '2026-11-19', noon));
    expect(dates('2026-11-18', '2026-11-20')).toEqual(booked('2026-11-18', '2026-11-20', noon));
    const wrong = (path: string) => ({ rule: 'SBX-4', status: 400, path });
    expect(dates('2026-11-21')).toMatchObject(wrong('bookingDate'));
    expect(dates('2026-11-20', '2026-11-21')).toMatchObject(wrong('valueDate'));
    expect(dates('2026-11-18', '2026-11-17')).toMatchObject(wrong('valueDate'));
  });
  it.each([
    [{}, '', null],
    [{ remittanceInformationUnstructured: 'ab' }, 'ab', null],
    [{ remittanceInformationUnstructured: ['a'] }, 'a', null],
    [{ remittanceInformationUnstructured: [] }, '', null],
    [{ remittanceInformationStructured: '1' }, '', '1'],
    [{ remittanceInformationStructured: { reference: '1' } }, '', '1'],
    [{ remittanceInformationStructuredArray: [{ reference: '1' }] }, '', '1'],
    [
      { remittanceInformationStructured: '2', remittanceInformationStructuredArray: [{ reference: '1' }] },
      '',
      '1',
    ],
    [{ remittanceInformationStructured: '2', remittanceInformationStructuredArray: [] }, '', '2'],
  ])('%j has the text "%s" and the reference %s', (input, text, reference) => {
    const transactionAmount = { amount: '1.00', currency: 'NOK' };
    expect(postedRemittance({ transactionAmount, ...input })).toEqual({ text, reference });
  });
});
