/** Transactions of accounts in listings and in detail (AIS-7, AIS-8). */
import { formatMinor } from '../../shared/money/money.ts';
import { publishedRate } from '../../shared/money/money.ts';
import { isIban } from '../../shared/norway/numbers.ts';
import { pathOf } from '../../shared/xs2a/operations.ts';
import { jsonDateTime } from '../clock.ts';
import type { Account, Transaction } from '../domain/model.ts';
import { isoCodeOf } from '../domain/transaction-codes.ts';
import type { TransactionStore } from '../store/transactions.ts';
import { amountView, exchangeView, type View } from './money-view.ts';

type OwnedAccount = Account & { ownerName: string };

/** One page of a listing. Balances are computed down the page from that of its first transaction. */
export function listedView(
  page: readonly Transaction[],
  account: OwnedAccount,
  view: View,
  store: Pick<TransactionStore, 'bookedAfter'>,
): object[] {
  const [first] = page;
  let balance = first === undefined || first.pending ? 0 : account.booked - store.bookedAfter(first);
  return page.map((transaction) => {
    const { id, pending, amount } = transaction;
    const href = pathOf('/v1/accounts/{account}/transactions/{id}', { account: account.id, id });
    const listed = {
      ...transactionFields(transaction, account, view),
      ...(pending ? {} : balanceView(balance, transaction, view)),
      _links: { transactionDetails: { href, verbs: ['GET'] } },
    };
    balance -= amount;
    return listed;
  });
}

export function detailsView(
  transaction: Transaction,
  account: OwnedAccount,
  view: View,
  store: Pick<TransactionStore, 'bookedAfter'>,
): object {
  const { id, pending, bookedAt, text, originalAmount, originalCurrency } = transaction;
  const booked = () => ({
    ...balanceView(account.booked - store.bookedAfter(transaction), transaction, view),
    entryReference: id.slice(5, 17),
    bookingDateTime: jsonDateTime(bookedAt),
  });
  const converted = originalAmount !== null && originalCurrency !== null;
  return {
    ...transactionFields(transaction, account, view),
    ...(pending ? {} : booked()),
    ...(text === '' ? {} : { additionalInformationProprietary1: text }),
    ...(converted
      ? {
          additionalInformationProprietary2: `${formatMinor(originalAmount, originalCurrency)} ${originalCurrency}`,
        }
      : {}),
  };
}

/** AIS-7. */
export function transactionFields(transaction: Transaction, account: OwnedAccount, view: View) {
  const { id, amount, currency, pending, bookingDate, valueDate, endToEndId, reference, code, text } =
    transaction;
  const { originalCurrency } = transaction;
  const other = {
    name: transaction.counterparty,
    account:
      transaction.counterpartyAccount === null ? undefined : partyAccount(transaction.counterpartyAccount),
  };
  const own = { name: account.ownerName, account: { bban: account.bban, iban: account.iban } };
  const [creditor, debtor] = amount < 0 ? [other, own] : [own, other];
  return {
    transactionId: id,
    ...(pending ? {} : { bookingDate, valueDate }),
    transactionAmount: amountView(amount, currency, view),
    ...(originalCurrency === null
      ? {}
      : exchangeView(originalCurrency, currency, publishedRate(originalCurrency, currency), bookingDate)),
    creditorName: creditor.name,
    creditorAccount: creditor.account,
    debtorName: debtor.name,
    debtorAccount: debtor.account,
    ...(endToEndId === null ? {} : { endToEndIdentification: endToEndId }),
    ...remittanceView(reference, text),
    bankTransactionCode: isoCodeOf(transaction),
    proprietaryBankTransactionCode: code,
  };
}

/** The structured reference, or else the text, if there is either. */
function remittanceView(reference: string | null, text: string): object {
  if (reference !== null)
    return {
      remittanceInformationStructured: reference,
      remittanceInformationStructuredArray: [{ reference, referenceType: 'SCOR' }],
    };
  return text === '' ? {} : { remittanceInformationUnstructured: [text] };
}

/** The booked balance after a transaction; omitted if a long history of set balances made it too large. */
function balanceView(minor: number, { currency, bookingDate }: Transaction, view: View): object {
  if (!Number.isSafeInteger(minor)) return {};
  return {
    balanceAfterTransaction: {
      balanceAmount: amountView(minor, currency, view),
      balanceType: 'interimBooked',
      referenceDate: bookingDate,
    },
  };
}

function partyAccount(number: string): { bban: string } | { iban: string } {
  return isIban(number) ? { iban: number } : { bban: number };
}
