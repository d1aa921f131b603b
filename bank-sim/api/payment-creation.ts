/** Creation of a payment, with the business rules that a body alone cannot tell (PAY-1, PAY-2, PAY-6a, PAY-12 to PAY-16). */
import { createHash } from 'node:crypto';
import { isKeepable } from '../../shared/money/money.ts';
import { addDays } from '../../shared/norway/banking-days.ts';
import { osloDate } from '../../shared/norway/oslo.ts';
import { type AccountReference, paymentInput, type PaymentBody } from '../../shared/xs2a/payment-input.ts';
import { issuesBetweenFields } from '../../shared/xs2a/payment-issues.ts';
import {
  kindOfPath,
  productAt,
  type PaymentProduct,
  type ProductShort,
} from '../../shared/xs2a/payment-products.ts';
import type { RuleId } from '../../shared/xs2a/rules.ts';
import type { Account } from '../domain/model.ts';
import {
  counterValueOf,
  orderOf,
  type Payment,
  type PaymentIn,
  totalOf,
  transfersOf,
} from '../domain/payment.ts';
import { type Refusal, refuse } from '../domain/refusal.ts';
import { nextRun } from '../domain/schedule.ts';
import { isAbove, limitsOf } from '../domain/signing.ts';
import type { TppRequest } from '../gate/gate.ts';
import { type Answer, answer } from './answer.ts';
import { readBody } from './json-body.ts';
import { createdView, paymentPath } from './payment-view.ts';
import type { Services } from './services.ts';

/** Days ahead for which a payment can be ordered (PAY-13). */
const DAYS_AHEAD = 365;

export function createPayment(request: TppRequest, services: Services): Answer | Refusal {
  const kind = kindOfPath(request.operation.path);
  const segment = request.params['payment-product'] ?? '';
  const product = productAt(kind, segment);
  if (product === null) throw new Error('The gate lets no unknown product pass.');
  const allowTwin = readAllowDuplicate(request.query);
  if (typeof allowTwin !== 'boolean') return allowTwin;
  const schema = paymentInput(kind, product, services.quirks.strictKid);
  const read = readBody(request.body, schema, (json) => issuesBetweenFields(json, kind, product));
  if ('kind' in read) return read;
  const body = read.value;
  const now = services.clock.now();
  const today = osloDate(now);
  const debtor = debtorOf(body, services);
  if ('kind' in debtor) return debtor;
  const payment: PaymentIn<'RCVD'> = {
    id: services.books.newId(),
    tpp: request.tpp.id,
    kind,
    product: shortOf(product),
    segment,
    psuId: request.psu?.psuId ?? null,
    agreementId: null,
    debtorId: debtor.id,
    debtorCurrency: debtor.currency,
    body,
    createdAt: now,
    status: 'RCVD',
    signers: [],
    reserved: 0,
    fundsAvailable: null,
    dueAt: null,
    deadline: null,
    done: { settled: 0, failed: 0, items: [] },
    path: [{ at: now, status: 'RCVD', why: `Created by ${request.tpp.name}.` }],
  };
  const refusal =
    checkSize(payment) ??
    checkCreditors(body, debtor) ??
    checkDates(payment, today) ??
    checkRights(payment, debtor, request, services);
  if (refusal) return refusal;
  const fingerprint = fingerprintOf(payment);
  if (!allowTwin && services.payments.hasTwin(payment.tpp, today, fingerprint)) {
    return refuse({
      check: 'business',
      rule: 'PAY-16',
      status: 409,
      code: 'STATUS_INVALID',
      text: 'The same payment was made today already.',
      hint: 'Send ?allowLogicalDuplicate=true when both are meant.',
    });
  }
  services.books.add(payment, today, fingerprint);
  return answer(201, createdView(payment, request, services), { Location: paymentPath(payment) });
}

function shortOf(product: PaymentProduct): ProductShort {
  return product.short as ProductShort;
}

function readAllowDuplicate(query: URLSearchParams): boolean | Refusal {
  const value = query.get('allowLogicalDuplicate');
  if (value === null || value === 'false') return false;
  if (value === 'true') return true;
  const text = `allowLogicalDuplicate is "${value}"; it is true or false.`;
  return refuse({
    check: 'business',
    rule: 'PAY-16',
    status: 400,
    code: 'FORMAT_ERROR',
    text,
    path: 'allowLogicalDuplicate',
  });
}

