/** Every payment product from creation to settlement, what can go wrong on the way, second signers and baskets. */
import type { PaymentKind, ProductShort } from '../../../shared/xs2a/payment-products.ts';
import { productByShort } from '../../../shared/xs2a/payment-products.ts';
import type { OperationId } from '../../../shared/xs2a/operations.ts';
import { PAYMENT_NAMES } from '../../../shared/xs2a/operations/payments.ts';
import {
  act,
  clockRuns,
  type Draft,
  freshBank,
  include,
  is,
  isLong,
  keep,
  link,
  noLink,
  operate,
  refused,
  returned,
  send,
  signIn,
  status,
} from './draft.ts';
import { NCBCT, NDCT, INSTANT, nok, order } from './orders.ts';

/** Titles are too long for the name of a step. */
const NAMES: Readonly<Record<ProductShort, string>> = {
  NDCT: 'domestic payment',
  INDCTS: 'instant payment',
  SCT: 'SEPA payment',
  CBCT: 'cross-border payment',
  NCBCT: 'Norwegian cross-border payment',
};

/** From creation to settlement. @param final the status in the end */
function story(
  kind: PaymentKind,
  product: ProductShort,
  who: 'eirik' | 'fjellheim',
  afterApproval: string,
): Draft {
  const path = { 'payment-product': productByShort(product).path };
  const one = { ...path, 'payment-id': '{{paymentId}}' };
  const operation = (verb: string, end = '') => `${verb}${PAYMENT_NAMES[kind]}${end}` as OperationId;
  const noun = kind === 'single' ? NAMES[product] : `${kind} payment`;
  const isSettled = afterApproval === 'ACSC' || kind === 'periodic';
  return {
    folder: noun.toLowerCase().replaceAll(' ', '-'),
    name: `${noun.charAt(0).toUpperCase()}${noun.slice(1)}`,
    items: [
      who === 'eirik'
        ? include('Eirik signs in', 'eirik')
        : include('Eirik signs in for Fjellheim', 'fjellheim'),
      send(
        `Create the ${noun}`,
        operation('create'),
        { params: path, json: order(kind, product) },
        {
          tags: ['PAY-1', 'PAY-2'],
          expect: [status(201), is('$.transactionStatus', 'RCVD'), link('startAuthorisation')],
          keep: [keep('paymentId', '$.paymentId')],
        },
      ),
      send(
        'Start its authorisation',
        operation('authorise'),
        { params: one },
        {
          tags: ['PAY-5'],
          expect: [status(201), is('$.scaStatus', 'started'), link('scaRedirect')],
          keep: [keep('authorisationId', '$.authorisationId')],
        },
      ),
      act(
        'The PSU approves',
        who === 'eirik' ? { psu: '{{eirik}}' } : { psu: '{{fjellheim}}', context: 'CORPORATE' },
        { tags: ['SCA-7'] },
      ),
      send(
        'The authorisation is finished',
        operation('read', 'Authorisation'),
        { params: { ...one, 'authorisation-id': '{{authorisationId}}' } },
        {
          tags: ['PAY-5'],
          expect: [status(200), is('$.scaStatus', 'finalised')],
        },
      ),
      send(
        'Read the payment',
        operation('read'),
        { params: one },
        {
          tags: ['PAY-3'],
          expect: [status(200), is('$.paymentId', '{{paymentId}}'), noLink('startAuthorisation')],
        },
      ),
      send(
        `Its status is ${afterApproval}`,
        operation('read', 'Status'),
        { params: one },
        {
          tags: ['PAY-6'],
          expect: [status(200), is('$.transactionStatus', afterApproval)],
        },
      ),
      ...(isSettled
        ? []
        : [
            send(
              'The batch settles it',
              operation('read', 'Status'),
              { params: one },
              {
                tags: ['PAY-6', 'SBX-5'],
                until: {
                  expect: [is('$.transactionStatus', 'ACSC')],
                  rounds: 4,
                  between: { method: 'POST', path: '/control/batch' },
                },
              },
            ),
          ]),
    ],
  };
}

const domestic = { ...NDCT, 'payment-id': '{{paymentId}}' };

