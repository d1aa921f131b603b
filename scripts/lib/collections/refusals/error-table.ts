/** Every row of the error table. */
import type { Step } from '../../../../shared/collections/steps.ts';
import { type Draft, field, is, keep, like, refused, returnedLike, send, status } from '../draft.ts';
import { nok } from '../orders.ts';
import { askWithoutConsent } from '../steps/accounts.ts';
import { basketOf } from '../steps/baskets.ts';
import {
  approved,
  authorise,
  cannotBeAuthorised,
  cannotBeDeleted,
  create,
  instantWithoutFunds,
  pay,
  paymentIs,
  refusedPayment,
  withKid,
} from '../steps/payments.ts';
import { abort, approve, askWithoutUser } from '../steps/people.ts';

/** A payment that no basket takes, by its kind. */
const notInBasket = (kind: 'bulk' | 'periodic', creation: string, refusal: string): Step[] => [
  create(creation, { kind }, { expect: [status(201)], keep: [keep(`${kind}Id`, '$.paymentId')] }),
  basketOf(refusal, [`{{${kind}Id}}`], {
    tags: ['ERR-2', 'BSK-4'],
    expect: refused(400, 'REFERENCE_MIX_INVALID'),
  }),
];

export const errorTable: Draft = {
  folder: 'error-table',
  name: 'The error table',
  items: [
    send(
      'The signature does not validate',
      'readUser',
      { fault: 'other-key' },
      { tags: ['ERR-2', 'SIG-8'], expect: refused(400, 'SIGNATURE_INVALID') },
    ),
    send(
      'There is no signature',
      'readUser',
      { fault: 'no-signature' },
      { tags: ['ERR-2', 'SIG-1'], expect: refused(400, 'SIGNATURE_MISSING') },
    ),
    refusedPayment(
      'A character cannot be processed',
      ['ERR-2', 'PAY-11'],
      { creditorName: 'Ingrid 🎉' },
      400,
      'FORMAT_ERROR',
      field('creditorName'),
    ),
    askWithoutConsent('There is no consent', ['ERR-2', 'SCA-10']),
    askWithoutUser('There is no session', ['SCA-13', 'HDR-5']),
    ...notInBasket('bulk', 'Create a bulk payment', 'It cannot be in a basket'),
    ...notInBasket('periodic', 'Create a periodic payment', 'Nor can that'),
    refusedPayment(
      'A KID with a wrong check digit',
      ['ERR-2', 'PAY-10'],
      withKid('1234567890'),
      400,
      'FORMAT_ERROR',
      field('remittanceInformationStructuredArray/0/reference'),
    ),
    create(
      'The same month twice',
      {
        kind: 'periodic',
        changes: { frequency: 'MonthlyVariable', monthsOfExecution: ['1', '3', '1'] },
      },
      { tags: ['ERR-2', 'PAY-14'], expect: refused(400, 'FORMAT_ERROR', field('monthsOfExecution')) },
    ),
    pay('Create a payment', { instructedAmount: nok('11.00') }),
    authorise(),
    abort('Eirik aborts: the redirect says so', ['ERR-2', 'SCA-2'], returnedLike('message', '*')),
    authorise('Start it once more'),
    approve(),
    cannotBeDeleted(
      'A payment in process cannot be deleted',
      ['ERR-2', 'PAY-7'],
      like('$.tppMessages[0].text', '*process*'),
    ),
    cannotBeAuthorised('An approved one cannot be authorised'),
    ...instantWithoutFunds({
      start: 'Start the authorisation of the large one',
      fail: 'Without funds, the SCA fails',
      tags: ['ERR-2', 'PAY-8', 'SCA-2'],
    }),
    ...approved(pay('Create a large domestic payment', { instructedAmount: nok('8000000.00') }), {
      start: 'Start that one too',
      approve: 'Eirik approves the large one',
    }),
    paymentIs(
      'It has no funds, which its status says',
      'ACCP',
      ['ERR-2', 'PAY-8'],
      is('$.fundsAvailable', false),
    ),
  ],
};
