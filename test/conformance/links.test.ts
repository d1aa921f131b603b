/** SVC-8: what a link offers can be called now, in every state, and what it no longer offers is refused. */
import { beforeEach, describe, expect, it } from 'vitest';
import { useBank } from '../support/bank.ts';
import { andBack, expectCallable, linksIn, methodsOf } from '../support/links.ts';
import {
  accountIn,
  bodyOf,
  bulkOf,
  create,
  EIRIK,
  FJELLHEIM,
  idIn,
  leaveExactly,
  pathOfProduct,
  PEOPLE,
  post,
  reset,
  selfOf,
  sign,
} from '../support/payments.ts';
import { control, type Reply, type Tpp } from '../support/tpp.ts';

const test = useBank({ psuHttp: true, quirks: { domesticUnreadableBeforeApproval: false } });
const FIX = { 'x-accept-fix': 'amount-as-string' };
const FUTURE = { requestedExecutionDate: '2026-12-01' };

let tpp: Tpp;
beforeEach(async () => {
  await reset(test.bank);
  tpp = test.tpp();
  await tpp.consent();
});

const get = async (path: string): Promise<Reply> => {
  const reply = await tpp.send({ path });
  expect(reply.status, reply.text).toBe(200);
  return reply;
};
const operate = async (action: string, path: string) =>
  expect(
    (await control(test.bank, 'POST', `/control/payments/${encodeURIComponent(idIn(path))}/${action}`))
      .status,
  ).toBe(200);
const batch = () => control(test.bank, 'POST', '/control/batch');

async function signed(...order: Parameters<typeof create> extends [Tpp, ...infer More] ? More : never) {
  const path = await create(tpp, ...order);
  await sign(tpp, path);
  return path;
}

async function basketOf(paths: readonly string[]): Promise<string> {
  const reply = await post(tpp, '/v1/signing-baskets', { paymentIds: paths.map(idIn) }, FIX);
  expect(reply.status, reply.text).toBe(201);
  return selfOf(reply);
}

/** Starting an authorisation and deleting succeed exactly if they are offered. */
async function expectNothingElse(path: string, starts: boolean, deletes: boolean): Promise<void> {
  const start = await andBack(test.bank, () => tpp.send({ method: 'POST', path: `${path}/authorisations` }));
  const remove = await andBack(test.bank, () => tpp.send({ method: 'DELETE', path }));
  expect({ starts: start.status === 201, deletes: remove.status < 300 }).toEqual({ starts, deletes });
}

/** Each status of a payment, how a payment gets there, and what the links then offer. */
const PAYMENTS: [status: string, offers: string, make: () => Promise<string>][] = [
  ['RCVD', 'GET DELETE, start', () => create(tpp, 'NDCT')],
  ['RCVD', 'GET DELETE, start', () => create(tpp, 'NDCT', bulkOf(['1.00', '2.00']), 'bulk-payments')],
  [
    'RCVD',
    'GET DELETE, start',
    () => create(tpp, 'NDCT', { startDate: '2026-12-01', frequency: 'Monthly' }, 'periodic-payments'),
  ],
  [
    'RCVD',
    'GET DELETE',
    async () => {
      await tpp.consent();
      const path = await create(tpp, 'NCBCT');
      await basketOf([path]);
      return path;
    },
  ],
  [
    'RCVD',
    'GET DELETE',
    async () => {
      const path = await create(tpp, 'SCT');
      const account = await accountIn(tpp, EIRIK);
      await control(test.bank, 'POST', `/control/accounts/${account}/permission`, { payments: false });
      return path;
    },
  ],
  [
    'PATC',
    'GET DELETE, start',
    async () => {
      const amount = { instructedAmount: { amount: '60000.00', currency: 'NOK' } };
      const path = await create(tpp, 'NDCT', { ...amount, debtorAccount: { bban: FJELLHEIM } });
      await sign(tpp, path, { nationalId: PEOPLE.eirik, context: 'CORPORATE' });
      return path;
    },
  ],
  ['ACTC', 'GET DELETE', () => signed('NDCT', FUTURE)],
  [
    'ACTC',
    'GET DELETE',
    () => signed('NDCT', { startDate: '2026-12-01', frequency: 'Monthly' }, 'periodic-payments'),
  ],
  ['PDNG', 'GET', () => signed('SCT')],
  [
    'ACCP',
    'GET',
    async () => {
      await leaveExactly(tpp, EIRIK, 100);
      return signed('NDCT');
    },
  ],
  [
    'BLCK',
    'GET',
    async () => {
      const path = await signed('NDCT');
      await operate('hold', path);
      return path;
    },
  ],
  ['ACSC', 'GET', () => signed('INDCTS')],
  [
    'PART',
    'GET',
    async () => {
      const path = await create(tpp, 'NDCT', bulkOf(['1.00', '2.00']), 'bulk-payments');
      await leaveExactly(tpp, EIRIK, 150);
      await sign(tpp, path);
      await control(test.bank, 'POST', '/control/clock', { advance: 'P1D' });
      return path;
    },
  ],
  [
    'RJCT',
    'GET',
    async () => {
      await leaveExactly(tpp, EIRIK, 100);
      return signed('INDCTS');
    },
  ],
  [
    'CANC',
    'GET',
    async () => {
      const path = await create(tpp, 'NDCT');
      await tpp.send({ method: 'DELETE', path });
      return path;
    },
  ],
];

