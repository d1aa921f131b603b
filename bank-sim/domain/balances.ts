/** What is left to spend. */
import type { Account, CardAccount } from './model.ts';

/** What can be spent: booked minus reserved plus credit line, in minor units. */
export function availableOn({ booked, reserved, creditLine }: Account): number {
  return booked - reserved + creditLine;
}

/** What is left of a card's credit, in minor units. @param reserved sum of what is not booked yet, negative for purchases */
export function availableOnCard({ creditLimit, used }: CardAccount, reserved: number): number {
  return creditLimit - used + reserved;
}
