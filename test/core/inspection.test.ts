/** Accounts and cards of the local bank from inside: balances, and every transaction once over the pages. */
import { expect, it } from 'vitest';
import { formatMinor, parseMinor } from '../../shared/money/money.ts';
import type { AccountDetail } from '../../shared/xs2a/inspection.ts';
import { coreForFile } from '../support/file-core.ts';

const { call } = coreForFile('inspection');
const overview = () => call('bank.overview', { search: '' });
const account = (id: string, page: number) => call('bank.account', { id, page });

async function pagesOf(id: string): Promise<AccountDetail[]> {
  const first = await account(id, 0);
  const count = Math.ceil(first.total / first.pageSize);
  return [
    first,
    ...(await Promise.all(Array.from({ length: Math.max(0, count - 1) }, (_, at) => account(id, at + 1)))),
  ];
}

it('every account and card has its balances and each transaction once, pending ones first, then the newest', async () => {
  const { accounts, cards, counts } = await overview();
  expect(cards.length).toBeGreaterThan(0);
  let ofAccounts = 0;
  for (const { id, name, owner, booked, available } of [...accounts, ...cards]) {
    const pages = await pagesOf(id);
    const all = pages.flatMap(({ transactions }) => transactions);
    expect(pages[0]).toMatchObject({ name, owner, booked, available });
    expect(new Set(all.map((one) => one.id)).size).toBe(pages[0]?.total);
    expect(all.toSorted(newestFirst)).toEqual(all);
    if (accounts.some((one) => one.id === id)) ofAccounts += all.length;
  }
  expect(ofAccounts).toBe(counts.transactions);
});

it('the available balance is calculated from booked, reserved and credit line', async () => {
  const { accounts, cards } = await overview();
  for (const { id, currency } of [...accounts, ...cards]) {
    const { booked, reserved, credit, available } = await account(id, 0);
    const minor = (text: string) => parseMinor(text, currency) ?? Number.NaN;
    expect(formatMinor(minor(booked) - minor(reserved) + minor(credit), currency)).toBe(available);
  }
});

it('a deleted account or card is reported as deleted', async () => {
  await expect(account('nobody', 0)).rejects.toThrow('This account is no longer at the bank.');
});

function newestFirst(a: AccountDetail['transactions'][number], b: typeof a): number {
  return Number(b.pending) - Number(a.pending) || b.date.localeCompare(a.date);
}
