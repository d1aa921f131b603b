/** Every row of the error table and every deliberate fault, each with the refusal that the bank must give. */
import type { Fault } from '../../../shared/faults/fault.ts';
import { FAULTS } from '../../../shared/faults/faults.ts';
import type { Step } from '../../../shared/collection/steps.ts';
import type { RuleId } from '../../../shared/xs2a/rules.ts';
import {
  act,
  clockRuns,
  code,
  type Draft,
  field,
  freshBank,
  include,
  is,
  keep,
  like,
  link,
  operate,
  refused,
  returned,
  returnedLike,
  send,
  signIn,
  status,
  STRANGER,
} from './draft.ts';
import { INSTANT, NCBCT, NDCT, nok, order, SEPA } from './orders.ts';

const AGAIN = { allowLogicalDuplicate: 'true' };

/** A request with a fault that is right but for it. */
export function broken({ id, title, rule, status: expected, code: name, needs, operation }: Fault): Step {
  const about = { tags: [rule], expect: [status(expected), code(name)] };
  if (operation === 'createBasket')
    return send(title, operation, { json: { paymentIds: ['{{eirikAccountId}}'] }, fault: id }, about);
  return operation === 'createPayment' || needs === 'body'
    ? send(
        title,
        'createPayment',
        { params: NDCT, query: AGAIN, json: order('single', 'NDCT'), fault: id },
        about,
      )
    : send(title, 'readUser', { fault: id }, about);
}

/** The groups of the list, as folders. */
function faultGroups(): Draft[] {
  const groups = [...new Set(FAULTS.map(({ group }) => group))];
  return groups.map((group) => ({
    folder: group.toLowerCase().replaceAll(' ', '-'),
    name: group,
    items: FAULTS.filter((fault) => fault.group === group).map(broken),
  }));
}

const account = { 'account-id': '{{eirikAccountId}}' };
const domestic = { ...NDCT, 'payment-id': '{{paymentId}}' };

/** A payment with one thing wrong. */
const wrongPayment = (
  name: string,
  tags: RuleId[],
  changes: Parameters<typeof order>[2],
  expect: NonNullable<Step['expect']>,
): Step =>
  send(
    name,
    'createPayment',
    { params: NDCT, query: AGAIN, json: order('single', 'NDCT', changes) },
    { tags, expect },
  );

const structured = (reference: string) => ({
  remittanceInformationUnstructured: null,
  remittanceInformationStructuredArray: [{ referenceType: 'SCOR', reference }],
});

const MONTHS_TWICE = send(
  'The same month twice',
  'createPeriodicPayment',
  {
    params: NDCT,
    json: order('periodic', 'NDCT', { frequency: 'MonthlyVariable', monthsOfExecution: ['1', '3', '1'] }),
  },
  { tags: ['ERR-2', 'PAY-14'], expect: refused(400, 'FORMAT_ERROR', field('monthsOfExecution')) },
);

