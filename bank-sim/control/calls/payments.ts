/** Control calls for payments and the permission to make them. */
import { z } from 'zod';
import { TRANSACTION_STATUSES } from '../../../shared/xs2a/payment-schemas.ts';
import type { PaymentAction } from '../operator-payments.ts';
import { controlCall } from '../call.ts';
import { replyTo } from '../reply.ts';
import { ACCOUNT_ID, PAYMENT_ID } from './example-ids.ts';

const group = 'Payments';

function action(
  id: string,
  does: PaymentAction,
  title: string,
  summary: string,
  [status, conflict]: [status: string, conflict: string],
) {
  return controlCall({
    id,
    group,
    title,
    summary,
    method: 'POST',
    path: `/control/payments/{paymentId}/${does}`,
    parameter: { text: 'paymentId of the payment, percent-encoded.', example: PAYMENT_ID },
    answer: {
      schema: z.object({ transactionStatus: z.enum(TRANSACTION_STATUSES) }),
      example: { transactionStatus: status },
    },
    refusals: { 404: 'There is no payment with this id.', 409: conflict },
    run: ({ operator }, { parameter }) => replyTo(operator.actOnPayment(parameter, does)),
  });
}

const permission = z.strictObject({ payments: z.boolean() });

export const PAYMENT_CALLS = [
  action(
    'holdPayment',
    'hold',
    'Hold payment',
    'Holds a signed payment that is not yet settled; batches skip it until it is released (PAY-9).',
    ['BLCK', 'A payment in status RCVD cannot be held. Only a signed payment that is not yet settled can.'],
  ),
  action(
    'releasePayment',
    'release',
    'Release payment',
    'Releases a held payment, which then goes on as if it had not been held (PAY-9).',
    ['PDNG', 'A payment in status PDNG is not held.'],
  ),
  action(
    'stopPayment',
    'stop',
    'Stop payment',
    'Stops a signed payment for good and releases its funds (PAY-9).',
    [
      'RJCT',
      'A payment in status ACSC cannot be stopped. Only a signed payment that is not yet settled can.',
    ],
  ),
  controlCall({
    id: 'permitPayments',
    group,
    title: 'Permit payments',
    summary:
      "Withdraws an account's permission to make payments, or gives it back. The account stays readable (SCA-12).",
    method: 'POST',
    path: '/control/accounts/{mockAccountId}/permission',
    parameter: { text: 'Id of the account, percent-encoded.', example: ACCOUNT_ID },
    body: permission,
    examples: {
      withdraw: { summary: 'No payments from this account', value: { payments: false } },
      permit: { summary: 'Payments again', value: { payments: true } },
    },
    answer: { schema: permission, example: { payments: false } },
    refusals: { 404: 'There is no account with this id.' },
    run: ({ operator }, { parameter, body }) =>
      replyTo(operator.permitPayments(parameter, body.payments), () => body),
  }),
];
