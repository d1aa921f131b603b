/** Reading transactions without the PSU over HTTPS (LIM-2, LIM-3, AIS-8). The clock begins on 20 November 2026. */
import { describe, expect, it } from 'vitest';
import type { Bank } from '../../bank-sim/index.ts';
import { accountsSchema, transactionsSchema } from '../../shared/xs2a/schemas.ts';
import { memoryBank, useBank } from '../support/bank.ts';
import { accountIn, EIRIK, EIRIK_SAVINGS, FJELLHEIM, PEOPLE, post } from '../support/payments.ts';
import { advance, type Call, control, finishSca, scaIdOf, Tpp } from '../support/tpp.ts';

const test = useBank();
const { newTpp } = test;

const alone = (path: string): Call => ({ path, headers: { 'PSU-IP-Address': null } });
const listing = (account: string, query = '') => `${account}/transactions?bookingStatus=booked${query}`;

/** A TPP with a consent that has read nothing yet, and the paths of Eirik's accounts. */
async function reader(bank: Bank = test.bank) {
  const tpp = await newTpp(bank);
  await tpp.consent();
  const path = async (bban: string) => `/v1/accounts/${await accountIn(tpp, bban)}`;
  return { tpp, account: await path(EIRIK), savings: await path(EIRIK_SAVINGS) };
}

/** A TPP that may list the transactions of Eirik's accounts without him. */
async function onlineReader(bank: Bank = test.bank) {
  const all = await reader(bank);
  expect((await all.tpp.send({ path: '/v1/accounts' })).status).toBe(200);
  return all;
}

async function expectOk(tpp: Tpp, ...paths: string[]): Promise<void> {
  for (const path of paths) {
    const reply = await tpp.send(alone(path));
    expect(reply.status, reply.text).toBe(200);
  }
}

async function expectTooMany(tpp: Tpp, path: string): Promise<void> {
  const { reply } = await tpp.refused(alone(path), 429, 'ACCESS_EXCEEDED', 'LIM-2');
  expect(reply.headers['retry-after']).toMatch(/^\d+$/);
}

async function expectOffline(tpp: Tpp, path: string, rule = 'LIM-2'): Promise<void> {
  const { reply } = await tpp.refused(alone(path), 401, 'PSU_CREDENTIALS_INVALID', rule);
  expect(reply.body._links?.['scaRedirect']?.verbs).toEqual(['GET']);
}

/** The sandbox agreement of a company. */
async function agreementIn(tpp: Tpp, number: string): Promise<{ agreementId: string | undefined }> {
  const { body } = await tpp.send({ path: '/v1/sandbox/customers' });
  const customers = body['customers'] as { customerNumber: string; agreements: { id: string }[] }[];
  return { agreementId: customers.find((one) => one.customerNumber === number)?.agreements[0]?.id };
}

/** The path of the details of a new transaction of that day. */
async function transactionOf(tpp: Tpp, account: string, day: string): Promise<string> {
  const id = account.replace('/v1/accounts/', '');
  const made = await post(tpp, `/v1/sandbox/accounts/${id}/transactions`, {
    transactionAmount: { amount: '-1.00', currency: 'NOK' },
    creditorName: 'Kiosk',
    bookingDate: day,
    valueDate: day,
    endToEndIdentification: `OF-${day}`,
  });
  expect(made.status, made.text).toBe(201);
  const page = await tpp.send({ path: listing(account, `&dateFrom=${day}&dateTo=${day}`) });
  const { booked = [] } = transactionsSchema.parse(page.body).transactions;
  const found = booked.find((one) => one.endToEndIdentification === `OF-${day}`);
  return found?._links.transactionDetails.href ?? '';
}