const table: Draft = {
  folder: 'error-table',
  name: 'The error table',
  items: [
    send(
      'The signature does not validate',
      'readUser',
      { fault: 'other-key' },
      { tags: ['ERR-2', 'SIG-8'], expect: refused(400, 'SIGNATURE_INVALID') },
    ),
    send(
      'There is no signature',
      'readUser',
      { fault: 'no-signature' },
      { tags: ['ERR-2', 'SIG-1'], expect: refused(400, 'SIGNATURE_MISSING') },
    ),
    wrongPayment(
      'A character cannot be processed',
      ['ERR-2', 'PAY-11'],
      { creditorName: 'Ingrid 🎉' },
      refused(400, 'FORMAT_ERROR', field('creditorName')),
    ),
    send(
      'There is no consent',
      'listAccounts',
      { headers: STRANGER },
      { tags: ['ERR-2', 'SCA-10'], expect: refused(401, 'CONSENT_INVALID', link('scaRedirect')) },
    ),
    send(
      'There is no session',
      'readUser',
      { headers: STRANGER },
      { tags: ['SCA-13', 'HDR-5'], expect: refused(401, 'PSU_CREDENTIALS_INVALID', link('scaRedirect')) },
    ),
    send(
      'Create a bulk payment',
      'createBulkPayment',
      { params: NDCT, json: order('bulk', 'NDCT') },
      { expect: [status(201)], keep: [keep('bulkId', '$.paymentId')] },
    ),
    send(
      'It cannot be in a basket',
      'createBasket',
      { json: { paymentIds: ['{{bulkId}}'] } },
      { tags: ['ERR-2', 'BSK-4'], expect: refused(400, 'REFERENCE_MIX_INVALID') },
    ),
    send(
      'Create a periodic payment',
      'createPeriodicPayment',
      { params: NDCT, json: order('periodic', 'NDCT') },
      { expect: [status(201)], keep: [keep('periodicId', '$.paymentId')] },
    ),
    send(
      'Nor can that',
      'createBasket',
      { json: { paymentIds: ['{{periodicId}}'] } },
      { tags: ['ERR-2', 'BSK-4'], expect: refused(400, 'REFERENCE_MIX_INVALID') },
    ),
    wrongPayment(
      'A KID with a wrong check digit',
      ['ERR-2', 'PAY-10'],
      structured('1234567890'),
      refused(400, 'FORMAT_ERROR', field('remittanceInformationStructuredArray/0/reference')),
    ),
    MONTHS_TWICE,
    send(
      'Create a payment',
      'createPayment',
      { params: NDCT, query: AGAIN, json: order('single', 'NDCT', { instructedAmount: nok('11.00') }) },
      { expect: [status(201)], keep: [keep('paymentId', '$.paymentId')] },
    ),
    send('Start its authorisation', 'authorisePayment', { params: domestic }, { expect: [status(201)] }),
    act(
      'Eirik aborts: the redirect says so',
      { psu: '{{eirik}}', decision: 'abort' },
      {
        tags: ['ERR-2', 'SCA-2'],
        expect: [
          returned('status', '401'),
          returned('code', 'PSU_CREDENTIALS_INVALID'),
          returnedLike('message', '*'),
        ],
      },
    ),
    send('Start it once more', 'authorisePayment', { params: domestic }, { expect: [status(201)] }),
    act('Eirik approves', { psu: '{{eirik}}' }),
    send(
      'A payment in process cannot be deleted',
      'deletePayment',
      { params: domestic },
      {
        tags: ['ERR-2', 'PAY-7'],
        expect: refused(405, 'CANCELLATION_INVALID', like('$.tppMessages[0].text', '*process*')),
      },
    ),
    send(
      'An approved one cannot be authorised',
      'authorisePayment',
      { params: domestic },
      { tags: ['PAY-5'], expect: refused(409, 'STATUS_INVALID') },
    ),
    send(
      'Create an instant payment that is too large',
      'createPayment',
      { params: INSTANT, json: order('single', 'INDCTS', { instructedAmount: nok('9000000.00') }) },
      { expect: [status(201)], keep: [keep('paymentId', '$.paymentId')] },
    ),
    send(
      'Start the authorisation of the large one',
      'authorisePayment',
      { params: { ...INSTANT, 'payment-id': '{{paymentId}}' } },
      { expect: [status(201)] },
    ),
    act(
      'Without funds, the SCA fails',
      { psu: '{{eirik}}' },
      {
        tags: ['ERR-2', 'PAY-8', 'SCA-2'],
        expect: [returned('status', '400'), returned('code', 'PAYMENT_FAILED')],
      },
    ),
    send(
      'Create a large domestic payment',
      'createPayment',
      { params: NDCT, query: AGAIN, json: order('single', 'NDCT', { instructedAmount: nok('8000000.00') }) },
      { expect: [status(201)], keep: [keep('paymentId', '$.paymentId')] },
    ),
    send('Start that one too', 'authorisePayment', { params: domestic }, { expect: [status(201)] }),
    act('Eirik approves the large one', { psu: '{{eirik}}' }),
    send(
      'It has no funds, which its status says',
      'readPaymentStatus',
      { params: domestic },
      {
        tags: ['ERR-2', 'PAY-8'],
        expect: [status(200), is('$.transactionStatus', 'ACCP'), is('$.fundsAvailable', false)],
      },
    ),
  ],
};
const company: Draft = {
  folder: 'company',
  name: 'For a company',
  items: [
    include('Eirik signs in for Fjellheim', 'eirik-for-fjellheim'),
    send(
      'Without PSU-Corporate-ID',
      'createPayment',
      { params: NDCT, query: AGAIN, json: order('single', 'NDCT'), headers: { 'psu-corporate-id': '' } },
      { tags: ['ERR-2', 'HDR-6'], expect: refused(400, 'CORPORATE_ID_INVALID') },
    ),
    send(
      'With a company that is not his',
      'listAccounts',
      { headers: { 'psu-corporate-id': '{{$uuid}}' } },
      { tags: ['HDR-6'], expect: refused(400, 'CORPORATE_ID_INVALID') },
    ),
    include('Eirik signs in', 'eirik'),
  ],
};

