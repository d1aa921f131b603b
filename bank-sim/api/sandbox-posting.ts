/** The amount of a transaction that a sandbox operation books on an account or card (SBX-4). */
import { isKeepable, parseMinor } from '../../shared/money/money.ts';
import { type Refusal, refuse } from '../domain/refusal.ts';

/**
 * Reads the amount in minor units.
 * @param balanceWith returns the balance after booking the amount
 */
export function bookedAmount(
  { amount, currency }: { amount: string; currency: string },
  balanceWith: (minor: number) => number,
): number | Refusal {
  const wrong = (text: string) =>
    refuse({
      check: 'business',
      rule: 'SBX-4',
      status: 400,
      code: 'FORMAT_ERROR',
      text,
      path: 'transactionAmount/amount',
    });
  const minor = parseMinor(amount, currency);
  if (minor === null || minor === 0) return wrong('The amount must not be zero.');
  return isKeepable(balanceWith(minor)) ? minor : wrong('The balance would exceed what the bank can store.');
}
