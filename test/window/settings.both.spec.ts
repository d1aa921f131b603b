/** What a person takes with them. */
import { expect, test } from './fixtures.ts';
import { chooseOperation, goTo, savedFile, send, setPassphrase } from './steps.ts';

const SECRET = 'en-svaert-hemmelig-verdi';
const PASSPHRASE = 'riktig hest batteri stift';

test(
  'everything is exported from the first screen, without keys, passphrase or secret values',
  { tag: '@page' },
  async ({ workbench }) => {
    const { page } = workbench;
    await goTo(page, 'Settings');
    await page.getByText('Set a passphrase', { exact: true }).click();
    await setPassphrase(page, PASSPHRASE);
    await expect(page.getByText('Vault unlocked')).toBeVisible();
    await goTo(page, 'Environments');
    const form = page.getByRole('form', { name: 'New variable' });
    await form.getByLabel('secret').check();
    await form.getByLabel('Variable name').fill('apiKey');
    await form.getByLabel('Value').fill(SECRET);
    await form.getByRole('button', { name: 'Set variable' }).click();
    await expect(page.getByRole('row').filter({ hasText: 'secret, encrypted in the vault' })).toBeVisible();
    await goTo(page, 'Requests');
    await chooseOperation(page, 'Ask for consent');
    await page.getByRole('textbox', { name: 'Body' }).fill('{ "key": "{{apiKey}}" }');
    await send(page, '201 Created');
    await goTo(page, 'Start');
    const file = await savedFile(workbench, () =>
      page.getByRole('button', { name: 'Export everything' }).click(),
    );
    const text = file.toString('utf8');
    const all = JSON.parse(text) as Record<string, unknown[]> & { bank: { clock: object } };
    expect(all['environments']).toMatchObject([
      { name: 'Local bank', variables: [{ name: 'apiKey', value: '', secret: true }], sessions: [{}] },
    ]);
    expect(all['history']).toMatchObject([
      { title: 'Ask for consent', requestBody: expect.stringContaining('"key": "•••"'), status: 201 },
    ]);
    expect(all['certificates']?.length).toBeGreaterThanOrEqual(2);
    expect(text).toContain('BEGIN CERTIFICATE');
    expect(all.bank.clock).toBeTruthy();
    for (const secret of ['PRIVATE KEY', SECRET, PASSPHRASE, 'sealed_key', 'sealedKey'])
      expect(text).not.toContain(secret);
  },
);

test(
  'a proxy for other banks is checked, kept, and named by the connection test',
  { tag: '@page' },
  async ({ workbench }) => {
    const { page } = workbench;
    await goTo(page, 'Settings');
    // A list looks like one.
    await expect(page.getByRole('listitem').filter({ hasText: 'keys and passwords' })).toHaveCSS(
      'list-style-type',
      'disc',
    );
    const field = page.getByLabel('HTTP proxy');
    await field.fill('proxy.example');
    await field.press('Enter');
    await expect(field).toHaveAccessibleDescription(/begins with http:\/\/ or https:\/\//);
    await field.fill('http://127.0.0.1:1');
    await field.press('Enter');
    await expect(field).toHaveAccessibleDescription(/variables HTTPS_PROXY and NO_PROXY/);
    await goTo(page, 'Environments');
    await page.getByRole('button', { name: 'New environment' }).click();
    await page.getByLabel('Base URL').fill('https://bank.example');
    await page.getByRole('button', { name: 'Test the connection' }).click();
    await expect(page.getByText('The proxy 127.0.0.1:1 cannot be reached')).toBeVisible();
    await page.reload();
    await goTo(page, 'Settings');
    await expect(field).toHaveValue('http://127.0.0.1:1');
  },
);
