/** Every payment product from creation to settlement. */
import type { PaymentKind, ProductShort } from '../../../../shared/xs2a/payment-products.ts';
import { act, type Draft, include, is, link, noLink, send, status } from '../draft.ts';
import { batchSettles, create, created, one, operation, started } from '../steps/payments.ts';

/** Titles are too long for the name of a step. */
const NAMES: Readonly<Record<ProductShort, string>> = {
  NDCT: 'domestic payment',
  INDCTS: 'instant payment',
  SCT: 'SEPA payment',
  CBCT: 'cross-border payment',
  NCBCT: 'Norwegian cross-border payment',
};

/** A payment from creation to settlement. @param afterApproval its status after the approval */
function story(
  kind: PaymentKind,
  product: ProductShort,
  who: 'eirik' | 'fjellheim',
  afterApproval: string,
): Draft {
  const params = one(product);
  const noun = kind === 'single' ? NAMES[product] : `${kind} payment`;
  const isSettled = afterApproval === 'ACSC' || kind === 'periodic';
  return {
    folder: noun.toLowerCase().replaceAll(' ', '-'),
    name: `${noun.charAt(0).toUpperCase()}${noun.slice(1)}`,
    items: [
      who === 'eirik'
        ? include('Eirik signs in', 'eirik')
        : include('Eirik signs in for Fjellheim', 'fjellheim'),
      create(
        `Create the ${noun}`,
        { kind, product },
        {
          tags: ['PAY-1', 'PAY-2'],
          ...created(is('$.transactionStatus', 'RCVD'), link('startAuthorisation')),
        },
      ),
      send(
        'Start its authorisation',
        operation(kind, 'authorise'),
        { params },
        { tags: ['PAY-5'], ...started(is('$.scaStatus', 'started'), link('scaRedirect')) },
      ),
      act(
        'The PSU approves',
        who === 'eirik' ? { psu: '{{eirik}}' } : { psu: '{{fjellheim}}', context: 'CORPORATE' },
        { tags: ['SCA-7'] },
      ),
      send(
        'The authorisation is finished',
        operation(kind, 'read', 'Authorisation'),
        { params: { ...params, 'authorisation-id': '{{authorisationId}}' } },
        {
          tags: ['PAY-5'],
          expect: [status(200), is('$.scaStatus', 'finalised')],
        },
      ),
      send(
        'Read the payment',
        operation(kind, 'read'),
        { params },
        {
          tags: ['PAY-3'],
          expect: [status(200), is('$.paymentId', '{{paymentId}}'), noLink('startAuthorisation')],
        },
      ),
      send(
        `Its status is ${afterApproval}`,
        operation(kind, 'read', 'Status'),
        { params },
        {
          tags: ['PAY-6'],
          expect: [status(200), is('$.transactionStatus', afterApproval)],
        },
      ),
      ...(isSettled ? [] : [batchSettles('The batch settles it', params, { kind, rounds: 4 })]),
    ],
  };
}

export const products: Draft = {
  folder: 'products',
  name: 'The products',
  items: [
    story('single', 'NDCT', 'eirik', 'PDNG'),
    story('single', 'INDCTS', 'eirik', 'ACSC'),
    story('single', 'SCT', 'fjellheim', 'PDNG'),
    story('single', 'CBCT', 'fjellheim', 'PDNG'),
    story('single', 'NCBCT', 'fjellheim', 'PDNG'),
    story('bulk', 'NDCT', 'eirik', 'PDNG'),
    story('periodic', 'NDCT', 'eirik', 'ACTC'),
  ],
};
