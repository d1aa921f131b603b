/** Payments: created, approved, settled, cancelled and blocked, and what their members may be. */
import type { Assertion } from '../../../../shared/collections/assertion.ts';
import type { RuleId } from '../../../../shared/xs2a/rules.ts';
import { field, fits, is, link, oneOf, operate, present, refused, send, status } from '../draft.ts';
import { type Changes, nok } from '../orders.ts';
import { ACCOUNT, booked } from '../steps/accounts.ts';
import { faultsOf } from '../steps/faults.ts';
import {
  AGAIN,
  approved,
  authorise,
  cancellation,
  cannotBeAuthorised,
  cannotBeDeleted,
  create,
  created,
  DOMESTIC,
  instantWithoutFunds,
  noMoneyMadeOrLost,
  one,
  pay,
  paymentIs,
  permission,
  refusedPayment,
  started,
  withKid,
} from '../steps/payments.ts';
import { approve } from '../steps/people.ts';
import { chapter } from './chapter.ts';

const later = { requestedExecutionDate: '{{$bankingDay+3}}' };
const accepted = (name: string, rule: RuleId, changes: Changes) =>
  pay(name, changes, { tags: [rule], ...created() });

const readAuthorisation = (name: string, tags: RuleId[], state: Assertion) =>
  send(
    name,
    'readPaymentAuthorisation',
    { params: { ...DOMESTIC, 'authorisation-id': '{{authorisationId}}' } },
    { tags, expect: [status(200), state] },
  );