function fault(rule: RuleId, path: string, text: string): Refusal {
  return refuse({ check: 'business', rule, status: 400, code: 'FORMAT_ERROR', text, path });
}

/** PAY-1: the account to pay from is one of this bank. */
function debtorOf({ debtorAccount }: PaymentBody, services: Services): Account | Refusal {
  const { bban, iban, currency } = debtorAccount;
  const found =
    bban === undefined
      ? services.customers.accountByIban(iban ?? '')
      : services.customers.accountByBban(bban);
  if (found === null || (iban !== undefined && found.iban !== iban))
    return fault('PAY-1', 'debtorAccount', 'debtorAccount is no account of this bank.');
  if (currency !== undefined && currency !== found.currency)
    return fault('PAY-1', 'debtorAccount/currency', `The account is in ${found.currency}, not ${currency}.`);
  return found;
}

/** A total that no account could hold is told here, not met when it is booked (SVC-10). */
function checkSize(payment: Payment): Refusal | null {
  if (isKeepable(totalOf(payment))) return null;
  const path = payment.kind === 'bulk' ? 'payments' : 'instructedAmount/amount';
  return fault('PAY-2', path, 'The amount is beyond what the bank can keep on an account.');
}

/** PAY-12. */
function checkCreditors(body: PaymentBody, debtor: Account): Refusal | null {
  for (const [at, { creditorAccount }] of transfersOf(body).entries()) {
    if (!isSame(creditorAccount, debtor)) continue;
    const path = body.payments === undefined ? 'creditorAccount' : `payments/${at}/creditorAccount`;
    return fault('PAY-12', path, 'Creditor and debtor are the same account.');
  }
  return null;
}

function isSame({ bban, iban }: AccountReference, account: Account): boolean {
  return bban === account.bban || (iban !== undefined && iban === account.iban);
}

/** PAY-13, PAY-14. */
function checkDates(payment: Payment, today: string): Refusal | null {
  if (payment.kind === 'periodic') {
    const order = orderOf(payment);
    if (order.startDate < today)
      return fault('PAY-14', 'startDate', `startDate ${order.startDate} is before today, ${today}.`);
    if (nextRun(order, 0) === null)
      return fault('PAY-14', 'endDate', 'No day of execution lies between startDate and endDate.');
    return null;
  }
  const date = payment.body.requestedExecutionDate;
  if (date === undefined || (date >= today && date <= addDays(today, DAYS_AHEAD))) return null;
  return refuse({
    check: 'business',
    rule: 'PAY-13',
    status: 400,
    code: 'EXECUTION_DATE_INVALID',
    text: `requestedExecutionDate ${date} is not from today, ${today}, to ${DAYS_AHEAD} days ahead.`,
    path: 'requestedExecutionDate',
  });
}

/** SCA-12, and the limit for registering of PAY-6a. */
function checkRights(
  payment: Payment,
  debtor: Account,
  request: TppRequest,
  services: Services,
): Refusal | null {
  const blocked = checkPermission(debtor.id, services);
  if (blocked) return blocked;
  const agreementId = request.psu?.corporate?.agreementId;
  const agreement = agreementId === undefined ? null : services.customers.agreement(agreementId);
  const customer = request.psu && services.customers.byId(request.psu.customerId);
  if (!agreement || !customer) return null;
  const limits = limitsOf({ customer, agreement }, debtor);
  if (limits === null || !isAbove(limits.registerLimit, counterValueOf(payment))) return null;
  return refuse({
    check: 'business',
    rule: 'PAY-6a',
    status: 403,
    code: 'SERVICE_BLOCKED',
    text: `The amount is above NOK ${limits.registerLimit}, which is what this PSU may register.`,
  });
}

/** SCA-12: null where payments from the account are allowed. */
export function checkPermission(accountId: string, services: Services): Refusal | null {
  if (!services.customers.arePaymentsBlocked(accountId)) return null;
  const text = 'The bank allows no payments from this account; it can still be read.';
  return refuse({ check: 'business', rule: 'SCA-12', status: 403, code: 'SERVICE_BLOCKED', text });
}

/** PAY-16: everything that makes two payments the same; the order of fields does not. */
function fingerprintOf({ kind, product, body }: Payment): string {
  return createHash('sha256')
    .update(JSON.stringify([kind, product, sorted(body)]))
    .digest('base64url');
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return entries.map(([name, field]) => [name, sorted(field)]);
}
