/** Available balances. */
import type { Account, CardAccount } from './model.ts';

/** The amount that can be spent: booked minus reserved plus credit line, in minor units. */
export function availableOn({ booked, reserved, creditLine }: Account): number {
  return booked - reserved + creditLine;
}

/** A card's remaining credit, in minor units. @param reserved sum of the transactions not booked yet, negative for purchases */
export function availableOnCard({ creditLimit, used }: CardAccount, reserved: number): number {
  return creditLimit - used + reserved;
}