const unknown: Draft = {
  folder: 'unknown-things',
  name: 'What does not exist',
  items: [
    send(
      'An unknown path',
      'listAccounts',
      { line: 'GET /v1/no-such-thing' },
      { tags: ['SVC-6'], expect: refused(404, 'RESOURCE_UNKNOWN') },
    ),
    send(
      'Another method',
      'listAccounts',
      { line: 'DELETE /v1/accounts' },
      {
        tags: ['SVC-6'],
        expect: [
          ...refused(405, 'SERVICE_INVALID'),
          { that: { of: 'header', name: 'Allow' }, must: { is: 'containing', value: 'GET' } },
        ],
      },
    ),
    send(
      'An unknown product',
      'createPayment',
      { params: { 'payment-product': 'gold-transfers' }, json: order('single', 'NDCT') },
      { tags: ['PAY-1'], expect: refused(404, 'PRODUCT_UNKNOWN') },
    ),
    send(
      'An unknown payment',
      'readPayment',
      { params: { ...NDCT, 'payment-id': '{{eirikAccountId}}' } },
      { tags: ['PAY-3'], expect: refused(404, 'RESOURCE_UNKNOWN') },
    ),
    send(
      'An unknown payment in a basket',
      'createBasket',
      { json: { paymentIds: ['{{eirikAccountId}}'] } },
      { tags: ['BSK-3'], expect: refused(400, 'RESOURCE_UNKNOWN', field('paymentIds/0')) },
    ),
    send(
      "Another TPP's contact",
      'readContact',
      { params: { 'tpp-id': 'PSDNO-FSA-000000000' } },
      { tags: ['TPP-1'], expect: refused(403, 'SERVICE_BLOCKED') },
    ),
  ],
};

const payments: Draft = {
  folder: 'payments',
  name: 'Payments',
  items: [
    wrongPayment(
      'Everything is missing at once',
      ['PAY-2'],
      { creditorName: null, creditorAccount: null, instructedAmount: null },
      refused(
        400,
        'FORMAT_ERROR',
        field('creditorName'),
        field('creditorAccount'),
        field('instructedAmount'),
      ),
    ),
    wrongPayment(
      'An unknown member',
      ['PAY-2'],
      { colour: 'blue' },
      refused(400, 'FORMAT_ERROR', field('colour')),
    ),
    wrongPayment(
      'A name that is too long',
      ['PAY-2'],
      { creditorName: 'x'.repeat(71) },
      refused(400, 'FORMAT_ERROR', field('creditorName')),
    ),
    wrongPayment(
      'A debtor account elsewhere',
      ['PAY-1'],
      { debtorAccount: { bban: '15032080119' } },
      refused(400, 'FORMAT_ERROR', field('debtorAccount')),
    ),
    wrongPayment(
      'A wrong account number',
      ['PAY-12'],
      { creditorAccount: { bban: '12345678901' } },
      refused(400, 'FORMAT_ERROR'),
    ),
    wrongPayment(
      'To the same account',
      ['PAY-12'],
      { creditorAccount: { bban: '{{eirikAccount}}' } },
      refused(400, 'FORMAT_ERROR'),
    ),
    wrongPayment(
      'An amount with three decimals',
      ['AIS-11'],
      { instructedAmount: nok('1.005') },
      refused(400, 'FORMAT_ERROR'),
    ),
    wrongPayment(
      'In the past',
      ['PAY-13'],
      { requestedExecutionDate: '{{$today-1}}' },
      refused(400, 'EXECUTION_DATE_INVALID'),
    ),
    wrongPayment(
      'More than a year ahead',
      ['PAY-13'],
      { requestedExecutionDate: '{{$today+366}}' },
      refused(400, 'EXECUTION_DATE_INVALID'),
    ),
    wrongPayment(
      'A KID and a message',
      ['PAY-10'],
      { remittanceInformationStructuredArray: [{ referenceType: 'SCOR', reference: '1234567897' }] },
      refused(400, 'FORMAT_ERROR'),
    ),
    wrongPayment(
      'A long reference',
      ['PAY-19'],
      { endToEndIdentification: 'x'.repeat(36) },
      refused(400, 'FORMAT_ERROR', field('endToEndIdentification')),
    ),
    send(
      'Without the PSU',
      'createPayment',
      { params: NDCT, query: AGAIN, json: order('single', 'NDCT'), headers: { 'psu-ip-address': '' } },
      { tags: ['HDR-7'], expect: refused(400, 'FORMAT_ERROR') },
    ),
    send(
      'Create a payment',
      'createPayment',
      { params: NDCT, json: order('single', 'NDCT', { instructedAmount: nok('12.34') }) },
      { expect: [status(201)] },
    ),
    send(
      'The same payment again',
      'createPayment',
      { params: NDCT, json: order('single', 'NDCT', { instructedAmount: nok('12.34') }) },
      { tags: ['PAY-16'], expect: refused(409, 'STATUS_INVALID') },
    ),
    send(
      'A bulk payment without payments',
      'createBulkPayment',
      { params: NDCT, json: order('bulk', 'NDCT', { payments: [] }) },
      { tags: ['PAY-15'], expect: refused(400, 'FORMAT_ERROR', field('payments')) },
    ),
    send(
      'A periodic payment that ends before it starts',
      'createPeriodicPayment',
      {
        params: NDCT,
        json: order('periodic', 'NDCT', { startDate: '{{$today+2}}', endDate: '{{$today+1}}' }),
      },
      { tags: ['PAY-14'], expect: refused(400, 'FORMAT_ERROR') },
    ),
    send(
      'A SEPA payment in kroner',
      'createPayment',
      { params: SEPA, json: order('single', 'SCT', { instructedAmount: nok('10.00') }) },
      { tags: ['PAY-2'], expect: refused(400, 'FORMAT_ERROR') },
    ),
    send(
      'Without regulatory reporting',
      'createPayment',
      { params: NCBCT, query: AGAIN, json: order('single', 'NCBCT', { regulatoryReportingCode: null }) },
      { tags: ['PAY-17'], expect: refused(400, 'FORMAT_ERROR', field('regulatoryReportingCode')) },
    ),
    send(
      'An address without a city',
      'createPayment',
      { params: NCBCT, query: AGAIN, json: order('single', 'NCBCT', { creditorAddress: { country: 'GB' } }) },
      { tags: ['PAY-18'], expect: refused(400, 'FORMAT_ERROR') },
    ),
  ],
};

