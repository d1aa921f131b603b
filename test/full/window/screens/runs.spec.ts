/** Runs, and what a saved request expects, in the three themes: see `screen`. */
import { expect, test } from '../../../window/fixtures.ts';
import { chooseOperation, goTo, send, showAs } from '../../../window/steps.ts';
import { screen } from '../../../window/screen.ts';

test('a run that passed, and the run of a collection before it starts', async ({ workbench }) => {
  test.slow();
  const { page } = workbench;
  await goTo(page, 'Runs');
  await screen(page, 'runs-empty');
  await page.getByRole('button', { name: 'First steps' }).click();
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(page.getByRole('region', { name: 'Runs of collections' })).toContainText('passed');
  const first = page.getByRole('tree', { name: 'Steps' }).getByRole('treeitem').first();
  await first.click();
  await expect(first).toHaveAttribute('aria-selected', 'true');
  await screen(page, 'runs-passed');
});

test('assertions, code, comparison and the signing proxy', async ({ workbench }) => {
  test.slow();
  const { page } = workbench;
  await goTo(page, 'Requests');
  await chooseOperation(page, 'Create payment');
  await send(page, '201 Created');
  await showAs(page, 'Tests');
  await page.getByRole('button', { name: 'Add an assertion' }).click();
  await screen(page, 'tests');
  await showAs(page, 'Form');
  await page.getByRole('button', { name: 'Copy as code…' }).click();
  await screen(page, 'code');
  await page.keyboard.press('Escape');
  await chooseOperation(page, 'Ask for consent');
  await send(page, '201 Created');
  await goTo(page, 'History');
  const rows = page.getByRole('grid').getByRole('row');
  await rows.nth(1).getByRole('button').first().click();
  await page.getByRole('button', { name: 'Compare with…' }).click();
  await rows.nth(2).getByRole('button').click();
  await screen(page, 'history-compare');
  await goTo(page, 'Environments');
  await page.getByRole('tab', { name: 'Other programs' }).click();
  const proxy = page.getByRole('region', { name: 'Signing proxy' });
  await proxy.getByRole('button', { name: 'Switch on' }).click();
  await expect(proxy.getByText('on', { exact: true })).toBeVisible();
  await proxy.scrollIntoViewIfNeeded();
  await screen(page, 'signing-proxy');
});
