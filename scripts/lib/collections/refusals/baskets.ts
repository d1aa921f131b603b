/** Baskets that the bank refuses. */
import { type Draft, field, refused, send, status } from '../draft.ts';
import { basketOf, isInAnotherBasket, payInPounds } from '../steps/baskets.ts';
import { pay } from '../steps/payments.ts';

/** Ids that no payment has. */
const ids = (count: number) => Array.from({ length: count }, (_, at) => `{{eirikAccountId}}${at}`);

export const baskets: Draft = {
  folder: 'baskets',
  name: 'Baskets',
  items: [
    basketOf('An empty basket', [], {
      tags: ['BSK-2'],
      expect: refused(400, 'FORMAT_ERROR', field('paymentIds')),
    }),
    basketOf('Eleven payments', ids(11), {
      tags: ['BSK-2', 'LIM-4'],
      expect: refused(400, 'FORMAT_ERROR', field('paymentIds')),
    }),
    basketOf('The same payment twice', ['{{eirikAccountId}}', '{{eirikAccountId}}'], {
      tags: ['BSK-2'],
      expect: refused(400, 'FORMAT_ERROR'),
    }),
    pay('Create a domestic payment'),
    basketOf('Not in a basket of the sandbox', ['{{paymentId}}'], {
      tags: ['BSK-5'],
      expect: refused(400, 'PRODUCT_INVALID'),
    }),
    send(
      'Without amount-as-string',
      'createBasket',
      { json: { paymentIds: ['{{paymentId}}'] }, headers: { 'x-accept-fix': '' } },
      { tags: ['HDR-9'], expect: refused(400, 'FORMAT_ERROR') },
    ),
    payInPounds('Create a cross-border payment', 'paymentId', '9.00'),
    basketOf('Put it into a basket', ['{{paymentId}}'], { expect: [status(201)] }),
    isInAnotherBasket('It is in another basket', '{{paymentId}}'),
  ],
};
