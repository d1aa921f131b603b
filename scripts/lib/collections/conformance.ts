/** The rules that can be seen from outside, each by a step or a few with its id as a tag. */
import { FAULTS } from '../../../shared/faults/faults.ts';
import type { Step } from '../../../shared/collection/steps.ts';
import type { RuleId } from '../../../shared/xs2a/rules.ts';
import {
  absent,
  act,
  clockRuns,
  type Draft,
  fits,
  freshBank,
  header,
  include,
  is,
  isLong,
  keep,
  keepHeader,
  keepReturned,
  like,
  link,
  looks,
  noLink,
  oneOf,
  operate,
  present,
  refused,
  returned,
  returnedLike,
  send,
  signed,
  signIn,
  status,
  STRANGER,
  text,
} from './draft.ts';
import { CBCT, INSTANT, NCBCT, NDCT, nok, order, SEPA } from './orders.ts';
import { broken } from './refusals.ts';

const AGAIN = { allowLogicalDuplicate: 'true' };
const account = { 'account-id': '{{accountId}}' };
const card = { 'card-account-id': '{{cardId}}' };
const domestic = { ...NDCT, 'payment-id': '{{paymentId}}' };

/** The deliberate faults of some rules. */
const faultsOf = (...rules: RuleId[]): Step[] =>
  FAULTS.filter(({ rule }) => rules.includes(rule)).map(broken);
const folder = (name: string, ...items: (Step | Draft)[]): Draft => ({
  folder: name.toLowerCase().replaceAll(' ', '-'),
  name,
  items,
});

const create = (
  name: string,
  tags: RuleId[],
  changes: Parameters<typeof order>[2] = {},
  expect: Step['expect'] = [],
) =>
  send(
    name,
    'createPayment',
    { params: NDCT, query: AGAIN, json: order('single', 'NDCT', changes) },
    { tags, expect: [status(201), ...expect], keep: [keep('paymentId', '$.paymentId')] },
  );
const refuse = (
  name: string,
  tags: RuleId[],
  changes: Parameters<typeof order>[2],
  ...[to, how, ...more]: Parameters<typeof refused>
) =>
  send(
    name,
    'createPayment',
    { params: NDCT, query: AGAIN, json: order('single', 'NDCT', changes) },
    { tags, expect: refused(to, how, ...more) },
  );
const authorise = (name = 'Start the authorisation') =>
  send(
    name,
    'authorisePayment',
    { params: domestic },
    { expect: [status(201)], keep: [keep('authorisationId', '$.authorisationId')] },
  );
const approve = (name = 'Eirik approves') => act(name, { psu: '{{eirik}}' });
const statusIs = (name: string, tags: RuleId[], expected: string, more: Step['expect'] = []) =>
  send(
    name,
    'readPaymentStatus',
    { params: domestic },
    { tags, expect: [status(200), is('$.transactionStatus', expected), ...more] },
  );

