/** Carries out the due step of a payment: the start of its day, a batch, or a run. */
import { itemsOf, move, type Payment } from '../domain/payment.ts';
import { runOnce, settle, type Settlement } from '../domain/settlement.ts';
import { beginDay } from '../domain/signing.ts';
import type { Books } from './books.ts';

/** Number of items that can be read in about the time of one booking. */
const READS_PER_BOOKING = 10;

export interface DueStep {
  /** Null for a step that batches do not count. */
  outcome: Settlement['outcome'] | null;
  /** Amount of work in booked items; at least 1. */
  cost: number;
}

/** @param most items to book; a payment with more remains due */
export function takeDueStep(books: Books, id: string, now: number, most: number): DueStep {
  const payment = books.payments.get(id);
  if (payment === null) return { outcome: null, cost: 1 };
  const read = Math.ceil(itemsOf(payment).length / READS_PER_BOOKING);
  const step = (outcome: DueStep['outcome'], booked = 0) => ({ outcome, cost: Math.max(1, read, booked) });
  const write = ({ payment: after, book, outcome }: Settlement) => {
    const items = book.map(({ item }) => item);
    books.write(payment, after, now, items);
    return step(outcome, items.length);
  };
  const debtor = books.debtorOf(payment);
  if (debtor === null) return step(reject(books, payment, now));
  const { available } = debtor;
  switch (payment.status) {
    case 'ACTC':
      if (payment.kind === 'periodic') return write(runOnce(payment, available, now));
      books.write(payment, beginDay(payment, available, books.moment(now)), now);
      return step(null);
    case 'PDNG':
    case 'ACCP':
      return write(settle(payment, available, books.moment(now), most));
    default:
      return step(unschedule(books, payment, now));
  }
}

function reject(books: Books, payment: Payment, at: number): DueStep['outcome'] {
  if (payment.status !== 'ACTC' && payment.status !== 'PDNG' && payment.status !== 'ACCP')
    return unschedule(books, payment, at);
  const step = { at, why: 'The debtor account no longer exists.' };
  const partly = payment.done.items.length > 0;
  const after = partly
    ? move(payment, 'PART', step, { reserved: 0 })
    : move(payment, 'RJCT', step, { reserved: 0 });
  books.write(payment, after, at);
  return partly ? 'settled' : 'rejected';
}

/** Ends the due time of a payment without a next step, for example from a foreign snapshot: it would always be first. */
function unschedule(books: Books, payment: Payment, at: number): null {
  books.write(payment, { ...payment, dueAt: null }, at);
  return null;
}
