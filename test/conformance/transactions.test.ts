/** Transactions over HTTPS (AIS-3 to AIS-8, SCA-4, SCA-5). */
import { describe, expect, it } from 'vitest';
import { balancesSchema, transactionDetailsSchema, transactionsSchema } from '../../shared/xs2a/schemas.ts';
import { memoryBank, useBank, withBank } from '../support/bank.ts';
import { testCa } from '../support/identity.ts';
import { post } from '../support/payments.ts';
import { advance, control, finishSca, scaIdOf, Tpp } from '../support/tpp.ts';

const test = useBank();
const { newTpp } = test;

/** A TPP with a consent of Eirik, and the path of his first account. */
async function reader(bank = test.bank): Promise<{ tpp: Tpp; account: string }> {
  const tpp = await newTpp(bank);
  await tpp.consent();
  const accounts = (await tpp.send({ path: '/v1/accounts' })).body['accounts'] as {
    _links: { transactions: { href: string } };
  }[];
  return { tpp, account: (accounts[0]?._links.transactions.href ?? '').replace('/transactions', '') };
}

async function list(tpp: Tpp, path: string) {
  const reply = await tpp.send({ path });
  expect(reply.status, reply.text).toBe(200);
  return transactionsSchema.parse(reply.body).transactions;
}

/** Every page of a listing, by its next links. */
async function follow(tpp: Tpp, path: string) {
  const pages = [await list(tpp, path)];
  for (let next = pages[0]?._links['next']; next; next = pages.at(-1)?._links['next'])
    pages.push(await list(tpp, next.href));
  return pages;
}

describe('AIS-3: booking status', () => {
  it('a listing without parameters has both', async () => {
    const { tpp, account } = await reader();
    const plain = await list(tpp, `${account}/transactions`);
    expect(plain).toEqual(await list(tpp, `${account}/transactions?bookingStatus=both`));
  });
  it('another booking status is refused', async () => {
    const { tpp, account } = await reader();
    for (const query of ['?bookingStatus=', '?bookingStatus=information', '?bookingStatus=BOOKED']) {
      const { reply } = await tpp.refused(
        { path: `${account}/transactions${query}` },
        400,
        'FORMAT_ERROR',
        'AIS-3',
      );
      expect(reply.body.tppMessages?.[0]?.path).toBe('bookingStatus');
    }
  });
  it('the booking status selects the lists', async () => {
    const { tpp, account } = await reader();
    const has = async (status: string) =>
      Object.keys(await list(tpp, `${account}/transactions?bookingStatus=${status}`)).sort();
    expect(await has('booked')).toEqual(['_links', 'booked']);
    expect(await has('pending')).toEqual(['_links', 'pending']);
    expect(await has('both')).toEqual(['_links', 'booked', 'pending']);
    expect(await has('all')).toEqual(['_links', 'booked', 'pending']);
  });
  it('the newest transactions are first', async () => {
    const { tpp, account } = await reader();
    const dates =
      (await list(tpp, `${account}/transactions?bookingStatus=booked`)).booked?.map(
        (one) => one.bookingDate ?? '',
      ) ?? [];
    expect(dates.length).toBeGreaterThan(20);
    expect(dates).toEqual([...dates].sort().reverse());
  });
});