const service = folder(
  'Service',
  operate('The bank is a sandbox', 'GET /control/state', undefined, {
    tags: ['SVC-1'],
    expect: [status(200), is('$.environment', 'sandbox')],
  }),
  send(
    'The response repeats the X-Request-ID',
    'listCustomers',
    { headers: { 'x-request-id': 'conformance-SVC-7' } },
    {
      tags: ['SVC-7', 'HDR-1'],
      expect: [
        status(200),
        header('X-Request-ID', 'conformance-SVC-7'),
        header('Content-Type', 'application/json;charset=utf-8'),
        header('Cache-Control', 'no-store'),
        header('Date', '*GMT'),
      ],
    },
  ),
  send(
    'A 201 has a Location',
    'createPayment',
    { params: NDCT, query: AGAIN, json: order('single', 'NDCT') },
    {
      tags: ['SVC-7', 'SVC-9'],
      expect: [status(201), header('Location', '/v1/payments/*'), like('$.paymentId', 'enc!!*')],
    },
  ),
  send(
    'An SCA is announced',
    'createConsent',
    {},
    {
      tags: ['SVC-7', 'SVC-8'],
      expect: [
        status(201),
        header('ASPSP-SCA-Approach', 'REDIRECT'),
        like('$._links.scaRedirect.href', 'http*://*'),
      ],
    },
  ),
  send(
    'Links say what can be called',
    'listCustomers',
    {},
    {
      tags: ['SVC-8'],
      expect: [
        is('$.customers[0]._links.self.verbs', ['GET', 'DELETE']),
        like('$.customers[0]._links.self.href', '/v1/*'),
      ],
      keep: [keep('customerId', '$.customers[0].customerId')],
    },
  ),
  send(
    'An id is found in its encoded form',
    'readCustomer',
    { params: { 'customer-id': '{{customerId}}' } },
    { tags: ['SVC-9', 'SBX-2'], expect: [status(200), is('$.customerId', '{{customerId}}')] },
  ),
  send(
    'An unknown path',
    'listCustomers',
    { line: 'GET /v1/nothing' },
    { tags: ['SVC-6'], expect: refused(404, 'RESOURCE_UNKNOWN') },
  ),
  send(
    'A known path with another method',
    'listCustomers',
    { line: 'PUT /v1/sandbox/customers', json: {} },
    {
      tags: ['SVC-6'],
      expect: refused(405, 'SERVICE_INVALID', {
        that: { of: 'header', name: 'Allow' },
        must: { is: 'like', pattern: '*GET*' },
      }),
    },
  ),
  send(
    'A body of another media type',
    'createConsentDeprecated',
    { text: ['amount=1'], headers: { 'content-type': 'text/plain' } },
    { tags: ['SVC-3'], expect: refused(415, 'FORMAT_ERROR') },
  ),
  ...faultsOf('SVC-3'),
  send(
    'The signature is checked before the other headers',
    'readUser',
    { fault: 'no-signature', headers: { 'tpp-redirect-uri': 'javascript:alert(1)' } },
    { tags: ['SVC-11'], expect: refused(400, 'SIGNATURE_MISSING') },
  ),
  send(
    'The headers are checked before the body',
    'createPayment',
    { params: NDCT, json: {}, headers: { 'psu-ip-address': '999.1.1.1' } },
    {
      tags: ['SVC-11'],
      expect: refused(400, 'FORMAT_ERROR', absent("$.tppMessages[?@.path == 'creditorName']")),
    },
  ),
  send(
    'Garbage is refused and does no harm',
    'createPayment',
    { params: NDCT, text: ['{"instructedAmount":[[[[[[', '"'] },
    { tags: ['SVC-10'], expect: refused(400, 'FORMAT_ERROR') },
  ),
  send('The bank goes on', 'listCustomers', {}, { tags: ['SVC-10'], expect: [status(200)] }),
);

const signature = folder(
  'Signature',
  send(
    'A signed request with a query',
    'listAccounts',
    { query: { withBalance: 'true' } },
    { tags: ['SIG-7', 'SIG-4a', 'SIG-12'], expect: [status(200)] },
  ),
  send(
    'The response is signed',
    'listAccounts',
    {},
    {
      tags: ['SIG-13'],
      expect: [
        signed('yes'),
        header('Digest', 'SHA-256=*'),
        { that: { of: 'header', name: 'TPP-Signature-Certificate' }, must: { is: 'present' } },
      ],
    },
  ),
  send(
    'A refusal is signed too',
    'readUser',
    { headers: STRANGER },
    { tags: ['SIG-13', 'ERR-1'], expect: [status(401), signed('yes'), fits] },
  ),
  ...faultsOf(
    'SIG-1',
    'SIG-2',
    'SIG-3',
    'SIG-4',
    'SIG-5',
    'SIG-6',
    'SIG-8',
    'SIG-9',
    'SIG-10',
    'SIG-11',
    'SIG-15',
  ),
  send(
    'A wrong signature to be explained',
    'readUser',
    { fault: 'newline' },
    { expect: refused(400, 'SIGNATURE_INVALID'), keep: [keepHeader('requestId', 'X-Request-ID')] },
  ),
  operate('The bank explains it', 'GET /control/exchanges?requestId={{requestId}}', undefined, {
    tags: ['SIG-14'],
    expect: [status(200), text('SIG-8'), text('signingLines')],
  }),
);

