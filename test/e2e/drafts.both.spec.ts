/** What one types is not lost: tabs, undo, reload. */
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { chooseOperation, goTo, send } from './steps.ts';

const bar = (page: Page) => page.getByRole('navigation', { name: 'Open requests' });
const tab = (page: Page, title: string) => bar(page).getByRole('button', { name: title });
const body = (page: Page) => page.getByRole('textbox', { name: 'Body' });

test('tabs keep what was composed and answered; a link or another operation costs nothing', async ({
  workbench,
}) => {
  const { page } = workbench;
  await goTo(page, 'Requests');
  await chooseOperation(page, 'Create payment');
  await body(page).fill('{ "mine": true }');
  // An untouched draft is replaced; a changed one stays, in a tab of its own.
  await chooseOperation(page, 'Ask for consent');
  await expect(bar(page).getByRole('listitem')).toHaveCount(2);
  await send(page, '201 Created');
  await tab(page, 'Create payment').first().click();
  await expect(body(page)).toHaveText('{ "mine": true }');
  await expect(page.getByText('The answer comes here.')).toBeVisible();
  await tab(page, 'Ask for consent').first().click();
  await expect(page.getByRole('heading', { name: '201 Created' })).toBeVisible();
  await bar(page).getByRole('button', { name: 'Duplicate this tab' }).click();
  await expect(bar(page).getByRole('listitem')).toHaveCount(3);
  await bar(page).getByRole('button', { name: 'Close Ask for consent' }).last().click();
  await bar(page).getByRole('button', { name: 'Close Create payment' }).click();
  await expect(bar(page).getByRole('listitem')).toHaveCount(1);
});

test('undo goes back step by step, over a sending too, and redo forward', async ({ workbench }) => {
  const { page } = workbench;
  await goTo(page, 'Requests');
  await chooseOperation(page, 'Ask for consent');
  await page.getByLabel('PSU-IP-Address', { exact: true }).fill('198.51.100.7');
  await send(page, '201 Created');
  await page.getByLabel('Break it').selectOption({ label: 'Serial in decimal' });
  await page.getByRole('button', { name: 'Sign and send' }).click();
  await expect(page.getByText('CERTIFICATE_INVALID').first()).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(page.getByLabel('Break it')).toHaveValue('');
  await bar(page).getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByLabel('PSU-IP-Address', { exact: true })).toHaveValue('203.0.113.24');
  await page.keyboard.press('Control+Shift+z');
  await expect(page.getByLabel('PSU-IP-Address', { exact: true })).toHaveValue('198.51.100.7');
  await bar(page).getByRole('button', { name: 'Redo' }).click();
  await expect(page.getByLabel('Break it')).not.toHaveValue('');
});

test('after a reload the same tabs are open, with their answers', async ({ workbench }) => {
  const { page } = workbench;
  await goTo(page, 'Requests');
  await chooseOperation(page, 'Ask for consent');
  await send(page, '201 Created');
  await bar(page).getByRole('button', { name: 'New tab' }).click();
  await chooseOperation(page, 'Create payment');
  await body(page).fill('{ "half": "typed');
  await expect(body(page)).toHaveText('{ "half": "typed');
  await page.reload();
  await goTo(page, 'Requests');
  await expect(bar(page).getByRole('listitem')).toHaveCount(2);
  await expect(body(page)).toHaveText('{ "half": "typed');
  await tab(page, 'Ask for consent').first().click();
  await expect(page.getByRole('heading', { name: '201 Created' })).toBeVisible();
});

test('a request is saved into a folder, opened again in its tab, changed, and deleted', async ({
  workbench,
}) => {
  const { page } = workbench;
  await goTo(page, 'Requests');
  await chooseOperation(page, 'Create payment');
  await body(page).fill('{ "saved": 1 }');
  await page.getByRole('button', { name: 'Save…' }).click();
  const form = page.getByRole('form', { name: 'Save the request' });
  await form.getByLabel('Name').fill('Husleie');
  await form.getByLabel('Folder').fill('Mine/Faste');
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  const saved = page.getByRole('region', { name: 'Saved', exact: true });
  await expect(saved.getByRole('region', { name: 'Mine/Faste' })).toContainText('Husleie');
  await bar(page).getByRole('button', { name: 'New tab' }).click();
  await saved.getByRole('button', { name: 'POST Husleie' }).click();
  await expect(body(page)).toHaveText('{ "saved": 1 }');
  await expect(bar(page).getByRole('listitem')).toHaveCount(2);
  // Saved in its place; a second one may not take it.
  await body(page).fill('{ "saved": 2 }');
  await page.getByRole('button', { name: 'Save…' }).click();
  await expect(form.getByLabel('Name')).toHaveValue('Husleie');
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(form).toBeHidden();
  await bar(page).getByRole('button', { name: 'Duplicate this tab' }).click();
  await page.getByRole('button', { name: 'Save…' }).click();
  await form.getByLabel('Name').fill('Husleie');
  await form.getByLabel('Folder').fill('Mine/Faste');
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(saved.getByRole('alert')).toContainText('There is a request "Mine/Faste/Husleie" already');
  await saved.getByRole('button', { name: 'Delete Husleie…' }).click();
  await saved.getByRole('button', { name: 'Delete for good' }).click();
  await expect(saved).toContainText('Requests that you save come here');
});