describe('AIS-4, VER-2: pages', () => {
  it('following next to the end yields every transaction exactly once for any page size', async () => {
    const { tpp, account } = await reader();
    const year = `${account}/transactions?bookingStatus=both&dateFrom=2025-11-01`;
    const whole = await list(tpp, `${year}&limit=1000`);
    const ids = [...(whole.booked ?? []), ...(whole.pending ?? [])].map((one) => one.transactionId);
    expect(new Set(ids).size).toBe(ids.length);
    for (const limit of [7, 100, ids.length, ids.length - 1, 200]) {
      const pages = await follow(tpp, `${year}&limit=${limit}`);
      expect(
        pages.flatMap((page) =>
          [...(page.booked ?? []), ...(page.pending ?? [])].map((one) => one.transactionId),
        ),
      ).toEqual(ids);
      expect(pages.every((page) => (page.booked?.length ?? 0) + (page.pending?.length ?? 0) <= limit)).toBe(
        true,
      );
    }
  });
  it('a page has 200 transactions by default; the links repeat this and all parameters', async () => {
    const { tpp, account } = await reader();
    const first = await list(tpp, `${account}/transactions?bookingStatus=booked&dateFrom=2025-11-01`);
    expect(first.booked).toHaveLength(200);
    expect(first._links.account).toEqual({ href: account, verbs: ['GET'] });
    expect(Object.keys(first._links).sort()).toEqual(['account', 'last', 'next']);
    const next = new URL(first._links['next']?.href ?? '', 'https://x');
    expect(Object.fromEntries(next.searchParams)).toEqual({
      bookingStatus: 'booked',
      dateFrom: '2025-11-01',
      dateTo: '2026-11-20',
      limit: '200',
      offset: '200',
    });
    const last = await list(tpp, first._links['last']?.href ?? '');
    expect(Object.keys(last._links).sort()).toEqual(['account', 'first', 'previous']);
    expect((await list(tpp, last._links['first']?.href ?? '')).booked).toEqual(first.booked);
  });
  it('before 7 March 2024 a page has 100 transactions', async () => {
    const bank = await memoryBank({ clock: Date.parse('2024-03-06T12:00:00Z') });
    try {
      const { tpp, account } = await reader(bank);
      expect(
        (await list(tpp, `${account}/transactions?bookingStatus=booked&dateFrom=2023-03-10`)).booked,
      ).toHaveLength(100);
    } finally {
      await bank.stop();
    }
  });
  it('limit is 1 to 1000 and offset is 0 or more', async () => {
    const { tpp, account } = await reader();
    const path = `${account}/transactions?bookingStatus=booked`;
    for (const query of ['&limit=1', '&limit=1000', '&offset=0', '&offset=100000'])
      expect((await tpp.send({ path: path + query })).status).toBe(200);
    for (const query of [
      '&limit=0',
      '&limit=1001',
      '&limit=-1',
      '&limit=ten',
      '&limit=1.5',
      '&limit=',
      '&offset=-1',
      '&offset=x',
    ]) {
      await tpp.refused({ path: path + query }, 400, 'FORMAT_ERROR', 'AIS-4');
    }
  });
});