const headers = folder(
  'Headers',
  ...faultsOf('HDR-1', 'HDR-2', 'HDR-3', 'HDR-5', 'HDR-7', 'HDR-8', 'HDR-9', 'HDR-4'),
  send(
    'The redirect of an app',
    'createConsent',
    { headers: { 'tpp-redirect-uri': 'my.app://sca/return' } },
    { tags: ['HDR-2'], expect: [status(201)] },
  ),
  send(
    'Names of headers in capitals',
    'listAccounts',
    { headers: { 'PSU-IP-PORT': '443' } },
    { tags: ['HDR-10'], expect: [status(200)] },
  ),
  send(
    'An SCA in the app',
    'createConsent',
    { headers: { 'tpp-redirect-preferred': 'false' } },
    { tags: ['HDR-4'], expect: [status(201)] },
  ),
  act(
    'Eirik approves with his finger',
    { psu: '{{eirik}}' },
    { tags: ['HDR-4'], expect: [returned('context', 'PRIVATE')] },
  ),
  send(
    'An IPv6 address and a place',
    'listAccounts',
    { headers: { 'psu-ip-address': '2001:db8::1', 'psu-geo-location': 'GEO:59.91,10.75' } },
    { tags: ['HDR-7', 'HDR-8'], expect: [status(200)] },
  ),
  send(
    'Without the PSU, no payment',
    'createPayment',
    { params: NDCT, json: order('single', 'NDCT'), headers: { 'psu-ip-address': '' } },
    { tags: ['HDR-7'], expect: refused(400, 'FORMAT_ERROR') },
  ),
  send(
    'A basket needs amount-as-string',
    'createBasket',
    { json: { paymentIds: ['{{accountId}}'] }, headers: { 'x-accept-fix': '' } },
    { tags: ['HDR-9'], expect: refused(400, 'FORMAT_ERROR') },
  ),
);

const sca = folder(
  'SCA and sessions',
  send(
    'Who is there, by a stranger',
    'readUser',
    { headers: STRANGER },
    { tags: ['SCA-13', 'HDR-5'], expect: refused(401, 'PSU_CREDENTIALS_INVALID', link('scaRedirect')) },
  ),
  act(
    'Eirik signs in',
    { psu: '{{eirik}}' },
    {
      tags: ['SCA-1'],
      expect: [returned('context', 'PRIVATE'), returnedLike('tpp-session-id', '*')],
      keep: [keepReturned('psuId', 'psu-id')],
    },
  ),
  send(
    'The user',
    'readUser',
    {},
    {
      tags: ['SCA-13', 'SCA-3'],
      expect: [status(200), is('$.psuId', '{{psuId}}'), is('$.context', 'PRIVATE')],
    },
  ),
  send(
    'By its other name',
    'readUserAlias',
    {},
    { tags: ['SCA-13'], expect: [status(200), is('$.psuId', '{{psuId}}')] },
  ),
  send(
    'The agreements',
    'listAgreements',
    {},
    {
      tags: ['SCA-14'],
      expect: [status(200), fits, isLong('$.agreements', 2), looks('$.agreements[0].psuCorporateId', 'uuid')],
    },
  ),
  send('Begin another session', 'readUser', { headers: STRANGER }, { expect: [status(401)] }),
  act(
    'Eirik aborts',
    { psu: '{{eirik}}', decision: 'abort' },
    {
      tags: ['SCA-2', 'SCA-5'],
      expect: [
        returned('status', '401'),
        returned('code', 'PSU_CREDENTIALS_INVALID'),
        returnedLike('message', '*'),
      ],
    },
  ),
  send('The old session is still valid', 'readUser', {}, { tags: ['SCA-5'], expect: [status(200)] }),
  send(
    'Sign in to a session of its own',
    'readUser',
    { headers: { ...STRANGER, 'tpp-session-id': 'conformance-old' } },
    { expect: [status(401)] },
  ),
  act(
    'Eirik signs in to it',
    { psu: '{{eirik}}' },
    { expect: [returned('tpp-session-id', 'conformance-old')] },
  ),
  send(
    'Sign in to another one',
    'readUser',
    { headers: { ...STRANGER, 'tpp-session-id': 'conformance-new' } },
    { expect: [status(401)] },
  ),
  act(
    'Eirik signs in to the other',
    { psu: '{{eirik}}' },
    { tags: ['SCA-5'], expect: [returned('psu-id', '{{psuId}}')] },
  ),
  send(
    'The first one has ended',
    'readUser',
    { headers: { 'tpp-session-id': 'conformance-old' } },
    { tags: ['SCA-5'], expect: refused(401, 'PSU_CREDENTIALS_INVALID') },
  ),
  operate('Almost an hour later', 'POST /control/clock', { advance: 'PT59M50S' }),
  send(
    'The session is valid for an hour',
    'readUser',
    {},
    { tags: ['SCA-4', 'LIM-4'], expect: [status(200)] },
  ),
  operate('A little later', 'POST /control/clock', { advance: 'PT10S' }),
  send(
    'After an hour it is over',
    'readUser',
    {},
    { tags: ['SCA-4', 'LIM-4'], expect: refused(401, 'PSU_CREDENTIALS_INVALID', link('scaRedirect')) },
  ),
  operate(
    'The operator exempts an SCA',
    'POST /control/scenarios',
    { when: { times: 1, method: 'POST' }, then: { exemptSca: true } },
    { expect: [status(201)] },
  ),
  create('Create a payment', []),
  send(
    'Its authorisation is exempted',
    'authorisePayment',
    { params: domestic },
    { tags: ['SCA-8'], expect: [status(201), is('$.scaStatus', 'exempted'), noLink('scaRedirect')] },
  ),
);