const ids = (count: number) => Array.from({ length: count }, (_, at) => `{{eirikAccountId}}${at}`);
const baskets: Draft = {
  folder: 'baskets',
  name: 'Baskets',
  items: [
    send(
      'An empty basket',
      'createBasket',
      { json: { paymentIds: [] } },
      { tags: ['BSK-2'], expect: refused(400, 'FORMAT_ERROR', field('paymentIds')) },
    ),
    send(
      'Eleven payments',
      'createBasket',
      { json: { paymentIds: ids(11) } },
      { tags: ['BSK-2', 'LIM-4'], expect: refused(400, 'FORMAT_ERROR', field('paymentIds')) },
    ),
    send(
      'The same payment twice',
      'createBasket',
      { json: { paymentIds: ['{{eirikAccountId}}', '{{eirikAccountId}}'] } },
      { tags: ['BSK-2'], expect: refused(400, 'FORMAT_ERROR') },
    ),
    send(
      'Create a domestic payment',
      'createPayment',
      { params: NDCT, query: AGAIN, json: order('single', 'NDCT') },
      { expect: [status(201)], keep: [keep('paymentId', '$.paymentId')] },
    ),
    send(
      'Not in a basket of the sandbox',
      'createBasket',
      { json: { paymentIds: ['{{paymentId}}'] } },
      { tags: ['BSK-5'], expect: refused(400, 'PRODUCT_INVALID') },
    ),
    send(
      'Without amount-as-string',
      'createBasket',
      { json: { paymentIds: ['{{paymentId}}'] }, headers: { 'x-accept-fix': '' } },
      { tags: ['HDR-9'], expect: refused(400, 'FORMAT_ERROR') },
    ),
    send(
      'Create a cross-border payment',
      'createPayment',
      {
        params: NCBCT,
        query: AGAIN,
        json: order('single', 'NCBCT', {
          debtorAccount: { bban: '{{eirikAccount}}' },
          instructedAmount: { amount: '9.00', currency: 'GBP' },
        }),
      },
      { expect: [status(201)], keep: [keep('paymentId', '$.paymentId')] },
    ),
    send(
      'Put it into a basket',
      'createBasket',
      { json: { paymentIds: ['{{paymentId}}'] } },
      { expect: [status(201)] },
    ),
    send(
      'It is in another basket',
      'createBasket',
      { json: { paymentIds: ['{{paymentId}}'] } },
      { tags: ['BSK-6'], expect: refused(409, 'REFERENCE_STATUS_INVALID') },
    ),
  ],
};

