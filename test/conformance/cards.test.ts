/** Card accounts over HTTPS (AIS-9, AIS-3 to AIS-6 for cards, SBX-1, SBX-3, VER-1, VER-2). */
import { describe, expect, it } from 'vitest';
import {
  sandboxCardAccountSchema,
  sandboxCardTransactionSchema,
  sandboxCardTransactionsSchema,
} from '../../shared/xs2a/sandbox-schemas.ts';
import { cardAccountsSchema, cardBalancesSchema, cardTransactionsSchema } from '../../shared/xs2a/schemas.ts';
import { memoryBank, useBank } from '../support/bank.ts';
import { expectConserved } from '../support/payments.ts';
import { testCa } from '../support/identity.ts';
import { Tpp } from '../support/tpp.ts';

const test = useBank();

async function reader(bank = test.bank, decision: Record<string, unknown> = {}) {
  const tpp = await test.newTpp(bank);
  await tpp.consent(decision);
  const cards = cardAccountsSchema.parse((await tpp.send({ path: '/v1/card-accounts' })).body).cardAccounts;
  return { tpp, cards, card: cards[0], path: cards[0]?._links['self']?.href ?? '' };
}

const list = async (tpp: Tpp, path: string) => {
  const reply = await tpp.send({ path });
  expect(reply.status, reply.text).toBe(200);
  return cardTransactionsSchema.parse(reply.body).cardTransactions;
};

describe('AIS-9: card accounts', () => {
  it("the list has the PSU's cards with masked number, limit and balances", async () => {
    const { tpp, cards, card, path } = await reader();
    expect(cards).toHaveLength(1);
    expect(card).toMatchObject({
      maskedPan: '541231******1847',
      ownerName: 'Eirik Solbakken',
      status: 'enabled',
      creditLimit: { amount: '50000.00', currency: 'NOK' },
    });
    expect((await tpp.send({ path })).body['cardAccount']).toEqual(card);
    const balances = cardBalancesSchema.parse((await tpp.send({ path: `${path}/balances` })).body).balances;
    expect(balances).toEqual(card?.balances);
    const [available, owed] = balances.map((balance) => Number(balance.balanceAmount.amount) * 100);
    // 8900 øre are reserved, not yet booked
    expect((available ?? 0) - (owed ?? 0)).toBe(5_000_000 - 8900);
  });
  it('SVC-8: a card has the same form in the list and on its own, and its balances name and link to it', async () => {
    const { tpp, card, path } = await reader();
    const link = (href: string) => ({ href, verbs: ['GET'] });
    const _links = {
      self: link(path),
      balances: link(`${path}/balances`),
      transactions: link(`${path}/transactions`),
    };
    const { balances = [], resourceId } = card ?? {};
    const whole = {
      resourceId,
      maskedPan: '541231******1847',
      currency: 'NOK',
      name: 'Kredittkort',
      product: 'Kredittkort',
      status: 'enabled',
      creditLimit: { amount: '50000.00', currency: 'NOK' },
      ownerName: 'Eirik Solbakken',
      balances,
      _links,
    };
    const read = async (at: string) => {
      const { status, body } = await tpp.send({ path: at });
      return [status, body];
    };
    expect(await read('/v1/card-accounts')).toEqual([200, { cardAccounts: [whole] }]);
    expect(await read(path)).toEqual([200, { cardAccount: whole }]);
    expect(balances.map(({ balanceType, referenceDate }) => [balanceType, referenceDate])).toEqual([
      ['forwardAvailable', '2026-11-20'],
      ['interimBooked', '2026-11-20'],
    ]);
    const named = { maskedPan: whole.maskedPan, currency: 'NOK' };
    expect(await read(`${path}/balances`)).toEqual([200, { cardAccount: named, balances, _links }]);
  });
  it('the list has only the cards that the PSU shares', async () => {
    const { tpp, cards } = await reader(test.bank, { accounts: [(await reader()).card?.resourceId] });
    expect(cards).toHaveLength(1);
    expect((await tpp.send({ path: '/v1/accounts' })).body['accounts']).toEqual([]);
    for (const rest of ['', '/balances', '/transactions?bookingStatus=booked'])
      await tpp.refused({ path: `/v1/card-accounts/enc!!none${rest}` }, 404, 'RESOURCE_UNKNOWN', 'AIS-9');
    const corporate = await reader(test.bank, { context: 'CORPORATE', nationalId: '02867920075' });
    expect(corporate.cards).toEqual([]);
  });
  it('SBX-1: a card has at least six transactions, one in a foreign currency; pending ones have no booking date', async () => {
    const { tpp, path } = await reader();
    const page = await list(tpp, `${path}/transactions?bookingStatus=both`);
    expect(page.booked?.length).toBeGreaterThanOrEqual(6);
    expect(page.booked?.find((one) => one.originalAmount.currency === 'EUR')).toMatchObject({
      transactionAmount: { currency: 'NOK' },
      cardAcceptorAddress: { townName: 'Lisboa', country: 'PT' },
    });
    const abroad = page.booked?.find((one) => one.currencyExchange !== undefined);
    expect(abroad?.currencyExchange).toEqual([
      {
        sourceCurrency: 'EUR',
        targetCurrency: 'NOK',
        unitCurrency: 'EUR',
        exchangeRate: expect.stringMatching(/^11\.\d+$/),
        quotationDate: abroad?.bookingDate,
      },
    ]);
    const rate = Number(abroad?.currencyExchange?.[0]?.exchangeRate);
    expect(Number(abroad?.originalAmount.amount) * rate).toBeCloseTo(
      Number(abroad?.transactionAmount.amount),
      2,
    );
    expect(page.booked?.map((one) => one.invoiced)).toContain(true);
    expect(page.pending).toHaveLength(1);
    expect(page.pending?.[0]).not.toHaveProperty('bookingDate');
  });
});