const created = (name: string, changes: Parameters<typeof order>[2], expected = 201) =>
  send(
    name,
    'createPayment',
    { params: NDCT, query: { allowLogicalDuplicate: 'true' }, json: order('single', 'NDCT', changes) },
    {
      expect: [status(expected), is('$.transactionStatus', 'RCVD')],
      keep: [keep('paymentId', '$.paymentId')],
    },
  );
const authorise = send(
  'Start its authorisation',
  'authorisePayment',
  { params: domestic },
  { expect: [status(201), link('scaRedirect')] },
);
const eirikApproves = act('Eirik approves', { psu: '{{eirik}}' });
const statusIs = (name: string, expected: string, ...more: ReturnType<typeof is>[]) =>
  send(
    name,
    'readPaymentStatus',
    { params: domestic },
    { expect: [status(200), is('$.transactionStatus', expected), ...more] },
  );

const changing: Draft = {
  folder: 'changed-minds',
  name: 'Deleting and cancelling',
  items: [
    include('Eirik signs in', 'eirik'),
    created('Create a payment', {}),
    send(
      'Delete it before anybody approves',
      'deletePayment',
      { params: domestic },
      { tags: ['PAY-7'], expect: [status(204)] },
    ),
    statusIs('It is cancelled', 'CANC'),
    created('Create a payment for next week', { requestedExecutionDate: '{{$bankingDay+5}}' }),
    authorise,
    eirikApproves,
    statusIs('It waits for its day', 'ACTC'),
    send(
      'Ask to cancel it',
      'deletePayment',
      { params: domestic },
      { tags: ['PAY-7'], expect: [status(202), link('startAuthorisation')] },
    ),
    send(
      'Start the cancellation',
      'authorisePaymentCancellation',
      { params: domestic },
      { tags: ['PAY-7'], expect: [status(201), link('scaRedirect')] },
    ),
    act('Eirik approves the cancellation', { psu: '{{eirik}}' }),
    statusIs('It is cancelled with his approval', 'CANC'),
    created('Create a payment for today', {}),
    authorise,
    eirikApproves,
    send(
      'It can no longer be deleted',
      'deletePayment',
      { params: domestic },
      { tags: ['PAY-7'], expect: refused(405, 'CANCELLATION_INVALID') },
    ),
  ],
};

const funds: Draft = {
  folder: 'no-funds',
  name: 'Not enough money',
  items: [
    include('Eirik signs in', 'eirik'),
    send(
      'Create an instant payment that is too large',
      'createPayment',
      { params: INSTANT, json: order('single', 'INDCTS', { instructedAmount: nok('9000000.00') }) },
      {
        expect: [status(201)],
        keep: [keep('paymentId', '$.paymentId')],
      },
    ),
    send(
      'Start its authorisation',
      'authorisePayment',
      { params: { ...INSTANT, 'payment-id': '{{paymentId}}' } },
      { expect: [status(201)] },
    ),
    act(
      'The approval fails',
      { psu: '{{eirik}}' },
      { tags: ['PAY-8', 'SCA-2'], expect: [returned('status', '400'), returned('code', 'PAYMENT_FAILED')] },
    ),
    created('Create a domestic payment that is too large', { instructedAmount: nok('9000000.00') }),
    authorise,
    eirikApproves,
    send(
      'It waits for money',
      'readPaymentStatus',
      { params: domestic },
      {
        tags: ['PAY-8'],
        expect: [status(200), is('$.transactionStatus', 'ACCP'), is('$.fundsAvailable', false)],
      },
    ),
    operate('A day later', 'POST /control/clock', { advance: 'P1D' }),
    send(
      'It is rejected',
      'readPaymentStatus',
      { params: domestic },
      { tags: ['PAY-8'], expect: [status(200), is('$.transactionStatus', 'RJCT')] },
    ),
  ],
};

