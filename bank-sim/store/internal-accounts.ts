/** The bank's own accounts: they receive what leaves a customer's account, so that each currency keeps its sum (PAY-20). */
import type { Database } from '../../shared/node/sqlite/database.ts';

/** Clearing: other banks. Fee: fees for payments. Position: currencies bought and sold. */
export type InternalAccount = 'clearing' | 'fee' | 'position';

/** @returns a function that adds minor units, which may be negative, to an internal account of a currency */
export function internalAccounts(
  db: Database,
): (kind: InternalAccount, currency: string, amount: number) => void {
  const add = db.prepare(
    `INSERT INTO internal_account VALUES (?, ?, ?)
     ON CONFLICT (kind, currency) DO UPDATE SET booked = booked + excluded.booked`,
  );
  return (kind, currency, amount) => void add.run(kind, currency, amount);
}

/** The same for the clearing account only. */
export function clearingAccount(db: Database): (currency: string, amount: number) => void {
  const add = internalAccounts(db);
  return (currency, amount) => add('clearing', currency, amount);
}
