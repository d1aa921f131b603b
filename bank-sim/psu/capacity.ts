/** The capacities in which a customer acts: for themselves, or for a company under an agreement. */
import type { Account, Agreement, CardAccount, Customer } from '../domain/model.ts';
import type { Payment } from '../domain/payment.ts';
import type { Sca } from '../domain/sca.ts';
import type { CustomerStore } from '../store/customers.ts';

export interface Capacity {
  context: 'PRIVATE' | 'CORPORATE';
  agreement: Agreement | null;
  /** Name of the company; null for oneself. */
  title: string | null;
  accounts: Account[];
  /** Only private customers have credit cards. */
  cards: CardAccount[];
}

/** A company can act under its agreements only. */
export function capacitiesOf(customer: Customer, customers: CustomerStore): Capacity[] {
  const corporate = customers.corporateAgreementsFor(customer.id).map((agreement): Capacity => {
    const ids = new Set(agreement.engagements.map(({ accountId }) => accountId));
    return {
      context: 'CORPORATE',
      agreement,
      title: customers.byId(agreement.ownerId)?.name ?? agreement.name,
      accounts: [...ids].flatMap((id) => customers.account(id) ?? []),
      cards: [],
    };
  });
  if (customer.type === 'CORPORATE') return corporate;
  return [
    {
      context: 'PRIVATE',
      agreement: null,
      title: null,
      accounts: customers.accountsOf(customer.id),
      cards: customers.cardAccountsOf(customer.id),
    },
    ...corporate,
  ];
}

/** Whether a capacity includes the debtor account of one of the payments. Curried, because there can be thousands of capacities. */
export function actsOn(payments: readonly Payment[]): (capacity: Capacity) => boolean {
  const debtors = new Set(payments.map(({ debtorId }) => debtorId));
  return ({ accounts }) => accounts.some(({ id }) => debtors.has(id));
}

/** The capacity in the context of the request (HDR-6), if the PSU has it. */
export function chosenCapacity(capacities: readonly Capacity[], { agreementId }: Sca): Capacity | undefined {
  return capacities.find(({ agreement }) => agreementId !== null && agreement?.id === agreementId);
}

/** The chosen ids, split into accounts and cards. */
export function sharedOf(
  capacity: Capacity,
  chosen: readonly string[],
): { accountIds: string[]; cardIds: string[] } {
  const isChosen = new Set(chosen);
  const among = (list: readonly { id: string }[]) =>
    list.map(({ id }) => id).filter((id) => isChosen.has(id));
  return { accountIds: among(capacity.accounts), cardIds: among(capacity.cards) };
}

/** Finds an account or card by its id, or an account by its BBAN or IBAN, with or without spaces and dots. */
export function accountsByName({
  accounts,
  cards,
}: Capacity): (name: string) => Account | CardAccount | null {
  const byId = new Map<string, Account | CardAccount>([...cards, ...accounts].map((one) => [one.id, one]));
  const byNumber = new Map(
    accounts.flatMap((account) => [[account.bban, account] as const, [account.iban, account] as const]),
  );
  return (name) => byId.get(name) ?? byNumber.get(name.replaceAll(/[ .]/g, '').toUpperCase()) ?? null;
}