describe('LIM-2: only accounts that the PSU has read online', () => {
  it.each<[answer: string, path: (account: string) => string]>([
    ['the account', (account) => account],
    ['its balances', (account) => `${account}/balances`],
    ['its transactions', (account) => listing(account)],
  ])('%s makes this account readable, and no other', async (_, path) => {
    const { tpp, account, savings } = await reader();
    await expectOffline(tpp, listing(account));
    expect((await tpp.send({ path: path(account) })).status).toBe(200);
    await expectOk(tpp, listing(account));
    await expectOffline(tpp, listing(savings));
  });
  it('the list of accounts makes every account in it readable', async () => {
    const { tpp, account, savings } = await onlineReader();
    await expectOk(tpp, listing(account), listing(savings));
  });
  it('the details of a transaction count as well', async () => {
    const one = await reader();
    const details = await transactionOf(one.tpp, one.account, '2026-11-02');
    const { tpp, account } = await reader();
    await expectOffline(tpp, listing(account));
    expect((await tpp.send({ path: details })).status).toBe(200);
    await expectOk(tpp, listing(account));
  });
  it('reading without a valid session, without the PSU or without success does not count', async () => {
    const bank = await memoryBank();
    try {
      const { tpp, account } = await reader(bank);
      await expectOk(tpp, account, `${account}/balances`);
      expect((await tpp.send({ path: '/v1/accounts?withBalance=1' })).status).toBe(400);
      expect((await tpp.send({ path: `${account}/transactions?limit=0` })).status).toBe(400);
      await expectOffline(tpp, listing(account));
      const session = tpp.sessionId;
      tpp.sessionId = 'without-an-sca';
      expect((await tpp.send({ path: account })).status).toBe(200);
      await expectOffline(tpp, listing(account));
      tpp.sessionId = session;
      await advance(bank, 'PT1H');
      expect((await tpp.send({ path: account })).status).toBe(200);
      await expectOffline(tpp, listing(account));
    } finally {
      await bank.stop();
    }
  });
  it('an SCA for something else, or a consent given at the bank, does not count', async () => {
    const { tpp, account } = await reader();
    const other = await newTpp();
    other.psuId = (await finishSca(test.bank, scaIdOf(await other.send({ path: '/v1/user' })))).get('psu-id');
    const grant = { nationalId: PEOPLE.eirik, tpp: other.identity.tppId };
    expect((await control(test.bank, 'POST', '/control/consents', grant)).status).toBe(201);
    expect((await tpp.send({ path: account })).status).toBe(200);
    await expectOffline(other, listing(account));
  });
  it('what one PSU reads online is not read by another who shares the same account', async () => {
    const tpp = await newTpp();
    const account = `/v1/accounts/${await accountIn(tpp, FJELLHEIM)}`;
    const company = { nationalId: PEOPLE.fjellheim, context: 'CORPORATE' };
    await tpp.consent(company);
    expect((await tpp.send({ path: account })).status).toBe(200);
    await expectOk(tpp, listing(account));
    const [psuId, { agreementId }] = [tpp.psuId, await agreementIn(tpp, PEOPLE.fjellheim)];
    await tpp.consent({ context: 'CORPORATE', agreementId });
    expect(tpp.psuId).not.toBe(psuId);
    await expectOffline(tpp, listing(account));
  });
  it('HDR-6: what the PSU reads online under one agreement is not read under another', async () => {
    const bank = await memoryBank();
    try {
      const tpp = await newTpp(bank);
      const made = await post(tpp, '/v1/sandbox/agreements', { name: 'Innsyn', owner: PEOPLE.fjellheim });
      const second = { agreementId: String(made.body['id']) };
      const id = await accountIn(tpp, FJELLHEIM);
      const { iban } = (await tpp.send({ path: `/v1/sandbox/accounts/${id}` })).body;
      const engagement = {
        customer: PEOPLE.eirik,
        account: { iban },
        roles: ['VIEW'],
        registerLimit: 0,
        approvalLimit: 0,
      };
      const path = `/v1/sandbox/agreements/${encodeURIComponent(second.agreementId)}/engagements`;
      expect((await post(tpp, path, engagement)).status).toBe(201);
      const as = { nationalId: PEOPLE.eirik, context: 'CORPORATE' };
      await tpp.consent({ ...as, ...(await agreementIn(tpp, PEOPLE.fjellheim)) });
      expect((await tpp.send({ path: `/v1/accounts/${id}` })).status).toBe(200);
      await expectOk(tpp, listing(`/v1/accounts/${id}`));
      await tpp.consent({ ...as, ...second });
      await expectOffline(tpp, listing(`/v1/accounts/${id}`));
      expect((await tpp.send({ path: `/v1/accounts/${id}` })).status).toBe(200);
      await expectOk(tpp, listing(`/v1/accounts/${id}`));
    } finally {
      await bank.stop();
    }
  });
  it('an online read holds for 180 days to the second, whatever the PSU grants at the bank meanwhile', async () => {
    const bank = await memoryBank();
    try {
      const { tpp, account } = await reader(bank);
      await advance(bank, 'PT30M');
      expect((await tpp.send({ path: account })).status).toBe(200);
      await advance(bank, 'P179D');
      const grant = { nationalId: PEOPLE.eirik, tpp: tpp.identity.tppId };
      expect((await control(bank, 'POST', '/control/consents', grant)).status).toBe(201);
      await advance(bank, 'P1D');
      await expectOk(tpp, listing(account));
      await advance(bank, 'PT1S');
      await expectOffline(tpp, listing(account));
      expect((await tpp.send({ path: listing(account) })).status).toBe(200);
    } finally {
      await bank.stop();
    }
  });
});

