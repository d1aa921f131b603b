/** Consent, contexts, accounts, transactions and cards, and the calls without the PSU. */
import {
  absent,
  act,
  clockRuns,
  type Draft,
  fits,
  freshBank,
  is,
  isLong,
  keep,
  keepReturned,
  like,
  link,
  looks,
  operate,
  present,
  refused,
  returned,
  send,
  status,
} from './draft.ts';
import {
  ACCOUNT,
  ALONE,
  askWithoutConsent,
  booked,
  CARD,
  daysInWrongOrder,
  expiry,
  givenConsent,
  readAccountOfAnother,
} from './steps/accounts.ts';
import { abort, approve, sessionIsOver } from './steps/people.ts';

const consent: Draft = {
  folder: 'consent',
  name: 'Consent',
  items: [
    askWithoutConsent('Accounts without a consent are refused, with a link', ['SCA-10', 'HDR-5']),
    send(
      'Ask for consent',
      'createConsent',
      {},
      { tags: ['SCA-9'], expect: [status(201), link('scaRedirect'), absent('$.consentId')] },
    ),
    abort('Eirik changes his mind', ['SCA-2']),
    ...givenConsent({
      ask: 'Ask again',
      share: 'Eirik shares one account',
      accounts: ['{{eirikAccount}}'],
      shared: {
        tags: ['SCA-1'],
        expect: [returned('context', 'PRIVATE')],
        keep: [keepReturned('psuId', 'psu-id')],
      },
    }),
    send(
      'Only that account is there',
      'listAccounts',
      {},
      {
        tags: ['AIS-1'],
        expect: [status(200), isLong('$.accounts', 1), is('$.accounts[0].bban', '{{eirikAccount}}')],
      },
    ),
    ...givenConsent({
      ask: 'Ask for more',
      share: 'Eirik shares all accounts',
      shared: { tags: ['SCA-3', 'SCA-11'], expect: [returned('psu-id', '{{psuId}}')] },
    }),
  ],
};

const accounts: Draft = {
  folder: 'accounts',
  name: 'Accounts',
  items: [
    send(
      'List the accounts with their balances',
      'listAccounts',
      { query: { withBalance: 'true' } },
      {
        tags: ['AIS-1', 'AIS-2', 'AIS-10'],
        expect: [status(200), fits, isLong('$.accounts', 2), isLong('$.accounts[0].balances', 2)],
        keep: [keep('accountId', '$.accounts[0].resourceId'), keep('accountIds', '$.accounts[*].resourceId')],
      },
    ),
    {
      ...send(
        'Read each account',
        'readAccount',
        { params: { 'account-id': '{{one}}' } },
        {
          tags: ['AIS-1'],
          expect: [status(200), is('$.account.resourceId', '{{one}}'), like('$.account.iban', 'NO*')],
        },
      ),
      each: { in: { variable: 'accountIds' }, as: 'one' },
    },
    send(
      'Read the balances',
      'readBalances',
      { params: ACCOUNT },
      {
        tags: ['AIS-2', 'AIS-11'],
        expect: [
          status(200),
          is('$.balances[0].balanceType', 'closingBooked'),
          looks('$.balances[0].balanceAmount.amount', 'amount'),
          is('$.balances[1].balanceType', 'expected'),
        ],
      },
    ),
    readAccountOfAnother("Somebody else's account is unknown"),
  ],
};

