/** The signing proxy in the window: switched on, its address taken along, and what a program sends through it. */
import { expect, test } from './fixtures.ts';
import { clipboard, goTo } from './steps.ts';

test(
  'the signing proxy is switched on; a program uses the copied address, and the open history lists its request',
  { tag: '@page' },
  async ({ workbench }) => {
    const { page, electron } = workbench;
    if (electron === null) await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const copied = () => clipboard(workbench);
    await goTo(page, 'Environments');
    await page.getByRole('tab', { name: 'Other programs' }).click();
    const proxy = page.getByRole('region', { name: 'Signing proxy' });
    await expect(proxy.getByText('off', { exact: true })).toBeVisible();
    await proxy.getByLabel('Origin of pages').fill('localhost:8080');
    await proxy.getByRole('button', { name: 'Switch on' }).click();
    await expect(proxy.getByRole('alert')).toContainText('An origin is a scheme, a host');
    await expect(proxy.getByLabel('Origin of pages')).toHaveValue('localhost:8080');
    await proxy.getByLabel('Origin of pages').fill('http://localhost:8080');
    await proxy.getByRole('button', { name: 'Switch on' }).click();
    await expect(proxy.getByText('on', { exact: true })).toBeVisible();
    await expect(proxy).toContainText('http://localhost:8080');

    await proxy.getByRole('button', { name: 'Copy the token' }).click();
    await expect.poll(copied).toMatch(/^[\w-]{32}$/);
    const token = await copied();
    await proxy.getByRole('button', { name: 'Copy the address', exact: true }).click();
    await expect.poll(copied).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    const address = await copied();
    await expect(page.locator('body')).not.toContainText(token);

    await goTo(page, 'History');
    const headers = { 'X-Proxy-Token': token };
    const got = await fetch(`${address}/v1/bank-offered-consents`, { method: 'POST', headers });
    expect(got.status).toBe(201);
    const row = page.getByRole('row').filter({ hasText: '/v1/bank-offered-consents' });
    await expect(row).toContainText('Local bank, signing proxy');

    await goTo(page, 'Environments');
    await proxy.getByRole('button', { name: 'Copy the address with the token' }).click();
    await expect.poll(copied).toBe(`${address}/${token}`);
    await proxy.getByRole('button', { name: 'New token' }).click();
    await proxy.getByRole('button', { name: 'Replace the token' }).click();
    await expect.poll(async () => (await fetch(`${address}/v1/accounts`, { headers })).status).toBe(401);
    await proxy.getByRole('button', { name: 'Switch off' }).click();
    await expect(proxy.getByText('off', { exact: true })).toBeVisible();
    await expect(fetch(address)).rejects.toThrow();
  },
);
