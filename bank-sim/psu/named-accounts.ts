/** Accounts as an operator names them: by id, BBAN or IBAN. */
import type { Account, CardAccount } from '../domain/model.ts';

interface Offered {
  accounts: readonly Account[];
  cards: readonly CardAccount[];
}

/** The account or card with this id, or the account with this BBAN or IBAN, written with or without blanks and dots. */
export function accountNamed(name: string, { accounts, cards }: Offered): Account | CardAccount | null {
  const number = name.replaceAll(/[ .]/g, '').toUpperCase();
  return (
    [...accounts, ...cards].find(({ id }) => id === name) ??
    accounts.find(({ bban, iban }) => bban === number || iban === number) ??
    null
  );
}
