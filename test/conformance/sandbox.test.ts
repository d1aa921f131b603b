/** Sandbox customers, accounts, transactions and agreements over HTTPS (SBX-2 to SBX-4, AIS-11, PAY-20). */
import { describe, expect, it } from 'vitest';
import { isIdentityNumber } from '../../shared/norway/numbers.ts';
import {
  sandboxAccountSchema,
  sandboxAccountsSchema,
  sandboxAgreementSchema,
  sandboxAgreementsSchema,
  sandboxCardAccountSchema,
  sandboxEngagementSchema,
  sandboxTransactionSchema,
  sandboxTransactionsSchema,
} from '../../shared/xs2a/sandbox-schemas.ts';
import {
  accountsSchema,
  balancesSchema,
  customerSchema,
  customersSchema,
  transactionsSchema,
} from '../../shared/xs2a/schemas.ts';
import { useBank, withBank } from '../support/bank.ts';
import { accountIn, EIRIK, expectConserved } from '../support/payments.ts';
import { control, type Reply, Tpp } from '../support/tpp.ts';

const test = useBank();

const post = (path: string, body: unknown): Promise<Reply> =>
  test.tpp().send({ method: 'POST', path, body: JSON.stringify(body) });
const put = (path: string, body: unknown): Promise<Reply> =>
  test.tpp().send({ method: 'PUT', path, body: JSON.stringify(body) });
const remove = (path: string): Promise<Reply> => test.tpp().send({ method: 'DELETE', path });
const get = (path: string): Promise<Reply> => test.tpp().send({ path });
const faults = (path: string, body: unknown, rule: string) => test.tpp().faults(path, body, rule);
const money = (amount: string, currency = 'NOK') => ({ amount, currency });
const balances = (amount: string, currency = 'NOK') => [
  { balanceAmount: money(amount, currency), balanceType: 'expected' },
];

async function newCustomer(customerType = 'PRIVATE') {
  const reply = await post('/v1/sandbox/customers', { customerType, customerName: 'Astrid Lunde' });
  expect(reply.status, reply.text).toBe(201);
  return customerSchema.parse(reply.body);
}

async function newCustomerWithCard() {
  const { customerNumber, _links } = await newCustomer();
  const sent = { customerNumber, accountName: 'Reisekort', currency: 'NOK' };
  expect((await post('/v1/sandbox/card-accounts', sent)).status).toBe(201);
  return customerSchema.parse((await get(_links.self.href)).body);
}

async function newAccount(customerNumber: string, more: object = {}) {
  const reply = await post('/v1/sandbox/accounts', {
    customerNumber,
    accountName: 'Feriekonto',
    currency: 'NOK',
    ...more,
  });
  expect(reply.status, reply.text).toBe(201);
  return sandboxAccountSchema.parse(reply.body);
}

const expectedOf = (account: ReturnType<typeof sandboxAccountSchema.parse>) =>
  account.balances.find((balance) => balance.balanceType === 'expected')?.balanceAmount.amount;

const expectedAt = async (path: string) => expectedOf(sandboxAccountSchema.parse((await get(path)).body));

