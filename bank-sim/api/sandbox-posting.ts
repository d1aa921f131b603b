/** What transactions that the sandbox posts on accounts and cards have in common: amount, dates, remittance (SBX-4). */
import { isKeepable, parseMinor } from '../../shared/money/money.ts';
import { osloDate } from '../../shared/norway/oslo.ts';
import type { PostedTransaction } from '../../shared/xs2a/sandbox-schemas.ts';
import { type Refusal, refuse } from '../domain/refusal.ts';

/** Dates with another number of digits are read nowhere. */
const FIRST_DAY = '1900-01-01';

/** The refusal of one field of a posted transaction. */
export const wrongPosting = (path: string, text: string): Refusal =>
  refuse({ check: 'business', rule: 'SBX-4', status: 400, code: 'FORMAT_ERROR', text, path });

/** The refusal of a transaction that an account or a card account does not have. @param owner as the start of a sentence */
export const noSuchTransaction = (owner: 'The account' | 'The card account'): Refusal =>
  refuse({
    check: 'business',
    rule: 'SBX-4',
    status: 404,
    code: 'RESOURCE_UNKNOWN',
    text: `${owner} has no transaction with this id.`,
  });

/**
 * Reads the amount in minor units.
 * @param balanceWith returns the balance after booking the amount
 */
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
  /** Bank time in milliseconds; noon for a transaction that is dated back. */
  bookedAt: number;
}

/** The dates of a transaction; by default it is booked today. @param now bank time in milliseconds */
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

/** The message, and the structured reference; each may be sent in several forms. */
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