const consents = folder(
  'Consent',
  send(
    'Ask the old way',
    'createConsentDeprecated',
    { json: { access: {} } },
    { tags: ['SCA-9'], expect: [status(201), header('Deprecation', 'true'), link('scaRedirect')] },
  ),
  send(
    'Ask for consent',
    'createConsent',
    {},
    { tags: ['SCA-9'], expect: [status(201), link('scaRedirect')] },
  ),
  act('Eirik shares one account', { psu: '{{eirik}}', accounts: ['{{eirikAccount}}'] }),
  send(
    'Only that one',
    'listAccounts',
    {},
    { tags: ['AIS-1'], expect: [status(200), isLong('$.accounts', 1)] },
  ),
  send('Ask for all accounts', 'createConsent', {}, { expect: [status(201)] }),
  act('Eirik shares all', { psu: '{{eirik}}' }, { tags: ['SCA-11'] }),
  send(
    'All of them',
    'listAccounts',
    {},
    { tags: ['SCA-11'], expect: [status(200), isLong('$.accounts', 2)] },
  ),
  operate('The consents', 'GET /control/consents', undefined, {
    keep: [keep('consentId', '$.consents[?@.revokedAt == null].id')],
  }),
  operate('The PSU revokes it at the bank', 'POST /control/consents/{{consentId}}/revoke'),
  send(
    'Nobody told the TPP',
    'listAccounts',
    {},
    { tags: ['SCA-10', 'SCA-11'], expect: refused(401, 'CONSENT_INVALID', link('scaRedirect')) },
  ),
  act('Eirik shares them again', { psu: '{{eirik}}' }),
);

const accounts = folder(
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
    { params: account },
    {
      tags: ['AIS-2', 'SVC-4'],
      expect: [status(200), oneOf('$.balances[0].balanceType', 'closingBooked', 'expected')],
    },
  ),
  send(
    'Booked transactions',
    'listTransactions',
    { params: account, query: { bookingStatus: 'booked', limit: '3' } },
    {
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
    },
  ),
  send(
    'The next page',
    'listTransactions',
    { params: account, query: { bookingStatus: 'booked', limit: '3', offset: '3' } },
    {
      tags: ['AIS-4'],
      expect: [
        status(200),
        {
          that: { of: 'body', path: '$.transactions.booked[*].transactionId' },
          must: { is: 'of-length', length: 3 },
        },
        present('$.transactions._links.previous'),
      ],
    },
  ),
  send(
    'A transaction',
    'readTransaction',
    { params: { ...account, 'transaction-id': '{{transactionId}}' } },
    { tags: ['AIS-8'], expect: [status(200), fits] },
  ),
  send(
    'The page size',
    'listTransactions',
    { params: account, query: { bookingStatus: 'both', dateFrom: '{{$today-300}}' } },
    { tags: ['VER-2', 'AIS-4'], expect: [status(200), present('$.transactions.booked')] },
  ),
  send(
    'A page of 1001',
    'listTransactions',
    { params: account, query: { bookingStatus: 'both', limit: '1001' } },
    { tags: ['AIS-4'], expect: refused(400, 'FORMAT_ERROR') },
  ),
  send(
    'Days in the wrong order',
    'listTransactions',
    { params: account, query: { bookingStatus: 'both', dateFrom: '{{$today}}', dateTo: '{{$today-1}}' } },
    { tags: ['AIS-6'], expect: refused(400, 'PERIOD_INVALID') },
  ),
  send(
    'No such booking status',
    'listTransactions',
    { params: account, query: { bookingStatus: 'done' } },
    { tags: ['AIS-3'], expect: refused(400, 'FORMAT_ERROR') },
  ),
  send(
    "Somebody else's account",
    'readAccount',
    { params: { 'account-id': '{{ingridAccountId}}' } },
    { tags: ['AIS-1'], expect: refused(404, 'RESOURCE_UNKNOWN') },
  ),
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
    { params: card },
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
    { params: card, query: { bookingStatus: 'booked', dateFrom: '{{$today-360}}' } },
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