describe('SBX-2: customers', () => {
  it('a customer is created with a synthetic national ID, and has an agreement immediately', async () => {
    const customer = await newCustomer();
    expect(isIdentityNumber(customer.customerNumber)).toBe(true);
    expect(customer.agreements).toMatchObject([{ name: 'Astrid Lunde, online banking' }]);
    expect((await newCustomer('CORPORATE')).agreements).toMatchObject([
      { name: 'Astrid Lunde, corporate agreement' },
    ]);
    expect((await get(customer._links.self.href)).body).toEqual(customer);
  });
  it('a customer of either type is read with the fields of the specification, and no others', async () => {
    for (const customerType of ['PRIVATE', 'CORPORATE']) {
      const customerName = 'Havgap AS';
      const made = await post('/v1/sandbox/customers', { customerType, customerName });
      const { customerId, customerNumber } = customerSchema.parse(made.body);
      const accounts = [(await newAccount(customerNumber)).id, (await newAccount(customerNumber)).id];
      const card = { customerNumber, accountName: 'Reisekort', currency: 'NOK' };
      const cards =
        customerType === 'PRIVATE' ? [(await post('/v1/sandbox/card-accounts', card)).body['id']] : [];
      const path = `/v1/sandbox/customers/${encodeURIComponent(customerId)}`;
      const { status, body } = await get(path);
      expect(status).toBe(200);
      expect(body).toEqual({
        customerId,
        customerNumber,
        customerType,
        customerName,
        agreements: [
          {
            id: expect.stringMatching(/^enc!!/) as unknown,
            name: expect.stringMatching(/^Havgap AS/) as unknown,
            engagements: accounts.map(() => expect.stringMatching(/^enc!!/) as unknown),
          },
        ],
        accounts,
        cardAccounts: cards,
        _links: { self: { href: path, verbs: ['GET', 'DELETE'] } },
      });
    }
  });
  it('an own number is engaged on each account that the customer gets, so that it works in SCA', async () => {
    for (const type of ['CORPORATE', 'PRIVATE'] as const) {
      const { customerNumber, _links } = await newCustomer(type);
      const accounts = [await newAccount(customerNumber), await newAccount(customerNumber)];
      const { agreements } = customerSchema.parse((await get(_links.self.href)).body);
      expect(agreements[0]?.engagements).toHaveLength(2);
      const tpp = test.tpp();
      await tpp.consent({ nationalId: customerNumber, context: type });
      const shared = accountsSchema.parse((await tpp.send({ path: '/v1/accounts' })).body).accounts;
      expect(shared.map(({ resourceId }) => resourceId)).toEqual(accounts.map(({ id }) => id));
    }
  });
  it('a PSU who can act for nobody reads on the SCA page what is missing, and can abort', async () => {
    await withBank({ psuHttp: true }, async (bank) => {
      const tpp = new Tpp(bank, test.identity);
      const body = JSON.stringify({ customerType: 'CORPORATE', customerName: 'Havgap AS' });
      const made = await tpp.send({ method: 'POST', path: '/v1/sandbox/customers', body });
      const { customerNumber: nationalId } = customerSchema.parse(made.body);
      const asked = await tpp.send({ method: 'POST', path: '/v1/bank-offered-consents' });
      const url = asked.body._links?.['scaRedirect']?.href ?? '';
      const send = (step: string) =>
        fetch(url, {
          method: 'POST',
          body: new URLSearchParams({ nationalId, step }),
          headers: { Origin: new URL(url).origin },
          redirect: 'manual',
        });
      const page = await (await send('identify')).text();
      expect(page).toContain('Havgap AS cannot act for anybody at this bank yet');
      expect(page).toContain('POST /v1/sandbox/accounts');
      expect(page).not.toContain('value="approve"');
      const aborted = await send('abort');
      expect(aborted.headers.get('location')).toContain('code=PSU_CREDENTIALS_INVALID');
    });
  });
  it('one response reports every error with its path', async () => {
    const wrong = { customerType: 'STATE', customerNumber: '12345678901', extra: 1 };
    expect(await faults('/v1/sandbox/customers', wrong, 'SBX-2')).toEqual([
      'customerName',
      'customerNumber',
      'customerType',
      'extra',
    ]);
  });
  it('a duplicate number is refused', async () => {
    const { customerNumber } = await newCustomer();
    const body = { customerType: 'PRIVATE', customerName: 'B', customerNumber };
    expect(await faults('/v1/sandbox/customers', body, 'SBX-2')).toEqual(['customerNumber']);
  });
  it('deleting a customer deletes everything they own, and the books stay balanced', async () => {
    const customer = await newCustomer();
    const account = await newAccount(customer.customerNumber, { balances: balances('750.00') });
    expect((await remove(customer._links.self.href)).status).toBe(204);
    for (const path of [customer._links.self.href, account._links.self.href])
      expect((await get(path)).status).toBe(404);
    expect((await remove(customer._links.self.href)).status).toBe(404);
    await expectConserved(test.bank);
  });
  it('a new customer can complete an SCA and share accounts', async () => {
    const customer = await newCustomer();
    const account = await newAccount(customer.customerNumber, { balances: balances('10.00') });
    const tpp = test.tpp();
    await tpp.consent({ nationalId: customer.customerNumber });
    const { accounts } = accountsSchema.parse(
      (await tpp.send({ path: '/v1/accounts?withBalance=true' })).body,
    );
    expect(accounts.map((one) => [one.resourceId, one.ownerName])).toEqual([[account.id, 'Astrid Lunde']]);
  });
});