const transactions: Draft = {
  folder: 'transactions',
  name: 'Transactions',
  items: [
    send('The first page', 'listTransactions', booked({ limit: '10', offset: '0' }), {
      tags: ['AIS-3', 'AIS-4', 'AIS-7'],
      expect: [
        status(200),
        fits,
        isLong('$.transactions.booked', 10),
        absent('$.transactions.pending'),
        present('$.transactions._links.next'),
        absent('$.transactions._links.previous'),
        present('$.transactions._links.account'),
      ],
      keep: [
        keep('newest', '$.transactions.booked[0].transactionId'),
        keep('ids', '$.transactions.booked[0:3].transactionId'),
      ],
    }),
    send('The next page begins elsewhere', 'listTransactions', booked({ limit: '10', offset: '10' }), {
      tags: ['AIS-4'],
      expect: [
        status(200),
        present('$.transactions._links.previous'),
        {
          that: { of: 'body', path: '$.transactions.booked[0].transactionId' },
          must: { is: 'different', from: '{{newest}}' },
        },
      ],
    }),
    {
      ...send(
        'Read each of three transactions',
        'readTransaction',
        { params: { ...ACCOUNT, 'transaction-id': '{{id}}' } },
        { tags: ['AIS-8'], expect: [status(200), is('$.transactionDetails.transactionId', '{{id}}')] },
      ),
      each: { in: { variable: 'ids' }, as: 'id' },
    },
    send(
      'Booked and pending ones',
      'listTransactions',
      { params: ACCOUNT, query: { bookingStatus: 'both' } },
      {
        tags: ['AIS-3'],
        expect: [status(200), present('$.transactions.booked'), present('$.transactions.pending')],
      },
    ),
    send('A year back, with a session', 'listTransactions', booked({ dateFrom: '{{$today-300}}' }), {
      tags: ['AIS-6'],
      expect: [status(200)],
    }),
    daysInWrongOrder('The days in the wrong order'),
    send(
      'Without bookingStatus',
      'listTransactions',
      { line: 'GET /v1/accounts/{{accountId}}/transactions' },
      {
        tags: ['AIS-3'],
        expect: [status(200), present('$.transactions.booked'), present('$.transactions.pending')],
      },
    ),
  ],
};

const cards: Draft = {
  folder: 'cards',
  name: 'Cards',
  items: [
    send(
      'List the card accounts',
      'listCardAccounts',
      {},
      {
        tags: ['AIS-9'],
        expect: [status(200), fits, isLong('$.cardAccounts', 1), present('$.cardAccounts[0].maskedPan')],
        keep: [keep('cardId', '$.cardAccounts[0].resourceId')],
      },
    ),
    send(
      'Read the card account',
      'readCardAccount',
      { params: CARD },
      { tags: ['AIS-9'], expect: [status(200), fits] },
    ),
    send(
      'Read its balances',
      'readCardBalances',
      { params: CARD },
      { tags: ['AIS-9'], expect: [status(200), present("$.balances[?@.balanceType == 'forwardAvailable']")] },
    ),
    send(
      'List its transactions',
      'listCardTransactions',
      { params: CARD, query: { bookingStatus: 'both' } },
      { tags: ['AIS-9'], expect: [status(200), fits, present('$.cardTransactions')] },
    ),
  ],
};

const corporate: Draft = {
  folder: 'company',
  name: 'For a company',
  items: [
    send(
      'Which agreements does Eirik have',
      'listAgreements',
      {},
      {
        tags: ['SCA-14'],
        expect: [status(200), isLong('$.agreements', 2)],
        keep: [keep('fjellheimId', '$.agreements[0].psuCorporateId')],
      },
    ),
    send(
      'Choose Fjellheim',
      'createConsent',
      { headers: { 'tpp-session-id': '{{$uuid}}' } },
      { expect: [status(201), link('scaRedirect')] },
    ),
    act(
      'Eirik approves for Fjellheim',
      { psu: '{{eirik}}', context: 'CORPORATE', agreement: 'Fjellheim' },
      {
        tags: ['HDR-6'],
        expect: [returned('context', 'CORPORATE'), returned('psu-corporate-id', '{{fjellheimId}}')],
      },
    ),
    send(
      'The accounts of Fjellheim',
      'listAccounts',
      {},
      { tags: ['HDR-6'], expect: [status(200), is('$.accounts[0].bban', '{{fjellheimAccount}}')] },
    ),
    send(
      'Without PSU-Corporate-ID',
      'listAccounts',
      { headers: { 'psu-corporate-id': '' } },
      { tags: ['HDR-6'], expect: refused(400, 'CORPORATE_ID_INVALID') },
    ),
    send(
      'Eirik for himself again',
      'createConsent',
      { headers: { 'psu-corporate-id': '', 'tpp-session-id': '{{$uuid}}' } },
      { expect: [status(201)] },
    ),
    act(
      'Eirik approves for himself',
      { psu: '{{eirik}}', context: 'PRIVATE' },
      { expect: [returned('context', 'PRIVATE')] },
    ),
    send(
      'His own accounts',
      'listAccounts',
      {},
      { tags: ['HDR-6'], expect: [status(200), is('$.accounts[0].bban', '{{eirikAccount}}')] },
    ),
  ],
};

