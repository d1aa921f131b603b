/** The operator's view of an account or card: its balances, and its transactions page by page. */
import { formatMinor } from '../../shared/money/money.ts';
import type { AccountDetail } from '../../shared/xs2a/inspection.ts';
import { type Account, type CardAccount, availableOn, availableOnCard } from '../domain/model.ts';
import { type Page, windowAfter } from '../domain/period.ts';
import type { CustomerStore } from '../store/customers.ts';
import type { TransactionStore, CardTransactionStore } from '../store/transactions.ts';

export interface AccountParts {
  customers: CustomerStore;
  transactions: TransactionStore;
  cardTransactions: CardTransactionStore;
}

/** Page size of each list. */
export const LISTED = 200;

/** Null for an unknown id. @param page of its transactions, counted from 0 */
export function accountDetail(parts: AccountParts, id: string, page: number): AccountDetail | null {
  const account = parts.customers.account(id);
  if (account !== null) return accountOf(parts, account, page);
  const card = parts.customers.cardAccount(id);
  return card === null ? null : cardOf(parts, card, page);
}

function accountOf({ customers, transactions }: AccountParts, account: Account, page: number): AccountDetail {
  const { id, currency } = account;
  const money = (minor: number) => formatMinor(minor, currency);
  return {
    id,
    owner: customers.byId(account.customerId)?.name ?? '',
    name: account.name,
    number: account.bban,
    currency,
    booked: money(account.booked),
    reserved: money(account.reserved),
    credit: money(account.creditLine),
    available: money(availableOn(account)),
    ...pageOf(transactions, id, page, (one) => ({
      date: one.bookingDate,
      counterparty: one.counterparty,
      text: one.reference ?? one.text,
    })),
  };
}

function cardOf(
  { customers, cardTransactions }: AccountParts,
  card: CardAccount,
  page: number,
): AccountDetail {
  const { id, currency } = card;
  const money = (minor: number) => formatMinor(minor, currency);
  const reserved = cardTransactions.reserved(id);
  return {
    id,
    owner: customers.byId(card.customerId)?.name ?? '',
    name: card.name,
    number: card.maskedPan,
    currency,
    booked: money(-card.used),
    reserved: money(-reserved),
    credit: money(card.creditLimit),
    available: money(availableOnCard(card, reserved)),
    ...pageOf(cardTransactions, id, page, (one) => ({
      date: one.bookingDate,
      counterparty: [one.acceptorTown, one.acceptorCountry].filter(Boolean).join(', '),
      text: one.text,
    })),
  };
}

const EVER = { from: '0000-01-01', to: '9999-12-31' };

interface Row {
  id: string;
  pending: boolean;
  amount: number;
  currency: string;
}
type Shown = AccountDetail['transactions'][number];

/** One page of transactions, pending before booked. */
function pageOf<One extends Row>(
  store: {
    count: (id: string, pending: boolean, period: typeof EVER) => number;
    list: (id: string, pending: boolean, period: typeof EVER, page: Page) => One[];
  },
  id: string,
  page: number,
  describe: (one: One) => Pick<Shown, 'date' | 'counterparty' | 'text'>,
): Pick<AccountDetail, 'total' | 'page' | 'pageSize' | 'transactions'> {
  const window = { offset: page * LISTED, limit: LISTED };
  const pending = store.count(id, true, EVER);
  return {
    total: pending + store.count(id, false, EVER),
    page,
    pageSize: LISTED,
    transactions: [
      ...store.list(id, true, EVER, window),
      ...store.list(id, false, EVER, windowAfter(window, pending)),
    ].map((one) => ({
      ...describe(one),
      id: one.id,
      pending: one.pending,
      amount: formatMinor(one.amount, one.currency),
      currency: one.currency,
    })),
  };
}