describe('SBX-3: accounts', () => {
  it('AIS-2: a new account has an expected balance: booked minus reserved plus credit line', async () => {
    const { customerNumber } = await newCustomer();
    const plain = await newAccount(customerNumber, { balances: balances('100.00') });
    expect(plain.balances).toEqual([
      { balanceAmount: money('100.00'), balanceType: 'closingBooked' },
      { balanceAmount: money('100.00'), balanceType: 'expected' },
    ]);
    const credit = await newAccount(customerNumber, { creditLine: '500.00', balances: balances('600.00') });
    expect(credit.balances[0]?.balanceAmount.amount).toBe('100.00');
    expect(expectedOf(credit)).toBe('600.00');
    expect(expectedOf(await newAccount(customerNumber, { creditLine: '500.00' }))).toBe('500.00');
    await expectConserved(test.bank);
  });
  it.each([
    ['JPY', '1250', '1250.00'],
    ['KWD', '1.250', '1.25'],
    ['EUR', '12.50', '12.5'],
  ])("AIS-11: %s amounts have the currency's decimals", async (currency, right, wrong) => {
    const { customerNumber } = await newCustomer();
    expect(
      expectedOf(await newAccount(customerNumber, { currency, balances: balances(right, currency) })),
    ).toBe(right);
    const body = { customerNumber, accountName: 'A', currency, balances: balances(wrong, currency) };
    expect(await faults('/v1/sandbox/accounts', body, 'SBX-3')).toEqual(['balances/0/balanceAmount/amount']);
    await expectConserved(test.bank);
  });
  it.each([
    [{ customerNumber: '11111111111' }, 'customerNumber'],
    [{ currency: 'QQQ' }, 'currency'],
    [{ accountName: 'x'.repeat(71) }, 'accountName'],
    [{ accountName: ' ' }, 'accountName'],
    [{ creditLine: '1.5' }, 'creditLine'],
    [{ creditLine: '-1.00' }, 'creditLine'],
    [{ balances: balances('1.00', 'EUR') }, 'balances/0/balanceAmount/currency'],
    [{ cashAccountType: 'LOAN' }, 'cashAccountType'],
  ])('AIS-10: %j is refused at %s', async (change, path) => {
    const body = {
      customerNumber: test.bank.inspection.somebody()?.nationalId,
      accountName: 'A',
      currency: 'NOK',
      ...change,
    };
    expect(await faults('/v1/sandbox/accounts', body, 'SBX-3')).toContain(path);
  });
  it('accounts are listed, read and deleted, and their balance is set', async () => {
    const { customerNumber } = await newCustomer();
    const account = await newAccount(customerNumber, { creditLine: '50.00' });
    expect(sandboxAccountsSchema.parse((await get('/v1/sandbox/accounts')).body).accounts).toContainEqual(
      account,
    );
    const set = await put(`${account._links.self.href}/balances`, { balances: balances('-20.00') });
    expect(expectedOf(sandboxAccountSchema.parse(set.body))).toBe('-20.00');
    expect(
      sandboxTransactionsSchema.parse((await get(`${account._links.self.href}/transactions`)).body)
        .transactions,
    ).toEqual([]);
    await expectConserved(test.bank);
    expect((await remove(account._links.self.href)).status).toBe(204);
    expect((await get(account._links.self.href)).status).toBe(404);
    await expectConserved(test.bank);
  });
});