const ALONE = { 'psu-ip-address': '' };
const limits = folder(
  'Without the PSU',
  {
    ...send(
      'Four balances',
      'readBalances',
      { params: account, headers: ALONE },
      { tags: ['LIM-1', 'LIM-3'], expect: [status(200)] },
    ),
    each: { in: { variable: 'calls' }, as: 'call' },
  },
  send(
    'A fifth',
    'readBalances',
    { params: account, headers: ALONE },
    {
      tags: ['LIM-1'],
      expect: refused(429, 'ACCESS_EXCEEDED', {
        that: { of: 'header', name: 'Retry-After' },
        must: { is: 'present' },
      }),
    },
  ),
  send('With the PSU', 'readBalances', { params: account }, { tags: ['LIM-3'], expect: [status(200)] }),
  {
    ...send(
      'Four lists of transactions',
      'listTransactions',
      { params: account, query: { bookingStatus: 'booked', limit: '2' }, headers: ALONE },
      { tags: ['LIM-2'], expect: [status(200)] },
    ),
    each: { in: { variable: 'calls' }, as: 'call' },
  },
  send(
    'Their next page is no new call',
    'listTransactions',
    { params: account, query: { bookingStatus: 'booked', limit: '2', offset: '2' }, headers: ALONE },
    { tags: ['LIM-2'], expect: [status(200)] },
  ),
  send(
    'A fifth list',
    'listTransactions',
    { params: account, query: { bookingStatus: 'booked', limit: '2' }, headers: ALONE },
    { tags: ['LIM-2'], expect: refused(429, 'ACCESS_EXCEEDED') },
  ),
);

