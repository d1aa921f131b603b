/** Transactions: listing with pages, and details (AIS-3 to AIS-8, LIM-2). */
import { addDays } from '../../shared/norway/banking-days.ts';
import { pathOf } from '../../shared/xs2a/operations.ts';
import { osloDate } from '../../shared/norway/oslo.ts';
import type { Transaction } from '../domain/model.ts';
import { type Refusal, refuse, unknownResource } from '../domain/refusal.ts';
import type { TppRequest } from '../gate/gate.ts';
import { sharedAccount, needSession } from './psu-access.ts';
import {
  ACCOUNT_STATUSES,
  checkAge,
  OPEN_DAYS,
  pageLinks,
  pageOf,
  readListing,
  sourceOf,
} from './listing.ts';
import { viewOf } from './money-view.ts';
import { type Services, type Answer, answer } from './services.ts';
import { detailsView, listedView } from './transaction-view.ts';
import { checkOnline, countListing, noteOnline } from './unattended.ts';

export function listTransactions(request: TppRequest, services: Services): Answer | Refusal {
  const account = sharedAccount(request, services);
  if ('kind' in account) return account; // AIS-1
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
    sourceOf(services.transactions, account.id),
    listing,
    services.quirks.environment === 'production', // AIS-5
  );
  const view = viewOf(request.acceptFix, today);
  const show = (list: Transaction[]) => listedView(list, account, view, services.transactions);
  return answer(200, {
    account: { bban: account.bban, iban: account.iban, currency: account.currency },
    transactions: {
      ...(listing.status === 'pending' ? {} : { booked: show(booked) }), // AIS-3
      ...(listing.status === 'booked' ? {} : { pending: show(pending) }), // AIS-3
      _links: pageLinks(pathOf('/v1/accounts/{id}', { id: account.id }), request.query, listing, total),
    },
  });
}

export function readTransaction(request: TppRequest, services: Services): Answer | Refusal {
  const account = sharedAccount(request, services);
  if ('kind' in account) return account;
  const offline = checkOnline(account.id, request, services, 'AIS-8');
  if (offline) return offline;
  const transaction = services.transactions.one(account.id, request.params['transaction-id'] ?? '');
  if (transaction === null) return unknownResource('AIS-8', 'The account has no transaction with this id.');
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
  noteOnline([account], request, services); // LIM-2
  const view = viewOf(request.acceptFix, today);
  return answer(200, {
    transactionDetails: detailsView(transaction, account, view, services.transactions),
  });
}
