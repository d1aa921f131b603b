/** From an empty bank to a settled payment, and a first refusal. */
import {
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
import { ACCOUNT, booked, givenConsent } from './steps/accounts.ts';
import { authorise, batchSettles, create, created, DOMESTIC, paymentIs } from './steps/payments.ts';
import { approve } from './steps/people.ts';

export const firstSteps: Draft = {
  folder: 'first-steps',
  name: 'First steps',
  items: [
    freshBank,
    {
      folder: 'consent',
      name: 'Eirik shares his accounts',
      items: [
        ...givenConsent({
          ask: 'Ask for consent',
          asked: {
            tags: ['SCA-9'],
            expect: [status(201), link('scaRedirect'), header('ASPSP-SCA-Approach', 'REDIRECT')],
          },
          share: 'Eirik approves at the bank',
          shared: { tags: ['SCA-1'], expect: [returned('context', 'PRIVATE')] },
        }),
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
          { params: ACCOUNT },
          {
            tags: ['AIS-1'],
            expect: [status(200), is('$.account.bban', '{{account}}')],
          },
        ),
        send(
          'Read its balances',
          'readBalances',
          { params: ACCOUNT },
          {
            tags: ['AIS-2'],
            expect: [status(200), looks('$.balances[0].balanceAmount.amount', 'amount')],
          },
        ),
        send('Read its latest transactions', 'listTransactions', booked({ limit: '5' }), {
          tags: ['AIS-3', 'AIS-4'],
          expect: [status(200), present('$.transactions.booked[4]'), absent('$.transactions.booked[5]')],
          keep: [keep('transactionId', '$.transactions.booked[0].transactionId')],
        }),
        send(
          'Read one transaction',
          'readTransaction',
          { params: { ...ACCOUNT, 'transaction-id': '{{transactionId}}' } },
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
        create('Create the payment', {}, { tags: ['PAY-1'], ...created(is('$.transactionStatus', 'RCVD')) }),
        authorise('Start its authorisation', {
          tags: ['PAY-5'],
          expect: [status(201), link('scaRedirect')],
        }),
        approve('Eirik approves the payment', { tags: ['SCA-7'] }),
        paymentIs('It is waiting for the batch', 'PDNG', ['PAY-6']),
        batchSettles('It is settled by a batch', DOMESTIC, { rounds: 5 }),
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
        create(
          'A body that changed after it was signed',
          { fault: 'body-changed' },
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
