/** Transactions: listing with pages, and details (AIS-3 to AIS-8, LIM-2). */
import { addDays } from '../../shared/norway/banking-days.ts';
import { isIban } from '../../shared/norway/numbers.ts';
import { pathOf } from '../../shared/xs2a/operations.ts';
import { jsonDateTime } from '../clock.ts';
import { osloDate } from '../../shared/norway/oslo.ts';
import { unattendedWait } from '../domain/limits.ts';
import type { Account, Transaction } from '../domain/model.ts';
import { type Refusal, refuse } from '../domain/refusal.ts';
import { askOf, type TppRequest } from '../gate/gate.ts';
import { sharedAccount } from './shared-accounts.ts';
import { type Answer, answer } from './answer.ts';
import {
  ACCOUNT_STATUSES,
  checkAge,
  type Listing,
  OPEN_DAYS,
  pageLinks,
  pageOf,
  readListing,
  type Source,
} from './listing.ts';
import { amountView, type View, viewOf } from './money-view.ts';
import { needSession, psuOf } from './sca-needs.ts';
import type { Services } from './services.ts';
import { DAY } from '../../shared/time.ts';

/** Maximum age in days of the last SCA for calls without the PSU (LIM-2). */
const ONLINE_DAYS = 180;

export function listTransactions(request: TppRequest, services: Services): Answer | Refusal {
  const account = sharedAccount(request, services);
  if ('kind' in account) return account;
  const today = osloDate(services.clock.now());
  const listing = readListing(request.query, today, ACCOUNT_STATUSES);
  if ('kind' in listing) return listing;
  const limited =
    checkAge(listing, today, request, services) ?? checkUnattended(listing, account.id, request, services);
  if (limited) return limited;
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
    const refusal = needSession(request, services, `A transaction older than ${OPEN_DAYS} days`);
    if (refusal) return refusal;
  }
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

/** LIM-2: four listings in 24 hours; a further page of a listing does not count as a new call. */
function checkUnattended(
  listing: Listing,
  accountId: string,
  request: TppRequest,
  services: Services,
): Refusal | null {
  if (request.psuPresent || listing.offset > 0) return null;
  const now = services.clock.now();
  const session = services.access.session(request.tpp.id, psuOf(request).psuId);
  if (session === null || now - session.since > ONLINE_DAYS * DAY) {
    return refuse({
      check: 'psu',
      rule: 'LIM-2',
      status: 401,
      code: 'PSU_CREDENTIALS_INVALID',
      text: `Without PSU-IP-Address, an account can be listed only if it was accessed with an SCA within the last ${ONLINE_DAYS} days. Follow scaRedirect.`,
      links: services.startSca(askOf(request, request.tpp, request.operation, request.path)),
    });
  }
  const wait = unattendedWait(
    services.access.unattendedCalls(request.tpp.id, accountId, 'transactions', now),
    now,
  );
  if (wait > 0) {
    return refuse({
      check: 'business',
      rule: 'LIM-2',
      status: 429,
      code: 'ACCESS_EXCEEDED',
      text: 'Without PSU-IP-Address, the transactions of an account can be listed 4 times in 24 hours.',
      headers: { 'Retry-After': String(wait) },
      hint: 'Send PSU-IP-Address when the PSU is present: such calls are not counted (LIM-3).',
    });
  }
  services.access.addUnattendedCall(request.tpp.id, accountId, 'transactions', now);
  return null;
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
