/** HDR-4: the bank's simulated app, chosen in the composer. */
import { expect, test } from './fixtures.ts';
import { pressEnter, send, preferred, askInApp } from './steps.ts';

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
    await callback.getByRole('button', { name: 'Back to the response' }).click();
    await expect(preferred(page)).toHaveValue('false');
    await preferred(page).selectOption({ label: 'not sent (true)' });
    await send(page, '201 Created');
    const again = await workbench.psuPage(() =>
      page.getByRole('button', { name: "Open the bank's page" }).click(),
    );
    await expect(again.getByLabel('National identity number')).toBeVisible();
  },
);
