/** What other programs send to the local bank: a toast for a refusal, the list, the reason, and what to do with the request. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeIdentity } from '../support/identity.ts';
import { type BankDoor, sendRaw, Tpp } from '../support/tpp.ts';
import { expect, test } from './fixtures.ts';
import { goTo } from './steps.ts';

test(
  'a refusal of another program is two clicks from its cause; the request opens in a tab and is compared with the right one',
  { tag: '@page' },
  async ({ workbench }) => {
    const { page, dataFolder } = workbench;
    await goTo(page, 'Bank');
    const port = await page.getByLabel('Port').inputValue();
    const door = {
      apiBaseUrl: `https://localhost:${port}`,
      caPem: readFileSync(join(dataFolder, 'bank/pki/ca.pem'), 'utf8'),
    };
    // The bank's time, which it says in every response.
    const { headers: said } = await sendRaw(door as BankDoor, 'GET', '/', [], Buffer.alloc(0));
    const now = Date.parse(said.date ?? '');
    const program = new Tpp({ ...door, now: () => now } as BankDoor, await makeIdentity());
    await goTo(page, 'Requests');
    // Signed without the query, as many a client does.
    const headers = program.prepare({ path: '/v1/accounts' });
    const { status } = await sendRaw(
      door as BankDoor,
      'GET',
      '/v1/accounts?withBalance=true',
      headers,
      Buffer.alloc(0),
    );
    expect(status).toBe(400);

    await expect(page.getByText(/Refused another program: 400 List accounts/)).toBeVisible();
    await page.getByRole('button', { name: 'Show why' }).click();
    const response = page.getByRole('region', { name: 'Response', exact: true });
    await expect(response).toContainText('The path was signed without its query.');
    await expect(response.getByRole('list', { name: 'Checks' })).toContainText('Cryptography');

    const list = page.getByRole('region', { name: 'Requests sent and received' });
    await list.getByText('Received', { exact: true }).click();
    await expect(list.getByRole('row').nth(1)).toContainText('/v1/accounts?withBalance=true');
    await expect(list.getByRole('row').nth(1)).toContainText('received');

    await page.getByRole('button', { name: 'Compare with the workbench’s' }).click();
    const both = page.getByRole('region', { name: 'Comparison' });
    await expect(both.getByRole('row').filter({ hasText: 'Signature:' }).first()).toHaveAttribute(
      'data-differs',
      'true',
    );
    await both.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Open in a tab' }).click();
    await expect(page.getByRole('heading', { name: 'Requests', level: 1 })).toBeVisible();
    await expect(page.getByText('/v1/accounts?withBalance=true', { exact: true })).toBeVisible();

    // With the signature of the other program, the code needs no key.
    await page.getByRole('button', { name: 'Check the signature that came with it' }).click();
    await page.getByRole('button', { name: 'Copy as code…' }).click();
    const code = page.getByRole('region', { name: 'Code' });
    await expect(code).toContainText('Save the program as request.sh, or save a folder that runs as it is.');
    await expect(code).toContainText('this program does not sign: all its headers are fixed.');
    await expect(code).not.toContainText('tpp.pem');
    await expect(code.getByLabel('Include the certificate and its private key')).toBeHidden();
  },
);
