/** Transactions: listing with pages, and details (AIS-3 to AIS-8, LIM-2). */
import { pathOf } from '../../shared/xs2a/operations.ts';
import type { Link } from '../../shared/xs2a/schemas.ts';
import { jsonDateTime, osloDate } from '../clock.ts';
import { unattendedWait } from '../domain/limits.ts';
import type { Account, Transaction } from '../domain/model.ts';
import { daysBefore, isDate, type Page, pageOffsets, pageSize, windowAfter } from '../domain/period.ts';
import { type Refusal, refuse } from '../domain/refusal.ts';
import type { TppRequest } from '../gate/gate.ts';
import type { Period } from '../store/transactions.ts';
import { sharedAccount } from './accounts.ts';
import { type Answer, answer } from './answer.ts';
import { amountView, type View, viewOf } from './money-view.ts';
import { needSession } from './sca-needs.ts';
import type { Services } from './services.ts';

const STATUSES = ['booked', 'pending', 'both', 'all'] as const;
type BookingStatus = (typeof STATUSES)[number];

/** Days that can be read without a session of the last hour. */
const OPEN_DAYS = 90;
const MAX_LIMIT = 1000;

interface Listing extends Period, Page {
  status: BookingStatus;
}

export function listTransactions(request: TppRequest, services: Services): Answer | Refusal {
  const account = sharedAccount(request, services);
  if ('kind' in account) return account;
  const today = osloDate(services.clock.now());
  const listing = readListing(request.query, today);
  if ('kind' in listing) return listing;
  const limited =
    checkAge(listing, today, request, services) ?? checkUnattended(listing, account.id, request, services);
  if (limited) return limited;
  const { booked, pending, total } = pageOf(account.id, listing, services);
  const view = viewOf(request.acceptFix, today);
  const show = (list: Transaction[]) =>
    list.map((transaction) => transactionView(transaction, account, view));
  return answer(200, {
    account: { bban: account.bban, iban: account.iban, currency: account.currency },
    transactions: {
      ...(listing.status === 'pending' ? {} : { booked: show(booked) }),
      ...(listing.status === 'booked' ? {} : { pending: show(pending) }),
      _links: pageLinks(account.id, request.query, listing, total),
    },
  });
}