describe('SVC-8: the links of a payment', () => {
  // Without PSU-ID, so that a payment of any PSU can be read.
  beforeEach(() => {
    tpp = test.tpp();
  });
  it.each(PAYMENTS)(
    'in status %s they offer %s, which the bank carries out and nothing else',
    async (status, offers, make) => {
      const path = await make();
      const read = await get(path);
      expect(read.body['transactionStatus']).toBe(status);
      const links = read.body._links ?? {};
      const start = links['startAuthorisation'];
      expect(`${links['self']?.verbs.join(' ')}${start ? ', start' : ''}`).toBe(offers);
      expect((await get(`${path}/status`)).body._links).toEqual(links);
      await expectCallable(test.bank, tpp, read);
      await expectNothingElse(path, start !== undefined, offers.includes('DELETE'));
    },
  );
  it('the responses that create, authorise and delete a payment offer only what can be called', async () => {
    const created = await post(tpp, pathOfProduct('NDCT'), bodyOf('NDCT', FUTURE));
    await expectCallable(test.bank, tpp, created);
    const path = selfOf(created);
    await expectCallable(test.bank, tpp, await tpp.send({ method: 'POST', path: `${path}/authorisations` }));
    await sign(tpp, path);
    const deleted = await tpp.send({ method: 'DELETE', path });
    expect(deleted.status).toBe(202);
    expect(deleted.body._links?.['startAuthorisation']?.href).toBe(`${path}/cancellation-authorisations`);
    await expectCallable(test.bank, tpp, deleted);
    await expectCallable(
      test.bank,
      tpp,
      await tpp.send({ method: 'POST', path: `${path}/cancellation-authorisations` }),
    );
  });
});

/** Each state of a basket. */
const BASKETS: [status: string, payments: string, make: () => Promise<string>][] = [
  ['RCVD', 'two unsigned', async () => basketOf([await create(tpp, 'NCBCT'), await create(tpp, 'NCBCT')])],
  [
    'RJCT',
    'one deleted, one unsigned',
    async () => {
      const paths = [await create(tpp, 'NCBCT'), await create(tpp, 'NCBCT')];
      const basket = await basketOf(paths);
      await tpp.send({ method: 'DELETE', path: paths[0] ?? '' });
      return basket;
    },
  ],
  [
    'RJCT',
    'one deleted',
    async () => {
      const path = await create(tpp, 'NCBCT');
      const basket = await basketOf([path]);
      await tpp.send({ method: 'DELETE', path });
      return basket;
    },
  ],
  [
    'PATC',
    'one signed by the first of two',
    async () => {
      const amount = { instructedAmount: { amount: '6000.00', currency: 'GBP' } };
      const path = await create(tpp, 'NCBCT', { ...amount, debtorAccount: { bban: FJELLHEIM } });
      const basket = await basketOf([path]);
      await sign(tpp, basket, { nationalId: PEOPLE.eirik, context: 'CORPORATE' });
      return basket;
    },
  ],
  [
    'ACTC',
    'one settled',
    async () => {
      const basket = await basketOf([await create(tpp, 'NCBCT')]);
      await sign(tpp, basket);
      await batch();
      return basket;
    },
  ],
];

describe('SVC-8: the links of a signing basket', () => {
  it.each(BASKETS)(
    'in status %s (%s) the bank carries out what they offer and nothing else',
    async (status, _, make) => {
      const path = await make();
      // The SCA of a company ended the private context, in which the test asks.
      tpp.psuId = null;
      await tpp.consent();
      const read = await get(path);
      expect(read.body['transactionStatus']).toBe(status);
      const links = read.body._links ?? {};
      await expectCallable(test.bank, tpp, read);
      const deletes = links['self']?.verbs.includes('DELETE') === true;
      await expectNothingElse(path, links['startAuthorisation'] !== undefined, deletes);
    },
  );
});

/** Reads that have no states: each link offers what the catalogue has for its path. */
async function expectComplete(path: string): Promise<Reply> {
  const reply = await get(path);
  const links = linksIn(reply.body);
  expect(links, path).not.toEqual([]);
  for (const { name, href, verbs } of links)
    expect(verbs.toSorted(), name).toEqual(methodsOf(href).toSorted());
  await expectCallable(test.bank, tpp, reply);
  return reply;
}

