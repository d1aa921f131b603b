/** The tap in the window: a client of one's own is pointed at it, and the board and the history say what is wrong. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { programFile } from '../support/programs.ts';
import { expect, test } from './fixtures.ts';
import { goTo } from './steps.ts';

interface Signed {
  headers: [string, string][];
}

test(
  'what another client sends through the tap is passed on, and its mistakes are two clicks from their cause',
  { tag: '@page' },
  async ({ workbench }) => {
    const { page } = workbench;
    const folder = mkdtempSync(join(tmpdir(), 'tpp-tap-'));
    const cli = (...args: string[]) =>
      execFileSync(process.execPath, [programFile('cli'), ...args], { cwd: folder, encoding: 'utf8' });
    cli('cert', 'make', '--out', 'made');

    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search or run a command' }).fill('tap for your own client');
    await page.keyboard.press('Enter');
    const tap = page.getByRole('region', { name: 'Tap', exact: true });
    await tap.getByRole('button', { name: 'Switch on the tap' }).click();
    const address = (await tap.getByText(/^http:\/\/localhost:\d+$/).textContent()) ?? '';
    await expect(tap).toContainText('Nothing has come yet.');

    const sign = (url: string, ...options: string[]) =>
      JSON.parse(cli('sign', '--cert', 'made/tpp.pem', '--url', url, '--json', ...options)) as Signed;
    const consent = `${address}/v1/bank-offered-consents`;
    const right = sign(consent, '--method', 'POST');
    expect((await fetch(consent, { method: 'POST', headers: right.headers })).status).toBe(201);
    const rows = tap.getByRole('row');
    await expect(rows.filter({ hasText: 'Ask for consent' })).toContainText('signature right');

    await goTo(page, 'Requests');
    const accounts = `${address}/v1/accounts`;
    const { headers } = sign(accounts);
    // Signed without the query, as many a client does.
    expect((await fetch(`${accounts}?withBalance=true`, { headers })).status).toBe(400);
    await page.getByRole('button', { name: 'Show why' }).click();
    const response = page.getByRole('region', { name: 'Response', exact: true });
    await expect(response.getByRole('tab', { name: 'What the tap found' })).toBeVisible();
    await expect(response).toContainText('The path was signed without its query.');
    await page
      .getByRole('region', { name: 'Requests sent and received' })
      .getByText('Proxy', { exact: true })
      .click();
    await expect(page.getByRole('row').filter({ hasText: '/v1/accounts?withBalance=true' })).toContainText(
      'Local bank, tap',
    );

    await goTo(page, 'Environments');
    const failed = rows.filter({ hasText: 'List accounts' });
    await expect(failed).toContainText('the path was signed without its query');
    await failed.getByRole('button', { name: 'Show why' }).click();
    await expect(response).toContainText('The path was signed without its query.');
    await goTo(page, 'Environments');
    await tap.getByRole('button', { name: 'Switch off' }).click();
    await tap.getByLabel('HTTPS').check();
    await tap.getByRole('button', { name: 'Switch on the tap' }).click();
    await expect(tap).toContainText('bank/pki/ca.pem');
    await expect(tap.getByRole('button', { name: 'Copy the path of the CA certificate' })).toBeVisible();
    await tap.getByRole('button', { name: 'Switch off' }).click();
    await expect(tap.getByRole('button', { name: 'Switch on the tap' })).toBeVisible();
    rmSync(folder, { recursive: true, force: true });
  },
);
