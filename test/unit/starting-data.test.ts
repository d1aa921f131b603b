/** The seed data (SBX-1): plausible on whatever day the bank starts. */
import { describe, expect, it } from 'vitest';
import { startingData } from '../../bank-sim/domain/starting-data.ts';
import { convert } from '../../shared/money/money.ts';
import { isBban, isIban } from '../../shared/norway/numbers.ts';

const DAYS = ['2022-02-28', '2024-02-29', '2026-01-01', '2026-11-20', '2027-07-31'];

describe.each(DAYS)('SBX-1: the seed data of %s', (today) => {
  const data = startingData(today);
  it('is the same each time', () => {
    expect(startingData(today)).toEqual(data);
  });
  it('no account is overdrawn at any time of the year', () => {
    for (const account of data.accounts) {
      let balance = account.booked;
      const booked = data.transactions
        .filter(({ accountId, pending }) => accountId === account.id && !pending)
        .sort((a, b) => b.bookedAt - a.bookedAt);
      expect(booked.length, account.name).toBeGreaterThan(12);
      for (const { amount, bookingDate } of booked) {
        expect(balance, `${account.name} on ${bookingDate}`).toBeGreaterThanOrEqual(0);
        balance -= amount;
      }
      expect(balance, `${account.name} a year ago`).toBeGreaterThanOrEqual(0);
    }
  });
  it('amounts in a foreign currency are converted at the published rate', () => {
    const foreign = data.transactions.filter(({ originalCurrency }) => originalCurrency !== null);
    expect(new Set(foreign.map(({ accountId }) => accountId)).size).toBe(5);
    for (const { amount, currency, originalAmount, originalCurrency } of foreign) {
      expect(originalCurrency).not.toBe(currency);
      expect(Math.sign(originalAmount ?? 0)).toBe(Math.sign(amount));
      expect(Math.abs(amount)).toBe(convert(Math.abs(originalAmount ?? 0), originalCurrency ?? '', currency));
    }
  });
  it('every account number is valid', () => {
    const numbers = data.transactions.flatMap(({ counterpartyAccount }) => counterpartyAccount ?? []);
    expect(numbers.filter((number) => !isBban(number) && !isIban(number))).toEqual([]);
    expect(numbers.some(isIban)).toBe(true);
  });
});