describe('SBX-3: what is created is what is read', () => {
  it('an account has the fields of the contract, each as it was sent', async () => {
    const { customerNumber } = await newCustomer();
    const sent = {
      customerNumber,
      accountName: 'Buffer',
      currency: 'EUR',
      cashAccountType: 'SVGS',
      creditLine: '20.00',
    };
    const made = await post('/v1/sandbox/accounts', { ...sent, balances: balances('120.00', 'EUR') });
    const { id, bban, iban, _links, ...rest } = sandboxAccountSchema.strict().parse(made.body);
    expect(rest).toEqual({
      ...sent,
      balances: [
        { balanceAmount: money('100.00', 'EUR'), balanceType: 'closingBooked' },
        { balanceAmount: money('120.00', 'EUR'), balanceType: 'expected' },
      ],
    });
    expect(iban.slice(4)).toBe(bban);
    expect(_links.self.href).toBe(`/v1/sandbox/accounts/${encodeURIComponent(id)}`);
    expect((await get(_links.self.href)).body).toEqual(made.body);
    expect((await newAccount(customerNumber)).cashAccountType).toBe('CACC');
  });
  it('a card account has the fields of the contract; without a creditLimit it has 25,000', async () => {
    const { customerNumber, _links: links } = await newCustomer();
    const sent = { customerNumber, accountName: 'Reisekort', currency: 'EUR' };
    const made = await post('/v1/sandbox/card-accounts', { ...sent, creditLimit: '900.50' });
    const { id, maskedPan, _links, ...rest } = sandboxCardAccountSchema.strict().parse(made.body);
    expect(rest).toMatchObject({ ...sent, creditLimit: '900.50' });
    expect(maskedPan).toMatch(/^541231\*{6}\d{4}$/);
    expect((await get(_links.self.href)).body).toEqual(made.body);
    expect((await get(links.self.href)).body['cardAccounts']).toEqual([id]);
    expect((await post('/v1/sandbox/card-accounts', sent)).body['creditLimit']).toBe('25000.00');
  });
  it('an account belongs to its customer until it is deleted', async () => {
    const { customerNumber, _links: links } = await newCustomer();
    const account = await newAccount(customerNumber);
    expect((await get(links.self.href)).body['accounts']).toEqual([account.id]);
    expect((await remove(account._links.self.href)).status).toBe(204);
    expect((await get(links.self.href)).body['accounts']).toEqual([]);
    const listed = sandboxAccountsSchema.parse((await get('/v1/sandbox/accounts')).body).accounts;
    expect(listed.map(({ id }) => id)).not.toContain(account.id);
  });
  it.each([
    ['GET', 'accounts/x'],
    ['DELETE', 'accounts/x'],
    ['PUT', 'accounts/x/balances'],
    ['GET', 'accounts/x/transactions'],
    ['POST', 'accounts/x/transactions'],
    ['DELETE', 'accounts/x/transactions'],
    ['GET', 'accounts/x/transactions/y'],
    ['GET', 'card-accounts/x'],
    ['GET', 'card-accounts/x/transactions'],
    ['POST', 'card-accounts/x/transactions'],
    ['GET', 'card-accounts/x/transactions/y'],
    ['GET', 'agreements/x'],
    ['DELETE', 'agreements/x'],
    ['POST', 'agreements/x/engagements'],
  ])('SBX-4: %s %s, which is unknown, returns 404', async (method, path) => {
    const body = method === 'GET' || method === 'DELETE' ? {} : { body: '{}' };
    await test
      .tpp()
      .refused({ method, path: `/v1/sandbox/${path}`, ...body }, 404, 'RESOURCE_UNKNOWN', 'SBX-3');
  });
});

describe('SBX-3: numbers, balances and faults', () => {
  it('accounts get the next free numbers', async () => {
    await withBank({}, async (bank) => {
      const tpp = new Tpp(bank, test.identity);
      const customerNumber = bank.inspection.somebody()?.nationalId;
      const made: string[] = [];
      for (const accountName of ['A', 'B', 'C']) {
        const body = JSON.stringify({ customerNumber, accountName, currency: 'NOK' });
        const reply = await tpp.send({ method: 'POST', path: '/v1/sandbox/accounts', body });
        made.push(sandboxAccountSchema.parse(reply.body).bban);
      }
      expect(made.map((bban) => bban.slice(4, 10))).toEqual(['500000', '500001', '500002']);
    });
  });
  it('AIS-2: a balance that is set is what can be spent, whatever is reserved or lent', async () => {
    await withBank({}, async (bank) => {
      const tpp = new Tpp(bank, test.identity);
      const path = `/v1/sandbox/accounts/${await accountIn(tpp, EIRIK)}`;
      const set = async (body: unknown) => {
        const reply = await tpp.send({ method: 'PUT', path: `${path}/balances`, body: JSON.stringify(body) });
        expect(reply.status, reply.text).toBe(200);
        expect((await tpp.send({ path })).body).toEqual(reply.body);
        return sandboxAccountSchema.parse(reply.body).balances.map((one) => one.balanceAmount.amount);
      };
      // Two payments of 473.50 together are reserved.
      expect(await set({ balances: balances('1000.00') })).toEqual(['1473.50', '1000.00']);
      expect(await set({ balances: balances('10.00') })).toEqual(['483.50', '10.00']);
      await expectConserved(bank);
      const put = (body: unknown) => ({
        method: 'PUT',
        path: `${path}/balances`,
        body: JSON.stringify(body),
      });
      for (const body of [{}, { balances: balances('1.00', 'EUR') }, { balances: balances('1.5') }])
        await tpp.refused(put(body), 400, 'FORMAT_ERROR', 'SBX-3');
    });
  });
  it('an agreement and a card transaction without their fields are refused with each of them', async () => {
    expect(await faults('/v1/sandbox/agreements', {}, 'SBX-3')).toEqual(['name', 'owner']);
    const [card] = (await newCustomerWithCard()).cardAccounts;
    const path = `/v1/sandbox/card-accounts/${encodeURIComponent(card ?? '')}/transactions`;
    expect(await faults(path, {}, 'SBX-4')).toEqual(['transactionAmount']);
  });
  it('SBX-2: a customer can have a number of its own, is listed and can be deleted', async () => {
    await withBank({}, async (bank) => {
      const tpp = new Tpp(bank, test.identity);
      const made = await tpp.send({
        method: 'POST',
        path: '/v1/sandbox/customers',
        body: JSON.stringify({
          customerType: 'PRIVATE',
          customerName: 'Astrid Lunde',
          customerNumber: '13097248022',
        }),
      });
      expect([made.status, made.body['customerNumber']]).toEqual([201, '13097248022']);
      const { self } = customerSchema.parse(made.body)._links;
      expect(self.verbs).toEqual(['GET', 'DELETE']);
      const read = await tpp.send({ path: self.href });
      expect([read.status, read.body]).toEqual([200, made.body]);
      const listed = await tpp.send({ path: '/v1/sandbox/customers' });
      expect(listed.status).toBe(200);
      expect(listed.body['customers']).toContainEqual(made.body);
    });
  });
});

