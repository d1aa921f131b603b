/** Baskets of payments. */
import { keep, operate, refused, send, status } from '../draft.ts';
import {
  authoriseBasket,
  BASKET,
  basketIs,
  basketOf,
  createBasket,
  inBasketIs,
  isInAnotherBasket,
  payInPounds,
  readBasketOfTwo,
} from '../steps/baskets.ts';
import { faultsOf } from '../steps/faults.ts';
import { AGAIN, create, pay } from '../steps/payments.ts';
import { approve } from '../steps/people.ts';
import { chapter } from './chapter.ts';

export const baskets = chapter(
  'Baskets',
  payInPounds('A payment', 'first', '2.00'),
  payInPounds('Another one', 'second', '3.00'),
  createBasket('A basket', ['{{first}}', '{{second}}'], 'BSK-2'),
  isInAnotherBasket('The same payment in a second basket', '{{first}}'),
  readBasketOfTwo('Read it'),
  authoriseBasket('Start the authorisation'),
  approve('Eirik approves all of it', { tags: ['BSK-8'] }),
  basketIs('It is approved', 'ACTC'),
  inBasketIs('So is each payment', 'first', 'PDNG'),
  operate('The bank stops one', 'POST /control/payments/{{second}}/stop'),
  basketIs('The worst decides', 'RJCT'),
  payInPounds('A third one', 'third', '4.00'),
  payInPounds('One that is too large', 'fourth', '900000.00'),
  createBasket('A basket to be deleted', ['{{third}}']),
  send('It is deleted', 'deleteBasket', { params: BASKET }, { tags: ['BSK-7'], expect: [status(204)] }),
  createBasket('Its payment is free again', ['{{third}}', '{{fourth}}'], 'BSK-7'),
  authoriseBasket('Start the authorisation of both'),
  approve('Eirik approves both'),
  inBasketIs('One is approved', 'third', 'PDNG', ['BSK-8']),
  inBasketIs('The other has no funds', 'fourth', 'ACCP', ['BSK-8']),
  basketOf('An empty basket', [], { tags: ['BSK-2'], expect: refused(400, 'FORMAT_ERROR') }),
  ...faultsOf('BSK-2'),
  basketOf('An unknown payment', ['{{accountId}}'], {
    tags: ['BSK-3'],
    expect: refused(400, 'RESOURCE_UNKNOWN'),
  }),
  create(
    'A bulk payment',
    { kind: 'bulk', query: AGAIN },
    { expect: [status(201)], keep: [keep('bulkId', '$.paymentId')] },
  ),
  basketOf('It cannot be in a basket', ['{{bulkId}}'], {
    tags: ['BSK-4', 'ERR-2'],
    expect: refused(400, 'REFERENCE_MIX_INVALID'),
  }),
  pay('A domestic payment'),
  basketOf('Nor that, in the sandbox', ['{{paymentId}}'], {
    tags: ['BSK-5'],
    expect: refused(400, 'PRODUCT_INVALID'),
  }),
);
