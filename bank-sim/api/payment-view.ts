/** Payments as the TPP sees them: links that depend on the state, amounts that depend on the bank's date (PAY-1, PAY-3, SVC-8). */
import { pathOf } from '../../shared/xs2a/operations.ts';
import { LEFT_OUT } from '../../shared/xs2a/payment-members.ts';
import type { StandingOrder } from '../../shared/xs2a/payment-body.ts';
import { PAYMENT_SERVICES } from '../../shared/xs2a/payment-products.ts';
import type { Link } from '../../shared/xs2a/schemas.ts';
import { isUnsigned, type Item, itemsOf, type Payment, shownStatus } from '../domain/payment.ts';
import type { TppRequest } from '../gate/gate.ts';
import { amountView, type View, viewNow } from './money-view.ts';
import type { Services } from './services.ts';

/** The path of a payment, with the product as the TPP spelled it. */
export function paymentPath({ kind, segment, id }: Payment): string {
  return pathOf(`/v1/${PAYMENT_SERVICES[kind]}/${segment}/{id}`, { id });
}

/** SVC-8: the operations that are possible now. */
export function paymentLinks(payment: Payment, services: Services): Record<string, Link> {
  const self = paymentPath(payment);
  const deletable = isUnsigned(payment) || payment.status === 'ACTC';
  const approvable =
    isUnsigned(payment) &&
    !services.payments.isInOpenBasket(payment.id) &&
    !services.customers.arePaymentsBlocked(payment.debtorId);
  return {
    self: { href: self, verbs: deletable ? ['GET', 'DELETE'] : ['GET'] },
    status: { href: `${self}/status`, verbs: ['GET'] },
    ...(approvable ? { startAuthorisation: { href: `${self}/authorisations`, verbs: ['POST'] } } : {}),
  };
}

/** @param leftOut paths of unknown members, which the bank ignores (PAY-2) */
export function createdView(
  payment: Payment,
  leftOut: readonly string[],
  request: TppRequest,
  services: Services,
): object {
  const fees = itemsOf(payment).reduce((sum, { fee }) => sum + fee, 0);
  return {
    paymentId: payment.id,
    transactionStatus: payment.status,
    transactionFees: amountView(fees, payment.debtorCurrency, viewNow(request, services)),
    transactionFeeIndicator: fees > 0,
    ...(leftOut.length === 0 ? {} : { tppMessages: leftOut.map(warningOf) }),
    _links: paymentLinks(payment, services),
  };
}

/** PAY-2. */
function warningOf(path: string) {
  return { category: 'WARNING', code: 'WARNING', path, text: LEFT_OUT };
}

export function statusView(payment: Payment, services: Services): object {
  const { id, status } = payment;
  const tells = ['ACCP', 'RJCT', 'PART', 'BLCK', 'STOP'].includes(status)
    ? payment.path.at(-1)?.why
    : undefined;
  return {
    paymentId: id,
    transactionStatus: shownStatus(payment, services.quirks.onHoldStatus),
    // PAY-3: false while funds are lacking, and when it was rejected for that.
    fundsAvailable: payment.fundsAvailable ?? true,
    ...(tells === undefined ? {} : { psuMessage: tells }),
    _links: paymentLinks(payment, services),
  };
}

export function paymentView(payment: Payment, request: TppRequest, services: Services): object {
  const view = viewNow(request, services);
  const { body } = payment;
  // For a single or periodic payment, the transfer is the body itself, with debtor and dates.
  const transfers = itemsOf(payment).map((item) => transferView(item, view));
  return {
    ...(body.payments === undefined
      ? { ...transfers[0], ...scheduleView(body) }
      : { ...body, payments: transfers }),
    paymentId: payment.id,
    transactionStatus: shownStatus(payment, services.quirks.onHoldStatus),
    _links: paymentLinks(payment, services),
  };
}

/** Both forms of the structured reference: the array, and the deprecated single field (PAY-3). */
function transferView({ transfer, amount, currency }: Item, view: View): object {
  const message = transfer.remittanceInformationUnstructured;
  return {
    ...transfer,
    instructedAmount: amountView(amount, currency, view),
    remittanceInformationUnstructuredArray: message === undefined ? undefined : [message],
    remittanceInformationStructured: transfer.remittanceInformationStructuredArray?.[0],
  };
}

/** Days and months as the strings that were sent. */
function scheduleView({ dayOfExecution, monthsOfExecution }: Partial<StandingOrder>): object {
  return {
    dayOfExecution: dayOfExecution === undefined ? undefined : String(dayOfExecution),
    monthsOfExecution: monthsOfExecution?.map(String),
  };
}
