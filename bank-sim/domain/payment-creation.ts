/** Creates a payment from an order, or refuses it (PAY-1, PAY-2, PAY-6a, PAY-12 to PAY-14, PAY-16, SCA-12). */
import { isKeepable } from '../../shared/money/money.ts';
import { addDays } from '../../shared/norway/banking-days.ts';
import { osloDate } from '../../shared/norway/oslo.ts';
import type { AccountReference, PaymentBody } from '../../shared/xs2a/payment-body.ts';
import type { PaymentKind, ProductShort } from '../../shared/xs2a/payment-products.ts';
import type { Account } from './model.ts';
import { counterValueOf, orderOf, type Payment, type PaymentIn, totalOf, transfersOf } from './payment.ts';
import { checkPermission } from './payment-rules.ts';
import { type Refusal, refuse, wrongField } from './refusal.ts';
import { nextRun } from './schedule.ts';
import { type Debtor, isAbove, limitsOf, type Signer } from './signing.ts';

/** How many days ahead a payment can be ordered (PAY-13). */
const DAYS_AHEAD = 365;

/** A payment to create, with a validated body. */
export interface PaymentOrder {
  id: string;
  tpp: { id: string; name: string };
  kind: PaymentKind;
  product: ProductShort;
  /** The product as the TPP spelled it in the path. */
  segment: string;
  /** The PSU that the TPP named, if any. */
  psuId: string | null;
  body: PaymentBody;
}

export interface OrderFacts {
  /** The account that debtorAccount names by its BBAN, or by its IBAN if it has no BBAN; null if there is none. */
  debtor: Debtor | null;
  /** The named PSU under a corporate agreement; null without one. */
  signer: Signer | null;
  /** The TPP has created the same payment today and has not allowed a duplicate (PAY-16). */
  isRepeated: boolean;
}

/** Accepts an order, or refuses it by the first rule that it breaks. @param now bank time in milliseconds */
export function receivePayment(
  order: PaymentOrder,
  facts: OrderFacts,
  now: number,
): PaymentIn<'RCVD'> | Refusal {
  const debtor = knownDebtor(order.body.debtorAccount, facts.debtor);
  if ('code' in debtor) return debtor;
  const payment = newPayment(order, debtor.account, now);
  return (
    checkSize(payment) ??
    checkCreditors(order.body, debtor.account) ??
    checkDates(payment, osloDate(now)) ??
    checkPermission(debtor.blocked) ??
    checkRegistering(payment, facts.signer, debtor.account) ??
    checkRepetition(facts.isRepeated) ??
    payment
  );
}

/** PAY-16: equal for two orders of the same payment, whatever the order of fields. */
export function sameness({ kind, product, body }: Pick<PaymentOrder, 'kind' | 'product' | 'body'>): string {
  return JSON.stringify([kind, product, sorted(body)]);
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return entries.map(([name, field]) => [name, sorted(field)]);
}

function newPayment(order: PaymentOrder, debtor: Account, now: number): PaymentIn<'RCVD'> {
  const { tpp, ...fields } = order;
  return {
    ...fields,
    tpp: tpp.id,
    agreementId: null,
    debtorId: debtor.id,
    debtorCurrency: debtor.currency,
    createdAt: now,
    status: 'RCVD',
    signers: [],
    reserved: 0,
    fundsAvailable: null,
    dueAt: null,
    deadline: null,
    done: { settled: 0, failed: 0, items: [] },
    path: [{ at: now, status: 'RCVD', why: `Created by ${tpp.name}.` }],
  };
}

/** PAY-1: the debtor account must be at this bank, with the stated IBAN and currency. */
function knownDebtor({ iban, currency }: AccountReference, found: Debtor | null): Debtor | Refusal {
  if (found === null || (iban !== undefined && found.account.iban !== iban))
    return wrongField('PAY-1', 'debtorAccount', 'debtorAccount is not an account at this bank.');
  if (currency === undefined || currency === found.account.currency) return found;
  const text = `The account is in ${found.account.currency}, not ${currency}.`;
  return wrongField('PAY-1', 'debtorAccount/currency', text);
}

/** PAY-2: refuses a total that is too large for any account, because booking it would fail (SVC-10). */
function checkSize(payment: Payment): Refusal | null {
  if (isKeepable(totalOf(payment))) return null;
  const path = payment.kind === 'bulk' ? 'payments' : 'instructedAmount/amount';
  return wrongField('PAY-2', path, 'The amount exceeds what the bank can store on an account.');
}

/** PAY-12. */
function checkCreditors(body: PaymentBody, debtor: Account): Refusal | null {
  const at = transfersOf(body).findIndex(({ creditorAccount }) => isSame(creditorAccount, debtor));
  if (at < 0) return null;
  const path = body.payments === undefined ? 'creditorAccount' : `payments/${at}/creditorAccount`;
  return wrongField('PAY-12', path, 'Creditor and debtor are the same account.');
}

function isSame({ bban, iban }: AccountReference, account: Account): boolean {
  return bban === account.bban || iban === account.iban;
}

/** PAY-13, PAY-14. */
function checkDates(payment: Payment, today: string): Refusal | null {
  if (payment.kind === 'periodic') {
    const order = orderOf(payment);
    if (order.startDate < today)
      return wrongField('PAY-14', 'startDate', `startDate ${order.startDate} is before today, ${today}.`);
    if (nextRun(order, 0) === null)
      return wrongField('PAY-14', 'endDate', 'There is no execution date between startDate and endDate.');
    return null;
  }
  const date = payment.body.requestedExecutionDate;
  if (date === undefined || (date >= today && date <= addDays(today, DAYS_AHEAD))) return null;
  return refuse({
    check: 'business',
    rule: 'PAY-13',
    status: 400,
    code: 'EXECUTION_DATE_INVALID',
    text: `requestedExecutionDate ${date} is not between today (${today}) and ${DAYS_AHEAD} days ahead.`,
    path: 'requestedExecutionDate',
  });
}

/** PAY-6a: the limit for registering. A PSU who may not pay from the account fails at approval. */
function checkRegistering(payment: Payment, signer: Signer | null, debtor: Account): Refusal | null {
  const limits = signer && limitsOf(signer, debtor);
  if (limits === null || !isAbove(limits.registerLimit, counterValueOf(payment))) return null;
  return refuse({
    check: 'business',
    rule: 'PAY-6a',
    status: 403,
    code: 'SERVICE_BLOCKED',
    text: `The amount exceeds NOK ${limits.registerLimit}, the most that this PSU may register.`,
  });
}

function checkRepetition(isRepeated: boolean): Refusal | null {
  if (!isRepeated) return null;
  return refuse({
    check: 'business',
    rule: 'PAY-16',
    status: 409,
    code: 'STATUS_INVALID',
    text: 'An identical payment was already created today.',
    hint: 'Send ?allowLogicalDuplicate=true if both are intended.',
  });
}
