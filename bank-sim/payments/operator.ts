/** What the bank's operator does to a signed payment (PAY-9). */
import { isUnderway, move, type Payment } from '../domain/payment.ts';
import { release } from '../domain/signing.ts';
import type { Books } from './books.ts';

export const OPERATOR_ACTIONS = ['hold', 'release', 'stop'] as const;
export type OperatorAction = (typeof OPERATOR_ACTIONS)[number];

/** @returns the payment after the action, or a sentence that says why it cannot be done */
export function operate(
  action: OperatorAction,
  payment: Payment,
  books: Books,
  now: number,
): Payment | string {
  const after = act(action, payment, books, now);
  if (typeof after !== 'string') books.write(payment, after, now);
  return after;
}

function act(action: OperatorAction, payment: Payment, books: Books, at: number): Payment | string {
  const { status } = payment;
  switch (action) {
    case 'hold':
      if (!isUnderway(payment))
        return `A payment in status ${status} cannot be held; only a signed one that is not settled can.`;
      return move(payment, 'BLCK', { at, why: 'Held by the operator.' });
    case 'release':
      if (payment.status !== 'BLCK') return `A payment in status ${status} is not held.`;
      return release(payment, books.availableFor(payment), at);
    case 'stop': {
      if (payment.status !== 'BLCK' && !isUnderway(payment))
        return `A payment in status ${status} cannot be stopped; only a signed one that is not settled can.`;
      const step = { at, why: 'Stopped by the operator.' };
      const partly = payment.done.settled > 0;
      return partly
        ? move(payment, 'PART', step, { reserved: 0 })
        : move(payment, 'RJCT', step, { reserved: 0 });
    }
  }
}
