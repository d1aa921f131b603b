/** LIM-4: each limit of the specification to its last second, entry or character. */
import { describe, expect, it } from 'vitest';
import { accountsSchema, transactionsSchema } from '../../shared/xs2a/schemas.ts';
import { memoryBank, useBank } from '../support/bank.ts';
import { bodyOf, idIn, pathOfProduct, PEOPLE, post, selfOf } from '../support/payments.ts';
import { advance, Tpp } from '../support/tpp.ts';

const test = useBank();

describe('LIM-4: each limit is exact', () => {
  it('a consent holds for 180 days, and a session for less than 3600 seconds', async () => {
    const bank = await memoryBank();
    try {
      const tpp = new Tpp(bank, test.identity);
      await tpp.consent();
      await advance(bank, 'PT3599S');
      expect((await tpp.send({ path: '/v1/user' })).status).toBe(200);
      await advance(bank, 'PT1S');
      await tpp.refused({ path: '/v1/user' }, 401, 'PSU_CREDENTIALS_INVALID', 'SCA-10');
      await advance(bank, 'P179DT23H');
      expect((await tpp.send({ path: '/v1/accounts' })).status).toBe(200);
      await advance(bank, 'PT1S');
      await tpp.refused({ path: '/v1/accounts' }, 401, 'CONSENT_EXPIRED', 'SCA-10');
    } finally {
      await bank.stop();
    }
  });
  it('Date deviates by at most 60 seconds, either way', async () => {
    const at = (seconds: number) => ({
      path: '/v1/sandbox/customers',
      headers: { Date: new Date(test.bank.now() + seconds * 1000).toUTCString() },
    });
    for (const seconds of [-60, 60]) expect((await test.tpp().send(at(seconds))).status).toBe(200);
    for (const seconds of [-61, 61])
      await test.tpp().refused(at(seconds), 400, 'TIMESTAMP_INVALID', 'SIG-10');
  });
  it('a basket holds at most 10 payments', async () => {
    const tpp = test.tpp();
    await tpp.consent();
    const ids: string[] = [];
    for (let payment = 0; payment < 11; payment++)
      ids.push(idIn(selfOf(await post(tpp, pathOfProduct('NCBCT'), bodyOf('NCBCT')))));
    const basket = (paymentIds: string[]) => ({
      method: 'POST',
      path: '/v1/signing-baskets',
      body: JSON.stringify({ paymentIds }),
      headers: { 'x-accept-fix': 'amount-as-string' },
    });
    await tpp.refused(basket(ids), 400, 'FORMAT_ERROR', 'BSK-2');
    expect((await tpp.send(basket(ids.slice(1)))).status).toBe(201);
  });
  it('a page has 200 transactions unless the TPP asks for fewer or more', async () => {
    const tpp = test.tpp();
    await tpp.consent();
    const { accounts } = accountsSchema.parse((await tpp.send({ path: '/v1/accounts' })).body);
    const path = `${accounts[0]?._links['transactions']?.href}?bookingStatus=booked&dateFrom=2025-11-20`;
    const page = async (query = '') =>
      transactionsSchema.parse((await tpp.send({ path: path + query })).body).transactions;
    const [usual, more] = [await page(), await page('&limit=201')];
    expect([usual.booked?.length, more.booked?.length]).toEqual([200, 201]);
    expect(new URL(usual._links['next']?.href ?? '', 'https://x').searchParams.get('limit')).toBe('200');
  });
  it('names of accounts and card accounts have at most 70 characters, and are returned whole', async () => {
    const tpp = test.tpp();
    const name = 'Konto med et navn på sytti tegn '.padEnd(70, 'æ');
    for (const path of ['/v1/sandbox/accounts', '/v1/sandbox/card-accounts']) {
      const make = (accountName: string) => ({ customerNumber: PEOPLE.eirik, accountName, currency: 'NOK' });
      const made = await post(tpp, path, make(name));
      expect(made.status, made.text).toBe(201);
      expect(made.body['accountName']).toBe(name);
      const refused = await post(tpp, path, make(`${name}æ`));
      expect([refused.status, refused.body.tppMessages?.[0]?.path]).toEqual([400, 'accountName']);
    }
    await tpp.consent();
    const list = async (path: string, key: string) =>
      ((await tpp.send({ path })).body[key] as { name: string }[]).map((one) => one.name);
    expect(await list('/v1/accounts', 'accounts')).toContain(name);
    expect(await list('/v1/card-accounts', 'cardAccounts')).toContain(name);
  });
});
