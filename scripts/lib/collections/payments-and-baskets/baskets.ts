/** Baskets: approved by one signer and by two, with a payment that fails, and deleted. */
import type { Step } from '../../../../shared/collections/steps.ts';
import { act, type Draft, include, operate, send, status } from '../draft.ts';
import {
  authoriseBasket,
  BASKET,
  basketIs,
  createBasket,
  inBasketIs,
  isInAnotherBasket,
  payInPounds,
  readBasketOfTwo,
} from '../steps/baskets.ts';
import { forFjellheim } from '../steps/people.ts';

const EIRIK = { psu: '{{eirik}}' };

/** Two payments become a basket, which is approved. */
const basketOfTwo = (
  first: Step,
  second: Step,
  { read = [], approve, by = EIRIK }: { read?: Step[]; approve: string; by?: Parameters<typeof act>[1] },
): Step[] => [
  first,
  second,
  createBasket('Put them into a basket', ['{{first}}', '{{second}}']),
  ...read,
  authoriseBasket(),
  act(approve, by),
];

const twoPayments: Draft = {
  folder: 'two-payments',
  name: 'Two payments with one approval',
  items: [
    include('Eirik signs in', 'eirik'),
    ...basketOfTwo(
      payInPounds('Create the first payment', 'first', '24.00'),
      payInPounds('Create the second payment', 'second', '31.00'),
      { read: [readBasketOfTwo('Read the basket')], approve: 'Eirik approves both' },
    ),
    basketIs('The basket is approved', 'ACTC'),
    inBasketIs('The first payment waits for the batch', 'first', 'PDNG'),
    inBasketIs('So does the second', 'second', 'PDNG'),
  ],
};

const oneFails: Draft = {
  folder: 'one-fails',
  name: 'One payment fails',
  items: [
    include('Eirik signs in', 'eirik'),
    ...basketOfTwo(
      payInPounds('Create a payment', 'first', '25.00'),
      payInPounds('Create a payment that is too large', 'second', '900000.00'),
      { approve: 'Eirik approves both' },
    ),
    inBasketIs('The first payment is approved', 'first', 'PDNG', ['BSK-8']),
    inBasketIs('The second waits for money', 'second', 'ACCP', ['BSK-8', 'PAY-8']),
    operate('A day later', 'POST /control/clock', { advance: 'P1D' }),
    basketIs('The worst payment decides', 'RJCT'),
  ],
};

const twoSigners: Draft = {
  folder: 'second-signer-basket',
  name: 'A company with two signers',
  items: [
    include('Eirik signs in for Fjellheim', 'fjellheim-eirik'),
    ...basketOfTwo(
      payInPounds('Create a small payment', 'first', '26.00', '{{fjellheimAccount}}'),
      payInPounds('Create one above his limit', 'second', '9000.00', '{{fjellheimAccount}}'),
      { approve: 'Eirik approves for Fjellheim', by: forFjellheim('{{eirik}}') },
    ),
    basketIs('The basket waits for a second signer', 'PATC'),
    authoriseBasket(),
    act('The manager approves too', forFjellheim('{{fjellheim}}')),
    basketIs('The basket is approved', 'ACTC'),
  ],
};

const deleted: Draft = {
  folder: 'deleted-basket',
  name: 'A basket is deleted',
  items: [
    include('Eirik signs in', 'eirik'),
    payInPounds('Create a payment', 'first', '27.00'),
    createBasket('Put them into a basket', ['{{first}}']),
    isInAnotherBasket('A second basket with it is refused', '{{first}}'),
    send('Delete the basket', 'deleteBasket', { params: BASKET }, { tags: ['BSK-7'], expect: [status(204)] }),
    createBasket('Now another basket can have it', ['{{first}}']),
  ],
};

export const baskets: Draft = {
  folder: 'baskets',
  name: 'Baskets',
  items: [twoPayments, oneFails, twoSigners, deleted],
};
