/** Accounts, balances, transactions and cards. */
import {
  absent,
  atMost,
  differs,
  fits,
  is,
  isLong,
  keep,
  like,
  looks,
  present,
  refused,
  send,
  status,
} from '../draft.ts';
import { ACCOUNT, booked, CARD, daysInWrongOrder, readAccountOfAnother } from '../steps/accounts.ts';
import { chapter } from './chapter.ts';

export const accounts = chapter(
  'Account information',
  send(
    'Accounts',
    'listAccounts',
    { query: { withBalance: 'true' } },
    {
      tags: ['AIS-1', 'AIS-2', 'AIS-11'],
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
      expect: [
        status(200),
        present("$.balances[?@.balanceType == 'closingBooked']"),
        present("$.balances[?@.balanceType == 'expected']"),
        like('$.balances[0].lastChangeDateTime', '*+00:00'),
      ],
    },
  ),
  send(
    'Transactions without a parameter',
    'listTransactions',
    { params: ACCOUNT },
    {
      tags: ['AIS-3'],
      expect: [status(200), present('$.transactions.booked'), present('$.transactions.pending')],
    },
  ),
  send('Booked transactions', 'listTransactions', booked({ limit: '3' }), {
    tags: ['AIS-3', 'AIS-4', 'AIS-6', 'AIS-7', 'SVC-4'],
    expect: [
      status(200),
      fits,
      isLong('$.transactions.booked', 3),
      looks('$.transactions.booked[0].bookingDate', 'date'),
      looks('$.transactions.booked[0].valueDate', 'date'),
      ...['creditorName', 'debtorName', 'remittanceInformationUnstructured', 'balanceAfterTransaction'].map(
        (member) => present(`$.transactions.booked[0].${member}`),
      ),
      absent('$.transactions.booked[0].bookingDateTime'),
      absent('$.transactions.pending'),
      present('$.transactions._links.account'),
      // Without days, a listing goes 90 days back.
      like('$.transactions._links.next.href', '*dateFrom={{$today-90}}*'),
    ],
    keep: [
      keep('transactionId', '$.transactions.booked[0].transactionId'),
      keep('newestDay', '$.transactions.booked[0].bookingDate'),
    ],
  }),
  send('The next page', 'listTransactions', booked({ limit: '3', offset: '3' }), {
    tags: ['AIS-4'],
    expect: [
      status(200),
      {
        that: { of: 'body', path: '$.transactions.booked[*].transactionId' },
        must: { is: 'of-length', length: 3 },
      },
      differs('$.transactions.booked[0].transactionId', '{{transactionId}}'),
      present('$.transactions._links.previous'),
    ],
  }),
  send(
    'Both days are included',
    'listTransactions',
    booked({ dateFrom: '{{newestDay}}', dateTo: '{{newestDay}}' }),
    {
      tags: ['AIS-6'],
      expect: [
        status(200),
        is('$.transactions.booked[0].transactionId', '{{transactionId}}'),
        is('$.transactions.booked[-1].bookingDate', '{{newestDay}}'),
      ],
    },
  ),
  send(
    'A transaction',
    'readTransaction',
    { params: { ...ACCOUNT, 'transaction-id': '{{transactionId}}' } },
    {
      tags: ['AIS-8'],
      expect: [
        status(200),
        fits,
        is('$.transactionDetails.transactionId', '{{transactionId}}'),
        present('$.transactionDetails.entryReference'),
        like('$.transactionDetails.bookingDateTime', '*+00:00'),
      ],
    },
  ),
  send(
    'The page size',
    'listTransactions',
    { params: ACCOUNT, query: { bookingStatus: 'both', dateFrom: '{{$today-300}}' } },
    {
      tags: ['AIS-3', 'AIS-4', 'VER-2'],
      expect: [
        status(200),
        isLong('$.transactions.booked', 200),
        // The newest first.
        is('$.transactions.booked[0].bookingDate', '{{newestDay}}'),
        atMost('$.transactions.booked[199].bookingDate', '{{$today-200}}'),
        present('$.transactions.pending'),
      ],
    },
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
        present('$.cardTransactions.booked[0].transactionId'),
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
