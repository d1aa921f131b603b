/** Payments as a TPP reaches them once they are created: read, delete, authorise (PAY-3 to PAY-7). */
import { kindOfPath, productAt } from '../../shared/xs2a/payment-products.ts';
import type { RuleId } from '../../shared/xs2a/rules.ts';
import { isUnsigned, move, type Payment } from '../domain/payment.ts';
import { type Refusal, refuse } from '../domain/refusal.ts';
import type { TppRequest } from '../gate/gate.ts';
import { type Answer, answer } from './answer.ts';
import { readAuthorisationOf, startAuthorisation } from './authorisations.ts';
import { checkPermission } from './payment-creation.ts';
import { isBound, paymentLinks, paymentPath, paymentView, shownStatus, statusView } from './payment-view.ts';
import type { Services } from './services.ts';

/** The payment of the path, if it is this TPP's. */
function paymentOf(request: TppRequest, services: Services): Payment | Refusal {
  const kind = kindOfPath(request.operation.path);
  const product = productAt(kind, request.params['payment-product'] ?? '');
  const found = services.payments.get(request.params['payment-id'] ?? '');
  const known = found?.tpp === request.tpp.id && found.kind === kind && found.product === product?.short;
  return known ? found : unknown('PAY-3');
}

function unknown(rule: RuleId, hint?: string): Refusal {
  const text = 'There is no payment with this id.';
  return refuse({
    check: 'business',
    rule,
    status: 404,
    code: 'RESOURCE_UNKNOWN',
    text,
    ...(hint === undefined ? {} : { hint }),
  });
}

/** PAY-4. */
function readablePayment(request: TppRequest, services: Services): Payment | Refusal {
  const payment = paymentOf(request, services);
  if ('code' in payment) return payment;
  const hidden =
    services.quirks.domesticUnreadableBeforeApproval &&
    payment.kind === 'single' &&
    payment.product === 'NDCT' &&
    payment.status === 'RCVD';
  if (!hidden) return payment;
  return unknown(
    'PAY-4',
    'A known issue of the bank: a domestic payment can be read once it is approved or deleted. The quirk domesticUnreadableBeforeApproval turns it off.',
  );
}

export function readPayment(request: TppRequest, services: Services): Answer | Refusal {
  const payment = readablePayment(request, services);
  return 'code' in payment ? payment : answer(200, paymentView(payment, request, services));
}

export function readPaymentStatus(request: TppRequest, services: Services): Answer | Refusal {
  const payment = readablePayment(request, services);
  return 'code' in payment ? payment : answer(200, statusView(payment, services));
}

/** PAY-7. */
export function deletePayment(request: TppRequest, services: Services): Answer | Refusal {
  const payment = paymentOf(request, services);
  if ('code' in payment) return payment;
  const refusal = (status: number, code: 'CANCELLATION_INVALID' | 'STATUS_INVALID', text: string) =>
    refuse({
      check: 'business',
      rule: 'PAY-7',
      status,
      code,
      text,
      ...(status === 405 ? { headers: { Allow: 'GET' } } : {}),
    });
  if (isUnsigned(payment)) {
    const now = services.clock.now();
    const cancelled = move(payment, 'CANC', { at: now, why: `Deleted by ${request.tpp.name}.` });
    services.books.write(payment, cancelled, now);
    return { kind: 'answer', status: 204 };
  }
  switch (payment.status) {
    case 'ACTC': {
      const href = `${paymentPath(payment)}/cancellation-authorisations`;
      const links = { ...paymentLinks(payment, services), startAuthorisation: { href, verbs: ['POST'] } };
      return answer(202, { transactionStatus: shownStatus(payment, services), _links: links });
    }
    case 'PDNG':
    case 'ACCP':
    case 'BLCK': {
      const text = 'The payment is being processed and cannot be deleted any more.';
      return refusal(405, 'CANCELLATION_INVALID', text);
    }
    default:
      return refusal(409, 'STATUS_INVALID', `The payment has ended with status ${payment.status}.`);
  }
}

/** PAY-5. */
export function authorisePayment(request: TppRequest, services: Services): Answer | Refusal {
  const payment = paymentOf(request, services);
  if ('code' in payment) return payment;
  const wrong = (text: string) =>
    refuse({ check: 'business', rule: 'PAY-5', status: 409, code: 'STATUS_INVALID', text });
  if (!isUnsigned(payment)) return wrong('The payment does not wait for an approval.');
  if (isBound(payment, services))
    return wrong('The payment is in a signing basket; sign the basket, or delete it first.');
  const path = `${paymentPath(payment)}/authorisations`;
  return (
    checkPermission(payment.debtorId, services) ??
    startAuthorisation({ ask: 'payment', subject: payment.id, path }, request, services)
  );
}

export function authoriseCancellation(request: TppRequest, services: Services): Answer | Refusal {
  const payment = paymentOf(request, services);
  if ('code' in payment) return payment;
  if (payment.status !== 'ACTC') {
    const text = `A payment in status ${payment.status} cannot be cancelled by SCA; only one of the future can.`;
    return refuse({ check: 'business', rule: 'PAY-7', status: 409, code: 'STATUS_INVALID', text });
  }
  const path = `${paymentPath(payment)}/cancellation-authorisations`;
  return startAuthorisation({ ask: 'cancellation', subject: payment.id, path }, request, services);
}

function readAuthorisation(ask: 'payment' | 'cancellation') {
  return (request: TppRequest, services: Services): Answer | Refusal => {
    const payment = paymentOf(request, services);
    return 'code' in payment ? payment : readAuthorisationOf(payment.id, ask, request, services);
  };
}
export const readPaymentAuthorisation = readAuthorisation('payment');
export const readCancellationAuthorisation = readAuthorisation('cancellation');
