/** From an empty bank to a settled payment, and a first refusal. */
import {
  act,
  absent,
  code,
  type Draft,
  fits,
  freshBank,
  header,
  is,
  keep,
  link,
  looks,
  operate,
  present,
  returned,
  send,
  signed,
  status,
} from './draft.ts';
import { NDCT, order } from './orders.ts';

export const firstSteps: Draft = {
  folder: 'first-steps',
  name: 'First steps',
  items: [
    freshBank,
    {
      folder: 'consent',
      name: 'Eirik shares his accounts',
      items: [
        send(
          'Ask for consent',
          'createConsent',
          {},
          {
            tags: ['SCA-9'],
            expect: [status(201), link('scaRedirect'), header('ASPSP-SCA-Approach', 'REDIRECT')],
          },
        ),
        act(
          'Eirik approves at the bank',
          { psu: '{{eirik}}' },
          {
            tags: ['SCA-1'],
            expect: [returned('context', 'PRIVATE')],
          },
        ),
      ],
    },
    {
      folder: 'accounts',
      name: 'Look at the accounts',
      items: [
        send(
          'List the accounts',
          'listAccounts',
          { query: { withBalance: 'true' } },
          {
            tags: ['AIS-1'],
            expect: [status(200), signed('yes'), fits, present('$.accounts[1]'), absent('$.accounts[2]')],
            keep: [keep('accountId', '$.accounts[0].resourceId'), keep('account', '$.accounts[0].bban')],
          },
        ),
        send(
          'Read one account',
          'readAccount',
          { params: { 'account-id': '{{accountId}}' } },
          {
            tags: ['AIS-1'],
            expect: [status(200), is('$.account.bban', '{{account}}')],
          },
        ),
        send(
          'Read its balances',
          'readBalances',
          { params: { 'account-id': '{{accountId}}' } },
          {
            tags: ['AIS-2'],
            expect: [status(200), looks('$.balances[0].balanceAmount.amount', 'amount')],
          },
        ),
        send(
          'Read its latest transactions',
          'listTransactions',
          { params: { 'account-id': '{{accountId}}' }, query: { bookingStatus: 'booked', limit: '5' } },
          {
            tags: ['AIS-3', 'AIS-4'],
            expect: [status(200), present('$.transactions.booked[4]'), absent('$.transactions.booked[5]')],
            keep: [keep('transactionId', '$.transactions.booked[0].transactionId')],
          },
        ),
        send(
          'Read one transaction',
          'readTransaction',
          { params: { 'account-id': '{{accountId}}', 'transaction-id': '{{transactionId}}' } },
          {
            tags: ['AIS-8'],
            expect: [status(200), is('$.transactionDetails.transactionId', '{{transactionId}}')],
          },
        ),
      ],
    },
    {
      folder: 'payment',
      name: 'Pay Ingrid',
      items: [
        send(
          'Create the payment',
          'createPayment',
          { params: NDCT, json: order('single', 'NDCT') },
          {
            tags: ['PAY-1'],
            expect: [status(201), is('$.transactionStatus', 'RCVD')],
            keep: [keep('paymentId', '$.paymentId')],
          },
        ),
        send(
          'Start its authorisation',
          'authorisePayment',
          { params: { ...NDCT, 'payment-id': '{{paymentId}}' } },
          {
            tags: ['PAY-5'],
            expect: [status(201), link('scaRedirect')],
          },
        ),
        act('Eirik approves the payment', { psu: '{{eirik}}' }, { tags: ['SCA-7'] }),
        send(
          'It is waiting for the batch',
          'readPaymentStatus',
          { params: { ...NDCT, 'payment-id': '{{paymentId}}' } },
          {
            tags: ['PAY-6'],
            expect: [status(200), is('$.transactionStatus', 'PDNG')],
          },
        ),
        send(
          'It is settled by a batch',
          'readPaymentStatus',
          { params: { ...NDCT, 'payment-id': '{{paymentId}}' } },
          {
            tags: ['PAY-6', 'SBX-5'],
            until: {
              expect: [is('$.transactionStatus', 'ACSC')],
              rounds: 5,
              between: { method: 'POST', path: '/control/batch' },
            },
          },
        ),
      ],
    },
    {
      folder: 'refusal',
      name: 'The bank says no',
      items: [
        send(
          'A request without a signature',
          'listAccounts',
          { fault: 'no-signature' },
          {
            tags: ['SIG-1'],
            expect: [status(400), code('SIGNATURE_MISSING')],
          },
        ),
        send(
          'A body that changed after it was signed',
          'createPayment',
          { params: NDCT, json: order('single', 'NDCT'), fault: 'body-changed' },
          {
            tags: ['SIG-11'],
            expect: [status(400), code('SIGNATURE_INVALID')],
          },
        ),
        operate('Return to the present', 'POST /control/reset', { clock: 'real' }),
      ],
    },
  ],
};