const page = (query: Record<string, string>) => ({
  params: account,
  query: { bookingStatus: 'booked', ...query },
});
const accounts: Draft = {
  folder: 'account-information',
  name: 'Account information',
  items: [
    send('Ask for consent', 'createConsent', {}, { expect: [status(201)] }),
    act('Eirik shares his accounts', { psu: '{{eirik}}' }),
    send(
      "Somebody else's account",
      'readAccount',
      { params: { 'account-id': '{{ingridAccountId}}' } },
      { tags: ['AIS-1'], expect: refused(404, 'RESOURCE_UNKNOWN') },
    ),
    send(
      'The days in the wrong order',
      'listTransactions',
      page({ dateFrom: '{{$today}}', dateTo: '{{$today-1}}' }),
      { tags: ['AIS-6'], expect: refused(400, 'PERIOD_INVALID') },
    ),
    send('A day that does not exist', 'listTransactions', page({ dateFrom: '2027-02-30' }), {
      tags: ['AIS-6'],
      expect: refused(400, 'PERIOD_INVALID'),
    }),
    send('A page of more than 1000', 'listTransactions', page({ limit: '1001' }), {
      tags: ['AIS-4'],
      expect: refused(400, 'FORMAT_ERROR'),
    }),
    send('A negative offset', 'listTransactions', page({ offset: '-1' }), {
      tags: ['AIS-4'],
      expect: refused(400, 'FORMAT_ERROR'),
    }),
    send(
      'An unknown booking status',
      'listTransactions',
      { params: account, query: { bookingStatus: 'some' } },
      { tags: ['AIS-3'], expect: refused(400, 'FORMAT_ERROR') },
    ),
    {
      ...send(
        'Four calls without the PSU',
        'readBalances',
        { params: account, headers: { 'psu-ip-address': '' } },
        { tags: ['LIM-1'], expect: [status(200)] },
      ),
      each: { in: { variable: 'calls' }, as: 'call' },
    },
    send(
      'A fifth one',
      'readBalances',
      { params: account, headers: { 'psu-ip-address': '' } },
      {
        tags: ['LIM-1'],
        expect: [
          ...refused(429, 'ACCESS_EXCEEDED'),
          { that: { of: 'header', name: 'Retry-After' }, must: { is: 'present' } },
        ],
      },
    ),
    operate('See the consents', 'GET /control/consents', undefined, {
      keep: [keep('consentId', '$.consents[?@.revokedAt == null].id')],
    }),
    operate('The PSU revokes the consent at the bank', 'POST /control/consents/{{consentId}}/revoke'),
    send(
      'The consent is revoked',
      'listAccounts',
      {},
      { tags: ['SCA-10', 'SCA-11'], expect: refused(401, 'CONSENT_INVALID', link('scaRedirect')) },
    ),
    act('Eirik gives it again', { psu: '{{eirik}}' }),
    operate('Half a year later', 'POST /control/clock', { advance: 'P181D' }),
    send(
      'The consent has expired',
      'listAccounts',
      {},
      { tags: ['SCA-10'], expect: refused(401, 'CONSENT_EXPIRED', link('scaRedirect')) },
    ),
    send(
      'The session too',
      'readUser',
      {},
      { tags: ['SCA-4'], expect: refused(401, 'PSU_CREDENTIALS_INVALID', link('scaRedirect')) },
    ),
    clockRuns,
  ],
};

export const refusals: Draft = {
  folder: 'refusals',
  name: 'Refusals',
  settings: { variables: { calls: [1, 2, 3, 4] } },
  items: [
    freshBank,
    signIn('eirik', 'Eirik signs in', { psu: '{{eirik}}' }),
    signIn('eirik-for-fjellheim', 'Eirik signs in for Fjellheim', {
      psu: '{{eirik}}',
      context: 'CORPORATE',
      agreement: 'Fjellheim',
    }),
    { folder: 'eirik-again', name: 'Eirik for himself', items: [include('Eirik signs in', 'eirik')] },
    table,
    company,
    unknown,
    payments,
    baskets,
    { folder: 'faults', name: 'Deliberate faults', items: faultGroups() },
    accounts,
  ],
};