export function readTransaction(request: TppRequest, services: Services): Answer | Refusal {
  const account = sharedAccount(request, services);
  if ('kind' in account) return account;
  const transaction = services.transactions.one(account.id, request.params['transaction-id'] ?? '');
  if (transaction === null)
    return refuse(
      'business',
      'AIS-8',
      404,
      'RESOURCE_UNKNOWN',
      'There is no transaction with this id on the account.',
    );
  const today = osloDate(services.clock.now());
  if (transaction.bookingDate < daysBefore(today, OPEN_DAYS)) {
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

function readListing(query: URLSearchParams, today: string): Listing | Refusal {
  const wrong = (path: string, text: string) =>
    refuse('business', path === 'bookingStatus' ? 'AIS-3' : 'AIS-4', 400, 'FORMAT_ERROR', text, { path });
  const status = STATUSES.find((known) => known === query.get('bookingStatus'));
  if (status === undefined)
    return wrong('bookingStatus', `bookingStatus is required and one of ${STATUSES.join(', ')}.`);
  const limit = wholeNumber(query.get('limit'), pageSize(today));
  if (limit === null || limit < 1 || limit > MAX_LIMIT)
    return wrong('limit', `limit is a whole number from 1 to ${MAX_LIMIT}.`);
  const offset = wholeNumber(query.get('offset'), 0);
  if (offset === null) return wrong('offset', 'offset is a whole number, 0 or more.');
  const period = readPeriod(query, today);
  return 'kind' in period ? period : { ...period, status, limit, offset };
}

/** AIS-6. */
function readPeriod(query: URLSearchParams, today: string): Period | Refusal {
  const wrong = (text: string, path: string) =>
    refuse('business', 'AIS-6', 400, 'PERIOD_INVALID', text, { path });
  const [from, to] = [query.get('dateFrom') ?? daysBefore(today, OPEN_DAYS), query.get('dateTo') ?? today];
  if (!isDate(from)) return wrong(`dateFrom "${from}" is no date of the form YYYY-MM-DD.`, 'dateFrom');
  if (!isDate(to)) return wrong(`dateTo "${to}" is no date of the form YYYY-MM-DD.`, 'dateTo');
  if (from > to) return wrong(`dateFrom ${from} is after dateTo ${to}.`, 'dateFrom');
  return { from, to };
}

function wholeNumber(text: string | null, otherwise: number): number | null {
  if (text === null) return otherwise;
  return /^\d{1,9}$/.test(text) ? Number(text) : null;
}

/** Older than 90 days: with the PSU and a session of the last hour; without the PSU not at all (LIM-2). */
function checkAge(listing: Listing, today: string, request: TppRequest, services: Services): Refusal | null {
  if (listing.from >= daysBefore(today, OPEN_DAYS)) return null;
  if (request.psuPresent) return needSession(request, services, `A listing older than ${OPEN_DAYS} days`);
  return refuse(
    'business',
    'LIM-2',
    400,
    'PERIOD_INVALID',
    `Without PSU-IP-Address only the last ${OPEN_DAYS} days can be listed.`,
    { path: 'dateFrom' },
  );
}

/** LIM-2: four listings in 24 hours; a further page of one is not a new call. */
function checkUnattended(
  listing: Listing,
  accountId: string,
  request: TppRequest,
  services: Services,
): Refusal | null {
  if (request.psuPresent || listing.offset > 0) return null;
  const now = services.clock.now();
  const wait = unattendedWait(
    services.access.unattendedCalls(request.tpp.id, accountId, 'transactions', now),
    now,
  );
  if (wait > 0) {
    return refuse(
      'business',
      'LIM-2',
      429,
      'ACCESS_EXCEEDED',
      'Without PSU-IP-Address the transactions of an account can be listed 4 times in 24 hours.',
      {
        headers: { 'Retry-After': String(wait) },
        hint: 'Send PSU-IP-Address when the PSU is present; such calls are not counted (LIM-3).',
      },
    );
  }
  services.access.addUnattendedCall(request.tpp.id, accountId, 'transactions', now);
  return null;
}

/** AIS-5: in production every page brings all pending ones; in the sandbox they follow the booked ones in the same pages. */
function pageOf(
  accountId: string,
  listing: Listing,
  services: Services,
): { booked: Transaction[]; pending: Transaction[]; total: number } {
  const { transactions, quirks } = services;
  const { status, ...period } = listing;
  const [wantsBooked, wantsPending] = [status !== 'pending', status !== 'booked'];
  const bookedCount = wantsBooked ? transactions.count(accountId, false, period) : 0;
  const booked = wantsBooked ? transactions.list(accountId, false, period, listing) : [];
  if (quirks.environment === 'production') {
    const always = { from: '0000-01-01', to: '9999-12-31' };
    const pending = wantsPending
      ? transactions.list(accountId, true, always, { offset: 0, limit: Number.MAX_SAFE_INTEGER })
      : [];
    return { booked, pending, total: bookedCount };
  }
  const pendingCount = wantsPending ? transactions.count(accountId, true, period) : 0;
  const pending = wantsPending
    ? transactions.list(accountId, true, period, windowAfter(listing, bookedCount))
    : [];
  return { booked, pending, total: bookedCount + pendingCount };
}

function pageLinks(
  accountId: string,
  query: URLSearchParams,
  listing: Listing,
  total: number,
): Record<string, Link> {
  const path = pathOf('/v1/accounts/{id}/transactions', { id: accountId });
  const links: Record<string, Link> = {};
  for (const [name, offset] of Object.entries(pageOffsets(listing, total))) {
    const parameters = new URLSearchParams(query);
    // The period as it was read: a listing that is followed past midnight stays the same listing.
    for (const [key, value] of [
      ['dateFrom', listing.from],
      ['dateTo', listing.to],
      ['limit', String(listing.limit)],
      ['offset', String(offset)],
    ] as const) {
      parameters.set(key, value);
    }
    links[name] = { href: `${path}?${parameters.toString()}`, verbs: ['GET'] };
  }
  return links;
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
    account: counterpartyAccount === null ? undefined : { bban: counterpartyAccount },
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
