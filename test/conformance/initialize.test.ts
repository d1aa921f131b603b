/** POST /v1/sandbox/initialize: what it removes and what remains (SBX-1). */
import { expect, it } from 'vitest';
import { customersSchema } from '../../shared/xs2a/schemas.ts';
import { memoryBank, useBank } from '../support/bank.ts';
import {
  accountIn,
  create,
  EIRIK,
  expectConserved,
  idIn,
  moneyOf,
  post,
  selfOf,
  sign,
} from '../support/payments.ts';
import { type BankDoor, control, finishSca, scaIdOf, type Tpp } from '../support/tpp.ts';

const test = useBank();

const initialize = (tpp: Tpp) => tpp.send({ method: 'POST', path: '/v1/sandbox/initialize' });

/** Everything in the bank but what belongs to the TPPs and the bank itself. */
async function contentOf(bank: BankDoor): Promise<Record<string, unknown>> {
  const { body } = await control(bank, 'GET', '/control/snapshot');
  const tables = Object.entries(body['tables'] as Record<string, unknown>);
  return Object.fromEntries(tables.filter(([name]) => name !== 'meta' && !name.includes('tpp')));
}

it('SBX-1: nothing that was created before is left: the bank holds what a new one holds', async () => {
  const tpp = test.tpp();
  await tpp.consent();
  const made = async (path: string, body: object) => selfOf(await post(tpp, `/v1/sandbox/${path}`, body));
  const customer = await made('customers', { customerType: 'PRIVATE', customerName: 'Astrid Lunde' });
  const customerNumber = String((await tpp.send({ path: customer })).body['customerNumber']);
  const account = await made('accounts', { customerNumber, accountName: 'Lønn', currency: 'NOK' });
  const card = await made('card-accounts', { customerNumber, accountName: 'Kort', currency: 'NOK' });
  const agreement = await post(tpp, '/v1/sandbox/agreements', { name: 'Ny', owner: '02867920075' });
  expect(agreement.status, agreement.text).toBe(201);

  const money = await moneyOf(tpp, EIRIK);
  const [waiting, signed, settled] = [
    await create(tpp, 'SCT'),
    await create(tpp, 'NDCT'),
    await create(tpp, 'INDCTS'),
  ];
  const inBasket = await create(tpp, 'NCBCT');
  const fix = { 'x-accept-fix': 'amount-as-string' };
  const basket = selfOf(await post(tpp, '/v1/signing-baskets', { paymentIds: [idIn(inBasket)] }, fix));
  for (const path of [signed, settled]) await sign(tpp, path);
  const open = scaIdOf(await tpp.send({ method: 'POST', path: `${waiting}/authorisations` }));
  await tpp.send({
    path: `/v1/accounts/${await accountIn(tpp, EIRIK)}/balances`,
    headers: { 'PSU-IP-Address': null },
  });
  const permission = `/control/accounts/${await accountIn(tpp, EIRIK)}/permission`;
  await control(test.bank, 'POST', permission, { payments: false });

  const reply = await initialize(tpp);
  expect(reply.status).toBe(201);
  expect(customersSchema.parse(reply.body).customers).toHaveLength(4);
  for (const path of [customer, account, card]) expect((await tpp.send({ path })).status, path).toBe(404);
  const owner = { nationalId: '13839319910', context: 'PRIVATE', decision: 'approve' };
  expect((await control(test.bank, 'POST', `/control/sca/${encodeURIComponent(open)}`, owner)).status).toBe(
    404,
  );
  const fresh = await memoryBank();
  try {
    expect(await contentOf(test.bank)).toEqual(await contentOf(fresh));
  } finally {
    await fresh.stop();
  }

  await tpp.refused({ path: '/v1/accounts' }, 401, 'PSU_CREDENTIALS_INVALID', 'HDR-5');
  tpp.psuId = null;
  await tpp.consent();
  for (const path of [waiting, signed, settled, inBasket])
    await tpp.refused({ path: `${path}/status` }, 404, 'RESOURCE_UNKNOWN', 'PAY-3');
  await tpp.refused({ path: basket }, 404, 'RESOURCE_UNKNOWN', 'BSK-7');
  expect(await moneyOf(tpp, EIRIK)).toEqual(money);
  expect((await control(test.bank, 'POST', '/control/batch')).body).toEqual({
    settled: 0,
    rejected: 0,
    retried: 0,
  });
  expect(await moneyOf(tpp, EIRIK)).toEqual(money);
  await expectConserved(test.bank);
});

it.each(['/v1/sandbox/initialize', '/control/reset'])(
  'SBX-1, SCA-3, HDR-5: %s deletes the psu-id and the consent, and the next SCA returns the same psu-id',
  async (path) => {
    const tpp = test.tpp();
    await tpp.consent();
    const { psuId } = tpp;
    const done = path.startsWith('/control') ? await control(test.bank, 'POST', path) : await initialize(tpp);
    expect(done.status).toBeLessThan(300);
    await tpp.refused({ path: '/v1/accounts' }, 401, 'PSU_CREDENTIALS_INVALID', 'HDR-5');
    const user = await tpp.send({ path: '/v1/user' });
    tpp.psuId = (await finishSca(test.bank, scaIdOf(user))).get('psu-id');
    expect(tpp.psuId).toBe(psuId);
    await tpp.refused({ path: '/v1/accounts' }, 401, 'CONSENT_INVALID', 'SCA-10');
  },
);

it('SBX-1: it gives the same ids, names and numbers again, whatever has been removed', async () => {
  const tpp = test.tpp();
  const before = await contentOf(test.bank);
  const { customers } = customersSchema.parse((await tpp.send({ path: '/v1/sandbox/customers' })).body);
  for (const { _links } of customers) await tpp.send({ method: 'DELETE', path: _links.self.href });
  expect((await tpp.send({ path: '/v1/sandbox/accounts' })).body).toEqual({ accounts: [] });
  const once = await initialize(tpp);
  const twice = await initialize(tpp);
  expect(twice.body).toEqual(once.body);
  expect(once.body['customers']).toEqual(customers);
  const content = await contentOf(test.bank);
  for (const table of [
    'customer',
    'account',
    'card_account',
    'agreement',
    'engagement',
    'account_transaction',
  ])
    expect(content[table], table).toEqual(before[table]);
});