const later = { requestedExecutionDate: '{{$bankingDay+3}}' };
const payments = folder(
  'Payments',
  create('A payment', ['PAY-1'], {}, [
    is('$.transactionStatus', 'RCVD'),
    link('startAuthorisation'),
    is('$._links.self.verbs', ['GET', 'DELETE']),
  ]),
  send(
    'It cannot be read yet',
    'readPaymentStatus',
    { params: domestic },
    { tags: ['PAY-4'], expect: refused(404, 'RESOURCE_UNKNOWN') },
  ),
  authorise(),
  send(
    'The authorisation has begun',
    'readPaymentAuthorisation',
    { params: { ...domestic, 'authorisation-id': '{{authorisationId}}' } },
    {
      tags: ['PAY-5'],
      expect: [status(200), oneOf('$.scaStatus', 'started', 'received', 'scaMethodSelected')],
    },
  ),
  approve(),
  send(
    'The authorisation is finished',
    'readPaymentAuthorisation',
    { params: { ...domestic, 'authorisation-id': '{{authorisationId}}' } },
    { tags: ['PAY-5', 'SCA-7'], expect: [status(200), is('$.scaStatus', 'finalised')] },
  ),
  statusIs('It is pending', ['PAY-6'], 'PDNG'),
  send(
    'It cannot be authorised again',
    'authorisePayment',
    { params: domestic },
    { tags: ['PAY-5'], expect: refused(409, 'STATUS_INVALID') },
  ),
  send(
    'It cannot be deleted',
    'deletePayment',
    { params: domestic },
    { tags: ['PAY-7', 'ERR-2'], expect: refused(405, 'CANCELLATION_INVALID') },
  ),
  operate('A batch', 'POST /control/batch', undefined, { tags: ['SBX-5'], expect: [status(200)] }),
  statusIs('It is settled', ['PAY-6', 'SBX-5'], 'ACSC'),
  send(
    'The payment as it was created',
    'readPayment',
    { params: domestic },
    { tags: ['PAY-3'], expect: [status(200), fits, is('$.creditorName', 'Ingrid Haugen')] },
  ),
  create('A payment for later', ['PAY-13'], later),
  authorise('Start the authorisation of the later one'),
  approve('Eirik approves the later one'),
  statusIs('It waits', ['PAY-6'], 'ACTC'),
  send(
    'It is to be cancelled',
    'deletePayment',
    { params: domestic },
    { tags: ['PAY-7'], expect: [status(202), link('startAuthorisation')] },
  ),
  send(
    'Start the cancellation',
    'authorisePaymentCancellation',
    { params: domestic },
    { tags: ['PAY-7'], expect: [status(201)] },
  ),
  approve('Eirik approves the cancellation'),
  statusIs('It is cancelled', ['PAY-7'], 'CANC'),
  create('A payment without funds', ['PAY-8'], { instructedAmount: nok('7000000.00') }),
  authorise('Start the authorisation of the large one'),
  approve('Eirik approves the large one'),
  statusIs('It has no funds', ['PAY-8', 'ERR-2'], 'ACCP', [is('$.fundsAvailable', false)]),
  create('A payment to be held', [], { instructedAmount: nok('3.00') }),
  authorise('Start the authorisation of that one'),
  approve('Eirik approves that one'),
  operate('The bank holds it', 'POST /control/payments/{{paymentId}}/hold'),
  statusIs('It is blocked', ['PAY-9'], 'BLCK'),
  refuse('An unknown member', ['PAY-2'], { colour: 'blue' }, 400, 'FORMAT_ERROR'),
  create('A KID', ['PAY-10'], {
    remittanceInformationUnstructured: null,
    remittanceInformationStructuredArray: [{ referenceType: 'SCOR', reference: '1234567897' }],
  }),
  refuse(
    'A wrong KID',
    ['PAY-10', 'ERR-2'],
    {
      remittanceInformationUnstructured: null,
      remittanceInformationStructuredArray: [{ referenceType: 'SCOR', reference: '1234567890' }],
    },
    400,
    'FORMAT_ERROR',
  ),
  create('Norwegian letters', ['PAY-11'], { creditorName: 'Bjørg Ærlig Åsen' }),
  ...faultsOf('PAY-11'),
  refuse(
    'A wrong account number',
    ['PAY-12'],
    { creditorAccount: { bban: '12345678901' } },
    400,
    'FORMAT_ERROR',
  ),
  refuse('Yesterday', ['PAY-13'], { requestedExecutionDate: '{{$today-1}}' }, 400, 'EXECUTION_DATE_INVALID'),
  create('In 365 days', ['PAY-13'], { requestedExecutionDate: '{{$today+365}}' }),
  refuse(
    'In 366 days',
    ['PAY-13'],
    { requestedExecutionDate: '{{$today+366}}' },
    400,
    'EXECUTION_DATE_INVALID',
  ),
  create('A reference of 35 characters', ['PAY-19'], { endToEndIdentification: 'x'.repeat(35) }),
  refuse(
    'A reference of 36 characters',
    ['PAY-19'],
    { endToEndIdentification: 'x'.repeat(36) },
    400,
    'FORMAT_ERROR',
  ),
  send(
    'The same payment again',
    'createPayment',
    { params: NDCT, json: order('single', 'NDCT', { endToEndIdentification: 'x'.repeat(35) }) },
    { tags: ['PAY-16'], expect: refused(409, 'STATUS_INVALID') },
  ),
  send(
    'A periodic payment',
    'createPeriodicPayment',
    { params: NDCT, json: order('periodic', 'NDCT') },
    { tags: ['PAY-14'], expect: [status(201)] },
  ),
  send(
    'The same month twice',
    'createPeriodicPayment',
    {
      params: NDCT,
      json: order('periodic', 'NDCT', { frequency: 'MonthlyVariable', monthsOfExecution: ['2', '2'] }),
    },
    { tags: ['PAY-14', 'ERR-2'], expect: refused(400, 'FORMAT_ERROR') },
  ),
  send(
    'A bulk payment',
    'createBulkPayment',
    { params: NDCT, json: order('bulk', 'NDCT') },
    { tags: ['PAY-15'], expect: [status(201)] },
  ),
  send(
    'A bulk payment of nothing',
    'createBulkPayment',
    { params: NDCT, json: order('bulk', 'NDCT', { payments: [] }) },
    { tags: ['PAY-15'], expect: refused(400, 'FORMAT_ERROR') },
  ),
  send(
    'Urgent, outside SEPA',
    'createPayment',
    { params: CBCT, query: AGAIN, json: order('single', 'CBCT') },
    { tags: ['PAY-17', 'PAY-18'], expect: [status(201)] },
  ),
  send(
    'Urgent, within SEPA',
    'createPayment',
    { params: SEPA, query: AGAIN, json: order('single', 'SCT', { serviceLevel: 'URGP' }) },
    { tags: ['PAY-17'], expect: refused(400, 'FORMAT_ERROR') },
  ),
  send(
    'Without regulatory reporting',
    'createPayment',
    { params: NCBCT, query: AGAIN, json: order('single', 'NCBCT', { regulatoryReportingCode: null }) },
    { tags: ['PAY-17'], expect: refused(400, 'FORMAT_ERROR') },
  ),
  send(
    'An address without a country',
    'createPayment',
    {
      params: CBCT,
      query: AGAIN,
      json: order('single', 'CBCT', { creditorAddress: { townName: 'Portland' } }),
    },
    { tags: ['PAY-18'], expect: refused(400, 'FORMAT_ERROR') },
  ),
  send(
    'An instant payment',
    'createPayment',
    { params: INSTANT, query: AGAIN, json: order('single', 'INDCTS') },
    { tags: ['PAY-1'], expect: [status(201)], keep: [keep('paymentId', '$.paymentId')] },
  ),
  send(
    'Start the authorisation of the instant one',
    'authorisePayment',
    { params: { ...INSTANT, 'payment-id': '{{paymentId}}' } },
    { expect: [status(201)] },
  ),
  approve('Eirik approves the instant one'),
  send(
    'It is settled at once',
    'readPaymentStatus',
    { params: { ...INSTANT, 'payment-id': '{{paymentId}}' } },
    { tags: ['PAY-6'], expect: [status(200), is('$.transactionStatus', 'ACSC')] },
  ),
  operate('Permission to pay is withdrawn', 'POST /control/accounts/{{eirikAccountId}}/permission', {
    payments: false,
  }),
  refuse('Payments from it are refused', ['SCA-12'], {}, 403, 'SERVICE_BLOCKED'),
  send(
    'It can still be read',
    'readAccount',
    { params: account },
    { tags: ['SCA-12'], expect: [status(200)] },
  ),
  operate('Permission is given back', 'POST /control/accounts/{{eirikAccountId}}/permission', {
    payments: true,
  }),
  operate('No money was made or lost', 'GET /control/state', undefined, {
    tags: ['PAY-20'],
    expect: [status(200), is('$.conservation.NOK', '0.00'), is('$.conservation.EUR', '0.00')],
  }),
);

