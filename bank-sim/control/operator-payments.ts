/** The operator's actions on a signed payment: hold, release, stop (PAY-9). */
import { isUnderway, move, type Payment } from '../domain/payment.ts';
import { release } from '../domain/signing.ts';
import type { Books } from '../payments/books.ts';

export const PAYMENT_ACTIONS = ['hold', 'release', 'stop'] as const;
export type PaymentAction = (typeof PAYMENT_ACTIONS)[number];

/** @returns the payment after the action, or a sentence why it is not possible */
export function actOn(payment: Payment, action: PaymentAction, books: Books, now: number): Payment | string {
  const after = afterAction(payment, action, books, now);
  if (typeof after !== 'string') books.write(payment, after, now);
  return after;
}

function afterAction(payment: Payment, action: PaymentAction, books: Books, at: number): Payment | string {
  const { status } = payment;
  switch (action) {
    case 'hold':
      if (status === 'STOP') return 'The payment has been stopped. A stopped payment cannot be held.';
      if (!isUnderway(payment))
        return `A payment in status ${status} cannot be held. Only a signed payment that is not yet settled can.`;
      return move(payment, 'BLCK', { at, why: 'Held by the operator.' });
    case 'release':
      if (status === 'STOP') return 'The payment has been stopped. A stopped payment cannot be released.';
      if (payment.status !== 'BLCK') return `A payment in status ${status} is not held.`;
      return release(payment, books.availableFor(payment), books.moment(at));
    case 'stop':
      if (status === 'STOP') return 'The payment has already been stopped.';
      if (payment.status !== 'BLCK' && !isUnderway(payment))
        return `A payment in status ${status} cannot be stopped. Only a signed payment that is not yet settled can.`;
      // PAY-9: releases its funds, and is final.
      return move(payment, 'STOP', { at, why: 'Stopped by the operator.' }, { reserved: 0 });
  }
}
