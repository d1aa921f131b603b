/** Pages of the PSU stay short, however many customers and consents a bank has. */
import { expect, it } from 'vitest';
import { useBank } from '../support/bank.ts';
import { PEOPLE } from '../support/payments.ts';

const used = useBank({ psuHttp: true });
type Row = Record<string, string | number | null>;

const pageAt = (path: string) => fetch(`${used.bank.psuBaseUrl}${path}`).then((one) => one.text());

it('every consent can be reached from a page of 100, and revoked', async () => {
  const { operator } = used.bank;
  for (let at = 0; at < 205; at++)
    operator.grantConsent({ nationalId: PEOPLE.eirik, tpp: `TPP-${at}`, agreementId: null, accounts: 'all' });
  const seen: string[] = [];
  let path: string | null = `/bank?nationalId=${PEOPLE.eirik}`;
  let pages = 0;
  while (path !== null && pages < 5) {
    const page: string = await pageAt(path);
    const ids = [...page.matchAll(/name="consent"\s+value="([^"]+)"/g)].map(([, id = '']) => id);
    expect(ids.length).toBeLessThanOrEqual(100);
    seen.push(...ids);
    pages++;
    path = /href="([^"]+)">Older</.exec(page)?.[1]?.replaceAll('&amp;', '&') ?? null;
  }
  expect(pages).toBe(3);
  expect(new Set(seen).size).toBe(205);
  const body = new URLSearchParams({ nationalId: PEOPLE.eirik, consent: seen.at(-1) ?? '' });
  const done = await fetch(`${used.bank.psuBaseUrl}/bank/revoke`, { method: 'POST', body });
  expect(await done.text()).toContain('Revoked.');
});

it('a page offers the first customers, and any other can be typed', async () => {
  const { operator } = used.bank;
  const taken = operator.takeSnapshot();
  const rows: readonly Row[] = taken.tables['customer'] ?? [];
  const many = Array.from({ length: 300 }, (_, at) => ({
    ...rows[0],
    id: `many-${at}`,
    number: `many-${at}`,
  }));
  const tables = { ...taken.tables, customer: [...rows, ...many] };
  expect(operator.restoreSnapshot({ ...taken, tables }).done).toBe(true);
  const page = await pageAt('/bank');
  expect([...page.matchAll(/type="radio"/g)]).toHaveLength(50);
  expect(page).toContain(`These are the first 50 of ${rows.length + 300}.`);
  expect(await pageAt('/bank?nationalId=many-299')).toContain('Who may read your accounts');
});
