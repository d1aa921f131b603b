/** The story that the examples of the OpenAPI document tell: every operation once, and every payment product from creation to approval. */
import { randomUUID } from 'node:crypto';
import { UNATTENDED_CALLS } from '../../bank-sim/domain/unattended-limits.ts';
import { fixedId } from '../../bank-sim/ids.ts';
import { MAX_BODY } from '../../shared/xs2a/bank-limits.ts';
import { OPERATIONS } from '../../shared/xs2a/operations.ts';
import { PAYMENT_NAMES, type PaymentName } from '../../shared/xs2a/operations/payments.ts';
import { paymentExample } from '../../shared/xs2a/payment-examples.ts';
import {
  PAYMENT_SERVICES,
  type PaymentKind,
  type PaymentProduct,
  productsOf,
} from '../../shared/xs2a/payment-products.ts';
import type { Reply } from '../../test/support/tpp.ts';
import { type Given, parametersOf, type Recording, TODAY } from './recording.ts';

type Body = Reply['body'];

/** National IDs in the seed data (SBX-1). */
const EIRIK = '13839319910';
const FJELLHEIM_NUMBER = '02867920075';
const FUTURE = '2027-02-01';
const CUSTOMER = fixedId('customer/0');
const ACCOUNT = fixedId('account/0/0');
const CARD = fixedId('card/0');
const FJELLHEIM = fixedId('agreement/2');

export async function tellStory(recording: Recording): Promise<void> {
  await sandbox(recording);
  await accountInformation(recording);
  for (const kind of ['single', 'bulk', 'periodic'] as const)
    for (const product of productsOf(kind)) await payment(recording, kind, product);
  await basket(recording);
  await refusals(recording);
}

const id = (body: Body): string => String(body['id']);
const firstId = (body: Body, list: string, name: string): string =>
  String((body[list] as Record<string, unknown>[] | undefined)?.[0]?.[name]);

async function sandbox(recording: Recording): Promise<void> {
  const { tpp } = recording;
  await recording.add('initializeSandbox');
  await recording.add('listCustomers');
  await recording.add('readCustomer', { params: { 'customer-id': CUSTOMER } });
  const customer = await recording.add('createCustomer');
  await recording.add('deleteCustomer', { params: { 'customer-id': String(customer['customerId']) } });
  const account = { 'account-id': id(await recording.add('createSandboxAccount')) };
  await recording.add('putSandboxBalances', { params: account });
  const transaction = id(await recording.add('createSandboxTransaction', { params: account }));
  await recording.add('listSandboxTransactions', { params: account });
  await recording.add('readSandboxTransaction', { params: { ...account, 'transaction-id': transaction } });
  await recording.add('deleteSandboxTransactions', { params: account });
  await recording.add('deleteSandboxAccount', { params: account });
  await recording.add('listSandboxAccounts');
  await recording.add('readSandboxAccount', { params: { 'account-id': ACCOUNT } });
  await recording.add('createSandboxCardAccount');
  await recording.add('readSandboxCardAccount', { params: { 'card-account-id': CARD } });
  const card = { 'card-account-id': CARD };
  const purchase = id(await recording.add('createSandboxCardTransaction', { params: card }));
  await recording.add('readSandboxCardTransaction', { params: { ...card, 'transaction-id': purchase } });
  await readTheRest(recording, '/v1/sandbox/', { params: card });
  const agreement = id(await recording.add('createSandboxAgreement'));
  await recording.add('createSandboxEngagement', { params: { 'agreement-id': agreement } });
  await readTheRest(recording, '/v1/sandbox/', { params: { 'agreement-id': agreement } });
  await recording.add('listSandboxAgreements');
  await recording.add('deleteSandboxAgreement', { params: { 'agreement-id': agreement } });
  await recording.add('putContact', { params: { 'tpp-id': tpp.identity.tppId } });
  await recording.add('readContact', { params: { 'tpp-id': tpp.identity.tppId } });
  recording.bank.operator.reset();
}