export const payments = chapter(
  'Payments',
  pay(
    'A payment',
    { endToEndIdentification: 'CONFORMANCE-PAY-19' },
    {
      tags: ['PAY-1'],
      ...created(
        is('$.transactionStatus', 'RCVD'),
        link('startAuthorisation'),
        is('$._links.self.verbs', ['GET', 'DELETE']),
      ),
    },
  ),
  send(
    'It cannot be read yet',
    'readPaymentStatus',
    { params: DOMESTIC },
    { tags: ['PAY-4'], expect: refused(404, 'RESOURCE_UNKNOWN') },
  ),
  authorise('Start the authorisation', { tags: ['SCA-7'], ...started(link('scaRedirect')) }),
  readAuthorisation(
    'The authorisation has begun',
    ['PAY-5'],
    oneOf('$.scaStatus', 'started', 'received', 'scaMethodSelected'),
  ),
  approve(),
  readAuthorisation('The authorisation is finished', ['PAY-5', 'SCA-7'], is('$.scaStatus', 'finalised')),
  send(
    'It is listed',
    'listPaymentAuthorisations',
    { params: DOMESTIC },
    { tags: ['PAY-5'], expect: [status(200), is('$.authorisationIds', ['{{authorisationId}}'])] },
  ),
  paymentIs('It is pending', 'PDNG', ['PAY-6']),
  cannotBeAuthorised('It cannot be authorised again'),
  cannotBeDeleted('It cannot be deleted', ['PAY-7', 'ERR-2']),
  operate('A batch', 'POST /control/batch', undefined, { tags: ['SBX-5'], expect: [status(200)] }),
  paymentIs('It is settled', 'ACSC', ['PAY-6', 'SBX-5']),
  send(
    'The payment as it was created',
    'readPayment',
    { params: DOMESTIC },
    { tags: ['PAY-3'], expect: [status(200), fits, is('$.creditorName', 'Ingrid Haugen')] },
  ),
  send('Its reference is with the transaction', 'listTransactions', booked(), {
    tags: ['PAY-19'],
    expect: [
      status(200),
      present("$.transactions.booked[?@.endToEndIdentification == 'CONFORMANCE-PAY-19']"),
    ],
  }),
  pay('A payment that nobody approves'),
  send(
    'It is deleted at once',
    'deletePayment',
    { params: DOMESTIC },
    { tags: ['PAY-7'], expect: [status(204)] },
  ),
  authorise('It cannot be authorised', { tags: ['PAY-7'], expect: refused(409, 'STATUS_INVALID') }),
  ...approved(pay('A payment for later', later, { tags: ['PAY-13'], ...created() }), {
    start: 'Start the authorisation of the later one',
    started: started(),
    approve: 'Eirik approves the later one',
  }),
  paymentIs('It waits', 'ACTC', ['PAY-6']),
  ...cancellation('It is to be cancelled'),
  paymentIs('It is cancelled', 'CANC', ['PAY-7']),
  ...approved(
    pay(
      'A payment without funds',
      { instructedAmount: nok('7000000.00') },
      { tags: ['PAY-8'], ...created() },
    ),
    {
      start: 'Start the authorisation of the large one',
      started: started(),
      approve: 'Eirik approves the large one',
    },
  ),
  paymentIs('It has no funds', 'ACCP', ['PAY-8', 'ERR-2'], is('$.fundsAvailable', false)),
  ...approved(pay('A payment to be held', { instructedAmount: nok('3.00') }), {
    start: 'Start the authorisation of that one',
    started: started(),
    approve: 'Eirik approves that one',
  }),
  operate('The bank holds it', 'POST /control/payments/{{paymentId}}/hold'),
  paymentIs('It is blocked', 'BLCK', ['PAY-9']),
  operate('The bank releases it', 'POST /control/payments/{{paymentId}}/release'),
  paymentIs('It is pending again', 'PDNG', ['PAY-9']),
  operate('The bank stops it', 'POST /control/payments/{{paymentId}}/stop'),
  paymentIs('It looks the same', 'BLCK', ['PAY-9']),
  ...instantWithoutFunds({
    start: 'Start the authorisation of the too large one',
    fail: 'The approval fails',
    tags: ['PAY-8', 'SCA-2'],
  }),
  create(
    'An unknown product',
    { product: 'NDCT', params: { 'payment-product': 'cheques' } },
    { tags: ['PAY-1'], expect: refused(404, 'PRODUCT_UNKNOWN') },
  ),
  refusedPayment(
    'From an account elsewhere',
    ['PAY-1'],
    { debtorAccount: { bban: '15032080119' } },
    400,
    'FORMAT_ERROR',
    field('debtorAccount'),
  ),
  refusedPayment(
    'A member of another product, and one that is missing',
    ['PAY-2'],
    { serviceLevel: 'URGP', creditorName: null },
    400,
    'FORMAT_ERROR',
    field('serviceLevel'),
    field('creditorName'),
  ),
  pay(
    'Members of other banks are left out with a warning',
    { chargeBearer: 'SLEV', purposeCode: 'GDDS' },
    {
      tags: ['PAY-2'],
      expect: [
        status(201),
        is('$.tppMessages[0].category', 'WARNING'),
        field('chargeBearer'),
        field('purposeCode'),
      ],
    },
  ),
  refusedPayment('Three decimals', ['AIS-11'], { instructedAmount: nok('1.005') }, 400, 'FORMAT_ERROR'),
  accepted('A KID', 'PAY-10', withKid('1234567897')),
  refusedPayment('A wrong KID', ['PAY-10', 'ERR-2'], withKid('1234567890'), 400, 'FORMAT_ERROR'),
  refusedPayment(
    'A KID and a message',
    ['PAY-10'],
    { remittanceInformationStructuredArray: [{ referenceType: 'SCOR', reference: '1234567897' }] },
    400,
    'FORMAT_ERROR',
  ),
  accepted('A KID in the deprecated member', 'PAY-11', {
    remittanceInformationUnstructured: null,
    remittanceInformationStructured: { referenceType: 'SCOR', reference: '1234567897' },
  }),
  accepted('Norwegian letters', 'PAY-11', { creditorName: 'Bjørg Ærlig Åsen' }),
  ...faultsOf('PAY-11'),
  refusedPayment(
    'A wrong account number',
    ['PAY-12'],
    { creditorAccount: { bban: '12345678901' } },
    400,
    'FORMAT_ERROR',
  ),
  refusedPayment(
    'To the same account',
    ['PAY-12'],
    { creditorAccount: { bban: '{{eirikAccount}}' } },
    400,
    'FORMAT_ERROR',
  ),
  refusedPayment(
    'Yesterday',
    ['PAY-13'],
    { requestedExecutionDate: '{{$today-1}}' },
    400,
    'EXECUTION_DATE_INVALID',
  ),
  accepted('In 365 days', 'PAY-13', { requestedExecutionDate: '{{$today+365}}' }),
  refusedPayment(
    'In 366 days',
    ['PAY-13'],
    { requestedExecutionDate: '{{$today+366}}' },
    400,
    'EXECUTION_DATE_INVALID',
  ),
  accepted('A reference of 35 characters', 'PAY-19', { endToEndIdentification: 'x'.repeat(35) }),
  refusedPayment(
    'A reference of 36 characters',
    ['PAY-19'],
    { endToEndIdentification: 'x'.repeat(36) },
    400,
    'FORMAT_ERROR',
  ),
  create(
    'The same payment again',
    { changes: { endToEndIdentification: 'x'.repeat(35) } },
    { tags: ['PAY-16'], expect: refused(409, 'STATUS_INVALID') },
  ),
  create('A periodic payment', { kind: 'periodic' }, { tags: ['PAY-14'], expect: [status(201)] }),
  create(
    'The same month twice',
    { kind: 'periodic', changes: { frequency: 'MonthlyVariable', monthsOfExecution: ['2', '2'] } },
    { tags: ['PAY-14', 'ERR-2'], expect: refused(400, 'FORMAT_ERROR') },
  ),
  create('A bulk payment', { kind: 'bulk' }, { tags: ['PAY-15'], ...created() }),
  send(
    'Start the authorisation of the bulk payment',
    'authoriseBulkPayment',
    { params: DOMESTIC },
    { expect: [status(201), link('scaRedirect')] },
  ),
  approve('Eirik approves all items at once'),
  operate('A batch for the bulk payment', 'POST /control/batch'),
  send(
    'All of it is settled',
    'readBulkPaymentStatus',
    { params: DOMESTIC },
    { tags: ['PAY-15'], expect: [status(200), is('$.transactionStatus', 'ACSC')] },
  ),
  create(
    'A bulk payment of nothing',
    { kind: 'bulk', changes: { payments: [] } },
    { tags: ['PAY-15'], expect: refused(400, 'FORMAT_ERROR') },
  ),
  create(
    'Urgent, outside SEPA',
    { product: 'CBCT', query: AGAIN },
    { tags: ['PAY-17', 'PAY-18'], expect: [status(201)] },
  ),
  create(
    'Urgent, within SEPA',
    { product: 'SCT', query: AGAIN, changes: { serviceLevel: 'URGP' } },
    { tags: ['PAY-17'], expect: refused(400, 'FORMAT_ERROR') },
  ),
  create(
    'Without regulatory reporting',
    { product: 'NCBCT', query: AGAIN, changes: { regulatoryReportingCode: null } },
    { tags: ['PAY-17'], expect: refused(400, 'FORMAT_ERROR') },
  ),
  create(
    'An address without a country',
    { product: 'CBCT', query: AGAIN, changes: { creditorAddress: { townName: 'Portland' } } },
    { tags: ['PAY-18'], expect: refused(400, 'FORMAT_ERROR') },
  ),
  create('An instant payment', { product: 'INDCTS', query: AGAIN }, { tags: ['PAY-1'], ...created() }),
  authorise('Start the authorisation of the instant one', {}, one('INDCTS')),
  approve('Eirik approves the instant one'),
  send(
    'It is settled at once',
    'readPaymentStatus',
    { params: one('INDCTS') },
    { tags: ['PAY-6'], expect: [status(200), is('$.transactionStatus', 'ACSC')] },
  ),
  permission('Permission to pay is withdrawn', false),
  refusedPayment('Payments from it are refused', ['SCA-12'], {}, 403, 'SERVICE_BLOCKED'),
  send(
    'It can still be read',
    'readAccount',
    { params: ACCOUNT },
    { tags: ['SCA-12'], expect: [status(200)] },
  ),
  permission('Permission is given back', true),
  noMoneyMadeOrLost,
);