describe('SBX-4: transactions', () => {
  async function account() {
    return newAccount((await newCustomer()).customerNumber, { balances: balances('1000.00') });
  }
  it('a credit raises the balance and a debit lowers it', async () => {
    const { _links } = await account();
    const path = `${_links.self.href}/transactions`;
    const made = sandboxTransactionSchema.parse(
      (await post(path, { transactionAmount: money('250.00'), debtorName: 'Oda' })).body,
    );
    expect((await post(path, { transactionAmount: money('-1300.50'), creditorName: 'Per' })).status).toBe(
      201,
    );
    expect(await expectedAt(_links.self.href)).toBe('-50.50');
    expect((await get(made._links.self.href)).body).toEqual(made);
    expect(sandboxTransactionsSchema.parse((await get(path)).body).transactions).toHaveLength(2);
    await expectConserved(test.bank);
    expect((await remove(path)).status).toBe(204);
    expect((await get(made._links.self.href)).status).toBe(404);
    expect(await expectedAt(_links.self.href)).toBe('-50.50');
  });
  it('a list has pages that lead to every transaction once, newest first, and of at most 1,000', async () => {
    const { accounts } = sandboxAccountsSchema.parse((await get('/v1/sandbox/accounts')).body);
    const path = `${accounts[0]?._links.self.href}/transactions`;
    const page = async (href: string) => sandboxTransactionsSchema.parse((await get(href)).body);
    const whole = await page(path);
    expect(whole._links).toBeUndefined();
    const first = await page(`${path}?limit=100`);
    expect(Object.keys(first._links ?? {})).toEqual(['next', 'last']);
    const seen = [...first.transactions];
    for (let href = first._links?.['next']?.href; href !== undefined && seen.length < 2000;) {
      const { transactions, _links } = await page(href);
      expect(transactions.length).toBeLessThanOrEqual(100);
      seen.push(...transactions);
      href = _links?.['next']?.href;
    }
    expect(seen.length).toBeGreaterThan(100);
    expect(seen).toEqual(whole.transactions);
    const dates = seen.map(({ bookingDate }) => bookingDate);
    expect(dates).toEqual(dates.toSorted().reverse());
    for (const query of ['limit=1001', 'limit=0', 'offset=-1'])
      await test.tpp().refused({ path: `${path}?${query}` }, 400, 'FORMAT_ERROR', 'SBX-4');
  });
  it('a transaction gives back everything that was posted', async () => {
    const { _links, bban } = await account();
    const path = _links.transactions.href;
    const outgoing = {
      transactionAmount: money('-250.00'),
      creditorName: 'Per Aas',
      creditorAccount: { bban: '86011200003', iban: 'NO6186011200003' },
      debtorName: 'Astrid',
      bookingDate: '2026-11-02',
      valueDate: '2026-11-03',
      endToEndIdentification: 'E2E-7',
      remittanceInformationUnstructured: 'Leie november',
    };
    const incoming = {
      transactionAmount: money('75.00'),
      creditorName: 'Astrid Lunde',
      creditorAccount: { bban },
      debtorName: 'Oda',
      debtorAccount: { iban: 'DE89370400440532013000' },
      remittanceInformationStructuredArray: [{ reference: '1234567897', referenceType: 'SCOR' }],
    };
    const older = {
      transactionAmount: money('-1.00'),
      remittanceInformationUnstructured: ['Porto'],
      remittanceInformationStructured: { reference: '1234567897' },
    };
    for (const body of [outgoing, incoming, older]) {
      const made = await post(path, body);
      expect(made.status, made.text).toBe(201);
      const { id, _links: links } = sandboxTransactionSchema.parse(made.body);
      const read = await get(links.self.href);
      expect(read.body).toEqual(made.body);
      expect(read.body).toMatchObject({ id, ...body });
      expect((await get(path)).body['transactions']).toContainEqual(made.body);
    }
  });
  it('AIS-7: a transaction is shown with its other party, also where only the account is sent', async () => {
    const customer = await newCustomer();
    const made = await newAccount(customer.customerNumber);
    const parties = {
      creditorName: 'Per',
      creditorAccount: { bban: '86011200003' },
      debtorName: 'Oda',
      debtorAccount: { iban: 'DE89370400440532013000' },
    };
    const shown = async (input: object) => {
      const posted = await post(made._links.transactions.href, { ...parties, ...input });
      expect(posted.status, posted.text).toBe(201);
      const { id, _links } = sandboxTransactionSchema.parse(posted.body);
      expect(_links).toEqual({
        self: { href: `${made._links.transactions.href}/${encodeURIComponent(id)}`, verbs: ['GET'] },
      });
      const read = await get(_links.self.href);
      expect([read.status, read.body]).toEqual([200, posted.body]);
      const tpp = test.tpp();
      await tpp.consent({ nationalId: customer.customerNumber });
      const path = `/v1/accounts/${encodeURIComponent(made.id)}/transactions?bookingStatus=booked`;
      const { booked = [] } = transactionsSchema.parse((await tpp.send({ path })).body).transactions;
      return booked.find((one) => one.transactionId === id);
    };
    const own = { name: 'Astrid Lunde', account: { bban: made.bban, iban: made.iban } };
    expect(await shown({ transactionAmount: money('-0.01') })).toMatchObject({
      debtorName: own.name,
      creditorName: 'Per',
      creditorAccount: { bban: '86011200003' },
      proprietaryBankTransactionCode: 'GIRO',
    });
    expect(await shown({ transactionAmount: money('0.01') })).toMatchObject({
      debtorName: 'Oda',
      debtorAccount: { iban: 'DE89370400440532013000' },
      creditorName: own.name,
    });
    // What was not posted is taken from the account.
    const { debtorName: _, debtorAccount: __, ...toPer } = parties;
    const posted = await post(made._links.transactions.href, { ...toPer, transactionAmount: money('-1.00') });
    expect(
      (await post(made._links.transactions.href, { transactionAmount: money('-1.00') })).body,
    ).toMatchObject({
      debtorName: own.name,
      creditorName: 'Unknown',
    });
    expect(posted.body).toMatchObject({ debtorName: own.name, creditorName: 'Per' });
    const listed = await get(made._links.transactions.href);
    expect(listed.status).toBe(200);
    expect(listed.body['transactions']).toHaveLength(4);
  });
  it('a transaction is refused if the bank cannot store the balance', async () => {
    const made = await account();
    const card = (await newCustomerWithCard()).cardAccounts[0] ?? '';
    const most = { transactionAmount: money('-999999999999.99') };
    for (const path of [
      made._links.transactions.href,
      `/v1/sandbox/card-accounts/${encodeURIComponent(card)}/transactions`,
    ]) {
      for (let at = 0; at < 20; at++) expect((await post(path, most)).status).toBe(201);
      expect(await faults(path, most, 'SBX-4')).toEqual(['transactionAmount/amount']);
      const back = { transactionAmount: money('999999999999.99') };
      expect((await post(path, back)).status).toBe(201);
    }
  });
  it('AIS-2: a transaction that is dated back changes the balance now', async () => {
    const made = await account();
    const body = { transactionAmount: money('1.00'), bookingDate: '2026-10-01' };
    expect((await post(made._links.transactions.href, body)).status).toBe(201);
    const tpp = test.tpp();
    await tpp.consent({ nationalId: made.customerNumber });
    const { balances } = balancesSchema.parse(
      (await tpp.send({ path: `/v1/accounts/${encodeURIComponent(made.id)}/balances` })).body,
    );
    expect(balances[0]?.lastChangeDateTime).toBe('2026-11-20T09:42:07+00:00');
  });
  it('AIS-7: the running balance survives huge amounts and set balances, without a 5xx', async () => {
    const made = await account();
    const pay = () => post(made._links.transactions.href, { transactionAmount: money('999999999999.99') });
    for (let at = 0; at < 70; at++) {
      const paid = await pay();
      expect(paid.status, paid.text).toBe(201);
      expect((await put(made._links.balances.href, { balances: balances('0.00') })).status).toBe(200);
    }
    expect((await pay()).status).toBe(400);
    const tpp = test.tpp();
    await tpp.consent({ nationalId: made.customerNumber });
    const path = `/v1/accounts/${encodeURIComponent(made.id)}/transactions?bookingStatus=booked`;
    const { booked = [] } = transactionsSchema.parse((await tpp.send({ path })).body).transactions;
    expect(booked[0]?.balanceAfterTransaction?.balanceAmount.amount).toBe('0.00');
    expect(booked.at(-1)?.balanceAfterTransaction?.balanceAmount.amount).toBe('-68999999999999.31');
  });
  it('account information shows sandbox transactions', async () => {
    const customer = await newCustomer();
    const made = await newAccount(customer.customerNumber);
    const body = {
      transactionAmount: money('-9.90'),
      creditorName: 'Per',
      endToEndIdentification: 'E2E-1',
      bookingDate: '2026-11-01',
      valueDate: '2026-11-02',
      remittanceInformationUnstructured: 'Kaffe',
    };
    expect((await post(`${made._links.self.href}/transactions`, body)).status).toBe(201);
    const tpp = test.tpp();
    await tpp.consent({ nationalId: customer.customerNumber });
    const reply = await tpp.send({
      path: `/v1/accounts/${encodeURIComponent(made.id)}/transactions?bookingStatus=booked`,
    });
    expect((reply.body['transactions'] as { booked: object[] }).booked).toMatchObject([
      {
        transactionAmount: money('-9.90'),
        creditorName: 'Per',
        endToEndIdentification: 'E2E-1',
        bookingDate: '2026-11-01',
        valueDate: '2026-11-02',
        remittanceInformationUnstructured: ['Kaffe'],
      },
    ]);
  });
  it('the account itself as debtor, future dates and other errors are refused and move no money', async () => {
    const { _links, bban, iban } = await account();
    const wrong: [object, string][] = [
      [{ debtorAccount: { bban } }, 'debtorAccount'],
      [{ debtorAccount: { iban } }, 'debtorAccount'],
      [{ transactionAmount: money('-1.00'), creditorAccount: { bban } }, 'creditorAccount'],
      [{ transactionAmount: money('-1.00'), creditorAccount: { iban } }, 'creditorAccount'],
      [{ bookingDate: '2026-11-21' }, 'bookingDate'],
      [{ valueDate: '2026-11-21' }, 'valueDate'],
      [{ bookingDate: '2026-11-20', valueDate: '2026-11-19' }, 'valueDate'],
      [{ transactionAmount: money('0.00') }, 'transactionAmount/amount'],
      [{ transactionAmount: money('1.0') }, 'transactionAmount/amount'],
      [{ transactionAmount: money('1.00', 'EUR') }, 'transactionAmount/currency'],
      [{ debtorAccount: { bban: '12345678901' } }, 'debtorAccount/bban'],
      [{ endToEndIdentification: 'x'.repeat(36) }, 'endToEndIdentification'],
    ];
    for (const [change, path] of wrong) {
      const body = { transactionAmount: money('1.00'), ...change };
      expect(await faults(`${_links.self.href}/transactions`, body, 'SBX-4')).toContain(path);
    }
    expect(await expectedAt(_links.self.href)).toBe('1000.00');
  });
});