async function accountInformation(recording: Recording): Promise<void> {
  const { tpp } = recording;
  await recording.add('createConsentDeprecated');
  const redirect = recording.approve(await recording.add('createConsent'), { nationalId: EIRIK });
  tpp.psuId = redirect.get('psu-id');
  await recording.add('readUser');
  await recording.add('readUserAlias');
  await recording.add('listAgreements');
  const account = { 'account-id': ACCOUNT };
  await recording.add('listAccounts', { query: { withBalance: 'true' } });
  await recording.add('readAccount', { params: account, query: { withBalance: 'true' } });
  await recording.add('readBalances', { params: account });
  const page = { bookingStatus: 'both', limit: '2' };
  const listing = await recording.add('listTransactions', { params: account, query: page });
  const transaction = firstId(listing['transactions'] as Body, 'booked', 'transactionId');
  await recording.add('readTransaction', { params: { ...account, 'transaction-id': transaction } });
  const card = { 'card-account-id': CARD };
  await recording.add('listCardAccounts');
  await recording.add('readCardAccount', { params: card });
  await recording.add('readCardBalances', { params: card });
  await recording.add('listCardTransactions', { params: card, query: page });
}

/** From creation to approval; then a payment that is deleted before its approval, and one that is cancelled after it. */
async function payment(recording: Recording, kind: PaymentKind, product: PaymentProduct): Promise<void> {
  const { tpp } = recording;
  const { short: name, title: summary } = product;
  const kindName: PaymentName = PAYMENT_NAMES[kind];
  const body = JSON.parse(paymentExample(kind, name).replaceAll('{{today}}', TODAY)) as Body;
  const { psuId, sessionId } = tpp;
  const corporate = JSON.stringify(body['debtorAccount']).includes('8601130');
  if (corporate) [tpp.psuId, tpp.sessionId] = [null, randomUUID()];
  const decision = corporate
    ? { nationalId: FJELLHEIM_NUMBER, context: 'CORPORATE' as const, agreementId: FJELLHEIM }
    : { nationalId: EIRIK };
  const path = { 'payment-product': product.path };
  const about = (created: Body) => ({
    name,
    summary,
    params: { ...path, 'payment-id': String(created['paymentId']) },
  });
  const under = (started: Body, { params }: ReturnType<typeof about>) => ({
    name,
    summary,
    params: { ...params, 'authorisation-id': String(started['authorisationId']) },
  });

  const approved = about(await recording.add(`create${kindName}`, { name, summary, params: path, body }));
  const started = await recording.add(`authorise${kindName}`, approved);
  recording.approve(started, decision);
  await recording.add(`read${kindName}Authorisation`, under(started, approved));
  await recording.add(`read${kindName}Status`, approved);
  await recording.add(`read${kindName}`, approved);

  const again = { params: path, query: { allowLogicalDuplicate: 'true' } };
  const unsigned = about(await recording.send(`create${kindName}`, { ...again, body }));
  await recording.add(`delete${kindName}`, unsigned);
  // An instant payment has no future that it could be cancelled in.
  if (product.executionDate !== 'none' || kind !== 'single') {
    const day = kind === 'periodic' ? 'startDate' : 'requestedExecutionDate';
    const later = { ...body, [day]: FUTURE };
    const future = about(await recording.send(`create${kindName}`, { ...again, body: later }));
    recording.approve(await recording.send(`authorise${kindName}`, future), decision);
    await recording.add(`delete${kindName}`, future);
    const cancelling = await recording.add(`authorise${kindName}Cancellation`, future);
    recording.approve(cancelling, decision);
    await recording.add(`read${kindName}CancellationAuthorisation`, under(cancelling, future));
    await readTheRest(recording, `/v1/${PAYMENT_SERVICES[kind]}/`, future);
  }
  [tpp.psuId, tpp.sessionId] = [psuId, sessionId];
}

