/** The sandbox, and the TPP's contact. */
import {
  act,
  field,
  is,
  isLong,
  keep,
  keepHeader,
  operate,
  refused,
  returned,
  send,
  status,
  STRANGER,
} from '../draft.ts';
import type { Assertion } from '../../../../shared/collections/assertion.ts';
import { nok } from '../orders.ts';
import { readContactOfAnother } from '../steps/people.ts';
import { chapter } from './chapter.ts';

const postTomorrow = (name: string) =>
  send(
    name,
    'createSandboxTransaction',
    {
      params: { 'account-id': '{{newAccountId}}' },
      json: { transactionAmount: nok('1.00'), debtorName: 'Ola', bookingDate: '{{$today+1}}' },
    },
    { tags: ['SBX-4'], expect: refused(400, 'FORMAT_ERROR', field('bookingDate')) },
  );

const account = (name: string, accountName: string, expect: Assertion[]) =>
  send(
    name,
    'createSandboxAccount',
    { json: { customerNumber: '{{customerNumber}}', accountName, currency: 'NOK' } },
    { tags: ['AIS-10'], expect },
  );

export const sandbox = chapter(
  'Sandbox and dialogue',
  send(
    'A customer',
    'createCustomer',
    { json: { customerType: 'PRIVATE', customerName: 'Kari Prøve' } },
    {
      tags: ['SBX-2', 'SBX-6'],
      expect: [status(201), is('$.customerName', 'Kari Prøve')],
      keep: [keep('customerId', '$.customerId'), keep('customerNumber', '$.customerNumber')],
    },
  ),
  send(
    'An account',
    'createSandboxAccount',
    { json: { customerNumber: '{{customerNumber}}', accountName: 'Prøvekonto', currency: 'NOK' } },
    {
      tags: ['SBX-3'],
      expect: [status(201), is('$.currency', 'NOK')],
      keep: [keep('newAccountId', '$.id'), keep('newBban', '$.bban')],
    },
  ),
  send(
    'A transaction',
    'createSandboxTransaction',
    {
      params: { 'account-id': '{{newAccountId}}' },
      json: {
        transactionAmount: nok('100.00'),
        remittanceInformationUnstructured: ['Gave'],
        debtorName: 'Ola',
      },
    },
    { tags: ['SBX-4'], expect: [status(201)] },
  ),
  postTomorrow('A transaction of tomorrow'),
  send(
    'A debit to the account itself',
    'createSandboxTransaction',
    {
      params: { 'account-id': '{{newAccountId}}' },
      json: { transactionAmount: nok('-1.00'), creditorAccount: { bban: '{{newBban}}' } },
    },
    { tags: ['SBX-4'], expect: refused(400, 'FORMAT_ERROR', field('creditorAccount')) },
  ),
  send(
    'It moved the balance',
    'readSandboxAccount',
    { params: { 'account-id': '{{newAccountId}}' } },
    { tags: ['SBX-4', 'AIS-11'], expect: [status(200), is('$.balances[0].balanceAmount.amount', '100.00')] },
  ),
  send(
    'The account goes',
    'deleteSandboxAccount',
    { params: { 'account-id': '{{newAccountId}}' } },
    { tags: ['SBX-3'], expect: [status(204)] },
  ),
  send(
    'It is gone',
    'readSandboxAccount',
    { params: { 'account-id': '{{newAccountId}}' } },
    { tags: ['SBX-3'], expect: refused(404, 'RESOURCE_UNKNOWN') },
  ),
  account('A name of 70 characters', 'n'.repeat(70), [status(201)]),
  account('A name of 71 characters', 'n'.repeat(71), refused(400, 'FORMAT_ERROR')),
  send(
    'The customer goes',
    'deleteCustomer',
    { params: { 'customer-id': '{{customerId}}' } },
    { tags: ['SBX-2'], expect: [status(204)], keep: [keepHeader('requestId', 'X-Request-ID')] },
  ),
  operate('Who are we', 'GET /control/exchanges?requestId={{requestId}}', undefined, {
    expect: [status(200)],
    keep: [keep('tppId', '$.exchanges[0].tpp')],
  }),
  send(
    'Our contact',
    'putContact',
    { params: { 'tpp-id': '{{tppId}}' }, json: { email: 'support@tpp.example' } },
    { tags: ['TPP-1'], expect: [status(200)] },
  ),
  send(
    'It is kept',
    'readContact',
    { params: { 'tpp-id': '{{tppId}}' } },
    { tags: ['TPP-1'], expect: [status(200), is('$.email', 'support@tpp.example')] },
  ),
  readContactOfAnother("Another TPP's"),
  send(
    'A company',
    'createCustomer',
    { json: { customerType: 'CORPORATE', customerName: 'Havgap AS' } },
    {
      tags: ['SBX-2'],
      expect: [status(201), isLong('$.agreements', 1)],
      keep: [keep('companyNumber', '$.customerNumber')],
    },
  ),
  send(
    'Its account',
    'createSandboxAccount',
    { json: { customerNumber: '{{companyNumber}}', accountName: 'Driftskonto', currency: 'NOK' } },
    { tags: ['SBX-2'], expect: [status(201)] },
  ),
  send('It is asked for consent', 'createConsent', { headers: STRANGER }, { expect: [status(201)] }),
  act(
    'It signs in with its own number',
    { psu: '{{companyNumber}}', context: 'CORPORATE' },
    {
      tags: ['SBX-2'],
      expect: [returned('context', 'CORPORATE')],
    },
  ),
  send(
    'A customer who does not stay',
    'createCustomer',
    { json: { customerType: 'PRIVATE', customerName: 'Per Prøve' } },
    { expect: [status(201)], keep: [keep('lostId', '$.customerId')] },
  ),
  send(
    'The sandbox is filled again',
    'initializeSandbox',
    {},
    {
      tags: ['SBX-1'],
      expect: [status(201), isLong('$.customers', 4), is('$.customers[0].customerNumber', '{{eirik}}')],
    },
  ),
  send(
    'He is gone',
    'readCustomer',
    { params: { 'customer-id': '{{lostId}}' } },
    { tags: ['SBX-1'], expect: refused(404, 'RESOURCE_UNKNOWN') },
  ),
  operate('Back to the present', 'POST /control/reset', { clock: 'real' }),
);