const operatorActs: Draft = {
  folder: 'operator',
  name: 'Held, released and stopped by the bank',
  items: [
    include('Eirik signs in', 'eirik'),
    created('Create a payment', { instructedAmount: nok('77.00') }),
    authorise,
    eirikApproves,
    operate('The operator holds it', 'POST /control/payments/{{paymentId}}/hold'),
    send(
      'The TPP sees that it is blocked',
      'readPaymentStatus',
      { params: domestic },
      { tags: ['PAY-9'], expect: [status(200), is('$.transactionStatus', 'BLCK')] },
    ),
    operate('The operator releases it', 'POST /control/payments/{{paymentId}}/release'),
    operate('Batch', 'POST /control/batch'),
    statusIs('It is settled', 'ACSC'),
    created('Create another payment', { instructedAmount: nok('78.00') }),
    authorise,
    eirikApproves,
    operate('The operator stops it', 'POST /control/payments/{{paymentId}}/stop'),
    send(
      'The TPP sees the same status',
      'readPaymentStatus',
      { params: domestic },
      { tags: ['PAY-9'], expect: [status(200), is('$.transactionStatus', 'BLCK')] },
    ),
    operate('Withdraw the permission to pay', 'POST /control/accounts/{{eirikAccountId}}/permission', {
      payments: false,
    }),
    send(
      'The account can still be found, but not pay',
      'createPayment',
      { params: NDCT, query: { allowLogicalDuplicate: 'true' }, json: order('single', 'NDCT') },
      { tags: ['SCA-12'], expect: refused(403, 'SERVICE_BLOCKED') },
    ),
    operate('Give it back', 'POST /control/accounts/{{eirikAccountId}}/permission', { payments: true }),
  ],
};

const forFjellheim = (who: string) => ({ psu: who, context: 'CORPORATE' as const, agreement: 'Fjellheim' });

const secondSigner: Draft = {
  folder: 'second-signer',
  name: 'A second signer',
  items: [
    include('Eirik signs in for Fjellheim', 'fjellheim-eirik'),
    send(
      'Create a payment above his limit',
      'createPayment',
      {
        params: NDCT,
        json: order('single', 'NDCT', {
          debtorAccount: { bban: '{{fjellheimAccount}}' },
          instructedAmount: nok('50001.00'),
        }),
      },
      {
        tags: ['PAY-6a'],
        expect: [status(201)],
        keep: [keep('paymentId', '$.paymentId')],
      },
    ),
    authorise,
    act('Eirik approves for Fjellheim', forFjellheim('{{eirik}}')),
    statusIs('It waits for a second signer', 'PATC'),
    authorise,
    act('Eirik approves once more', forFjellheim('{{eirik}}')),
    { ...statusIs('It still waits', 'PATC'), tags: ['PAY-6a'] },
    authorise,
    act('The manager approves too', forFjellheim('{{fjellheim}}')),
    { ...statusIs('Now it waits for the batch', 'PDNG'), tags: ['PAY-6a'] },
  ],
};

const pounds = (amount: string, debtor: string) =>
  order('single', 'NCBCT', {
    debtorAccount: { bban: debtor },
    instructedAmount: { amount, currency: 'GBP' },
  });
const inBasket = (name: string, as: string, amount: string, debtor = '{{eirikAccount}}') =>
  send(
    name,
    'createPayment',
    { params: NCBCT, query: { allowLogicalDuplicate: 'true' }, json: pounds(amount, debtor) },
    { expect: [status(201)], keep: [keep(as, '$.paymentId')] },
  );
const createBasket = (...payments: string[]) =>
  send(
    'Put them into a basket',
    'createBasket',
    { json: { paymentIds: payments.map((one) => `{{${one}}}`) } },
    {
      tags: ['BSK-1'],
      expect: [status(201), is('$.transactionStatus', 'RCVD'), link('startAuthorisation')],
      keep: [keep('basketId', '$.basketId')],
    },
  );
const basket = { 'basket-id': '{{basketId}}' };
const authoriseBasket = send(
  'Start its authorisation',
  'authoriseBasket',
  { params: basket },
  { tags: ['BSK-8'], expect: [status(201), link('scaRedirect')] },
);
const basketIs = (name: string, expected: string) =>
  send(
    name,
    'readBasketStatus',
    { params: basket },
    { tags: ['BSK-9'], expect: [status(200), is('$.transactionStatus', expected)] },
  );
const inBasketIs = (name: string, payment: string, expected: string) =>
  send(
    name,
    'readPaymentStatus',
    { params: { ...NCBCT, 'payment-id': `{{${payment}}}` } },
    { tags: ['BSK-10'], expect: [status(200), is('$.transactionStatus', expected)] },
  );

