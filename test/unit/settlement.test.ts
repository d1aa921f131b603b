/** A payment that is settled in pieces ends like one that is settled at once (PAY-15, PAY-8). */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { PaymentIn } from '../../bank-sim/domain/payment.ts';
import { settle, type Settlement } from '../../bank-sim/domain/settlement.ts';

const AT = { now: 1000, batchDays: 'banking' } as const;

function bulk(amounts: readonly number[], reserved: number): PaymentIn<'PDNG' | 'ACCP'> {
  return {
    id: 'enc!!bulk',
    tpp: 'PSDNO-FSA-TEST',
    kind: 'bulk',
    product: 'NDCT',
    segment: 'domestic-norway-credit-transfers',
    psuId: null,
    agreementId: null,
    debtorId: 'enc!!debtor',
    debtorCurrency: 'NOK',
    body: {
      debtorAccount: { bban: '86011100009' },
      payments: amounts.map((amount) => ({
        instructedAmount: { amount: (amount / 100).toFixed(2), currency: 'NOK' },
        creditorAccount: { bban: '86011200003' },
        creditorName: 'Ingrid Haugen',
      })),
    },
    createdAt: 0,
    signers: [],
    reserved,
    fundsAvailable: reserved > 0,
    dueAt: 1000,
    deadline: 1000,
    done: { settled: 0, failed: 0, items: [] },
    path: [],
    status: reserved > 0 ? 'PDNG' : 'ACCP',
  };
}

/** Settles until the payment is no longer `partly` settled, as the batch does. */
function settleInPieces(payment: PaymentIn<'PDNG' | 'ACCP'>, funds: number, most: number): Settlement {
  let available = funds;
  let before = payment;
  const book: Settlement['book'][number][] = [];
  for (;;) {
    const piece = settle(before, available, AT, most);
    const { payment: after, outcome } = piece;
    book.push(...piece.book);
    expect(piece.book.length).toBeLessThanOrEqual(most);
    const spent = piece.book.reduce((sum, { item }) => sum + item.debit + item.fee, 0);
    available += before.reserved - after.reserved - spent;
    expect(available).toBeGreaterThanOrEqual(0);
    if (outcome !== 'partly') return { ...piece, book };
    if (after.status !== 'PDNG' && after.status !== 'ACCP') throw new Error('It is still in line.');
    expect(after.dueAt).toBe(payment.dueAt);
    before = after;
  }
}

it('PAY-15: pieces of any size book the same items and lead to the same status', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 1000 }), { minLength: 1, maxLength: 30 }),
      fc.integer({ min: 0, max: 10_000 }),
      fc.boolean(),
      fc.integer({ min: 1, max: 40 }),
      (amounts, funds, hasReserved, most) => {
        const total = amounts.reduce((sum, amount) => sum + amount, 0);
        const payment = bulk(amounts, hasReserved ? total : 0);
        const whole = settle(payment, funds, AT, Number.POSITIVE_INFINITY);
        const pieces = settleInPieces(payment, funds, most);
        expect(pieces.book.map(({ at }) => at)).toEqual(whole.book.map(({ at }) => at));
        expect(pieces.outcome).toBe(whole.outcome);
        expect(pieces.payment).toEqual(whole.payment);
      },
    ),
  );
});