const alone = (name: string, expect: ReturnType<typeof refused>, tags: ['LIM-1'] | ['LIM-3'] = ['LIM-1']) =>
  send(name, 'readBalances', { params: ACCOUNT, headers: ALONE }, { tags, expect });

const unattended: Draft = {
  folder: 'without-the-psu',
  name: 'Without the PSU',
  items: [
    alone('First call of the day', [status(200)]),
    alone('Second call', [status(200)]),
    alone('Third call', [status(200)]),
    alone('Fourth call', [status(200)]),
    alone('The fifth is refused', refused(429, 'ACCESS_EXCEEDED')),
    send(
      'With the PSU, nothing is counted',
      'readBalances',
      { params: ACCOUNT },
      { tags: ['LIM-3'], expect: [status(200)] },
    ),
    operate('A day later', 'POST /control/clock', { advance: 'PT24H' }),
    alone('Four new calls', [status(200)]),
    send(
      'Transactions older than 90 days are refused',
      'listTransactions',
      { ...booked({ dateFrom: '{{$today-91}}' }), headers: ALONE },
      { tags: ['LIM-2'], expect: refused(400, 'PERIOD_INVALID') },
    ),
    send(
      'Transactions of 90 days are listed',
      'listTransactions',
      { ...booked({ dateFrom: '{{$today-90}}' }), headers: ALONE },
      { tags: ['LIM-2'], expect: [status(200)] },
    ),
  ],
};

const ending: Draft = {
  folder: 'the-end-of-a-consent',
  name: 'The end of sessions and consents',
  items: [
    operate('Another day passes', 'POST /control/clock', { advance: 'P1D' }),
    sessionIsOver('The session is over after a day', ['SCA-4', 'SCA-13']),
    send('The accounts are still shared', 'listAccounts', {}, { tags: ['SCA-10'], expect: [status(200)] }),
    send('Old transactions need a session', 'listTransactions', booked({ dateFrom: '{{$today-200}}' }), {
      tags: ['SCA-10'],
      expect: refused(401, 'PSU_CREDENTIALS_INVALID', link('scaRedirect')),
    }),
    approve('Eirik signs in'),
    send('Now they are listed', 'listTransactions', booked({ dateFrom: '{{$today-200}}' }), {
      tags: ['SCA-10'],
      expect: [status(200)],
    }),
    operate('See the consents', 'GET /control/consents', undefined, {
      expect: [status(200)],
      keep: [keep('consentIds', "$.consents[?@.revokedAt == null && @.context == 'PRIVATE'].id")],
    }),
    ...expiry('180 days later', ['SCA-10', 'LIM-4']),
    approve('Eirik renews it'),
    send('The accounts are shared again', 'listAccounts', {}, { tags: ['SCA-10'], expect: [status(200)] }),
    clockRuns,
  ],
};

export const accountInformation: Draft = {
  folder: 'account-information',
  name: 'Account information',
  items: [freshBank, consent, accounts, transactions, cards, corporate, unattended, ending],
};
