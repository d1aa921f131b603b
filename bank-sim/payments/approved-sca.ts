/** Carries out approved SCAs: signs a payment or a basket, or cancels a payment (PAY-5 to PAY-8, BSK-8). */
import type { Sca, ScaFailure } from '../domain/sca.ts';
import { isUnsigned, move } from '../domain/payment.ts';
import { IN_BASKET } from '../domain/payment-rules.ts';
import { limitsOf, mayNotPay, sign, type Signer } from '../domain/signing.ts';
import type { Books } from './books.ts';

const failure = (status: number, code: string, message: string): ScaFailure => ({
  system: 'payments',
  status,
  code,
  message,
});

/** @returns why the SCA fails, or null */
export function carryOut(
  { ask, subject }: Pick<Sca, 'ask' | 'subject'>,
  signer: Signer,
  books: Books,
  now: number,
): ScaFailure | null {
  if (subject === null) return null;
  switch (ask) {
    case 'payment':
      return signPayment(subject, signer, books, now, false);
    case 'cancellation':
      return cancelPayment(subject, signer, books, now);
    case 'basket':
      return signBasket(subject, signer, books, now);
    default:
      return null;
  }
}

function signPayment(
  id: string,
  signer: Signer,
  books: Books,
  now: number,
  inBasket: boolean,
): ScaFailure | null {
  const payment = books.payments.get(id);
  if (payment === null) return failure(404, 'RESOURCE_UNKNOWN', 'The payment no longer exists.');
  if (!isUnsigned(payment))
    return failure(409, 'STATUS_INVALID', 'The payment is no longer waiting for approval.');
  // PAY-5: a basket may have been created since the SCA began.
  if (!inBasket && books.payments.isInOpenBasket(id)) return failure(409, 'STATUS_INVALID', IN_BASKET);
  const signed = sign(payment, signer, books.debtorOf(payment), books.moment(now), inBasket);
  if (signed.payment !== payment) books.writeApproval(payment, signed.payment, now);
  return signed.kind === 'failed' ? signed.failure : null;
}

/** Signs each payment separately; a failure does not affect the others. */
function signBasket(id: string, signer: Signer, books: Books, now: number): ScaFailure | null {
  const { payments } = books;
  const basket = payments.basket(id);
  if (basket === null) return failure(404, 'RESOURCE_UNKNOWN', 'The basket no longer exists.');
  const failures: ScaFailure[] = [];
  let signed = 0;
  for (const paymentId of basket.paymentIds) {
    const payment = payments.get(paymentId);
    if (payment === null || !isUnsigned(payment)) continue;
    const failed = signPayment(paymentId, signer, books, now, true);
    if (failed) failures.push(failed);
    else signed++;
  }
  if (signed > 0) {
    payments.markAuthorised(id);
    return null;
  }
  const [first] = failures;
  return failure(
    400,
    'PAYMENT_FAILED',
    first?.message ?? 'No payment in the basket is waiting for approval.',
  );
}

function cancelPayment(id: string, signer: Signer, books: Books, now: number): ScaFailure | null {
  const payment = books.payments.get(id);
  if (payment === null) return failure(404, 'RESOURCE_UNKNOWN', 'The payment no longer exists.');
  if (payment.status !== 'ACTC')
    return failure(405, 'CANCELLATION_INVALID', 'The payment is being processed and cannot be cancelled.');
  const debtor = books.debtorOf(payment);
  if (debtor && limitsOf(signer, debtor.account) === null)
    return failure(400, 'PAYMENT_FAILED', mayNotPay(signer));
  const why = `Cancelled with the approval of ${signer.customer.name}.`;
  books.write(payment, move(payment, 'CANC', { at: now, why }), now);
  return null;
}