describe('LIM-2, LIM-3: four calls in 24 hours', () => {
  it('the fifth listing is refused until the first is 24 hours ago; requests with the PSU are not counted', async () => {
    const bank = await memoryBank();
    try {
      const { tpp, account, savings } = await onlineReader(bank);
      const path = listing(account);
      for (let call = 0; call < 6; call++) expect((await tpp.send({ path })).status).toBe(200);
      await expectOk(tpp, path, path, path, path);
      const { reply } = await tpp.refused(alone(path), 429, 'ACCESS_EXCEEDED', 'LIM-2');
      expect(reply.headers['retry-after']).toBe('86400');
      await expectOk(tpp, listing(savings));
      expect((await tpp.send({ path })).status).toBe(200);
      await advance(bank, 'PT23H59M59S');
      await expectTooMany(tpp, path);
      await advance(bank, 'PT1S');
      await expectOk(tpp, path);
    } finally {
      await bank.stop();
    }
  });
  it('each page of a listing that was begun is free, once', async () => {
    const { tpp, account } = await onlineReader();
    const page = (offset: number) => listing(account, `&limit=5&offset=${offset}`);
    await expectOk(tpp, page(0), page(5), page(10), page(15), page(20));
    // Read again, a page is a new call: the second, third and fourth.
    await expectOk(tpp, page(5), page(10), page(10));
    await expectTooMany(tpp, page(5));
    await expectOk(tpp, page(25));
    await expectTooMany(tpp, page(0));
  });
  it('pages of one transaction are free, too', async () => {
    const { tpp, account } = await onlineReader();
    const page = (offset: number) => listing(account, `&limit=1&offset=${offset}`);
    await expectOk(tpp, page(0), page(0), page(0), page(0), page(1));
    await expectTooMany(tpp, page(1));
  });
  it('beginning again makes the pages free again', async () => {
    const { tpp, account } = await onlineReader();
    const page = (offset: number) => listing(account, `&limit=5&offset=${offset}`);
    await expectOk(tpp, page(0), page(5), page(0), page(5), page(0), page(5), page(0), page(5));
    await expectTooMany(tpp, page(5));
  });
  it('a page of a listing that was never begun is a call: other filters, limit or account, or begun with the PSU', async () => {
    const { tpp, account, savings } = await onlineReader();
    await expectOk(tpp, listing(savings, '&limit=5'));
    expect((await tpp.send({ path: listing(account, '&limit=5') })).status).toBe(200);
    await expectOk(tpp, listing(account, '&limit=5&offset=5'));
    await expectOk(tpp, listing(account, '&limit=6'));
    await expectOk(tpp, listing(account, '&limit=5&offset=5'));
    await expectOk(tpp, listing(account, '&limit=6&offset=6&dateFrom=2026-09-01'));
    for (const query of [
      '&limit=7&offset=7',
      '&limit=6&offset=6&dateTo=2026-11-01',
      '&limit=6&offset=6&dateFrom=2026-09-01',
    ])
      await expectTooMany(tpp, listing(account, query));
    await expectTooMany(tpp, `${account}/transactions?bookingStatus=both&limit=6&offset=6`);
    await expectOk(tpp, listing(account, '&limit=6&offset=6'));
  });
  it('a listing can be continued for an hour', async () => {
    const bank = await memoryBank();
    try {
      const { tpp, account } = await onlineReader(bank);
      const page = (offset: number) => listing(account, `&limit=5&offset=${offset}`);
      await expectOk(tpp, page(0), page(0), page(0), page(0));
      await advance(bank, 'PT1H');
      await expectOk(tpp, page(5));
      await advance(bank, 'PT1S');
      await expectTooMany(tpp, page(10));
    } finally {
      await bank.stop();
    }
  });
  it('the links of a page lead to free pages, to the end', async () => {
    const { tpp, account } = await onlineReader();
    let seen = 0;
    for (let path: string | undefined = listing(account, '&limit=9'); path !== undefined; seen++) {
      const reply = await tpp.send(alone(path));
      expect(reply.status, reply.text).toBe(200);
      path = transactionsSchema.parse(reply.body).transactions._links['next']?.href;
    }
    expect(seen).toBeGreaterThan(5);
  });
  it('age and online access are conditions on every page', async () => {
    const { tpp, account, savings } = await reader();
    await expectOffline(tpp, listing(account, '&offset=200'));
    await tpp.send({ path: account });
    await expectOffline(tpp, listing(savings, '&offset=5'));
    for (const query of ['&dateFrom=2026-08-21', '&dateFrom=2026-08-21&offset=5'])
      await tpp.refused(alone(listing(account, query)), 400, 'PERIOD_INVALID', 'LIM-2');
    await expectOk(tpp, listing(account, '&dateFrom=2026-08-22'));
    // With the PSU, who has a session, the same listing is read.
    expect((await tpp.send({ path: listing(account, '&dateFrom=2026-08-21') })).status).toBe(200);
  });
});