describe('AIS-5: pending transactions', () => {
  // The seed data has two, of 18 and 20 November.
  const days = async (tpp: Tpp, path: string) => {
    const page = await list(tpp, path);
    return { booked: page.booked?.length, pending: page.pending?.map(({ transactionId }) => transactionId) };
  };

  it('in the sandbox, dates filter them and the limit counts booked ones first', async () => {
    const { tpp, account } = await reader();
    const path = (status: string, query = '') => `${account}/transactions?bookingStatus=${status}${query}`;
    const { booked = 0, pending = [] } = await days(tpp, path('both', '&limit=1000'));
    const [newest, oldest] = pending;
    expect(pending).toHaveLength(2);
    expect(await days(tpp, path('both', '&limit=5'))).toEqual({ booked: 5, pending: [] });
    expect(await days(tpp, path('both', `&limit=${booked}`))).toEqual({ booked, pending: [] });
    expect(await days(tpp, path('both', `&limit=${booked + 1}`))).toEqual({ booked, pending: [newest] });
    expect(await days(tpp, path('both', `&limit=2&offset=${booked - 1}`))).toEqual({
      booked: 1,
      pending: [newest],
    });
    for (const status of ['both', 'pending', 'all']) {
      expect((await days(tpp, path(status, '&dateTo=2026-11-19&limit=1000'))).pending).toEqual([oldest]);
      expect((await days(tpp, path(status, '&dateFrom=2026-11-20&limit=1000'))).pending).toEqual([newest]);
    }
    expect((await days(tpp, path('pending', '&limit=1'))).pending).toEqual([newest]);
    expect((await days(tpp, path('pending', '&limit=1&offset=1'))).pending).toEqual([oldest]);
    expect(Object.keys((await list(tpp, path('pending', '&limit=1')))._links)).toContain('next');
  });
  it('in production, every page has all of them: dates and limit filter booked ones only', async () => {
    const bank = await memoryBank({ quirks: { environment: 'production' }, trust: [await testCa()] });
    try {
      const { tpp, account } = await reader(bank);
      const path = (status: string, query = '') => `${account}/transactions?bookingStatus=${status}${query}`;
      const { pending } = await days(tpp, path('pending'));
      expect(pending).toHaveLength(2);
      const total = (await days(tpp, path('booked', '&limit=1000'))).booked ?? 0;
      for (const query of [
        '&limit=1',
        '&limit=5&offset=5',
        `&limit=5&offset=${total - 1}`,
        `&limit=5&offset=${total}`,
        '&dateFrom=2026-11-20&dateTo=2026-11-20',
      ]) {
        const { booked } = await days(tpp, path('booked', query));
        for (const status of ['both', 'all'])
          expect(await days(tpp, path(status, query)), status + query).toEqual({ booked, pending });
        expect((await days(tpp, path('pending', query))).pending).toEqual(pending);
      }
      expect((await days(tpp, path('both', '&limit=5&offset=5'))).booked).toBe(5);
      const early = await list(tpp, path('both', '&dateTo=2026-10-01'));
      expect(early.pending?.map(({ transactionId }) => transactionId)).toEqual(pending);
      expect(early.booked?.every(({ bookingDate = '' }) => bookingDate <= '2026-10-01')).toBe(true);
      // Pages are those of the booked ones.
      expect(Object.keys((await list(tpp, path('pending', '&limit=1')))._links)).not.toContain('next');
      expect(Object.keys((await list(tpp, path('both', `&limit=${total}`)))._links)).not.toContain('next');
    } finally {
      await bank.stop();
    }
  });
});

describe('AIS-6: the period', () => {
  it('both ends are included and the default is 90 days', async () => {
    const { tpp, account } = await reader();
    const all = (await list(tpp, `${account}/transactions?bookingStatus=booked`)).booked ?? [];
    expect(all.every((one) => (one.bookingDate ?? '') >= '2026-08-22')).toBe(true);
    const day = all[3]?.bookingDate ?? '';
    const that = (
      await list(tpp, `${account}/transactions?bookingStatus=booked&dateFrom=${day}&dateTo=${day}`)
    ).booked;
    expect(that).toEqual(all.filter((one) => one.bookingDate === day));
  });
  it.each([
    'dateFrom=2026-11-20&dateTo=2026-11-19',
    'dateFrom=2026-02-30',
    'dateTo=20261120',
    'dateFrom=',
    'dateFrom=yesterday',
  ])('%s returns 400', async (query) => {
    const { tpp, account } = await reader();
    await tpp.refused(
      { path: `${account}/transactions?bookingStatus=booked&${query}` },
      400,
      'PERIOD_INVALID',
      'AIS-6',
    );
  });
});

describe('AIS-7, AIS-8: one transaction', () => {
  it('has a stable id, dates and both remittance forms; details add the rest', async () => {
    const { tpp, account } = await reader();
    const path = `${account}/transactions?bookingStatus=both&limit=1000`;
    const page = await list(tpp, path);
    expect((await list(tpp, path)).booked).toEqual(page.booked);
    const withKid = page.booked?.find((one) => one.remittanceInformationStructuredArray);
    expect(withKid?.remittanceInformationStructured).toBe(
      withKid?.remittanceInformationStructuredArray?.[0]?.reference,
    );
    expect(
      page.booked?.find((one) => one.remittanceInformationUnstructured)?.remittanceInformationUnstructured,
    ).toHaveLength(1);
    expect(page.pending?.[0]).not.toHaveProperty('bookingDate');
    expect(page.pending?.[0]).not.toHaveProperty('valueDate');
    const details = transactionDetailsSchema.parse(
      (await tpp.send({ path: withKid?._links.transactionDetails.href ?? '' })).body,
    ).transactionDetails;
    expect(details).toMatchObject({
      transactionId: withKid?.transactionId,
      bookingDateTime: expect.stringMatching(/\+00:00$/),
      entryReference: expect.any(String),
    });
    await tpp.refused({ path: `${account}/transactions/enc!!none` }, 404, 'RESOURCE_UNKNOWN', 'AIS-8');
  });
});

