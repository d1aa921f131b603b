/** What a TPP may do with a payment, by its status (PAY-4, PAY-5, PAY-7, SCA-12). */
import { isUnsigned, move, type Payment } from './payment.ts';
import { type Refusal, refuse } from './refusal.ts';

/** SCA-12. @param blocked whether the bank has withdrawn the permission to pay from the account */
export function checkPermission(blocked: boolean): Refusal | null {
  if (!blocked) return null;
  return refuse({
    check: 'business',
    rule: 'SCA-12',
    status: 403,
    code: 'SERVICE_BLOCKED',
    text: 'The bank does not allow payments from this account. It can still be read.',
  });
}

/** PAY-4: a known issue of the real bank. @param hasIssue the quirk domesticUnreadableBeforeApproval */
export function isHidden(payment: Payment, hasIssue: boolean): boolean {
  return hasIssue && payment.kind === 'single' && payment.product === 'NDCT' && isUnsigned(payment);
}

export const IN_BASKET = 'The payment is in a signing basket. Approve the basket, or delete it first.';

/** PAY-5. @param inOpenBasket whether it is in an unapproved signing basket */
export function checkAuthorisable(payment: Payment, inOpenBasket: boolean): Refusal | null {
  const wrong = (text: string) =>
    refuse({ check: 'business', rule: 'PAY-5', status: 409, code: 'STATUS_INVALID', text });
  if (!isUnsigned(payment)) return wrong('The payment is not waiting for approval.');
  if (inOpenBasket) return wrong(IN_BASKET);
  return null;
}

/**
 * PAY-7: an unsigned payment is cancelled at once; a signed future payment needs an SCA.
 * @param by name of the TPP
 * @param now bank time in milliseconds
 */
export function deletePayment(
  payment: Payment,
  by: string,
  now: number,
): { kind: 'cancelled'; payment: Payment } | { kind: 'needs-sca' } | Refusal {
  if (isUnsigned(payment))
    return { kind: 'cancelled', payment: move(payment, 'CANC', { at: now, why: `Deleted by ${by}.` }) };
  switch (payment.status) {
    case 'ACTC':
      return { kind: 'needs-sca' };
    case 'PDNG':
    case 'ACCP':
    case 'BLCK':
    case 'STOP':
      return refuse({
        check: 'business',
        rule: 'PAY-7',
        status: 405,
        code: 'CANCELLATION_INVALID',
        text: 'The payment is being processed and can no longer be deleted.',
        headers: { Allow: 'GET' },
      });
    default:
      return wrongStatus(`The payment is already final, with status ${payment.status}.`);
  }
}

/** PAY-7. */
export function checkCancellable({ status }: Payment): Refusal | null {
  if (status === 'ACTC') return null;
  return wrongStatus('Only a signed future payment can be cancelled with an SCA.');
}

function wrongStatus(text: string): Refusal {
  return refuse({ check: 'business', rule: 'PAY-7', status: 409, code: 'STATUS_INVALID', text });
}
