/** A TPP of the sandbox creates as many customers, accounts and agreements as it likes: what others ask for takes no longer than what it returns. */
import { expect, it } from 'vitest';
import { measuredUntil } from '../support/cpu-time.ts';
import { useBank } from '../../support/bank.ts';
import { PEOPLE } from '../../support/payments.ts';
import { scaIdOf } from '../../support/tpp.ts';

const used = useBank();
/** Customers, as many accounts of one of them, and as many agreements of a company. */
const MANY = 8000;
/** Seconds of processor time. With a look at all accounts for each customer, it would take ten or more. */
const PATIENT = 2;

type Row = Record<string, string | number | null>;

it('lists, a request in a corporate context, new accounts and a reset take their time from what they are about', async () => {
  const { bank } = used;
  const { operator } = bank;
  const taken = operator.takeSnapshot();
  const { tables } = taken;
  const rowsOf = (table: string): readonly Row[] => tables[table] ?? [];
  const copies = (table: string, changes: (at: number) => Row, of: (row: Row) => boolean = () => true) => {
    const first = rowsOf(table).find(of);
    return [...rowsOf(table), ...Array.from({ length: MANY }, (_, at) => ({ ...first, ...changes(at) }))];
  };
  const eirik = rowsOf('customer').find(({ number }) => number === PEOPLE.eirik);
  const owner = rowsOf('customer').find(({ type }) => type === 'CORPORATE')?.['id'] ?? '';
  const ofCompany = rowsOf('agreement').find(({ owner_id: of }) => of === owner)?.['id'];
  const engaged = rowsOf('engagement').find(
    (row) => row['psu_customer_id'] === eirik?.['id'] && row['agreement_id'] === ofCompany,
  );
  const many = {
    ...tables,
    customer: copies('customer', (at) => ({ id: `customer-${at}`, number: `many-${at}` })),
    account: copies('account', (at) => ({
      id: `account-${at}`,
      bban: `many-${at}`,
      iban: `many-${at}`,
      booked: 0,
    })),
    agreement: copies('agreement', (at) => ({ id: `agreement-${at}`, owner_id: owner })),
    engagement: copies(
      'engagement',
      (at) => ({ id: `engagement-${at}`, agreement_id: `agreement-${at}` }),
      ({ id }) => id === engaged?.['id'],
    ),
  };
  expect(operator.restoreSnapshot({ ...taken, tables: many })).toEqual({ done: true, value: undefined });
  const tpp = used.tpp();
  const takes = async (what: string, work: () => Promise<{ status: number }>, status = 200) => {
    const { result, seconds } = await measuredUntil(work);
    expect(result.status, what).toBe(status);
    expect(seconds, what).toBeLessThan(PATIENT);
  };
  const list = () => tpp.send({ path: '/v1/sandbox/customers' });
  await takes('the customers', list);
  await takes('the agreements', () => tpp.send({ path: '/v1/sandbox/agreements' }));
  const asked = await tpp.send({ method: 'POST', path: '/v1/bank-offered-consents' });
  const agreementId = String(engaged?.['agreement_id']);
  const approval = { nationalId: PEOPLE.eirik, context: 'CORPORATE', agreementId, accounts: 'all' } as const;
  await takes('the approval', async () => {
    const decided = operator.decideSca(scaIdOf(asked), { ...approval, decision: 'approve' });
    if (!decided.done) throw new Error(decided.refusal.text);
    const query = new URL(decided.value.redirectUri).searchParams;
    tpp.psuId = query.get('psu-id');
    tpp.corporateId = query.get('psu-corporate-id');
    return { status: 200 };
  });
  await takes('a hundred requests as the company', async () => {
    for (let times = 0; times < 99; times++) await tpp.send({ path: '/v1/accounts' });
    return tpp.send({ path: '/v1/accounts' });
  });
  const account = { customerNumber: PEOPLE.eirik, accountName: 'New', currency: 'NOK' };
  await takes(
    'a hundred new accounts',
    async () => {
      const create = () =>
        tpp.send({ method: 'POST', path: '/v1/sandbox/accounts', body: JSON.stringify(account) });
      for (let times = 0; times < 99; times++) await create();
      return create();
    },
    201,
  );
  await takes('a reset', () => tpp.send({ method: 'POST', path: '/v1/sandbox/initialize' }), 201);
}, 120_000);
