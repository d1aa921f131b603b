/** Payments and an account as plain facts, for tests of the bank's domain. */
import type { Account } from '../../bank-sim/domain/model.ts';
import type { Payment, PaymentIn, Step } from '../../bank-sim/domain/payment.ts';
import type { StandingOrder, Transfer } from '../../shared/xs2a/payment-body.ts';

/** An account of which NOK 120 are available. */
export const ACCOUNT: Account = {
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

/** A transfer of an amount in NOK to another account. */
export const transfer = (amount: string): Transfer => ({
  instructedAmount: { amount, currency: 'NOK' },
  creditorAccount: { bban: '86011200003' },
  creditorName: 'Ingrid Haugen',
});

type Changes = Partial<Omit<Payment, 'status'>>;

/** A payment in a status. @param changes fields that are not those of an unsigned domestic payment of NOK 100 */
export function payment<S extends Payment['status']>(status: S, changes: Changes = {}): PaymentIn<S> {
  return {
    id: 'payment',
    tpp: 'tpp',
    kind: 'single',
    product: 'NDCT',
    segment: 'domestic-norway-credit-transfers',
    psuId: 'psu',
    agreementId: null,
    debtorId: 'account',
    debtorCurrency: 'NOK',
    body: { debtorAccount: { bban: ACCOUNT.bban }, ...transfer('100.00') },
    createdAt: 1,
    signers: [],
    reserved: 0,
    fundsAvailable: null,
    dueAt: null,
    deadline: null,
    done: { settled: 0, failed: 0, items: [] },
    path: [{ at: 1, status: 'RCVD', why: 'Created.' }],
    ...changes,
    status,
  };
}

/** The body of a payment of an amount. */
export const amount = (text: string, more: object = {}): Changes => ({
  body: { debtorAccount: { bban: ACCOUNT.bban }, ...transfer(text), ...more },
});
/** A weekly payment that starts on Monday 23 November 2026. */
export const order = (changes: Partial<StandingOrder> = {}): Changes => ({
  kind: 'periodic',
  ...amount('100.00', { startDate: '2026-11-23', frequency: 'Weekly', ...changes }),
});
/** The last step of a payment. */
export const why = (found: Payment): Step | undefined => found.path.at(-1);
