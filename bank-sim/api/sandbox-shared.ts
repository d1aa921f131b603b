/** Shared by the sandbox operations: the account in the path, pages of transactions, and fields of posted transactions (SBX-3, SBX-4). */
import { isKeepable, parseMinor } from '../../shared/money/money.ts';
import { osloDate } from '../../shared/norway/oslo.ts';
import type { PostedTransaction } from '../../shared/xs2a/sandbox-schemas.ts';
import type { Link } from '../../shared/xs2a/schemas.ts';
import type { Account } from '../domain/model.ts';
import { pageOffsets, windowAfter } from '../domain/period.ts';
import { type Refusal, unknownResource, wrongField } from '../domain/refusal.ts';
import type { TppRequest } from '../gate/gate.ts';
import { ALWAYS, MAX_LIMIT, readPage, type Source } from './listing.ts';
import type { Services } from './services.ts';

export function sandboxAccount(request: TppRequest, services: Services): Account | Refusal {
  const account = services.customers.account(request.params['account-id'] ?? '');
  return account ?? unknownResource('SBX-3', 'There is no account with this id.');
}

/**
 * A page of all transactions of an account or card, newest first, pending before booked (SBX-4). The largest without a limit.
 * @param href path of the list @returns with links to other pages, if there are any (AIS-4)
 */
export function sandboxPage<T>(
  source: Source<T>,
  href: string,
  query: URLSearchParams,
): { list: T[]; links: { _links?: Record<string, Link> } } | Refusal {
  const page = readPage(query, MAX_LIMIT, 'SBX-4');
  if ('kind' in page) return page;
  const pendingCount = source.count(true, ALWAYS);
  const total = pendingCount + source.count(false, ALWAYS);
  const pending = source.list(true, ALWAYS, page);
  const booked = source.list(false, ALWAYS, windowAfter(page, pendingCount));
  const links = Object.entries(pageOffsets(page, total)).map(([name, offset]): [string, Link] => [
    name,
    { href: `${href}?limit=${page.limit}&offset=${offset}`, verbs: ['GET'] },
  ]);
  return {
    list: [...pending, ...booked],
    links: links.length === 0 ? {} : { _links: Object.fromEntries(links) },
  };
}

/** Earlier dates may have another number of digits. */
const FIRST_DAY = '1900-01-01';

export const wrongPosting = (path: string, text: string) => wrongField('SBX-4', path, text);

/** The amount in minor units. @param balanceWith returns the balance after booking an amount */
export function bookedAmount(
  { amount, currency }: PostedTransaction['transactionAmount'],
  balanceWith: (minor: number) => number,
): number | Refusal {
  const minor = parseMinor(amount, currency);
  const path = 'transactionAmount/amount';
  if (minor === null || minor === 0) return wrongPosting(path, 'The amount must not be zero.');
  if (isKeepable(balanceWith(minor))) return minor;
  return wrongPosting(path, 'The balance would exceed what the bank can store.');
}

export interface PostingDates {
  bookingDate: string;
  valueDate: string;
  /** Bank time in milliseconds; noon for a backdated transaction. */
  bookedAt: number;
}

/** Booked today by default. @param now bank time in milliseconds */
export function postingDates(
  input: Pick<PostedTransaction, 'bookingDate' | 'valueDate'>,
  now: number,
): PostingDates | Refusal {
  const today = osloDate(now);
  const { bookingDate = today } = input;
  const { valueDate = bookingDate } = input;
  if (bookingDate < FIRST_DAY)
    return wrongPosting('bookingDate', `bookingDate must not be before ${FIRST_DAY}.`);
  if (bookingDate > today) return wrongPosting('bookingDate', 'bookingDate must not be in the future.');
  if (valueDate > today) return wrongPosting('valueDate', 'valueDate must not be in the future.');
  if (bookingDate > valueDate) return wrongPosting('valueDate', 'valueDate must not be before bookingDate.');
  const bookedAt = bookingDate === today ? now : Date.parse(`${bookingDate}T12:00:00Z`);
  return { bookingDate, valueDate, bookedAt };
}

/** The message and the structured reference, of which each has several forms. */
export function postedRemittance(input: PostedTransaction): { text: string; reference: string | null } {
  const {
    remittanceInformationUnstructured: message,
    remittanceInformationStructured: single,
    remittanceInformationStructuredArray: [first = single] = [],
  } = input;
  return {
    text: (typeof message === 'string' ? message : message?.[0]) ?? '',
    reference: (typeof first === 'string' ? first : first?.reference) ?? null,
  };
}