describe('SBX-3: agreements and engagements', () => {
  /** An engagement that lets a customer see an account, and no more. */
  const viewing = (customer: string, iban: string) => ({
    customer,
    account: { iban },
    roles: ['VIEW'],
    registerLimit: 0,
    approvalLimit: 0,
  });
  it('an engagement lets a person act for a company on its account', async () => {
    const company = await newCustomer('CORPORATE');
    const person = await newCustomer();
    const account = await newAccount(company.customerNumber);
    const made = await post('/v1/sandbox/agreements', { name: 'Prosjekt', owner: company.customerNumber });
    const agreement = sandboxAgreementSchema.parse(made.body);
    const engagement = {
      ...viewing(person.customerNumber, account.iban),
      roles: ['REGISTER', 'VIEW'],
      approvalLimit: 50_000,
    };
    const path = `/v1/sandbox/agreements/${encodeURIComponent(agreement.id)}/engagements`;
    const engaged = await post(path, engagement);
    expect(engaged.status, engaged.text).toBe(201);
    expect(sandboxEngagementSchema.parse(engaged.body)).toMatchObject(engagement);
    expect((await post(path, engagement)).status).toBe(400);
    const all = sandboxAgreementsSchema.parse((await get('/v1/sandbox/agreements')).body).agreements;
    expect(all.find((one) => one.id === agreement.id)?.engagements).toHaveLength(1);

    const tpp = test.tpp();
    const query = await tpp.consent({
      nationalId: person.customerNumber,
      context: 'CORPORATE',
      agreementId: agreement.id,
    });
    expect(query.get('context')).toBe('CORPORATE');
    const { accounts } = accountsSchema.parse((await tpp.send({ path: '/v1/accounts' })).body);
    expect(accounts.map((one) => one.resourceId)).toEqual([account.id]);
  });
  it('an agreement is read and deleted, and nobody acts under it any more', async () => {
    const company = await newCustomer('CORPORATE');
    const account = await newAccount(company.customerNumber);
    const made = await post('/v1/sandbox/agreements', { name: 'Prosjekt', owner: company.customerNumber });
    const { id, _links } = sandboxAgreementSchema.parse(made.body);
    expect(_links.engagements.href).toBe(`${_links.self.href}/engagements`);
    const engagement = viewing(company.customerNumber, account.iban);
    const engaged = await post(_links.engagements.href, engagement);
    expect(engaged.headers.location).toBe(_links.self.href);
    expect((await get(_links.self.href)).body).toEqual({ ...made.body, engagements: [engaged.body] });
    const tpp = test.tpp();
    await tpp.consent({ nationalId: company.customerNumber, context: 'CORPORATE', agreementId: id });
    expect((await tpp.send({ path: '/v1/agreements' })).body['agreements']).toMatchObject([
      { name: 'Astrid Lunde, corporate agreement', roles: ['REGISTER', 'VIEW'] },
      { name: 'Prosjekt', roles: ['VIEW'] },
    ]);
    expect((await tpp.send({ path: '/v1/accounts' })).status).toBe(200);
    const consents = async () =>
      ((await control(test.bank, 'GET', '/control/consents')).body['consents'] as { psuId: string }[]).filter(
        ({ psuId }) => psuId === tpp.psuId,
      );
    expect(await consents()).toHaveLength(1);
    expect((await remove(_links.self.href)).status).toBe(204);
    expect(await consents()).toEqual([]);
    expect((await tpp.send({ path: '/v1/accounts' })).status).toBe(400);
    tpp.corporateId = null;
    await tpp.refused({ path: '/v1/agreements' }, 401, 'PSU_CREDENTIALS_INVALID', 'SCA-10');
    for (const call of [
      { path: _links.self.href },
      { path: _links.self.href, method: 'DELETE' },
      { path: _links.engagements.href, method: 'POST', body: JSON.stringify(engagement) },
    ])
      await test.tpp().refused(call, 404, 'RESOURCE_UNKNOWN', 'SBX-3');
    expect((await get(company._links.self.href)).body['agreements']).toMatchObject([
      { name: 'Astrid Lunde, corporate agreement' },
    ]);
    expect((await get('/v1/sandbox/agreements')).text).not.toContain(id);
  });
  it('private owners, foreign accounts and unknown people are refused', async () => {
    const [eirik, , fjellheim] = customersSchema.parse((await get('/v1/sandbox/customers')).body).customers;
    const agreement = sandboxAgreementsSchema
      .parse((await get('/v1/sandbox/agreements')).body)
      .agreements.find((one) => one.owner === fjellheim?.customerNumber);
    const foreign = await newAccount(eirik?.customerNumber ?? '');
    const path = `/v1/sandbox/agreements/${encodeURIComponent(agreement?.id ?? '')}/engagements`;
    const right = viewing(eirik?.customerNumber ?? '', foreign.iban);
    const refusals: [string, object, string][] = [
      ['/v1/sandbox/agreements', { name: 'A', owner: eirik?.customerNumber }, 'owner'],
      [path, right, 'account/iban'],
      [path, { ...right, customer: '11111111111' }, 'customer'],
      [path, { ...right, account: { iban: 'NO00' } }, 'account/iban'],
      [path, { ...right, approvalLimit: 1.5 }, 'approvalLimit'],
      [path, { ...right, roles: [] }, 'roles'],
    ];
    for (const [target, body, fault] of refusals)
      expect(await faults(target, body, 'SBX-3')).toContain(fault);
    await test
      .tpp()
      .refused(
        { method: 'POST', path: '/v1/sandbox/agreements/enc!!none/engagements', body: JSON.stringify(right) },
        404,
        'RESOURCE_UNKNOWN',
        'SBX-3',
      );
  });
});

it('PAY-20: the books are balanced from the start and after a reset', async () => {
  await expectConserved(test.bank);
  expect((await test.tpp().send({ method: 'POST', path: '/v1/sandbox/initialize' })).status).toBe(201);
  await expectConserved(test.bank);
});
