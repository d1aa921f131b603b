/** The step of one payment that is due: the start of its day, a batch, a run. Written together with the money that it moves. */
import { itemsOf, move, type Payment } from '../domain/payment.ts';
import { runOnce, settle, type Settlement } from '../domain/settlement.ts';
import { beginDay } from '../domain/signing.ts';
import type { Books } from './books.ts';

/** Reading this many items of a payment takes about as long as booking one. */
const READ_LIKE_ONE = 10;

export interface DueStep {
  /** Null for a step that no batch counts. */
  outcome: Settlement['outcome'] | null;
  /** How much work it was, in booked items; at least 1. */
  cost: number;
}

/**
 * Carries out the step of a payment at an instant.
 * @param most items to book; a payment with more remains due
 */
export function takeDueStep(books: Books, id: string, now: number, most: number): DueStep {
  const payment = books.payments.get(id);
  if (payment === null) return { outcome: null, cost: 1 };
  const read = Math.ceil(itemsOf(payment).length / READ_LIKE_ONE);
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
      return step(forget(books, payment, now));
  }
}

function reject(books: Books, payment: Payment, at: number): DueStep['outcome'] {
  if (payment.status !== 'ACTC' && payment.status !== 'PDNG' && payment.status !== 'ACCP')
    return forget(books, payment, at);
  const step = { at, why: 'The debtor account no longer exists.' };
  const partly = payment.done.items.length > 0;
  const after = partly
    ? move(payment, 'PART', step, { reserved: 0 })
    : move(payment, 'RJCT', step, { reserved: 0 });
  books.write(payment, after, at);
  return partly ? 'settled' : 'rejected';
}

/** A payment without a next step, such as one in a snapshot from elsewhere, is not due any more: it would be first for ever. */
function forget(books: Books, payment: Payment, at: number): null {
  books.write(payment, { ...payment, dueAt: null }, at);
  return null;
}
