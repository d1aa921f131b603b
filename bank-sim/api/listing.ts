/** Transaction listings of accounts and cards: status, period, pages, links (AIS-3 to AIS-6). */
import type { RuleId } from '../../shared/xs2a/rules.ts';
import type { Link } from '../../shared/xs2a/schemas.ts';
import { isDate, type Page, type Period, pageOffsets, pageSize, windowAfter } from '../domain/period.ts';
import { addDays } from '../../shared/norway/banking-days.ts';
import { type Refusal, refuse, wrongField } from '../domain/refusal.ts';
import type { TppRequest } from '../gate/gate.ts';
import { needSession } from './psu-access.ts';
import type { Services } from './services.ts';

/** Booking statuses for accounts; cards do not support `all` (AIS-3). */
export const ACCOUNT_STATUSES = ['booked', 'pending', 'both', 'all'] as const;
export const CARD_STATUSES = ['booked', 'pending', 'both'] as const;
type BookingStatus = (typeof ACCOUNT_STATUSES)[number];

/** Days of transactions that can be read without a valid session. */
export const OPEN_DAYS = 90;
/** Transactions on a page. */
export const MAX_LIMIT = 1000;
export const ALWAYS: Period = { from: '0000-01-01', to: '9999-12-31' };

export interface Listing extends Period, Page {
  status: BookingStatus;
}

export interface Source<T> {
  count: (pending: boolean, period: Period) => number;
  list: (pending: boolean, period: Period, page: Page) => T[];
}

/** @param id of the account or card */
export function sourceOf<T>(
  store: {
    count: (id: string, pending: boolean, period: Period) => number;
    list: (id: string, pending: boolean, period: Period, page: Page) => T[];
  },
  id: string,
): Source<T> {
  return {
    count: (pending, period) => store.count(id, pending, period),
    list: (pending, period, page) => store.list(id, pending, period, page),
  };
}

export function readListing(
  query: URLSearchParams,
  today: string,
  statuses: readonly BookingStatus[],
): Listing | Refusal {
  // AIS-3: a listing without parameters has both.
  const asked = query.get('bookingStatus') ?? 'both';
  const status = statuses.find((known) => known === asked);
  if (status === undefined)
    return wrongField(
      'AIS-3',
      'bookingStatus',
      `bookingStatus must be one of ${statuses.join(', ')}, not "${asked}".`,
    );
  const page = readPage(query, pageSize(today), 'AIS-4');
  if ('kind' in page) return page;
  const period = readPeriod(query, today);
  return 'kind' in period ? period : { ...period, status, ...page };
}

export function readPage(query: URLSearchParams, defaultLimit: number, rule: RuleId): Page | Refusal {
  const limit = wholeNumber(query.get('limit'), defaultLimit);
  if (limit === null || limit < 1 || limit > MAX_LIMIT)
    return wrongField(rule, 'limit', `limit must be a whole number from 1 to ${MAX_LIMIT}.`);
  const offset = wholeNumber(query.get('offset'), 0);
  if (offset === null) return wrongField(rule, 'offset', 'offset must be a whole number, 0 or more.');
  return { limit, offset };
}

/** AIS-6. */
function readPeriod(query: URLSearchParams, today: string): Period | Refusal {
  const wrong = (text: string, path: string) =>
    refuse({ check: 'business', rule: 'AIS-6', status: 400, code: 'PERIOD_INVALID', text, path });
  const [from, to] = [query.get('dateFrom') ?? addDays(today, -OPEN_DAYS), query.get('dateTo') ?? today];
  if (!isDate(from)) return wrong(`dateFrom "${from}" is not a date in the format YYYY-MM-DD.`, 'dateFrom');
  if (!isDate(to)) return wrong(`dateTo "${to}" is not a date in the format YYYY-MM-DD.`, 'dateTo');
  if (from > to) return wrong(`dateFrom ${from} is after dateTo ${to}.`, 'dateFrom');
  return { from, to };
}

function wholeNumber(text: string | null, otherwise: number): number | null {
  if (text === null) return otherwise;
  return /^\d{1,9}$/.test(text) ? Number(text) : null;
}

/** Transactions older than 90 days need the PSU and a valid session; without the PSU they cannot be read (LIM-2). */
export function checkAge(
  listing: Listing,
  today: string,
  request: TppRequest,
  services: Services,
): Refusal | null {
  if (listing.from >= addDays(today, -OPEN_DAYS)) return null;
  if (request.psuPresent) return needSession(request, services, `A listing older than ${OPEN_DAYS} days`);
  return refuse({
    check: 'business',
    rule: 'LIM-2',
    status: 400,
    code: 'PERIOD_INVALID',
    text: `Without PSU-IP-Address, only the last ${OPEN_DAYS} days can be listed.`,
    path: 'dateFrom',
  });
}

/** AIS-5: pending transactions follow the booked ones. @param allPending every page includes all of them instead */
export function pageOf<T>(
  source: Source<T>,
  listing: Listing,
  allPending: boolean,
): { booked: T[]; pending: T[]; total: number } {
  const { status, ...period } = listing;
  const [wantsBooked, wantsPending] = [status !== 'pending', status !== 'booked'];
  const bookedCount = wantsBooked ? source.count(false, period) : 0;
  const booked = wantsBooked ? source.list(false, period, listing) : [];
  if (allPending) {
    const pending = wantsPending
      ? source.list(true, ALWAYS, { offset: 0, limit: Number.MAX_SAFE_INTEGER })
      : [];
    return { booked, pending, total: bookedCount };
  }
  const pendingCount = wantsPending ? source.count(true, period) : 0;
  const pending = wantsPending ? source.list(true, period, windowAfter(listing, bookedCount)) : [];
  return { booked, pending, total: bookedCount + pendingCount };
}

/** Links of an account or card. @param self its path */
export function accountLinks(self: string): Record<string, Link> {
  const link = (href: string): Link => ({ href, verbs: ['GET'] });
  return { self: link(self), balances: link(`${self}/balances`), transactions: link(`${self}/transactions`) };
}

/** Links to the account and to other pages, with all parameters (AIS-4). @param account path of the account or card */
export function pageLinks(
  account: string,
  query: URLSearchParams,
  listing: Listing,
  total: number,
): { account: Link; [page: string]: Link } {
  const links: ReturnType<typeof pageLinks> = { account: { href: account, verbs: ['GET'] } };
  for (const [name, offset] of Object.entries(pageOffsets(listing, total))) {
    const parameters = new URLSearchParams(query);
    // The resolved period, so that a listing does not change at midnight.
    for (const [key, value] of [
      ['dateFrom', listing.from],
      ['dateTo', listing.to],
      ['limit', String(listing.limit)],
      ['offset', String(offset)],
    ] as const) {
      parameters.set(key, value);
    }
    links[name] = { href: `${account}/transactions?${parameters.toString()}`, verbs: ['GET'] };
  }
  return links;
}
