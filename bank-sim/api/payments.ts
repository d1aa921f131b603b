/** Payments: creation and the operations on existing ones (PAY-1 to PAY-7). */
import { createHash } from 'node:crypto';
import { osloDate } from '../../shared/norway/oslo.ts';
import { DEPRECATED_REFERENCE, readReferences } from '../../shared/xs2a/payment-body.ts';
import { paymentInput } from '../../shared/xs2a/payment-input.ts';
import { issuesBetweenFields } from '../../shared/xs2a/payment-issues.ts';
import { knownBody } from '../../shared/xs2a/payment-members.ts';
import { kindOfPath, productAt } from '../../shared/xs2a/payment-products.ts';
import { type Payment, shownStatus } from '../domain/payment.ts';
import { type PaymentOrder, receivePayment, sameness } from '../domain/payment-creation.ts';
import * as rules from '../domain/payment-rules.ts';
import { type Refusal, unknownResource, wrongField } from '../domain/refusal.ts';
import type { Debtor, Signer } from '../domain/signing.ts';
import type { TppRequest } from '../gate/gate.ts';
import { listAuthorisationsOf, readAuthorisationOf, startAuthorisation } from './authorisations.ts';
import { readBody } from './json-body.ts';
import { createdView, paymentLinks, paymentPath, paymentView, statusView } from './payment-view.ts';
import { type Answer, answer, type Services } from './services.ts';

export function createPayment(request: TppRequest, services: Services): Answer | Refusal {
  const allowTwin = readAllowDuplicate(request.query);
  if (typeof allowTwin !== 'boolean') return allowTwin; // PAY-16
  const read = readOrder(request, services);
  if ('code' in read) return read; // PAY-2
  const { order, leftOut } = read;
  const now = services.clock.now();
  const today = osloDate(now);
  const fingerprint = createHash('sha256').update(sameness(order)).digest('base64url');
  const facts = {
    debtor: debtorOf(order, services),
    signer: signerOf(request, services),
    isRepeated: !allowTwin && services.payments.hasTwin(order.tpp.id, today, fingerprint), // PAY-16
  };
  const payment = receivePayment(order, facts, now);
  if ('code' in payment) return payment;
  services.books.add(payment, today, fingerprint);
  return answer(201, createdView(payment, leftOut, request, services), { Location: paymentPath(payment) });
}

/** PAY-16. */
function readAllowDuplicate(query: URLSearchParams): boolean | Refusal {
  const value = query.get('allowLogicalDuplicate');
  if (value === null || value === 'false') return false;
  if (value === 'true') return true;
  const text = `allowLogicalDuplicate is "${value}"; it is true or false.`;
  return wrongField('PAY-16', 'allowLogicalDuplicate', text);
}

/** @returns the order, and the unknown members that the bank ignores (PAY-2) */
function readOrder(
  request: TppRequest,
  { quirks, books }: Services,
): { order: PaymentOrder; leftOut: readonly string[] } | Refusal {
  const kind = kindOfPath(request.operation.path);
  const segment = request.params['payment-product'] ?? '';
  const product = productAt(kind, segment);
  if (product === null) throw new Error('The gate lets no unknown product pass.');
  const checks = { strictKid: quirks.strictKid, address: quirks.environment === 'sandbox' };
  const leftOut: string[] = [];
  const body = readBody(request.body, paymentInput(kind, product, checks), {
    before: (json) => {
      if (quirks.unknownMembers === 'refuse') return json;
      const known = knownBody(json);
      leftOut.push(...known.unknown);
      return known.body;
    },
    between: (json) => issuesBetweenFields(json, kind, product, quirks.sepaReportingFrom100000),
  });
  if ('kind' in body) return body; // PAY-2
  const read = readReferences(body.value);
  if (read.isDeprecated) request.notes.push(DEPRECATED_REFERENCE); // PAY-11
  const order = {
    id: books.newId(),
    tpp: request.tpp,
    kind,
    product: product.short,
    segment,
    psuId: request.psu?.psuId ?? null, // PAY-6a
    body: read.body,
  };
  return { order, leftOut };
}

function debtorOf({ body }: PaymentOrder, { customers }: Services): Debtor | null {
  const { bban, iban } = body.debtorAccount;
  const account = bban === undefined ? customers.accountByIban(iban ?? '') : customers.accountByBban(bban);
  return account && { account, blocked: customers.arePaymentsBlocked(account.id) };
}

/** The PSU and the corporate agreement of the request, whose limits apply (PAY-6a); null without one. */
function signerOf({ psu }: TppRequest, { customers }: Services): Signer | null {
  const customer = psu && customers.byId(psu.customerId);
  const agreement = psu?.corporate ? customers.agreementFor(psu.corporate.agreementId, psu.customerId) : null;
  return agreement && customer && { customer, agreement };
}

const UNKNOWN = 'There is no payment with this id.';

/** The payment in the path, if it belongs to this TPP. */
function paymentOf(request: TppRequest, services: Services): Payment | Refusal {
  const kind = kindOfPath(request.operation.path);
  const product = productAt(kind, request.params['payment-product'] ?? '');
  const found = services.payments.get(request.params['payment-id'] ?? '');
  const known = found?.tpp === request.tpp.id && found.kind === kind && found.product === product?.short;
  return known ? found : unknownResource('PAY-3', UNKNOWN);
}

/** PAY-4. */
function readablePayment(request: TppRequest, services: Services): Payment | Refusal {
  const payment = paymentOf(request, services);
  if ('code' in payment) return payment;
  if (!rules.isHidden(payment, services.quirks.domesticUnreadableBeforeApproval)) return payment;
  return unknownResource(
    'PAY-4',
    UNKNOWN,
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