async function basket(recording: Recording): Promise<void> {
  const order = JSON.parse(paymentExample('single', 'NCBCT')) as Body;
  const paymentIds: string[] = [];
  for (const amount of ['240.00', '310.00']) {
    const created = await recording.send('createPayment', {
      params: { 'payment-product': 'norwegian-cross-border-credit-transfers' },
      body: {
        ...order,
        debtorAccount: { bban: '86011100009' },
        instructedAmount: { amount, currency: 'GBP' },
      },
    });
    paymentIds.push(String(created['paymentId']));
  }
  const dropped = await recording.send('createBasket', { body: { paymentIds } });
  await recording.add('deleteBasket', { params: { 'basket-id': String(dropped['basketId']) } });
  const created = await recording.add('createBasket', { body: { paymentIds } });
  const params = { 'basket-id': String(created['basketId']) };
  const started = await recording.add('authoriseBasket', { params });
  const authorisation = { ...params, 'authorisation-id': String(started['authorisationId']) };
  recording.approve(started, { nationalId: EIRIK });
  await recording.add('readBasketAuthorisation', { params: authorisation });
  await recording.add('readBasket', { params });
  await recording.add('readBasketStatus', { params });
  await readTheRest(recording, '/v1/signing-baskets/', { params });
}

async function refusals(recording: Recording): Promise<void> {
  const accounts = { path: '/v1/accounts' };
  const pay = { method: 'POST', path: '/v1/payments/domestic-norway-credit-transfers' };
  const refuse = recording.refuse.bind(recording);
  await refuse(400, 'signature', 'The signature does not match', {
    ...accounts,
    parts: { signature: 'AAAA' },
  });
  await refuse(400, 'date', 'The Date header is too old', {
    ...accounts,
    headers: { Date: 'Fri, 15 Jan 2027 09:41:06 GMT' },
  });
  await refuse(400, 'header', 'A header is missing', { ...accounts, headers: { 'TPP-Redirect-URI': null } });
  await refuse(400, 'body', 'Several members of a body are wrong', {
    ...pay,
    body: JSON.stringify({ instructedAmount: { amount: '12.5', currency: 'NOK' }, creditorName: '🎉' }),
  });
  await refuse(401, 'consent', 'There is no consent yet; the response has the link to an SCA', {
    ...accounts,
    headers: { 'PSU-ID': null },
  });
  await refuse(401, 'session', 'The session is missing or over; the response has the link to an SCA', {
    path: '/v1/user',
    headers: { 'TPP-Session-ID': 'another-session' },
  });
  await refuse(403, 'blocked', 'The TPP may not do this', {
    path: '/v1/tpps/PSDNO-FSA-000000000/contact-information',
  });
  await refuse(404, 'unknown', 'The resource does not exist, or not for this TPP and PSU', {
    path: `/v1/accounts/${encodeURIComponent(fixedId('account/3/0'))}`,
  });
  await refuse(405, 'method', 'The path exists, but not with this method', {
    method: 'DELETE',
    path: '/v1/accounts',
  });
  await refuse(406, 'accept', 'The Accept header excludes JSON', {
    ...accounts,
    headers: { Accept: 'text/html' },
  });
  await refuse(409, 'duplicate', 'The same payment was already created today', {
    ...pay,
    body: paymentExample('single', 'NDCT'),
  });
  await refuse(413, 'size', 'The body is too large', { ...pay, body: ' '.repeat(MAX_BODY + 1) });
  await refuse(415, 'media', 'The body is not JSON', {
    ...pay,
    body: 'amount=1',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
  });
  const balances = {
    path: `/v1/accounts/${encodeURIComponent(ACCOUNT)}/balances`,
    headers: { 'PSU-IP-Address': null },
  };
  for (let call = 0; call < UNATTENDED_CALLS; call++) await recording.tpp.send(balances);
  await refuse(429, 'unattended', 'Four calls in 24 hours without the PSU are used up', balances);
}

/** Reads what else there is below a path with these parameters, so that a new list or status has an example at once. */
async function readTheRest(recording: Recording, below: string, given: Given): Promise<void> {
  const known = given.params ?? {};
  for (const { id, method, path } of OPERATIONS) {
    const names = parametersOf(id);
    if (method !== 'GET' || recording.has(id) || !path.startsWith(below) || names.length === 0) continue;
    if (names.every((name) => known[name] !== undefined)) await recording.add(id, given);
  }
}