it('AIS-7: a booked transaction keeps its id, also when others are booked before and after it', async () => {
  await withBank({}, async (bank) => {
    const { tpp, account } = await reader(bank);
    const path = `${account}/transactions?bookingStatus=booked&dateFrom=2026-10-01&limit=1000`;
    const booked = async () => (await list(tpp, path)).booked ?? [];
    const before = await booked();
    const sandbox = `/v1/sandbox/accounts/${account.split('/').at(-1)}/transactions`;
    for (const bookingDate of ['2026-10-20', '2026-11-20']) {
      const body = { transactionAmount: { amount: '-1.00', currency: 'NOK' }, bookingDate };
      expect((await post(tpp, sandbox, body)).status).toBe(201);
    }
    await advance(bank, 'P1D');
    await tpp.consent();
    const after = await booked();
    expect(after).toHaveLength(before.length + 2);
    const ids = new Set(before.map(({ transactionId }) => transactionId));
    const kept = after.filter(({ transactionId }) => ids.has(transactionId));
    // The balance after it may have changed.
    const changed = { balanceAfterTransaction: expect.anything() as unknown };
    expect(kept).toEqual(before.map((one) => ({ ...one, ...changed })));
  });
});

describe('AIS-7, AIS-8: codes, balances and exchange rates', () => {
  const YEAR = 'bookingStatus=booked&dateFrom=2025-11-01';
  const minor = (text: string | number | undefined) => Math.round(Number(text) * 100);

  it('every transaction has an ISO 20022 code that agrees with its direction', async () => {
    const { tpp, account } = await reader();
    const booked = (await list(tpp, `${account}/transactions?${YEAR}&limit=1000`)).booked ?? [];
    const codeOf = (text: string) =>
      booked.find(({ remittanceInformationUnstructured }) => remittanceInformationUnstructured?.[0] === text)
        ?.bankTransactionCode;
    expect(codeOf('Lønn')).toBe('PMNT-RCDT-SALA');
    expect(codeOf('Husleie')).toBe('PMNT-ICDT-DMCT');
    expect(codeOf('Varekjøp')).toBe('PMNT-CCRD-POSD');
    expect(booked.every(({ bankTransactionCode }) => bankTransactionCode !== undefined)).toBe(true);
  });
  it('balanceAfterTransaction is the running booked balance, on every page and in the details', async () => {
    const { tpp, account } = await reader();
    const { balances } = balancesSchema.parse((await tpp.send({ path: `${account}/balances` })).body);
    let balance = minor(
      balances.find(({ balanceType }) => balanceType === 'closingBooked')?.balanceAmount.amount,
    );
    // A page that ends within a day goes on within it.
    const pages = await follow(tpp, `${account}/transactions?${YEAR}&limit=7`);
    const booked = pages.flatMap((page) => page.booked ?? []);
    expect(booked.length).toBeGreaterThan(200);
    for (const one of booked) {
      const after = one.balanceAfterTransaction;
      expect(minor(after?.balanceAmount.amount), one.transactionId).toBe(balance);
      expect(after).toMatchObject({ balanceType: 'interimBooked', referenceDate: one.bookingDate });
      balance -= minor(one.transactionAmount.amount);
    }
    for (const one of [booked[0], booked[100], booked.at(-1)]) {
      const { body } = await tpp.send({ path: one?._links.transactionDetails.href ?? '' });
      const { balanceAfterTransaction } = transactionDetailsSchema.parse(body).transactionDetails;
      expect(balanceAfterTransaction).toEqual(one?.balanceAfterTransaction);
    }
    const { pending } = await list(tpp, `${account}/transactions?bookingStatus=pending`);
    expect(pending?.[0]).not.toHaveProperty('balanceAfterTransaction');
  });
  it('SBX-1: an account has transactions in a foreign currency, at the published rate', async () => {
    const { tpp, account } = await reader();
    const booked = (await list(tpp, `${account}/transactions?bookingStatus=booked&limit=1000`)).booked ?? [];
    const foreign = booked.find(({ currencyExchange }) => currencyExchange !== undefined);
    expect(foreign).toMatchObject({
      creditorName: 'Cloudberry Software Inc',
      transactionAmount: { currency: 'NOK' },
      currencyExchange: [
        {
          sourceCurrency: 'USD',
          targetCurrency: 'NOK',
          unitCurrency: 'USD',
          exchangeRate: '10.082',
          quotationDate: foreign?.bookingDate,
        },
      ],
    });
    const { body } = await tpp.send({ path: foreign?._links.transactionDetails.href ?? '' });
    const details = transactionDetailsSchema.parse(body).transactionDetails;
    expect(details.currencyExchange).toEqual(foreign?.currencyExchange);
    const [paid, currency] = (details.additionalInformationProprietary2 ?? '').split(' ');
    expect(currency).toBe('USD');
    expect(Math.abs(Number(paid) * 10.082 - Number(details.transactionAmount.amount))).toBeLessThan(0.006);
    expect(booked.some(({ currencyExchange }) => currencyExchange === undefined)).toBe(true);
  });
});

