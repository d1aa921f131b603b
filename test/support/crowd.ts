/** Many clients at once, reading and writing: nothing lost, nothing doubled, no answer but the contract's. */
import { expect } from 'vitest';
import type { useBank } from './bank.ts';
import { makeIdentity } from './identity.ts';
import {
  bodyOf,
  EIRIK,
  expectConserved,
  INGRID,
  leaveExactly,
  moneyOf,
  pathOfProduct,
  post,
  selfOf,
  statusOf,
  transactionsOf,
} from './payments.ts';
import { control, finishSca, scaIdOf, Tpp } from './tpp.ts';

/** @param test bank @param count of clients, which are even in number */
export async function expectCrowdServed(
  test: Pick<ReturnType<typeof useBank>, 'bank' | 'tpp'>,
  count: number,
): Promise<void> {
  const identities = await Promise.all(
    Array.from({ length: 20 }, (_, at) => makeIdentity({ organizationNumber: `PSDNO-FSA-CROWD-${at}` })),
  );
  const first = test.tpp();
  await leaveExactly(first, EIRIK, 500_000_000);
  const before = { from: (await moneyOf(first, EIRIK)).booked, to: (await moneyOf(first, INGRID)).booked };
  const done = await Promise.all(
    Array.from({ length: count }, async (_, at) => {
      const identity = identities[at % identities.length];
      if (!identity) throw new Error('There is an identity for each client.');
      const tpp = new Tpp(test.bank, identity);
      const product = at % 2 === 0 ? 'INDCTS' : 'NDCT';
      const created = await post(
        tpp,
        pathOfProduct(product),
        bodyOf(product, { endToEndIdentification: `CROWD-${at}` }),
      );
      const path = selfOf(created);
      const started = await tpp.send({ method: 'POST', path: `${path}/authorisations` });
      const query = await finishSca(test.bank, scaIdOf(started));
      tpp.psuId = query.get('psu-id');
      const [status, user] = await Promise.all([statusOf(tpp, path), tpp.send({ path: '/v1/user' })]);
      return { tpp, path, product, statuses: [created.status, started.status], status, user: user.status };
    }),
  );
  for (const { product, statuses, status, user } of done) {
    expect(statuses).toEqual([201, 201]);
    expect(status).toBe(product === 'INDCTS' ? 'ACSC' : 'PDNG');
    // Another client of the same TPP and PSU may have begun a newer session; both answers are the contract's.
    expect([200, 401]).toContain(user);
  }
  expect((await control(test.bank, 'POST', '/control/batch')).body).toEqual({
    settled: count / 2,
    rejected: 0,
    retried: 0,
  });
  await first.consent();
  const { booked } = await transactionsOf(first, EIRIK);
  const marks = booked.flatMap(({ endToEndIdentification: mark }) =>
    mark?.startsWith('CROWD-') ? [mark] : [],
  );
  expect(marks.length).toBe(count);
  expect(new Set(marks).size).toBe(count);
  expect((await moneyOf(first, EIRIK)).booked).toBe(before.from - count * 10_000 - (count / 2) * 500);
  expect((await moneyOf(first, INGRID)).booked).toBe(before.to + count * 10_000);
  await expectConserved(test.bank);
}
