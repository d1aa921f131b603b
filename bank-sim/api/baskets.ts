/** Signing baskets (BSK-1 to BSK-10). */
import { pathOf } from '../../shared/xs2a/operations.ts';
import { basketInput } from '../../shared/xs2a/payment-schemas.ts';
import type { Link } from '../../shared/xs2a/schemas.ts';
import {
  type Basket,
  basketStatus,
  checkApprovable,
  checkDeletable,
  isDeletable,
  makeBasket,
} from '../domain/basket.ts';
import { isUnsigned, type Payment } from '../domain/payment.ts';
import { type Refusal, unknownResource } from '../domain/refusal.ts';
import type { TppRequest } from '../gate/gate.ts';
import { listAuthorisationsOf, readAuthorisationOf, startAuthorisation } from './authorisations.ts';
import { readBody } from './json-body.ts';
import { type Services, type Answer, answer } from './services.ts';

const ROOT = '/v1/signing-baskets';

export function createBasket(request: TppRequest, services: Services): Answer | Refusal {
  const body = readBody(request.body, basketInput);
  if ('kind' in body) return body;
  const { paymentIds } = body.value;
  const { environment, sandboxBasketProducts } = services.quirks;
  const candidates = paymentIds.map((id) => {
    const payment = services.payments.get(id);
    return { payment, isTaken: payment !== null && services.payments.basketOf(payment.id) !== null };
  });
  const order = {
    id: services.books.newId(),
    tpp: request.tpp.id,
    createdAt: services.clock.now(),
    paymentIds,
  };
  const onlyNcbct = environment === 'sandbox' && sandboxBasketProducts === 'NCBCT';
  const basket = makeBasket(order, candidates, onlyNcbct);
  if ('code' in basket) return basket;
  services.payments.addBasket(basket);
  journalStep(basket.id, null, statusOf(basket, services), 'Created by the TPP.', services);
  const view = {
    basketId: basket.id,
    transactionStatus: statusOf(basket, services),
    _links: linksOf(basket, services),
  };
  return answer(201, view, { Location: basketPath(basket) });
}

function journalStep(id: string, from: string | null, to: string, why: string, { journal }: Services): void {
  journal.add({ kind: 'step', subject: 'basket', id, from, to, why, about: [{ subject: 'basket', id }] });
}

/** The basket in the path, if it belongs to this TPP. */
function basketOf(request: TppRequest, services: Services): Basket | Refusal {
  const found = services.payments.basket(request.params['basket-id'] ?? '');
  if (found?.tpp === request.tpp.id) return found;
  return unknownResource('BSK-7', 'There is no signing basket with this id.');
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

/** SVC-8: the operations that are possible now. */
function linksOf(basket: Basket, services: Services): Record<string, Link> {
  const href = basketPath(basket);
  const open = paymentsOf(basket, services).some(isUnsigned);
  return {
    self: { href, verbs: isDeletable(basket, statusOf(basket, services)) ? ['GET', 'DELETE'] : ['GET'] },
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

/** BSK-7. */
export function deleteBasket(request: TppRequest, services: Services): Answer | Refusal {
  const basket = basketOf(request, services);
  if ('code' in basket) return basket;
  const refusal = checkDeletable(basket, statusOf(basket, services));
  if (refusal) return refusal;
  journalStep(basket.id, statusOf(basket, services), 'deleted', 'Deleted by the TPP.', services);
  services.payments.removeBasket(basket.id);
  return { kind: 'answer', status: 204 };
}

/** BSK-8. */
export function authoriseBasket(request: TppRequest, services: Services): Answer | Refusal {
  const basket = basketOf(request, services);
  if ('code' in basket) return basket;
  const path = `${basketPath(basket)}/authorisations`;
  return (
    checkApprovable(paymentsOf(basket, services)) ??
    startAuthorisation({ ask: 'basket', subject: basket.id, path }, request, services)
  );
}

export function listBasketAuthorisations(request: TppRequest, services: Services): Answer | Refusal {
  const basket = basketOf(request, services);
  return 'code' in basket ? basket : listAuthorisationsOf(basket.id, 'basket', services);
}

export function readBasketAuthorisation(request: TppRequest, services: Services): Answer | Refusal {
  const basket = basketOf(request, services);
  return 'code' in basket ? basket : readAuthorisationOf(basket.id, 'basket', request, services);
}
