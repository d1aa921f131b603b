/** The operations on existing payments: read, delete, authorise (PAY-3 to PAY-7). */
import { kindOfPath, productAt } from '../../shared/xs2a/payment-products.ts';
import type { RuleId } from '../../shared/xs2a/rules.ts';
import { type Payment, shownStatus } from '../domain/payment.ts';
import * as rules from '../domain/payment-rules.ts';
import { type Refusal, refuse } from '../domain/refusal.ts';
import type { TppRequest } from '../gate/gate.ts';
import { type Answer, answer } from './answer.ts';
import { listAuthorisationsOf, readAuthorisationOf, startAuthorisation } from './authorisations.ts';
import { paymentLinks, paymentPath, paymentView, statusView } from './payment-view.ts';
import type { Services } from './services.ts';

/** The payment in the path, if it belongs to this TPP. */
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
  if (!rules.isHidden(payment, services.quirks.domesticUnreadableBeforeApproval)) return payment;
  return unknown(
    'PAY-4',
    'Known issue of the bank: a domestic payment can be read only after it is approved or deleted. Set the quirk domesticUnreadableBeforeApproval=false to turn this off.',
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
  const now = services.clock.now();
  const outcome = rules.deletePayment(payment, request.tpp.name, now);
  switch (outcome.kind) {
    case 'cancelled':
      services.books.write(payment, outcome.payment, now);
      return { kind: 'answer', status: 204 };
    case 'needs-sca': {
      const href = `${paymentPath(payment)}/cancellation-authorisations`;
      const links = { ...paymentLinks(payment, services), startAuthorisation: { href, verbs: ['POST'] } };
      return answer(202, {
        transactionStatus: shownStatus(payment, services.quirks.onHoldStatus),
        _links: links,
      });
    }
    case 'refusal':
      return outcome;
  }
}

/** PAY-5. */
export function authorisePayment(request: TppRequest, services: Services): Answer | Refusal {
  const payment = paymentOf(request, services);
  if ('code' in payment) return payment;
  const path = `${paymentPath(payment)}/authorisations`;
  return (
    rules.checkAuthorisable(payment, services.payments.isInOpenBasket(payment.id)) ??
    rules.checkPermission(services.customers.arePaymentsBlocked(payment.debtorId)) ??
    startAuthorisation({ ask: 'payment', subject: payment.id, path }, request, services)
  );
}

export function authoriseCancellation(request: TppRequest, services: Services): Answer | Refusal {
  const payment = paymentOf(request, services);
  if ('code' in payment) return payment;
  const path = `${paymentPath(payment)}/cancellation-authorisations`;
  return (
    rules.checkCancellable(payment) ??
    startAuthorisation({ ask: 'cancellation', subject: payment.id, path }, request, services)
  );
}

function listAuthorisations(ask: 'payment' | 'cancellation') {
  return (request: TppRequest, services: Services): Answer | Refusal => {
    const payment = paymentOf(request, services);
    return 'code' in payment ? payment : listAuthorisationsOf(payment.id, ask, services);
  };
}
export const listPaymentAuthorisations = listAuthorisations('payment');
export const listCancellationAuthorisations = listAuthorisations('cancellation');

function readAuthorisation(ask: 'payment' | 'cancellation') {
  return (request: TppRequest, services: Services): Answer | Refusal => {
    const payment = paymentOf(request, services);
    return 'code' in payment ? payment : readAuthorisationOf(payment.id, ask, request, services);
  };
}
export const readPaymentAuthorisation = readAuthorisation('payment');
export const readCancellationAuthorisation = readAuthorisation('cancellation');
