/** Two exchanges side by side. */
import { expect, test } from '../../window/fixtures.ts';
import { chooseOperation, goTo, openHeaders, send } from '../../window/steps.ts';

test(
  'an earlier request is opened in a tab again as it was written',
  { tag: '@page' },
  async ({ workbench }) => {
    const { page } = workbench;
    await goTo(page, 'Requests');
    await chooseOperation(page, 'Create customer');
    await page
      .getByRole('textbox', { name: 'Body' })
      .fill('{ "customerType": "PRIVATE", "customerName": "Ola {{uuid}}" }');
    await openHeaders(page);
    await page.getByLabel('PSU-IP-Address', { exact: true }).waitFor({ state: 'detached' });
    await page.getByLabel('Accept', { exact: true }).fill('application/json;q=1');
    await send(page, '201 Created');
    await chooseOperation(page, 'Ask for consent');
    await goTo(page, 'History');
    await page.getByRole('button', { name: 'Create customer' }).click();
    await page.getByRole('button', { name: 'Open in a tab' }).click();
    await expect(page.getByRole('region', { name: 'Request' }).getByRole('heading', { level: 2 })).toHaveText(
      'Create customer',
    );
    await expect(page.getByRole('textbox', { name: 'Body' })).toContainText('Ola {{uuid}}');
    await expect(page.getByLabel('Accept', { exact: true })).toHaveValue('application/json;q=1');
    await send(page, '201 Created');
  },
);

test('the details of the chosen request are a pane of their own, brought into view where panes are stacked', async ({
  workbench: { page },
}) => {
  await goTo(page, 'Requests');
  await chooseOperation(page, 'List accounts');
  await send(page, '401 Unauthorized');
  await page.setViewportSize({ width: 853, height: 480 });
  await goTo(page, 'History');
  const row = page.getByRole('row', { name: /401/ });
  await row.click();
  const details = page.getByRole('region', { name: 'Details' });
  await expect(details.getByRole('heading', { name: /withBalance/ })).toBeInViewport();
  await page.keyboard.press('F6');
  await expect(details).toBeFocused();
});
