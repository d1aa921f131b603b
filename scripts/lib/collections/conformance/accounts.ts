/** Accounts, balances, transactions and cards. */
import { absent, fits, is, isLong, keep, looks, oneOf, present, refused, send, status } from '../draft.ts';
import { ACCOUNT, booked, CARD, daysInWrongOrder, readAccountOfAnother } from '../steps/accounts.ts';
import { chapter } from './chapter.ts';

export const accounts = chapter(
  'Account information',
  send(
    'Accounts',
    'listAccounts',
    { query: { withBalance: 'true' } },
    {
      tags: ['AIS-1', 'AIS-2', 'AIS-10', 'AIS-11'],
      expect: [
        status(200),
        fits,
        isLong('$.accounts', 2),
        isLong('$.accounts[0].balances', 2),
        looks('$.accounts[0].balances[0].balanceAmount.amount', 'amount'),
      ],
      keep: [keep('accountId', '$.accounts[0].resourceId')],
    },
  ),
  send(
    'Balances',
    'readBalances',
    { params: ACCOUNT },
    {
      tags: ['AIS-2', 'SVC-4'],
      expect: [status(200), oneOf('$.balances[0].balanceType', 'closingBooked', 'expected')],
    },
  ),
  send('Booked transactions', 'listTransactions', booked({ limit: '3' }), {
    tags: ['AIS-3', 'AIS-4', 'AIS-7', 'SVC-4'],
    expect: [
      status(200),
      fits,
      isLong('$.transactions.booked', 3),
      looks('$.transactions.booked[0].bookingDate', 'date'),
      absent('$.transactions.pending'),
      present('$.transactions._links.next'),
    ],
    keep: [keep('transactionId', '$.transactions.booked[0].transactionId')],
  }),
  send('The next page', 'listTransactions', booked({ limit: '3', offset: '3' }), {
    tags: ['AIS-4'],
    expect: [
      status(200),
      {
        that: { of: 'body', path: '$.transactions.booked[*].transactionId' },
        must: { is: 'of-length', length: 3 },
      },
      present('$.transactions._links.previous'),
    ],
  }),
  send(
    'A transaction',
    'readTransaction',
    { params: { ...ACCOUNT, 'transaction-id': '{{transactionId}}' } },
    { tags: ['AIS-8'], expect: [status(200), fits] },
  ),
  send(
    'The page size',
    'listTransactions',
    { params: ACCOUNT, query: { bookingStatus: 'both', dateFrom: '{{$today-300}}' } },
    { tags: ['VER-2', 'AIS-4'], expect: [status(200), present('$.transactions.booked')] },
  ),
  send(
    'A page of 1001',
    'listTransactions',
    { params: ACCOUNT, query: { bookingStatus: 'both', limit: '1001' } },
    { tags: ['AIS-4'], expect: refused(400, 'FORMAT_ERROR') },
  ),
  daysInWrongOrder('Days in the wrong order', { bookingStatus: 'both' }),
  send(
    'No such booking status',
    'listTransactions',
    { params: ACCOUNT, query: { bookingStatus: 'done' } },
    { tags: ['AIS-3'], expect: refused(400, 'FORMAT_ERROR') },
  ),
  readAccountOfAnother("Somebody else's account"),
  send(
    'Cards',
    'listCardAccounts',
    {},
    {
      tags: ['AIS-9'],
      expect: [status(200), fits, present('$.cardAccounts[0].creditLimit')],
      keep: [keep('cardId', '$.cardAccounts[0].resourceId')],
    },
  ),
  send(
    "A card's balances",
    'readCardBalances',
    { params: CARD },
    {
      tags: ['AIS-9', 'VER-2'],
      expect: [
        status(200),
        present("$.balances[?@.balanceType == 'forwardAvailable']"),
        present("$.balances[?@.balanceType == 'interimBooked']"),
      ],
    },
  ),
  send(
    "A card's transactions",
    'listCardTransactions',
    { params: CARD, query: { bookingStatus: 'booked', dateFrom: '{{$today-360}}' } },
    {
      tags: ['AIS-9', 'VER-1'],
      expect: [
        status(200),
        fits,
        present('$.cardTransactions.booked[0].originalAmount'),
        present('$.cardTransactions.booked[0].cardTransactionId'),
      ],
    },
  ),
  send(
    'An unknown x-accept-fix',
    'listAccounts',
    { headers: { 'x-accept-fix': 'fewer-bugs' } },
    { tags: ['HDR-9', 'VER-2'], expect: refused(400, 'PARAMETER_NOT_SUPPORTED') },
  ),
  send(
    'A known one',
    'listAccounts',
    { headers: { 'x-accept-fix': 'cash-account-type-iso' } },
    { tags: ['VER-1'], expect: [status(200), is('$.accounts[0].cashAccountType', 'CACC')] },
  ),
);
