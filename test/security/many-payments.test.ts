/** Bulk payments of 1,000 items, engagements and consents that a TPP of the sandbox has made without end: what others look at takes no longer. */
import { expect, it } from 'vitest';
import { useBank } from '../support/bank.ts';
import { authorise, bulkOf, create, FJELLHEIM, idIn, PEOPLE } from '../support/payments.ts';
import { scaIdOf } from '../support/tpp.ts';

const used = useBank({ psuHttp: true });
type Row = Record<string, string | number | null>;

const BULK = Array.from({ length: 1000 }, () => '1.00');
const COPIES = 50;

const page = async (path: string, form?: Record<string, string>) => {
  const init = form === undefined ? {} : { method: 'POST', body: new URLSearchParams(form) };
  const reply = await fetch(`${used.bank.psuBaseUrl}${path}`, init);
  return { status: reply.status, text: await reply.text() };
};

/** @returns what the work returns, and how many characters of JSON were parsed meanwhile */
async function parsedBy<T>(work: () => Promise<T> | T): Promise<{ result: T; parsed: number }> {
  const { parse } = JSON;
  let parsed = 0;
  JSON.parse = (...given: Parameters<typeof parse>): unknown => {
    parsed += given[0].length;
    return parse(...given);
  };
  try {
    return { result: await work(), parsed };
  } finally {
    JSON.parse = parse;
  }
}

/** Restores the bank with further rows of a table, each made from a row that it has. */
function multiply(changes: Readonly<Record<string, (rows: readonly Row[]) => readonly Row[]>>): void {
  const { operator } = used.bank;
  const taken = operator.takeSnapshot();
  const more = Object.entries(changes).map(
    ([table, make]) => [table, [...(taken.tables[table] ?? []), ...make(taken.tables[table] ?? [])]] as const,
  );
  const tables = { ...taken.tables, ...Object.fromEntries(more) };
  expect(operator.restoreSnapshot({ ...taken, tables })).toEqual({ done: true, value: undefined });
}

const copies = (count: number, of: Row | undefined, changes: (at: number) => Row): Row[] =>
  Array.from({ length: count }, (_, at) => ({ ...of, ...changes(at) }));

it('lists of payments parse no body: the Bank view, its search, and the page of the PSU, which has 50 of all accounts', async () => {
  const tpp = used.tpp();
  const large = JSON.stringify(bulkOf(BULK)).length;
  const made = await create(
    tpp,
    'NDCT',
    bulkOf(BULK, { requestedExecutionDate: '2026-11-24' }),
    'bulk-payments',
  );
  const [eirik = ''] = used.bank.inspection.overview('').accounts.map(({ id }) => id);
  multiply({
    account: (rows) =>
      copies(
        10,
        rows.find(({ id }) => id === eirik),
        (at) => ({
          id: `account-${at}`,
          bban: `many-${at}`,
          iban: `many-${at}`,
          booked: 0,
        }),
      ),
    payment: (rows) =>
      copies(
        100,
        rows.find(({ id }) => id === idIn(made)),
        (at) => ({
          id: `payment-${at}`,
          debtor_id: `account-${at % 10}`,
          fingerprint: `${at}`,
        }),
      ),
  });
  for (const search of ['', '1,000.00', 'nothing has this']) {
    const { result, parsed } = await parsedBy(() => used.bank.inspection.overview(search).payments);
    expect(result, search).toHaveLength(search.startsWith('nothing') ? 0 : 101);
    for (const row of result)
      expect(row).toMatchObject({ to: '1000 payments', amount: '1000.00', currency: 'NOK' });
    expect(parsed, search).toBe(0);
  }
  const own = await parsedBy(() => page(`/bank?nationalId=${PEOPLE.eirik}`));
  expect(own.result.text.match(/from\s+[^<]*, on 24 November 2026:\s+waiting for approval/g)).toHaveLength(
    50,
  );
  expect(own.parsed).toBeLessThan(large / 10);
  expect((await tpp.send({ path: '/v1/sandbox/initialize', method: 'POST' })).status).toBe(201);
  expect(used.bank.inspection.overview('').counts.payments).toBe(0);
});

it('the page of an SCA reads its payment a few times, however many agreements the PSU can act under', async () => {
  const tpp = used.tpp();
  const body = bulkOf(BULK, { debtorAccount: { bban: FJELLHEIM } });
  const path = await create(tpp, 'NDCT', body, 'bulk-payments');
  const { agreement = [], customer = [], engagement = [] } = used.bank.operator.takeSnapshot().tables;
  const eirik = customer.find(({ number }) => number === PEOPLE.eirik)?.['id'] ?? '';
  const companies = new Set(customer.filter(({ type }) => type === 'CORPORATE').map(({ id }) => id));
  const corporate = new Set(
    agreement.filter((row) => companies.has(row['owner_id'] ?? '')).map(({ id }) => id),
  );
  const engaged = engagement.find(
    (row) => row['psu_customer_id'] === eirik && corporate.has(row['agreement_id'] ?? ''),
  );
  multiply({
    agreement: (rows) =>
      copies(
        COPIES,
        rows.find(({ id }) => id === engaged?.['agreement_id']),
        (at) => ({ id: `agreement-${at}` }),
      ),
    engagement: () =>
      copies(COPIES, engaged, (at) => ({ id: `engagement-${at}`, agreement_id: `agreement-${at}` })),
  });
  const sca = scaIdOf(await authorise(tpp, path));
  const forms: Record<string, string>[] = [{}, { step: 'approve', capacity: 'none' }];
  for (const form of forms) {
    const { result, parsed } = await parsedBy(() =>
      page(`/sca/${sca}`, { nationalId: PEOPLE.eirik, ...form }),
    );
    expect(result.text.match(/name="capacity"/g)?.length).toBeGreaterThan(COPIES);
    expect(parsed).toBeLessThan(5 * JSON.stringify(body).length);
  }
  used.bank.operator.reset();
});

it('the line of a consent names 20 accounts, and counts the others', async () => {
  const eirik =
    used.bank.inspection.overview('').customers.find(({ number }) => number === PEOPLE.eirik)?.id ?? '';
  multiply({
    account: (rows) =>
      copies(
        40,
        rows.find((row) => row['customer_id'] === eirik),
        (at) => ({
          id: `account-${at}`,
          bban: `many-${at}`,
          iban: `many-${at}`,
          name: 'Pengebinge',
          booked: 0,
        }),
      ),
  });
  const grant = { nationalId: PEOPLE.eirik, tpp: 'TPP', agreementId: null, accounts: 'all' } as const;
  expect(used.bank.operator.grantConsent(grant).done).toBe(true);
  const { text } = await page(`/bank?nationalId=${PEOPLE.eirik}`);
  const shared = used.bank.inspection.overview('').consents[0]?.accounts ?? 0;
  expect(shared).toBeGreaterThan(40);
  expect(text).toContain(` and ${shared - 20} more</small`);
  used.bank.operator.reset();
});

it('the form of the PSU gives access only to a TPP that has called', async () => {
  const form = { nationalId: PEOPLE.eirik, tpp: 'Nobody', shared: '86011100009' };
  const { status, text } = await page('/bank/grant', form);
  expect([status, text]).toEqual([400, expect.stringContaining('Choose one of the TPPs of the form.')]);
  expect(used.bank.inspection.consents()).toEqual([]);
});
