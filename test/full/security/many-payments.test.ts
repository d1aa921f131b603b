/** Engagements that a TPP of the sandbox has made without end: what others look at takes no longer. */
import { expect, it } from 'vitest';
import { useBank } from '../../support/bank.ts';
import { authorise, create, FJELLHEIM, PEOPLE, sign } from '../../support/payments.ts';
import { scaIdOf } from '../../support/tpp.ts';
import { measuredUntil } from '../support/cpu-time.ts';

const used = useBank({ psuHttp: true });
type Row = Record<string, string | number | null>;

const page = async (path: string, form?: Record<string, string>) => {
  const init = form === undefined ? {} : { method: 'POST', body: new URLSearchParams(form) };
  const reply = await fetch(`${used.bank.psuBaseUrl}${path}`, init);
  return { status: reply.status, text: await reply.text() };
};

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

it('the page that asks for a second signer finds one without a look at everybody else', async () => {
  const tpp = used.tpp();
  const amount = { amount: '60000.00', currency: 'NOK' };
  const path = await create(tpp, 'NDCT', { instructedAmount: amount, debtorAccount: { bban: FJELLHEIM } });
  await sign(tpp, path, { nationalId: PEOPLE.eirik, context: 'CORPORATE' });
  expect(used.bank.operator.takeSnapshot().tables['payment']?.[0]?.['status']).toBe('PATC');
  const signed = used.bank.operator.takeSnapshot().tables['payment']?.[0];
  multiply({
    customer: (rows) => copies(2000, rows[0], (at) => ({ id: `customer-${at}`, number: `many-${at}` })),
    engagement: (rows) =>
      copies(
        2000,
        rows.find((row) => row['agreement_id'] === signed?.['agreement_id']),
        (at) => ({
          id: `engagement-${at}`,
          psu_customer_id: `customer-${at}`,
        }),
      ),
  });
  const sca = scaIdOf(await authorise(tpp, path));
  const { result, seconds } = await measuredUntil(() => page(`/sca/${sca}`));
  expect(result.text).toContain(`value="${PEOPLE.ingrid}"`);
  expect(seconds).toBeLessThan(1);
  // The company owns the agreement, so its agreement, sessions and consents go with it.
  const company = String(
    used.bank.operator
      .takeSnapshot()
      .tables['agreement']?.find(({ id }) => id === signed?.['agreement_id'])?.['owner_id'],
  );
  const gone = await tpp.send({
    method: 'DELETE',
    path: `/v1/sandbox/customers/${encodeURIComponent(company)}`,
  });
  expect(gone.status).toBe(204);
  used.bank.operator.reset();
});