it.each([
  ['booked', ['booked']],
  ['pending', ['pending']],
  ['both', ['booked', 'pending']],
])('AIS-3, AIS-9: a listing of %s card transactions has %j', async (status, lists) => {
  const { tpp, path } = await reader();
  const { _links, ...found } = await list(tpp, `${path}/transactions?bookingStatus=${status}`);
  expect(Object.keys(found)).toEqual(lists);
});

it('AIS-9, SCA-10: card transactions older than 90 days need a valid session', async () => {
  const { tpp, path } = await reader();
  const old = { path: `${path}/transactions?bookingStatus=booked&dateFrom=2026-08-21` };
  expect((await tpp.send(old)).status).toBe(200);
  tpp.sessionId = 'without-an-sca';
  await tpp.refused(old, 401, 'PSU_CREDENTIALS_INVALID', 'SCA-10');
  await list(tpp, old.path.replace('08-21', '08-22'));
});

describe('AIS-9, SBX-4: a card transaction', () => {
  const shown = async (input: object) => {
    const { tpp, card, path } = await reader();
    const posted = await tpp.send({
      method: 'POST',
      path: `/v1/sandbox/card-accounts/${encodeURIComponent(card?.resourceId ?? '')}/transactions`,
      body: JSON.stringify({ transactionAmount: { amount: '-10.00', currency: 'NOK' }, ...input }),
    });
    expect(posted.status, posted.text).toBe(201);
    const { booked = [] } = await list(tpp, `${path}/transactions?bookingStatus=booked`);
    return booked.find((one) => one.transactionId === posted.body['id']);
  };
  it('has its dates, amounts, acceptor and text', async () => {
    const whole = await shown({
      cardAcceptorId: 'KIOSK 1',
      cardAcceptorAddress: { townName: 'Oslo', country: 'NO' },
    });
    const amount = { amount: '-10.00', currency: 'NOK' };
    expect(whole).toMatchObject({
      transactionDate: '2026-11-20',
      bookingDate: '2026-11-20',
      transactionAmount: amount,
      originalAmount: amount,
      cardAcceptorId: 'KIOSK 1',
      cardAcceptorAddress: { townName: 'Oslo', country: 'NO' },
      proprietaryBankTransactionCode: 'VISA',
      invoiced: false,
    });
    expect(whole).not.toHaveProperty('currencyExchange');
  });
  it.each([
    ['the message', { remittanceInformationUnstructured: 'Kaffe', creditorName: 'Kiosk' }, 'Kaffe'],
    [
      'the reference',
      { remittanceInformationStructured: '1234567897', creditorName: 'Kiosk', debtorName: 'Oda' },
      '1234567897',
    ],
    ['the creditor', { creditorName: 'Kiosk', debtorName: 'Oda' }, 'Kiosk'],
    ['the debtor', { debtorName: 'Oda' }, 'Oda'],
    ['nothing', {}, ''],
  ])('is called by %s', async (_, input, text) => {
    expect(await shown(input)).toMatchObject({ transactionDetails: text });
  });
  it('of the seed data is read by the sandbox as account information shows it', async () => {
    const { tpp, card, path } = await reader();
    const { booked = [] } = await list(tpp, `${path}/transactions?bookingStatus=booked`);
    const seed = booked.find((one) => one.cardAcceptorAddress?.townName === 'Lisboa');
    const at = `/v1/sandbox/card-accounts/${encodeURIComponent(card?.resourceId ?? '')}/transactions`;
    const read = await tpp.send({ path: `${at}/${encodeURIComponent(seed?.transactionId ?? '')}` });
    expect(read.status, read.text).toBe(200);
    expect(read.body).toMatchObject({
      id: seed?.transactionId,
      cardAcceptorId: seed?.cardAcceptorId,
      cardAcceptorAddress: { townName: 'Lisboa', country: 'PT' },
    });
    const bare = await tpp.send({
      method: 'POST',
      path: at,
      body: JSON.stringify({ transactionAmount: { amount: '-1.00', currency: 'NOK' } }),
    });
    expect(bare.body).not.toHaveProperty('cardAcceptorId');
    expect(bare.body).not.toHaveProperty('cardAcceptorAddress');
  });
  it('without an acceptor has none', async () => {
    const bare = await shown({});
    expect(bare).not.toHaveProperty('cardAcceptorId');
    expect(bare).not.toHaveProperty('cardAcceptorAddress');
  });
});

