/** Creation of a payment: turns the request into an order, lets the domain decide, and builds the response (PAY-1). */
import { createHash } from 'node:crypto';
import { osloDate } from '../../shared/norway/oslo.ts';
import { DEPRECATED_REFERENCE, readReferences } from '../../shared/xs2a/payment-body.ts';
import { paymentInput } from '../../shared/xs2a/payment-input.ts';
import { issuesBetweenFields } from '../../shared/xs2a/payment-issues.ts';
import { knownBody } from '../../shared/xs2a/payment-members.ts';
import { kindOfPath, productAt } from '../../shared/xs2a/payment-products.ts';
import { type PaymentOrder, receivePayment, sameness } from '../domain/payment-creation.ts';
import { type Refusal, refuse } from '../domain/refusal.ts';
import type { Debtor, Signer } from '../domain/signing.ts';
import type { TppRequest } from '../gate/gate.ts';
import { type Answer, answer } from './answer.ts';
import { readBody } from './json-body.ts';
import { createdView, paymentPath } from './payment-view.ts';
import type { Services } from './services.ts';

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
  const path = 'allowLogicalDuplicate';
  return refuse({ check: 'business', rule: 'PAY-16', status: 400, code: 'FORMAT_ERROR', text, path });
}

/** @returns the order, with the members that the bank has left out (PAY-2) */
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

/** The PSU and the corporate agreement of the request, whose limits count (PAY-6a); null without one. */
function signerOf({ psu }: TppRequest, { customers }: Services): Signer | null {
  const customer = psu && customers.byId(psu.customerId);
  const agreement = psu?.corporate ? customers.agreementFor(psu.corporate.agreementId, psu.customerId) : null;
  return agreement && customer && { customer, agreement };
}