describe('SCA-4, SCA-5, SCA-10: transactions older than 90 days', () => {
  const old = '/transactions?bookingStatus=booked&dateFrom=2026-08-21';
  it('they need a session from the last hour: 3599 s is accepted, 3600 s is not', async () => {
    const bank = await memoryBank();
    try {
      const { tpp, account } = await reader(bank);
      await advance(bank, 'PT3599S');
      expect((await tpp.send({ path: account + old })).status).toBe(200);
      expect((await tpp.send({ path: account + old.replace('21', '22') })).status).toBe(200);
      await advance(bank, 'PT1S');
      expect((await tpp.send({ path: account + old.replace('21', '22') })).status).toBe(200);
      const { reply } = await tpp.refused({ path: account + old }, 401, 'PSU_CREDENTIALS_INVALID', 'SCA-10');
      await finishSca(bank, scaIdOf(reply));
      expect((await tpp.send({ path: account + old })).status).toBe(200);
    } finally {
      await bank.stop();
    }
  });
  it('the operator can make a session expire early', async () => {
    const { tpp, account } = await reader();
    expect((await tpp.send({ path: account + old })).status).toBe(200);
    const path = `/control/sessions/${encodeURIComponent(tpp.sessionId)}/expire`;
    expect(await control(test.bank, 'POST', path)).toMatchObject({ status: 200, body: { expired: true } });
    await tpp.refused({ path: account + old }, 401, 'PSU_CREDENTIALS_INVALID', 'SCA-10');
    expect((await control(test.bank, 'POST', '/control/sessions/nobody/expire')).status).toBe(404);
  });
  it('a new session ends the old one when its SCA completes; an aborted one does not', async () => {
    const { tpp, account } = await reader();
    const first = tpp.sessionId;
    tpp.sessionId = 'second';
    await finishSca(
      test.bank,
      scaIdOf(await tpp.send({ method: 'POST', path: '/v1/bank-offered-consents' })),
      { decision: 'abort' },
    );
    tpp.sessionId = first;
    expect((await tpp.send({ path: account + old })).status).toBe(200);
    tpp.sessionId = 'second';
    await tpp.refused({ path: account + old }, 401, 'PSU_CREDENTIALS_INVALID', 'SCA-10');
    await tpp.consent();
    expect((await tpp.send({ path: account + old })).status).toBe(200);
    tpp.sessionId = first;
    await tpp.refused({ path: account + old }, 401, 'PSU_CREDENTIALS_INVALID', 'SCA-10');
  });
});
