/** Baskets, in the steps of several collections. */
import type { RuleId } from '../../../../shared/xs2a/rules.ts';
import { type About, is, isLong, keep, link, refused, send, status } from '../draft.ts';
import { AGAIN, create, one } from './payments.ts';

/** Path parameter of the basket. */
export const BASKET = { 'basket-id': '{{basketId}}' };

/** Creates a payment in pounds, of which baskets are made. @param as name of the variable with its id */
export const payInPounds = (name: string, as: string, amount: string, debtor = '{{eirikAccount}}') =>
  create(
    name,
    {
      product: 'NCBCT',
      query: AGAIN,
      changes: { debtorAccount: { bban: debtor }, instructedAmount: { amount, currency: 'GBP' } },
    },
    { expect: [status(201)], keep: [keep(as, '$.paymentId')] },
  );

/** Puts payments into a basket. @param ids payment ids, or variables in braces */
export const basketOf = (name: string, ids: string[], about: About) =>
  send(name, 'createBasket', { json: { paymentIds: ids } }, about);

/** Creates a basket of two payments or one; its id is kept. @param tags rules besides BSK-1 */
export const createBasket = (name: string, ids: string[], ...tags: RuleId[]) =>
  basketOf(name, ids, {
    tags: ['BSK-1', ...tags],
    expect: [
      status(201),
      is('$.transactionStatus', 'RCVD'),
      link('startAuthorisation'),
      is('$._links.self.verbs', ['GET', 'DELETE']),
    ],
    keep: [keep('basketId', '$.basketId')],
  });

export const readBasketOfTwo = (name: string) =>
  send(
    name,
    'readBasket',
    { params: BASKET },
    { tags: ['BSK-7'], expect: [status(200), isLong('$.payments', 2)] },
  );

export const authoriseBasket = (name = 'Start its authorisation') =>
  send(
    name,
    'authoriseBasket',
    { params: BASKET },
    { tags: ['BSK-8'], expect: [status(201), link('scaRedirect')] },
  );

export const basketIs = (name: string, expected: string) =>
  send(
    name,
    'readBasketStatus',
    { params: BASKET },
    { tags: ['BSK-9'], expect: [status(200), is('$.transactionStatus', expected)] },
  );

/** The status of a payment in the basket. @param id name of the variable with its id */
export const inBasketIs = (name: string, id: string, expected: string, tags: RuleId[] = ['BSK-10']) =>
  send(
    name,
    'readPaymentStatus',
    { params: one('NCBCT', id) },
    { tags, expect: [status(200), is('$.transactionStatus', expected)] },
  );

/** A payment that is in a basket cannot be in another one. */
export const isInAnotherBasket = (name: string, id: string) =>
  basketOf(name, [id], { tags: ['BSK-6'], expect: refused(409, 'REFERENCE_STATUS_INVALID') });