const corporate = { psu: '{{eirik}}', context: 'CORPORATE' as const, agreement: 'Fjellheim' };
const company = folder(
  'For a company',
  include('Eirik signs in for Fjellheim', 'eirik-for-fjellheim'),
  send(
    'Without PSU-Corporate-ID',
    'createPayment',
    { params: NDCT, query: AGAIN, json: order('single', 'NDCT'), headers: { 'psu-corporate-id': '' } },
    { tags: ['HDR-6', 'ERR-2'], expect: refused(400, 'CORPORATE_ID_INVALID') },
  ),
  create('At his limit', ['PAY-6a'], {
    debtorAccount: { bban: '{{fjellheimAccount}}' },
    instructedAmount: nok('50000.00'),
  }),
  authorise('Start the authorisation at the limit'),
  act('Eirik approves at the limit', corporate),
  statusIs('He may do that alone', ['PAY-6a'], 'PDNG'),
  create('Above his limit', ['PAY-6a'], {
    debtorAccount: { bban: '{{fjellheimAccount}}' },
    instructedAmount: nok('50000.01'),
  }),
  authorise('Start the authorisation above the limit'),
  act('Eirik approves above the limit', corporate),
  statusIs('A second signer is needed', ['PAY-6a'], 'PATC'),
  authorise('Start another authorisation'),
  act('The manager approves', { ...corporate, psu: '{{fjellheim}}' }),
  statusIs('Two have signed', ['PAY-6a'], 'PDNG'),
  include('Eirik signs in again', 'eirik'),
);

const pounds = (amount: string) =>
  order('single', 'NCBCT', {
    debtorAccount: { bban: '{{eirikAccount}}' },
    instructedAmount: { amount, currency: 'GBP' },
  });
const inBasket = (name: string, as: string, amount: string) =>
  send(
    name,
    'createPayment',
    { params: NCBCT, query: AGAIN, json: pounds(amount) },
    { expect: [status(201)], keep: [keep(as, '$.paymentId')] },
  );
