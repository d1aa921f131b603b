/** Payments from creation to settlement, in the steps of several collections. */
import type { Assertion } from '../../../../shared/collections/assertion.ts';
import type { RequestStep, Step } from '../../../../shared/collections/steps.ts';
import type { OperationId } from '../../../../shared/xs2a/operations.ts';
import { PAYMENT_NAMES } from '../../../../shared/xs2a/operations/payments.ts';
import {
  type PaymentKind,
  type ProductShort,
  productByShort,
} from '../../../../shared/xs2a/payment-products.ts';
import type { RuleId } from '../../../../shared/xs2a/rules.ts';
import { type About, act, is, keep, link, operate, refused, returned, send, status } from '../draft.ts';
import { type Changes, nok, order } from '../orders.ts';

/** Query of a payment that may be like an earlier one. */
export const AGAIN = { allowLogicalDuplicate: 'true' };

/** Path parameters of the payments of a product. */
export const all = (product: ProductShort) => ({ 'payment-product': productByShort(product).path });

/** Path parameters of a payment. @param id name of the variable with its id */
export const one = (product: ProductShort, id = 'paymentId') => ({
  ...all(product),
  'payment-id': `{{${id}}}`,
});

export const DOMESTIC = one('NDCT');

/** The operation of a kind of payment: operation('periodic', 'read', 'Status') is readPeriodicPaymentStatus. */
export const operation = (kind: PaymentKind, verb: string, end = '') =>
  `${verb}${PAYMENT_NAMES[kind]}${end}` as OperationId;

/** What a created payment fulfils; its id is kept. */
export const created = (...more: Assertion[]) => ({
  expect: [status(201), ...more],
  keep: [keep('paymentId', '$.paymentId')],
});

/** What a started authorisation fulfils; its id is kept. */
export const started = (...more: Assertion[]) => ({
  expect: [status(201), ...more],
  keep: [keep('authorisationId', '$.authorisationId')],
});

interface Order extends Partial<Pick<RequestStep, 'params' | 'query' | 'headers' | 'fault'>> {
  kind?: PaymentKind;
  product?: ProductShort;
  changes?: Changes;
}

/** Creates a payment: the example of its product, but for the changes. */
export const create = (
  name: string,
  { kind = 'single', product = 'NDCT', changes = {}, ...request }: Order,
  about: About = created(),
) =>
  send(
    name,
    operation(kind, 'create'),
    { params: all(product), ...request, json: order(kind, product, changes) },
    about,
  );

/** Creates a domestic payment, which may be like an earlier one. */
export const pay = (name: string, changes: Changes = {}, about: About = created()) =>
  create(name, { changes, query: AGAIN }, about);

/** What replaces the message of a payment by a KID. */
export const withKid = (reference: string): Changes => ({
  remittanceInformationUnstructured: null,
  remittanceInformationStructuredArray: [{ referenceType: 'SCOR', reference }],
});

/** Somebody who signed in for a company pays without saying for which. */
export const payWithoutCompany = (tags: RuleId[]) =>
  create(
    'Without PSU-Corporate-ID',
    { query: AGAIN, headers: { 'psu-corporate-id': '' } },
    { tags, expect: refused(400, 'CORPORATE_ID_INVALID') },
  );

/** A domestic payment that the bank refuses. */
export const refusedPayment = (
  name: string,
  tags: RuleId[],
  changes: Changes,
  ...[to, how, ...more]: Parameters<typeof refused>
) => pay(name, changes, { tags, expect: refused(to, how, ...more) });

export const authorise = (
  name = 'Start its authorisation',
  about: About = {},
  params: Record<string, string> = DOMESTIC,
) => send(name, 'authorisePayment', { params }, { expect: [status(201)], ...about });

interface Approval {
  start?: string;
  started?: About;
  approve?: string;
  by?: Parameters<typeof act>[1];
}

/** From the creation of a domestic payment to its approval. */
export const approved = (
  creation: Step,
  { start, started, approve = 'Eirik approves', by = { psu: '{{eirik}}' } }: Approval,
): Step[] => [creation, authorise(start, started), act(approve, by)];

/** An approved payment cannot be authorised once more. */
export const cannotBeAuthorised = (name: string) =>
  send(
    name,
    'authorisePayment',
    { params: DOMESTIC },
    { tags: ['PAY-5'], expect: refused(409, 'STATUS_INVALID') },
  );

/** The status of a domestic payment. */
export const paymentIs = (name: string, expected: string, tags: RuleId[] = [], ...more: Assertion[]) =>
  send(
    name,
    'readPaymentStatus',
    { params: DOMESTIC },
    { tags, expect: [status(200), is('$.transactionStatus', expected), ...more] },
  );

/** PAY-4: a domestic payment that waits for its approval, or for another one. */
export const cannotBeRead = (name: string, tags: RuleId[] = []) =>
  send(
    name,
    'readPaymentStatus',
    { params: DOMESTIC },
    { tags: ['PAY-4', ...tags], expect: refused(404, 'RESOURCE_UNKNOWN') },
  );

/** Payment batches until the payment is settled. */
export const batchSettles = (
  name: string,
  params: ReturnType<typeof one>,
  { kind = 'single', rounds }: { kind?: PaymentKind; rounds: number },
) =>
  send(
    name,
    operation(kind, 'read', 'Status'),
    { params },
    {
      tags: ['PAY-6', 'SBX-5'],
      until: {
        expect: [is('$.transactionStatus', 'ACSC')],
        rounds,
        between: { method: 'POST', path: '/control/batch' },
      },
    },
  );

/** An approved domestic payment for later is cancelled, which Eirik approves. @param ask name of the first step */
export const cancellation = (ask: string, ...more: Assertion[]): Step[] => [
  send(
    ask,
    'deletePayment',
    { params: DOMESTIC },
    { tags: ['PAY-7'], expect: [status(202), link('startAuthorisation')] },
  ),
  send(
    'Start the cancellation',
    'authorisePaymentCancellation',
    { params: DOMESTIC },
    { tags: ['PAY-7'], expect: [status(201), ...more] },
  ),
  act('Eirik approves the cancellation', { psu: '{{eirik}}' }),
];

/** It is too late to delete a payment. */
export const cannotBeDeleted = (name: string, tags: RuleId[], ...more: Assertion[]) =>
  send(
    name,
    'deletePayment',
    { params: DOMESTIC },
    { tags, expect: refused(405, 'CANCELLATION_INVALID', ...more) },
  );

interface Failure {
  start?: string;
  fail: string;
  tags: RuleId[];
}

/** An instant payment of more than there is fails at its approval. */
export const instantWithoutFunds = ({ start, fail, tags }: Failure): Step[] => [
  create('Create an instant payment that is too large', {
    product: 'INDCTS',
    changes: { instructedAmount: nok('9000000.00') },
  }),
  authorise(start, {}, one('INDCTS')),
  act(
    fail,
    { psu: '{{eirik}}' },
    { tags, expect: [returned('status', '400'), returned('code', 'PAYMENT_FAILED')] },
  ),
];

/** The bank withdraws Eirik's permission to pay from his account, or gives it back. */
export const permission = (name: string, payments: boolean) =>
  operate(name, 'POST /control/accounts/{{eirikAccountId}}/permission', { payments });

export const noMoneyMadeOrLost = operate('No money was made or lost', 'GET /control/state', undefined, {
  tags: ['PAY-20'],
  expect: [status(200), is('$.conservation.NOK', '0.00'), is('$.conservation.EUR', '0.00')],
});
