/** Signing baskets as a TPP reaches them (BSK-1 to BSK-10). */
import { pathOf } from '../../shared/xs2a/operations.ts';
import { basketInput } from '../../shared/xs2a/payment-schemas.ts';
import type { Link } from '../../shared/xs2a/schemas.ts';
import { type Basket, basketStatus } from '../domain/basket.ts';
import { isUnsigned, type Payment } from '../domain/payment.ts';
import { type Refusal, refuse } from '../domain/refusal.ts';
import type { TppRequest } from '../gate/gate.ts';
import { type Answer, answer } from './answer.ts';
import { readAuthorisationOf, startAuthorisation } from './authorisations.ts';
import { readBody } from './json-body.ts';
import type { Services } from './services.ts';

const ROOT = '/v1/signing-baskets';

export function createBasket(request: TppRequest, services: Services): Answer | Refusal {
  const body = readBody(request.body, basketInput);
  if ('kind' in body) return body;
  const { paymentIds } = body.value;
  for (const [at, id] of paymentIds.entries()) {
    const refusal = checkMember(services.payments.get(id), at, request, services);
    if (refusal) return refusal;
  }
  const basket: Basket = {
    id: services.books.newId(),
    tpp: request.tpp.id,
    createdAt: services.clock.now(),
    authorised: false,
    paymentIds,
  };
  services.payments.addBasket(basket);
  const view = {
    basketId: basket.id,
    transactionStatus: statusOf(basket, services),
    _links: linksOf(basket, services),
  };
  return answer(201, view, { Location: basketPath(basket) });
}

function checkMember(
  payment: Payment | null,
  at: number,
  request: TppRequest,
  services: Services,
): Refusal | null {
  const { environment, sandboxBasketProducts } = services.quirks;
  const path = `paymentIds/${at}`;
  // BSK-3
  if (payment === null || payment.tpp !== request.tpp.id)
    return refuse({
      check: 'business',
      rule: 'BSK-3',
      status: 400,
      code: 'RESOURCE_UNKNOWN',
      text: 'There is no payment with this id.',
      path,
    });
  // BSK-4
  if (payment.kind !== 'single') {
    const text = `A ${payment.kind} payment cannot be in a signing basket.`;
    return refuse({
      check: 'business',
      rule: 'BSK-4',
      status: 400,
      code: 'REFERENCE_MIX_INVALID',
      text,
      path,
    });
  }
  // BSK-5
  if (environment === 'sandbox' && sandboxBasketProducts === 'NCBCT' && payment.product !== 'NCBCT') {
    const text = `In the sandbox only NCBCT payments can be in signing baskets; this one is ${payment.product}.`;
    return refuse({
      check: 'business',
      rule: 'BSK-5',
      status: 400,
      code: 'PRODUCT_INVALID',
      text,
      path,
      hint: 'The quirk sandboxBasketProducts=all lets every single product in.',
    });
  }
  // BSK-6
  const other = services.payments.basketOf(payment.id);
  if (payment.status === 'RCVD' && other === null) return null;
  const text =
    payment.status === 'RCVD'
      ? 'The payment is in another open signing basket.'
      : `The payment is in status ${payment.status}; only unsigned ones can be in a signing basket.`;
  return refuse({
    check: 'business',
    rule: 'BSK-6',
    status: 409,
    code: 'REFERENCE_STATUS_INVALID',
    text,
    path,
  });
}

/** The basket of the path, if it is this TPP's. */
function basketOf(request: TppRequest, services: Services): Basket | Refusal {
  const found = services.payments.basket(request.params['basket-id'] ?? '');
  if (found?.tpp === request.tpp.id) return found;
  return refuse({
    check: 'business',
    rule: 'BSK-7',
    status: 404,
    code: 'RESOURCE_UNKNOWN',
    text: 'There is no signing basket with this id.',
  });
}

function paymentsOf(basket: Basket, services: Services): Payment[] {
  return basket.paymentIds.flatMap((id) => services.payments.get(id) ?? []);
}

function statusOf(basket: Basket, services: Services) {
  return basketStatus(paymentsOf(basket, services));
}

function basketPath({ id }: Basket): string {
  return pathOf(`${ROOT}/{id}`, { id });
}

/** SVC-8: what may be called now. */
function linksOf(basket: Basket, services: Services): Record<string, Link> {
  const href = basketPath(basket);
  const open = paymentsOf(basket, services).some(isUnsigned);
  return {
    self: { href, verbs: basket.authorised ? ['GET'] : ['GET', 'DELETE'] },
    status: { href: `${href}/status`, verbs: ['GET'] },
    ...(open ? { startAuthorisation: { href: `${href}/authorisations`, verbs: ['POST'] } } : {}),
  };
}

export function readBasket(request: TppRequest, services: Services): Answer | Refusal {
  const basket = basketOf(request, services);
  if ('code' in basket) return basket;
  return answer(200, {
    transactionStatus: statusOf(basket, services),
    payments: basket.paymentIds,
    _links: linksOf(basket, services),
  });
}

export function readBasketStatus(request: TppRequest, services: Services): Answer | Refusal {
  const basket = basketOf(request, services);
  return 'code' in basket ? basket : answer(200, { transactionStatus: statusOf(basket, services) });
}

/** BSK-7. A basket that nobody has approved can also go when one of its payments was deleted before. */
export function deleteBasket(request: TppRequest, services: Services): Answer | Refusal {
  const basket = basketOf(request, services);
  if ('code' in basket) return basket;
  if (basket.authorised) {
    const text = 'The signing basket was approved; it cannot be deleted any more.';
    return refuse({ check: 'business', rule: 'BSK-7', status: 409, code: 'STATUS_INVALID', text });
  }
  services.payments.removeBasket(basket.id);
  return { kind: 'answer', status: 204 };
}

/** BSK-8. */
export function authoriseBasket(request: TppRequest, services: Services): Answer | Refusal {
  const basket = basketOf(request, services);
  if ('code' in basket) return basket;
  if (!paymentsOf(basket, services).some(isUnsigned)) {
    const text = 'No payment of the signing basket waits for an approval.';
    return refuse({ check: 'business', rule: 'BSK-8', status: 409, code: 'STATUS_INVALID', text });
  }
  const path = `${basketPath(basket)}/authorisations`;
  return startAuthorisation({ ask: 'basket', subject: basket.id, path }, request, services);
}

export function readBasketAuthorisation(request: TppRequest, services: Services): Answer | Refusal {
  const basket = basketOf(request, services);
  return 'code' in basket ? basket : readAuthorisationOf(basket.id, 'basket', request, services);
}
