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
  STRANGER,
  status,
} from './draft.ts';

const account = { 'account-id': '{{accountId}}' };
const card = { 'card-account-id': '{{cardId}}' };
const ALONE = { 'psu-ip-address': '' };

const consent: Draft = {
  folder: 'consent',
  name: 'Consent',
  items: [
    send(
      'Accounts without a consent are refused, with a link',
      'listAccounts',
      { headers: STRANGER },
      {
        tags: ['SCA-10', 'HDR-5'],
        expect: refused(401, 'CONSENT_INVALID', link('scaRedirect')),
      },
    ),
    send(
      'Ask for consent',
      'createConsent',
      {},
      { tags: ['SCA-9'], expect: [status(201), link('scaRedirect'), absent('$.consentId')] },
    ),
    act(
      'Eirik changes his mind',
      { psu: '{{eirik}}', decision: 'abort' },
      {
        tags: ['SCA-2'],
        expect: [returned('status', '401'), returned('code', 'PSU_CREDENTIALS_INVALID')],
      },
    ),
    send('Ask again', 'createConsent', {}, { expect: [status(201)] }),
    act(
      'Eirik shares one account',
      { psu: '{{eirik}}', accounts: ['{{eirikAccount}}'] },
      {
        tags: ['SCA-1'],
        expect: [returned('context', 'PRIVATE')],
        keep: [keepReturned('psuId', 'psu-id')],
      },
    ),
    send(
      'Only that account is there',
      'listAccounts',
      {},
      {
        tags: ['AIS-1'],
        expect: [status(200), isLong('$.accounts', 1), is('$.accounts[0].bban', '{{eirikAccount}}')],
      },
    ),
    send('Ask for more', 'createConsent', {}, { expect: [status(201)] }),
    act(
      'Eirik shares all accounts',
      { psu: '{{eirik}}' },
      { tags: ['SCA-3', 'SCA-11'], expect: [returned('psu-id', '{{psuId}}')] },
    ),
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
      { params: account },
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
    send(
      "Somebody else's account is unknown",
      'readAccount',
      { params: { 'account-id': '{{ingridAccountId}}' } },
      { tags: ['AIS-1'], expect: refused(404, 'RESOURCE_UNKNOWN') },
    ),
  ],
};

