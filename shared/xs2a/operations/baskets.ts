/** Signing baskets: up to ten payments, one SCA. */
import {
  authorisationSchema,
  authorisationsSchema,
  basketCreatedSchema,
  basketInput,
  basketSchema,
  basketStatusSchema,
} from '../payment-schemas.ts';
import { creates, type Operation, pis, startsSca } from './operation.ts';

/** HDR-5: a basket always belongs to a PSU. */
const basket = { ...pis, group: 'Signing baskets', psu: 'named' } as const;
const ONE = '/v1/signing-baskets/{basket-id}';

export const BASKETS = [
  {
    ...basket,
    ...creates,
    id: 'createBasket',
    title: 'Create signing basket',
    path: '/v1/signing-baskets',
    summary: 'Groups 1 to 10 unsigned payments for approval with one SCA.',
    rules: ['BSK-1', 'BSK-2', 'BSK-4', 'BSK-5', 'BSK-6'],
    psuPresent: true,
    acceptFix: 'amount-as-string',
    input: basketInput,
    example: '{\n  "paymentIds": [\n    "enc!!… of each payment"\n  ]\n}',
    answer: basketCreatedSchema,
  },
  {
    ...basket,
    id: 'readBasket',
    title: 'Read signing basket',
    path: ONE,
    summary: 'The payments in the basket, and the worst of their statuses.',
    rules: ['BSK-7', 'BSK-9'],
    answer: basketSchema,
  },
  {
    ...basket,
    id: 'readBasketStatus',
    title: 'Read status of signing basket',
    path: `${ONE}/status`,
    summary:
      'The worst status among the payments in the basket: RJCT, RCVD, PATC or ACTC. An approved basket stays ACTC while its payments are settled: read the status of each payment.',
    rules: ['BSK-7', 'BSK-9', 'BSK-10'],
    answer: basketStatusSchema,
  },
  {
    ...basket,
    id: 'deleteBasket',
    title: 'Delete signing basket',
    method: 'DELETE',
    path: ONE,
    summary: 'Deletes an unsigned basket and releases its payments.',
    rules: ['BSK-7'],
    success: 204,
    answer: basketStatusSchema,
  },
  {
    ...basket,
    id: 'authoriseBasket',
    title: 'Authorise signing basket',
    ...startsSca,
    path: `${ONE}/authorisations`,
    summary: 'Starts the SCA in which the PSU approves every payment in the basket.',
    rules: ['BSK-8', 'SCA-7'],
  },
  {
    ...basket,
    id: 'listBasketAuthorisations',
    title: 'List authorisations of signing basket',
    path: `${ONE}/authorisations`,
    summary: 'The ids of the SCAs that were started to approve the basket, oldest first.',
    rules: ['PAY-5', 'BSK-8'],
    answer: authorisationsSchema,
  },
  {
    ...basket,
    id: 'readBasketAuthorisation',
    title: 'Read authorisation of signing basket',
    path: `${ONE}/authorisations/{authorisation-id}`,
    summary: 'The status of the SCA: started, finalised, failed or exempted.',
    rules: ['PAY-5', 'BSK-8'],
    answer: authorisationSchema,
  },
] as const satisfies readonly Operation[];
