/** Transactions: listing with pages, and details (AIS-3 to AIS-8, LIM-2). */
import { addDays } from '../../shared/norway/banking-days.ts';
import { isIban } from '../../shared/norway/numbers.ts';
import { pathOf } from '../../shared/xs2a/operations.ts';
import { jsonDateTime } from '../clock.ts';
import { osloDate } from '../../shared/norway/oslo.ts';
import type { Account, Transaction } from '../domain/model.ts';
import { type Refusal, refuse } from '../domain/refusal.ts';
import type { TppRequest } from '../gate/gate.ts';
import { sharedAccount } from './shared-accounts.ts';
import { type Answer, answer } from './answer.ts';
import {
  ACCOUNT_STATUSES,
  checkAge,
  OPEN_DAYS,
  pageLinks,
  pageOf,
  readListing,
  type Source,
} from './listing.ts';
import { amountView, type View, viewOf } from './money-view.ts';
import { needSession } from './sca-needs.ts';
import type { Services } from './services.ts';
import { checkOnline, countListing, noteOnline } from './unattended.ts';

export function listTransactions(request: TppRequest, services: Services): Answer | Refusal {
  const account = sharedAccount(request, services);
  if ('kind' in account) return account;
  const offline = checkOnline(account.id, request, services, 'LIM-2');
  if (offline) return offline;
  const today = osloDate(services.clock.now());
  const listing = readListing(request.query, today, ACCOUNT_STATUSES);
  if ('kind' in listing) return listing;
  const limited =
    checkAge(listing, today, request, services) ?? countListing(listing, account.id, request, services);
  if (limited) return limited;
  noteOnline([account], request, services);
  const { booked, pending, total } = pageOf(
    sourceOf(account.id, services),
    listing,
    services.quirks.environment === 'production',
  );
  const view = viewOf(request.acceptFix, today);
  const show = (list: Transaction[]) =>
    list.map((transaction) => transactionView(transaction, account, view));
  return answer(200, {
    account: { bban: account.bban, iban: account.iban, currency: account.currency },
    transactions: {
      ...(listing.status === 'pending' ? {} : { booked: show(booked) }),
      ...(listing.status === 'booked' ? {} : { pending: show(pending) }),
      _links: pageLinks(
        pathOf('/v1/accounts/{id}/transactions', { id: account.id }),
        request.query,
        listing,
        total,
      ),
    },
  });
}

function sourceOf(accountId: string, { transactions }: Services): Source<Transaction> {
  return {
    count: (pending, period) => transactions.count(accountId, pending, period),
    list: (pending, period, page) => transactions.list(accountId, pending, period, page),
  };
}

export function readTransaction(request: TppRequest, services: Services): Answer | Refusal {
  const account = sharedAccount(request, services);
  if ('kind' in account) return account;
  const offline = checkOnline(account.id, request, services, 'AIS-8');
  if (offline) return offline;
  const transaction = services.transactions.one(account.id, request.params['transaction-id'] ?? '');
  if (transaction === null)
    return refuse({
      check: 'business',
      rule: 'AIS-8',
      status: 404,
      code: 'RESOURCE_UNKNOWN',
      text: 'The account has no transaction with this id.',
    });
  const today = osloDate(services.clock.now());
  if (transaction.bookingDate < addDays(today, -OPEN_DAYS)) {
    const refusal = request.psuPresent
      ? needSession(request, services, `A transaction older than ${OPEN_DAYS} days`)
      : refuse({
          check: 'business',
          rule: 'AIS-8',
          status: 400,
          code: 'PERIOD_INVALID',
          text: `Without PSU-IP-Address, only transactions of the last ${OPEN_DAYS} days can be read.`,
        });
    if (refusal) return refusal;
  }
  noteOnline([account], request, services);
  const { _links: _, ...fields } = transactionView(transaction, account, viewOf(request.acceptFix, today));
  return answer(200, {
    transactionDetails: {
      ...fields,
      ...(transaction.pending
        ? {}
        : {
            entryReference: transaction.id.slice(5, 17),
            bookingDateTime: jsonDateTime(transaction.bookedAt),
          }),
      additionalInformationProprietary1: transaction.text,
    },
  });
}

function partyAccount(number: string): { bban: string } | { iban: string } {
  return isIban(number) ? { iban: number } : { bban: number };
}

/** AIS-7. */
function transactionView(transaction: Transaction, account: Account & { ownerName: string }, view: View) {
  const {
    id,
    amount,
    currency,
    pending,
    bookingDate,
    valueDate,
    counterparty,
    counterpartyAccount,
    endToEndId,
    reference,
    code,
    text,
  } = transaction;
  const other = {
    name: counterparty,
    account: counterpartyAccount === null ? undefined : partyAccount(counterpartyAccount),
  };
  const own = { name: account.ownerName, account: { bban: account.bban, iban: account.iban } };
  const [creditor, debtor] = amount < 0 ? [other, own] : [own, other];
  return {
    transactionId: id,
    ...(pending ? {} : { bookingDate, valueDate }),
    transactionAmount: amountView(amount, currency, view),
    creditorName: creditor.name,
    creditorAccount: creditor.account,
    debtorName: debtor.name,
    debtorAccount: debtor.account,
    ...(endToEndId === null ? {} : { endToEndIdentification: endToEndId }),
    ...(reference === null
      ? { remittanceInformationUnstructured: [text] }
      : {
          remittanceInformationStructured: reference,
          remittanceInformationStructuredArray: [{ reference, referenceType: 'SCOR' }],
        }),
    proprietaryBankTransactionCode: code,
    _links: {
      transactionDetails: {
        href: pathOf('/v1/accounts/{account}/transactions/{id}', { account: account.id, id }),
        verbs: ['GET'],
      },
    },
  };
}
