/** The sandbox, and the TPP's contact. */
import { clockRuns, is, isLong, keep, keepHeader, operate, send, status } from '../draft.ts';
import { nok } from '../orders.ts';
import { readContactOfAnother } from '../steps/people.ts';
import { chapter } from './chapter.ts';

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
    { tags: ['SBX-3'], expect: [status(201), is('$.currency', 'NOK')], keep: [keep('newAccountId', '$.id')] },
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
  send(
    'It moved the balance',
    'readSandboxAccount',
    { params: { 'account-id': '{{newAccountId}}' } },
    { tags: ['SBX-4'], expect: [status(200), is('$.balances[0].balanceAmount.amount', '100.00')] },
  ),
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
    'The sandbox is filled again',
    'initializeSandbox',
    {},
    {
      tags: ['SBX-1'],
      expect: [status(201), isLong('$.customers', 4), is('$.customers[0].customerNumber', '{{eirik}}')],
    },
  ),
  clockRuns,
);
