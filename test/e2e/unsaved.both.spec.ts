/** What is typed in a form and not saved stays, with a mark, whatever is shown meanwhile. */
import { expect, test } from './fixtures.ts';
import { goTo } from './steps.ts';

test(
  'what is typed in the form of an environment stays until it is saved or given up',
  {
    tag: '@page',
  },
  async ({ workbench: { page } }) => {
    await goTo(page, 'Environments');
    const form = page.getByRole('form', { name: 'Environment' });
    const pane = page.getByRole('region', { name: 'Environment', exact: true });
    await form.getByLabel('Header defaults').fill('X-Class: monday');
    await goTo(page, 'History');
    await goTo(page, 'Environments');
    await expect(form.getByLabel('Header defaults')).toHaveValue('X-Class: monday');

    // A new one, before it is saved; the other is marked meanwhile.
    await page.getByRole('button', { name: 'New environment' }).first().click();
    await form.getByLabel('Name', { exact: true }).fill('Nordbank');
    await page
      .getByRole('button', { name: /^Local bank/ })
      .filter({ hasText: 'Unsaved changes' })
      .click();
    await expect(form.getByLabel('Header defaults')).toHaveValue('X-Class: monday');
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(form.getByText('Saved.', { exact: true })).toBeVisible();
    await expect(pane.getByText('Unsaved changes')).toHaveCount(0);
    await page.getByRole('button', { name: /^New environment.+Not saved yet/ }).click();
    await expect(form.getByLabel('Name', { exact: true })).toHaveValue('Nordbank');
    await form.getByRole('button', { name: 'Cancel' }).click();
    await expect(form.getByLabel('Name', { exact: true })).not.toHaveValue('Nordbank');
  },
);