const baskets: Draft = {
  folder: 'baskets',
  name: 'Baskets',
  items: [
    {
      folder: 'two-payments',
      name: 'Two payments with one approval',
      items: [
        include('Eirik signs in', 'eirik'),
        inBasket('Create the first payment', 'first', '24.00'),
        inBasket('Create the second payment', 'second', '31.00'),
        createBasket('first', 'second'),
        send(
          'Read the basket',
          'readBasket',
          { params: basket },
          { tags: ['BSK-7'], expect: [status(200), isLong('$.payments', 2)] },
        ),
        authoriseBasket,
        act('Eirik approves both', { psu: '{{eirik}}' }),
        basketIs('The basket is approved', 'ACTC'),
        inBasketIs('The first payment waits for the batch', 'first', 'PDNG'),
        inBasketIs('So does the second', 'second', 'PDNG'),
      ],
    },
    {
      folder: 'one-fails',
      name: 'One payment fails',
      items: [
        include('Eirik signs in', 'eirik'),
        inBasket('Create a payment', 'first', '25.00'),
        inBasket('Create a payment that is too large', 'second', '900000.00'),
        createBasket('first', 'second'),
        authoriseBasket,
        act('Eirik approves both', { psu: '{{eirik}}' }),
        { ...inBasketIs('The first payment is approved', 'first', 'PDNG'), tags: ['BSK-8'] },
        { ...inBasketIs('The second waits for money', 'second', 'ACCP'), tags: ['BSK-8', 'PAY-8'] },
        operate('A day later', 'POST /control/clock', { advance: 'P1D' }),
        basketIs('The worst payment decides', 'RJCT'),
      ],
    },
    {
      folder: 'second-signer-basket',
      name: 'A company with two signers',
      items: [
        include('Eirik signs in for Fjellheim', 'fjellheim-eirik'),
        inBasket('Create a small payment', 'first', '26.00', '{{fjellheimAccount}}'),
        inBasket('Create one above his limit', 'second', '9000.00', '{{fjellheimAccount}}'),
        createBasket('first', 'second'),
        authoriseBasket,
        act('Eirik approves for Fjellheim', forFjellheim('{{eirik}}')),
        basketIs('The basket waits for a second signer', 'PATC'),
        authoriseBasket,
        act('The manager approves too', forFjellheim('{{fjellheim}}')),
        basketIs('The basket is approved', 'ACTC'),
      ],
    },
    {
      folder: 'deleted-basket',
      name: 'A basket is deleted',
      items: [
        include('Eirik signs in', 'eirik'),
        inBasket('Create a payment', 'first', '27.00'),
        createBasket('first'),
        send(
          'A second basket with it is refused',
          'createBasket',
          { json: { paymentIds: ['{{first}}'] } },
          { tags: ['BSK-6'], expect: refused(409, 'REFERENCE_STATUS_INVALID') },
        ),
        send(
          'Delete the basket',
          'deleteBasket',
          { params: basket },
          { tags: ['BSK-7'], expect: [status(204)] },
        ),
        { ...createBasket('first'), name: 'Now another basket can have it' },
      ],
    },
  ],
};

export const paymentsAndBaskets: Draft = {
  folder: 'payments-and-baskets',
  name: 'Payments and baskets',
  items: [
    freshBank,
    signIn('eirik', 'Eirik signs in', { psu: '{{eirik}}' }),
    signIn('fjellheim', 'The manager of Fjellheim signs in', { psu: '{{fjellheim}}', context: 'CORPORATE' }),
    signIn('fjellheim-eirik', 'Eirik signs in for Fjellheim', forFjellheim('{{eirik}}')),
    {
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
    },
    changing,
    operatorActs,
    secondSigner,
    baskets,
    funds,
    {
      folder: 'in-the-end',
      name: 'In the end',
      items: [
        operate('No money was made or lost', 'GET /control/state', undefined, {
          tags: ['PAY-20'],
          expect: [status(200), is('$.conservation.NOK', '0.00'), is('$.conservation.EUR', '0.00')],
        }),
        clockRuns,
      ],
    },
  ],
};
