/** What x-accept-fix does to the answers of banks of other years (HDR-9, VER-1), as the verdicts tell it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Bank } from '../../bank-sim/index.ts';
import { acceptFixVerdicts } from '../../main/core/requests/accept-fix.ts';
import type { Workbench } from '../../main/core/services.ts';
import type { Exchange } from '../../shared/contract/exchange.ts';
import { requestOf } from '../../shared/requests/http.ts';
import { memoryBank } from '../support/bank.ts';
import { finishSca } from '../support/tpp.ts';
import { callCore, chooseBank, startCore } from '../support/workbench.ts';

const CARD_NAME = 'Et kort med et navn på mer enn fem og tredve tegn';
let folder: string;
let workbench: Workbench;
let bank: Bank | null = null;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tpp-fix-'));
  workbench = await startCore(folder);
});
afterEach(async () => {
  await Promise.all([workbench.stop(), bank?.stop()]);
  rmSync(folder, { recursive: true, force: true });
});

/** A bank of that day whose PSU has a card of a long name and shares everything. */
async function bankAt(day: string): Promise<(path: string, fix?: string) => Promise<Exchange>> {
  const started = await memoryBank({ clock: Date.parse(`${day}T12:00:00Z`) });
  bank = started;
  await chooseBank(workbench, { baseUrl: started.apiBaseUrl, ca: started.caPem });
  const send = (method: 'GET' | 'POST', path: string, body: string, fix: string | null): Promise<Exchange> =>
    callCore(
      workbench,
      'requests.send',
      requestOf({
        method,
        path,
        headers: [
          ['Date', new Date(started.now()).toUTCString()],
          ...(fix === null ? [] : [['x-accept-fix', fix] as [string, string]]),
        ],
        body,
      }),
    );
  const { nationalId = '' } = started.inspection.somebody() ?? {};
  const card = { customerNumber: nationalId, accountName: CARD_NAME, currency: 'NOK' };
  await send('POST', '/v1/sandbox/card-accounts', JSON.stringify(card), null);
  const asked = await send('POST', '/v1/bank-offered-consents', '', null);
  const href = asked.links.find(({ name }) => name === 'scaRedirect')?.href ?? '';
  const query = await finishSca(started, decodeURIComponent(new URL(href).pathname.split('/').at(-1) ?? ''));
  const { environment } = await callCore(workbench, 'app.status', {});
  await fetch(`${environment.redirectUri}?${query}`);
  return (path, fix) => send('GET', path, '', fix ?? null);
}

const fixes = ({ verdicts }: Exchange) =>
  verdicts.filter(({ rule }) => rule === 'VER-1').map(({ holds, text }) => `${holds}: ${text}`);

const ACCOUNTS = '/v1/accounts?withBalance=true';

it('accounts of 2020 have amounts as numbers unless x-accept-fix asks otherwise; types of words have no remedy yet', async () => {
  const ask = await bankAt('2020-07-01');
  expect(fixes(await ask(ACCOUNTS))).toEqual([
    expect.stringMatching(
      /^no: The amount [\d.]+ [A-Z]{3} is not a string; x-accept-fix: amount-as-string requests the current format$/,
    ),
  ]);
  expect(fixes(await ask(ACCOUNTS, 'amount-as-string'))).toEqual([
    'yes: Amounts are strings with exactly as many decimals as their currency has',
  ]);
});

it('accounts of 2023 have types as words unless x-accept-fix asks otherwise', async () => {
  const ask = await bankAt('2023-07-01');
  const amounts = 'yes: Amounts are strings with exactly as many decimals as their currency has';
  expect(fixes(await ask(ACCOUNTS))).toEqual([
    amounts,
    'no: cashAccountType is “Current”, which is not an ISO 20022 code; x-accept-fix: cash-account-type-iso requests the current format',
  ]);
  expect(fixes(await ask(ACCOUNTS, 'cash-account-type-iso'))).toEqual([
    amounts,
    'yes: cashAccountType is an ISO 20022 code',
  ]);
});

it('card accounts of 2024 have truncated names and swapped amounts', async () => {
  const ask = await bankAt('2024-09-01');
  const cards = '/v1/card-accounts';
  const cut = 'A card account name has 35 characters and may be truncated';
  expect(fixes(await ask(cards))).toContain(
    `unknown: ${cut}; x-accept-fix: longer-names requests the current format`,
  );
  const whole = await ask(cards, 'longer-names');
  expect(fixes(whole)).toContain('yes: Card account names are not truncated to 35 characters');
  const { cardAccounts } = JSON.parse(whole.response?.body ?? '') as {
    cardAccounts: { _links: { transactions: { href: string } } }[];
  };
  const listing = `${cardAccounts[0]?._links.transactions.href}?bookingStatus=booked`;
  const value = 'cardaccount-switch-originalamount-and-transactionamount';
  expect(fixes(await ask(listing))).toContain(
    `no: transactionAmount and originalAmount are swapped; x-accept-fix: ${value} requests the current format`,
  );
  expect(fixes(await ask(listing, value))).toContain(
    'yes: transactionAmount is the amount charged, originalAmount the amount paid abroad',
  );
});

it('x-accept-fix does not excuse an amount without its decimals', () => {
  expect(acceptFixVerdicts({ amount: { amount: '12.5', currency: 'NOK' } }, [], '2026-11-20')).toEqual([
    {
      holds: 'no',
      text: 'The amount "12.5" NOK has the wrong number of decimals',
      rule: 'AIS-11',
      part: null,
    },
  ]);
});