const page = (offset: string) => ({ bookingStatus: 'booked', limit: '10', offset });
const transactions: Draft = {
  folder: 'transactions',
  name: 'Transactions',
  items: [
    send(
      'The first page',
      'listTransactions',
      { params: account, query: page('0') },
      {
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
      },
    ),
    send(
      'The next page begins elsewhere',
      'listTransactions',
      { params: account, query: page('10') },
      {
        tags: ['AIS-4'],
        expect: [
          status(200),
          present('$.transactions._links.previous'),
          {
            that: { of: 'body', path: '$.transactions.booked[0].transactionId' },
            must: { is: 'different', from: '{{newest}}' },
          },
        ],
      },
    ),
    {
      ...send(
        'Read each of three transactions',
        'readTransaction',
        { params: { ...account, 'transaction-id': '{{id}}' } },
        { tags: ['AIS-8'], expect: [status(200), is('$.transactionDetails.transactionId', '{{id}}')] },
      ),
      each: { in: { variable: 'ids' }, as: 'id' },
    },
    send(
      'Booked and pending ones',
      'listTransactions',
      { params: account, query: { bookingStatus: 'both' } },
      {
        tags: ['AIS-3'],
        expect: [status(200), present('$.transactions.booked'), present('$.transactions.pending')],
      },
    ),
    send(
      'A year back, with a session',
      'listTransactions',
      { params: account, query: { bookingStatus: 'booked', dateFrom: '{{$today-300}}' } },
      { tags: ['AIS-6'], expect: [status(200)] },
    ),
    send(
      'The days in the wrong order',
      'listTransactions',
      { params: account, query: { bookingStatus: 'booked', dateFrom: '{{$today}}', dateTo: '{{$today-1}}' } },
      { tags: ['AIS-6'], expect: refused(400, 'PERIOD_INVALID') },
    ),
    send(
      'Without bookingStatus',
      'listTransactions',
      { line: 'GET /v1/accounts/{{accountId}}/transactions' },
      { tags: ['AIS-3'], expect: refused(400, 'FORMAT_ERROR') },
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
      { params: card },
      { tags: ['AIS-9'], expect: [status(200), fits] },
    ),
    send(
      'Read its balances',
      'readCardBalances',
      { params: card },
      { tags: ['AIS-9'], expect: [status(200), present("$.balances[?@.balanceType == 'forwardAvailable']")] },
    ),
    send(
      'List its transactions',
      'listCardTransactions',
      { params: card, query: { bookingStatus: 'both' } },
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
  send(name, 'readBalances', { params: account, headers: ALONE }, { tags, expect });

const unattended: Draft = {
  folder: 'without-the-psu',
  name: 'Without the PSU',
  items: [
    alone('First call of the day', [status(200)]),
    alone('Second call', [status(200)]),
    alone('Third call', [status(200)]),
    alone('Fourth call', [status(200)]),
    { ...alone('The fifth is refused', refused(429, 'ACCESS_EXCEEDED')) },
    send(
      'With the PSU, nothing is counted',
      'readBalances',
      { params: account },
      { tags: ['LIM-3'], expect: [status(200)] },
    ),
    operate('A day later', 'POST /control/clock', { advance: 'PT24H' }),
    alone('Four new calls', [status(200)]),
    send(
      'Transactions older than 90 days are refused',
      'listTransactions',
      { params: account, query: { bookingStatus: 'booked', dateFrom: '{{$today-91}}' }, headers: ALONE },
      { tags: ['LIM-2'], expect: refused(400, 'PERIOD_INVALID') },
    ),
    send(
      'Transactions of 90 days are listed',
      'listTransactions',
      { params: account, query: { bookingStatus: 'booked', dateFrom: '{{$today-90}}' }, headers: ALONE },
      { tags: ['LIM-2'], expect: [status(200)] },
    ),
  ],
};

const ending: Draft = {
  folder: 'the-end-of-a-consent',
  name: 'The end of sessions and consents',
  items: [
    operate('Another day passes', 'POST /control/clock', { advance: 'P1D' }),
    send(
      'The session is over after a day',
      'readUser',
      {},
      { tags: ['SCA-4', 'SCA-13'], expect: refused(401, 'PSU_CREDENTIALS_INVALID', link('scaRedirect')) },
    ),
    send('The accounts are still shared', 'listAccounts', {}, { tags: ['SCA-10'], expect: [status(200)] }),
    send(
      'Old transactions need a session',
      'listTransactions',
      { params: account, query: { bookingStatus: 'booked', dateFrom: '{{$today-200}}' } },
      { tags: ['SCA-10'], expect: refused(401, 'PSU_CREDENTIALS_INVALID', link('scaRedirect')) },
    ),
    act('Eirik signs in', { psu: '{{eirik}}' }),
    send(
      'Now they are listed',
      'listTransactions',
      { params: account, query: { bookingStatus: 'booked', dateFrom: '{{$today-200}}' } },
      { tags: ['SCA-10'], expect: [status(200)] },
    ),
    operate('See the consents', 'GET /control/consents', undefined, {
      expect: [status(200)],
      keep: [keep('consentIds', "$.consents[?@.revokedAt == null && @.context == 'PRIVATE'].id")],
    }),
    operate('180 days later', 'POST /control/clock', { advance: 'P181D' }),
    send(
      'The consent has expired',
      'listAccounts',
      {},
      { tags: ['SCA-10', 'LIM-4'], expect: refused(401, 'CONSENT_EXPIRED', link('scaRedirect')) },
    ),
    act('Eirik renews it', { psu: '{{eirik}}' }),
    send('The accounts are shared again', 'listAccounts', {}, { tags: ['SCA-10'], expect: [status(200)] }),
    clockRuns,
  ],
};

export const accountInformation: Draft = {
  folder: 'account-information',
  name: 'Account information',
  items: [freshBank, consent, accounts, transactions, cards, corporate, unattended, ending],
};