const basket = { 'basket-id': '{{basketId}}' };
const baskets = folder(
  'Baskets',
  inBasket('A payment', 'first', '2.00'),
  inBasket('Another one', 'second', '3.00'),
  send(
    'A basket',
    'createBasket',
    { json: { paymentIds: ['{{first}}', '{{second}}'] } },
    {
      tags: ['BSK-1', 'BSK-2'],
      expect: [status(201), is('$.transactionStatus', 'RCVD'), link('startAuthorisation')],
      keep: [keep('basketId', '$.basketId')],
    },
  ),
  send(
    'The same payment in a second basket',
    'createBasket',
    { json: { paymentIds: ['{{first}}'] } },
    { tags: ['BSK-6'], expect: refused(409, 'REFERENCE_STATUS_INVALID') },
  ),
  send(
    'Read it',
    'readBasket',
    { params: basket },
    { tags: ['BSK-7'], expect: [status(200), isLong('$.payments', 2)] },
  ),
  send(
    'Start the authorisation',
    'authoriseBasket',
    { params: basket },
    { tags: ['BSK-8'], expect: [status(201), link('scaRedirect')] },
  ),
  act('Eirik approves all of it', { psu: '{{eirik}}' }, { tags: ['BSK-8'] }),
  send(
    'It is approved',
    'readBasketStatus',
    { params: basket },
    { tags: ['BSK-9'], expect: [status(200), is('$.transactionStatus', 'ACTC')] },
  ),
  send(
    'So is each payment',
    'readPaymentStatus',
    { params: { ...NCBCT, 'payment-id': '{{first}}' } },
    { tags: ['BSK-10'], expect: [status(200), is('$.transactionStatus', 'PDNG')] },
  ),
  operate('The bank stops one', 'POST /control/payments/{{second}}/stop'),
  send(
    'The worst decides',
    'readBasketStatus',
    { params: basket },
    { tags: ['BSK-9'], expect: [status(200), is('$.transactionStatus', 'RJCT')] },
  ),
  send(
    'An empty basket',
    'createBasket',
    { json: { paymentIds: [] } },
    { tags: ['BSK-2'], expect: refused(400, 'FORMAT_ERROR') },
  ),
  ...faultsOf('BSK-2'),
  send(
    'An unknown payment',
    'createBasket',
    { json: { paymentIds: ['{{accountId}}'] } },
    { tags: ['BSK-3'], expect: refused(400, 'RESOURCE_UNKNOWN') },
  ),
  send(
    'A bulk payment',
    'createBulkPayment',
    { params: NDCT, query: AGAIN, json: order('bulk', 'NDCT') },
    { expect: [status(201)], keep: [keep('bulkId', '$.paymentId')] },
  ),
  send(
    'It cannot be in a basket',
    'createBasket',
    { json: { paymentIds: ['{{bulkId}}'] } },
    { tags: ['BSK-4', 'ERR-2'], expect: refused(400, 'REFERENCE_MIX_INVALID') },
  ),
  create('A domestic payment', []),
  send(
    'Nor that, in the sandbox',
    'createBasket',
    { json: { paymentIds: ['{{paymentId}}'] } },
    { tags: ['BSK-5'], expect: refused(400, 'PRODUCT_INVALID') },
  ),
);

const sandbox = folder(
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
  send(
    "Another TPP's",
    'readContact',
    { params: { 'tpp-id': 'PSDNO-FSA-000000000' } },
    { tags: ['TPP-1'], expect: refused(403, 'SERVICE_BLOCKED') },
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
  clockRuns,
);

const expiry = folder(
  'After half a year',
  operate('180 days later', 'POST /control/clock', { advance: 'P181D' }),
  send(
    'The consent has expired',
    'listAccounts',
    {},
    { tags: ['SCA-10', 'LIM-4', 'VER-2'], expect: refused(401, 'CONSENT_EXPIRED', link('scaRedirect')) },
  ),
);

export const conformance: Draft = {
  folder: 'conformance',
  name: 'Conformance',
  settings: { variables: { calls: [1, 2, 3, 4] } },
  items: [
    freshBank,
    signIn('eirik', 'Eirik signs in', { psu: '{{eirik}}' }),
    signIn('eirik-for-fjellheim', 'Eirik signs in for Fjellheim', corporate),
    { folder: 'eirik-again', name: 'Eirik for himself', items: [include('Eirik signs in', 'eirik')] },
    consents,
    service,
    accounts,
    signature,
    headers,
    limits,
    payments,
    company,
    baskets,
    sca,
    expiry,
    sandbox,
  ],
};