describe('SVC-8: the links of account information', () => {
  it('those of accounts, cards, listings, details, user and agreements can be called', async () => {
    const [account] = (await expectComplete('/v1/accounts')).body['accounts'] as { resourceId: string }[];
    const one = `/v1/accounts/${encodeURIComponent(account?.resourceId ?? '')}`;
    await expectComplete(one);
    await expectComplete(`${one}/balances`);
    await expectComplete(`${one}/transactions?bookingStatus=both&limit=2&offset=4`);
    const [card] = (await expectComplete('/v1/card-accounts')).body['cardAccounts'] as {
      resourceId: string;
    }[];
    const oneCard = `/v1/card-accounts/${encodeURIComponent(card?.resourceId ?? '')}`;
    await expectComplete(oneCard);
    await expectComplete(`${oneCard}/balances`);
    await expectComplete(`${oneCard}/transactions?bookingStatus=both&limit=2&offset=2`);
    await expectComplete('/v1/user');
    const { body } = await expectComplete('/v1/agreements');
    expect(body['agreements']).toHaveLength(2);
  });
  it('AIS-3: every GET link of every answer can be followed as it is, from the lists to the last page', async () => {
    const seen = new Set(['/v1/accounts', '/v1/card-accounts', '/v1/user', '/v1/agreements']);
    for (const path of seen) {
      const { body } = await get(path);
      for (const { href, verbs } of linksIn(body)) if (verbs.includes('GET')) seen.add(href);
      if (path.endsWith('/transactions')) seen.add(`${path}?limit=50`);
    }
    for (const part of ['/balances', '/transactions', 'offset=', '/transactions/', '/card-accounts/'])
      expect(
        [...seen].some((path) => path.includes(part)),
        part,
      ).toBe(true);
  });
  it('the page of the SCA that a refusal links to can be opened', async () => {
    tpp.psuId = null;
    for (const path of ['/v1/accounts', '/v1/user']) {
      const refused = await tpp.send({ path });
      expect(linksIn(refused.body).map(({ name }) => name)).toEqual(['scaRedirect']);
      await expectCallable(test.bank, tpp, refused);
    }
  });
});

describe('SVC-8, SBX-3: the links of the sandbox', () => {
  const firstIn = async (path: string): Promise<string> => linksIn((await get(path)).body)[0]?.href ?? '';
  it('those of customers, accounts, transactions, cards and agreements offer every operation, and can be called', async () => {
    await expectComplete(await firstIn('/v1/sandbox/customers'));
    const account = await firstIn('/v1/sandbox/accounts');
    await expectComplete(account);
    await expectComplete(await firstIn(`${account}/transactions`));
    const body = (await get('/v1/sandbox/customers')).body['customers'] as { cardAccounts: string[] }[];
    const card = `/v1/sandbox/card-accounts/${encodeURIComponent(body[0]?.cardAccounts[0] ?? '')}`;
    await expectComplete(card);
    await expectComplete(await firstIn(`${card}/transactions`));
    // The example of an engagement is for an account of the third customer.
    const agreements = linksIn((await get('/v1/sandbox/agreements')).body).filter(
      ({ name }) => name === 'self',
    );
    expect(agreements).toHaveLength(4);
    await expectComplete(agreements[2]?.href ?? '');
  });
  it('every link of every list can be read, and everything that is created is where Location says', async () => {
    for (const path of ['/v1/sandbox/customers', '/v1/sandbox/accounts', '/v1/sandbox/agreements'])
      for (const { href, verbs } of linksIn((await get(path)).body)) {
        expect(verbs.length, href).toBeGreaterThan(0);
        if (verbs.includes('GET')) await get(href);
      }
    const account = await firstIn('/v1/sandbox/accounts');
    const made: [path: string, body: object][] = [
      ['/v1/sandbox/customers', { customerType: 'PRIVATE', customerName: 'Astrid Lunde' }],
      ['/v1/sandbox/accounts', { customerNumber: PEOPLE.eirik, accountName: 'Hytte', currency: 'NOK' }],
      ['/v1/sandbox/card-accounts', { customerNumber: PEOPLE.eirik, accountName: 'Kort', currency: 'NOK' }],
      ['/v1/sandbox/agreements', { name: 'Prosjekt', owner: PEOPLE.fjellheim }],
      [`${account}/transactions`, { transactionAmount: { amount: '-1.00', currency: 'NOK' } }],
    ];
    for (const [path, body] of made) {
      const reply = await post(tpp, path, body);
      expect(reply.status, reply.text).toBe(201);
      expect(reply.headers.location).toBe(selfOf(reply));
      expect((await get(selfOf(reply))).body).toEqual(reply.body);
    }
  });
});

describe('SVC-8, PAY-4: the known issue', () => {
  const other = useBank();
  it('a domestic payment that waits for approval is offered for reading, and is not there', async () => {
    const by = other.tpp();
    const created = await post(by, pathOfProduct('NDCT'), bodyOf('NDCT'));
    expect(created.body._links?.['self']?.verbs).toEqual(['GET', 'DELETE']);
    await by.refused({ path: selfOf(created) }, 404, 'RESOURCE_UNKNOWN', 'PAY-4');
  });
});