describe('AIS-8: details of one transaction', () => {
  it('without the PSU, of an account read online and at most 90 days old; not counted', async () => {
    const { tpp, account } = await onlineReader();
    const young = await transactionOf(tpp, account, '2026-08-22');
    const old = await transactionOf(tpp, account, '2026-08-21');
    for (let call = 0; call < 6; call++) await expectOk(tpp, young);
    const { text } = await tpp.refused(alone(old), 400, 'PERIOD_INVALID', 'AIS-8');
    expect(text).toBe('Without PSU-IP-Address, only transactions of the last 90 days can be read.');
    const stranger = await reader();
    await expectOffline(stranger.tpp, young, 'AIS-8');
    await expectOffline(stranger.tpp, old, 'AIS-8');
  });
  it('SCA-10: with the PSU, a transaction older than 90 days needs a valid session', async () => {
    const { tpp, account } = await onlineReader();
    const young = await transactionOf(tpp, account, '2026-08-22');
    const old = await transactionOf(tpp, account, '2026-08-21');
    for (const path of [young, old]) expect((await tpp.send({ path })).status).toBe(200);
    tpp.sessionId = 'without-an-sca';
    expect((await tpp.send({ path: young })).status).toBe(200);
    const { reply } = await tpp.refused({ path: old }, 401, 'PSU_CREDENTIALS_INVALID', 'SCA-10');
    await finishSca(test.bank, scaIdOf(reply));
    expect((await tpp.send({ path: old })).status).toBe(200);
  });
  it('AIS-1: only of an account that the PSU shares, and only its own transactions', async () => {
    const { tpp, account, savings } = await onlineReader();
    const details = await transactionOf(tpp, account, '2026-11-03');
    const moved = details.replace(account, savings);
    expect(moved).not.toBe(details);
    await tpp.refused({ path: moved }, 404, 'RESOURCE_UNKNOWN', 'AIS-8');
    const narrow = await newTpp();
    const { accounts } = accountsSchema.parse((await tpp.send({ path: '/v1/accounts' })).body);
    await narrow.consent({ accounts: [accounts[1]?.resourceId] });
    await narrow.refused({ path: details }, 404, 'RESOURCE_UNKNOWN', 'AIS-1');
  });
});
