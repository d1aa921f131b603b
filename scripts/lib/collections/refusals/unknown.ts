/** What does not exist: paths, products, payments. */
import { type Draft, field, refused, send } from '../draft.ts';
import { order } from '../orders.ts';
import { basketOf } from '../steps/baskets.ts';
import { one } from '../steps/payments.ts';
import { readContactOfAnother } from '../steps/people.ts';

export const unknown: Draft = {
  folder: 'unknown-things',
  name: 'What does not exist',
  items: [
    send(
      'An unknown path',
      'listAccounts',
      { line: 'GET /v1/no-such-thing' },
      { tags: ['SVC-6'], expect: refused(404, 'RESOURCE_UNKNOWN') },
    ),
    send(
      'Another method',
      'listAccounts',
      { line: 'DELETE /v1/accounts' },
      {
        tags: ['SVC-6'],
        expect: [
          ...refused(405, 'SERVICE_INVALID'),
          { that: { of: 'header', name: 'Allow' }, must: { is: 'containing', value: 'GET' } },
        ],
      },
    ),
    send(
      'An unknown product',
      'createPayment',
      { params: { 'payment-product': 'gold-transfers' }, json: order('single', 'NDCT') },
      { tags: ['PAY-1'], expect: refused(404, 'PRODUCT_UNKNOWN') },
    ),
    send(
      'An unknown payment',
      'readPayment',
      { params: one('NDCT', 'eirikAccountId') },
      { tags: ['PAY-3'], expect: refused(404, 'RESOURCE_UNKNOWN') },
    ),
    basketOf('An unknown payment in a basket', ['{{eirikAccountId}}'], {
      tags: ['BSK-3'],
      expect: refused(400, 'RESOURCE_UNKNOWN', field('paymentIds/0')),
    }),
    readContactOfAnother("Another TPP's contact"),
  ],
};