describe('AIS-9: the id of a card transaction', () => {
  it('the id is there as cardTransactionId and as transactionId', async () => {
    const { tpp, path } = await reader();
    const { booked = [], pending = [] } = await list(tpp, `${path}/transactions?bookingStatus=both`);
    const all = [...booked, ...pending];
    expect(all.map((one) => one.transactionId)).toEqual(all.map((one) => one.cardTransactionId));
    expect(new Set(all.map((one) => one.transactionId)).size).toBe(all.length);
  });
  it('AIS-4: a listing links to its card, on every page', async () => {
    const { tpp, path } = await reader();
    for (const query of ['', '&limit=2&offset=2']) {
      const { _links } = await list(tpp, `${path}/transactions?bookingStatus=booked${query}`);
      expect(_links.account).toEqual({ href: path, verbs: ['GET'] });
      expect(_links['cardAccount']).toEqual(_links.account);
    }
  });
});

describe('AIS-3 to AIS-6, AIS-9: card transactions', () => {
  it('the booking status "all" is refused', async () => {
    const { tpp, path } = await reader();
    await tpp.refused({ path: `${path}/transactions?bookingStatus=all` }, 400, 'FORMAT_ERROR', 'AIS-3');
    await tpp.refused(
      { path: `${path}/transactions?bookingStatus=both&dateFrom=x` },
      400,
      'PERIOD_INVALID',
      'AIS-6',
    );
  });
  it('the pages yield every transaction once, also in production, which still filters pending ones', async () => {
    const bank = await memoryBank({ quirks: { environment: 'production' }, trust: [await testCa()] });
    try {
      for (const each of [test.bank, bank]) {
        const { tpp, path } = await reader(each);
        const whole = await list(tpp, `${path}/transactions?bookingStatus=both`);
        const ids = [...(whole.booked ?? []), ...(whole.pending ?? [])].map((one) => one.cardTransactionId);
        const seen: string[] = [];
        for (let next: string | undefined = `${path}/transactions?bookingStatus=both&limit=3`; next;) {
          const page: Awaited<ReturnType<typeof list>> = await list(tpp, next);
          seen.push(...[...(page.booked ?? []), ...(page.pending ?? [])].map((one) => one.cardTransactionId));
          next = page._links['next']?.href;
        }
        expect(seen).toEqual(ids);
        expect(
          (await list(tpp, `${path}/transactions?bookingStatus=both&dateTo=2026-11-01`)).pending,
        ).toEqual([]);
      }
    } finally {
      await bank.stop();
    }
  });
});

