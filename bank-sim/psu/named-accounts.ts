/** Accounts as an operator names them: by id, BBAN or IBAN. */
import type { Account, CardAccount } from '../domain/model.ts';

interface Offered {
  accounts: readonly Account[];
  cards: readonly CardAccount[];
}

/** Finds the account or card with an id, or the account with a BBAN or IBAN, written with or without blanks and dots. */
export function accountsByName({ accounts, cards }: Offered): (name: string) => Account | CardAccount | null {
  const byId = new Map<string, Account | CardAccount>([...cards, ...accounts].map((one) => [one.id, one]));
  const byNumber = new Map(
    accounts.flatMap((account) => [[account.bban, account] as const, [account.iban, account] as const]),
  );
  return (name) => byId.get(name) ?? byNumber.get(name.replaceAll(/[ .]/g, '').toUpperCase()) ?? null;
}
