/** HDR-4: the bank's simulated app, chosen in the composer. */
import type { Page } from '@playwright/test';
import { expect, test, type Workbench } from '../../window/fixtures.ts';
import { chooseOperation, goTo, pressEnter, send } from '../../window/steps.ts';

const preferred = (page: Page) =>
  page.getByRole('table', { name: 'Headers' }).getByLabel('TPP-Redirect-Preferred');

/** @returns the first page of the app variant */
async function askInApp({ page, psuPage }: Workbench): Promise<Page> {
  await goTo(page, 'Requests');
  await chooseOperation(page, 'Ask for consent');
  await expect(preferred(page)).toHaveValue('');
  await preferred(page).selectOption({ label: "false: bank's app" });
  await send(page, '201 Created');
  const bank = await psuPage(() => page.getByRole('button', { name: "Open the bank's page" }).click());
  await expect(bank.getByRole('heading', { name: "Open your bank's app" })).toBeVisible();
  return bank;
}

test(
  "the PSU approves in the bank's app with a fingerprint, and returns as from the browser's pages",
  { tag: '@page' },
  async ({ workbench }) => {
    const { page } = workbench;
    const bank = await askInApp(workbench);
    await pressEnter(bank.getByRole('button', { name: 'Open the app' }));
    await expect(bank.getByText('A practice app on a simulated phone.')).toBeVisible();
    await pressEnter(bank.getByLabel('National identity number'));
    await expect(bank.getByText('You are Eirik Solbakken')).toBeVisible();
    await bank
      .getByRole('checkbox', { name: /Sparekonto/ })
      .first()
      .uncheck();
    await pressEnter(bank.getByRole('button', { name: 'Approve…' }));
    await expect(bank.getByRole('heading', { name: 'Confirm with your fingerprint' })).toBeVisible();
    await expect(bank.getByRole('region', { name: 'What you share' })).not.toContainText('Sparekonto');
    await pressEnter(bank.getByRole('button', { name: 'Approve with fingerprint' }));
    await expect(page.getByText('SCA succeeded.')).toBeVisible();
    await page.bringToFront();
    const callback = page.getByRole('region', { name: 'Redirect from the bank' });
    await expect(callback.getByRole('rowheader')).toHaveText(['psu-id', 'tpp-session-id', 'context']);
    // Without the header, the bank's pages in the browser are back.
    await callback.getByRole('button', { name: 'Dismiss' }).click();
    await expect(preferred(page)).toHaveValue('false');
    await preferred(page).selectOption({ label: 'not sent (true)' });
    await send(page, '201 Created');
    const again = await workbench.psuPage(() =>
      page.getByRole('button', { name: "Open the bank's page" }).click(),
    );
    await expect(again.getByLabel('National identity number')).toBeVisible();
  },
);

test('the PSU aborts in the app', { tag: '@page' }, async ({ workbench }) => {
  const bank = await askInApp(workbench);
  await bank.getByRole('button', { name: 'Open the app' }).click();
  await bank.getByRole('button', { name: 'Sign in' }).click();
  await bank.getByRole('button', { name: 'Approve…' }).click();
  await bank.getByRole('button', { name: 'Abort' }).click();
  await expect(workbench.page.getByText('SCA did not succeed.')).toBeVisible();
});