describe('VER-1, VER-2: formats by bank date', () => {
  async function at(date: string, fix: string | null, quirks = {}) {
    const bank = await memoryBank({ clock: Date.parse(date), quirks });
    try {
      const name = 'Et kort med et navn på mer enn fem og tredve tegn';
      const tpp = new Tpp(bank, test.identity);
      await tpp.send({
        method: 'POST',
        path: '/v1/sandbox/card-accounts',
        body: JSON.stringify({
          customerNumber: bank.inspection.somebody()?.nationalId,
          accountName: name,
          currency: 'NOK',
        }),
      });
      await tpp.consent();
      const headers = { 'x-accept-fix': fix };
      const cards = cardAccountsSchema.parse(
        (await tpp.send({ path: '/v1/card-accounts', headers })).body,
      ).cardAccounts;
      const reply = await tpp.send({
        path: `${cards[0]?._links['transactions']?.href}?bookingStatus=booked`,
        headers,
      });
      const abroad = cardTransactionsSchema
        .parse(reply.body)
        .cardTransactions.booked?.find(
          (one) => one.originalAmount.currency !== one.transactionAmount.currency,
        );
      return {
        name: cards[1]?.name.length,
        original: abroad?.originalAmount.currency,
        balances: cards[0]?.balances.map((balance) => balance.balanceType),
      };
    } finally {
      await bank.stop();
    }
  }
  it('names are longer from 1 October 2024', async () => {
    expect((await at('2024-09-30T12:00:00Z', null)).name).toBe(35);
    expect((await at('2024-09-30T12:00:00Z', 'longer-names')).name).toBe(49);
    expect((await at('2024-10-01T12:00:00Z', null)).name).toBe(49);
  });
  it('original and transaction amount are swapped before 13 November 2024', async () => {
    expect((await at('2024-11-12T12:00:00Z', null)).original).toBe('NOK');
    expect(
      (await at('2024-11-12T12:00:00Z', 'cardaccount-switch-originalamount-and-transactionamount')).original,
    ).toBe('EUR');
    expect((await at('2024-11-13T12:00:00Z', null)).original).toBe('EUR');
  });
  it('interimBooked is present from 4 September 2026 unless its quirk is off', async () => {
    expect((await at('2026-09-03T12:00:00Z', null)).balances).toEqual(['forwardAvailable']);
    expect((await at('2026-09-04T12:00:00Z', null)).balances).toEqual(['forwardAvailable', 'interimBooked']);
    expect((await at('2026-09-04T12:00:00Z', null, { interimBooked: false })).balances).toEqual([
      'forwardAvailable',
    ]);
  });
});

describe('SBX-4: card transactions of the sandbox', () => {
  const post = (path: string, body: unknown) =>
    test.tpp().send({ method: 'POST', path, body: JSON.stringify(body) });
  const transactions = async () => {
    const { card } = await reader();
    return `/v1/sandbox/card-accounts/${encodeURIComponent(card?.resourceId ?? '')}/transactions`;
  };
  it('a card transaction gives back everything that was posted', async () => {
    const path = await transactions();
    const body = {
      transactionAmount: { amount: '-233.40', currency: 'NOK' },
      originalAmount: { amount: '-20.00', currency: 'EUR' },
      creditorName: 'Pensão Alfama',
      bookingDate: '2026-11-02',
      valueDate: '2026-11-03',
      endToEndIdentification: 'E2E-8',
      cardAcceptorId: '4700100',
      cardAcceptorAddress: { townName: 'Lisboa', country: 'PT' },
      remittanceInformationUnstructured: 'To netter',
    };
    const made = await post(path, body);
    expect(made.status, made.text).toBe(201);
    const { id, _links } = sandboxCardTransactionSchema.parse(made.body);
    expect(made.headers.location).toBe(_links.self.href);
    const read = await test.tpp().send({ path: _links.self.href });
    expect(read.body).toEqual(made.body);
    expect(read.body).toMatchObject({ id, ...body });
    const listed = sandboxCardTransactionsSchema.parse((await test.tpp().send({ path })).body);
    expect(listed.cardTransactions.length).toBeGreaterThan(6);
    expect(listed.cardTransactions).toContainEqual(read.body);
    const pageAt = async (offset: number) =>
      sandboxCardTransactionsSchema.parse(
        (await test.tpp().send({ path: `${path}?limit=5&offset=${offset}` })).body,
      );
    const [first, second] = [await pageAt(0), await pageAt(5)];
    expect(first._links?.['next']?.href).toBe(`${path}?limit=5&offset=5`);
    expect([...first.cardTransactions, ...second.cardTransactions]).toEqual(
      listed.cardTransactions.slice(0, 10),
    );
    await test.tpp().refused({ path: `${path}/enc!!none` }, 404, 'RESOURCE_UNKNOWN', 'SBX-4');
  });
  it.each([
    [{ originalAmount: { amount: '0.00', currency: 'EUR' } }, 'originalAmount/amount'],
    [{ originalAmount: { amount: '20.00', currency: 'EUR' } }, 'originalAmount/amount'],
    [{ transactionAmount: { amount: '0.00', currency: 'NOK' } }, 'transactionAmount/amount'],
    [{ transactionAmount: { amount: '-1.00', currency: 'EUR' } }, 'transactionAmount/currency'],
    [{ bookingDate: '2026-11-21' }, 'bookingDate'],
    [{ bookingDate: '2026-11-20', valueDate: '2026-11-19' }, 'valueDate'],
  ])('%j is refused', async (change, path) => {
    const body = { transactionAmount: { amount: '-1.00', currency: 'NOK' }, ...change };
    expect(await test.tpp().faults(await transactions(), body, 'SBX-4')).toContain(path);
  });
});

describe('SBX-3, SBX-4: sandbox cards', () => {
  const post = (path: string, body: unknown) =>
    test.tpp().send({ method: 'POST', path, body: JSON.stringify(body) });
  it('a card is created, used and read, and the books stay balanced', async () => {
    const made = sandboxCardAccountSchema.parse(
      (
        await post('/v1/sandbox/card-accounts', {
          customerNumber: '24898719916',
          accountName: 'Reisekort',
          currency: 'EUR',
          creditLimit: '1000.00',
        })
      ).body,
    );
    const paid = await post(`${made._links.self.href}/transactions`, {
      transactionAmount: { amount: '-20.00', currency: 'EUR' },
      originalAmount: { amount: '-3300', currency: 'JPY' },
    });
    expect(paid.status, paid.text).toBe(201);
    const after = sandboxCardAccountSchema.parse(
      (await test.tpp().send({ path: made._links.self.href })).body,
    );
    expect(after.balances.map((balance) => balance.balanceAmount.amount)).toEqual(['980.00', '-20.00']);
    await expectConserved(test.bank);
  });
  it.each([
    [{ customerNumber: '02867920075' }, 'customerNumber'],
    [{ customerNumber: '1' }, 'customerNumber'],
    [{ creditLimit: '1.5' }, 'creditLimit'],
    [{ currency: 'ZZZ' }, 'currency'],
  ])('%j is refused', async (change, path) => {
    const body = { customerNumber: '24898719916', accountName: 'A', currency: 'NOK', ...change };
    expect(await test.tpp().faults('/v1/sandbox/card-accounts', body, 'SBX-3')).toContain(path);
  });
});
