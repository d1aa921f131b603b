/** What one types is not lost: tabs, undo, reload. */
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { answered, breakIt, call, chooseOperation, goTo, send, tabAction } from './steps.ts';

const bar = (page: Page) => page.getByRole('navigation', { name: 'Open requests' });

const tab = (page: Page, title: string) => bar(page).getByRole('button', { name: title });

const body = (page: Page) => page.getByRole('textbox', { name: 'Body' });

test(
  'tabs keep drafts and responses; a link or another operation loses nothing',
  { tag: '@page' },
  async ({ workbench }) => {
    const { page } = workbench;
    await goTo(page, 'Requests');
    await chooseOperation(page, 'Create payment');
    await body(page).fill('{ "mine": true }');
    // A preview is replaced; one that was edited stays, in a tab of its own.
    await chooseOperation(page, 'Read user');
    await expect(bar(page).getByRole('listitem')).toHaveCount(2);
    await chooseOperation(page, 'Ask for consent');
    await expect(bar(page).getByRole('listitem')).toHaveCount(2);
    await send(page, '201 Created');
    await tab(page, 'Create payment').first().click();
    await expect(body(page)).toHaveText('{ "mine": true }');
    await expect(page.getByText('The response appears here.')).toBeVisible();
    await tab(page, 'Ask for consent').first().click();
    await expect(page.getByRole('heading', { name: '201 Created' })).toBeVisible();
    // One that has been sent stays, too, with its response.
    await chooseOperation(page, 'List accounts');
    await expect(bar(page).getByRole('listitem')).toHaveText([
      /Create payment/,
      /Ask for consent/,
      /List accounts/,
    ]);
    await chooseOperation(page, 'List card accounts');
    await expect(bar(page).getByRole('listitem')).toHaveText([
      /Create payment/,
      /Ask for consent/,
      /List card accounts/,
    ]);
    await bar(page).getByRole('button', { name: 'Close List card accounts' }).click();
    await expect(page.getByRole('heading', { name: '201 Created' })).toBeVisible();
    await tabAction(page, 'Duplicate tab');
    await expect(bar(page).getByRole('listitem')).toHaveCount(3);
    await bar(page).getByRole('button', { name: 'Close Ask for consent' }).last().click();
    await bar(page).getByRole('button', { name: 'Close Create payment' }).click();
    await expect(bar(page).getByRole('listitem')).toHaveCount(1);
  },
);

test(
  'undo goes back step by step, also past a sent request, and redo goes forward',
  { tag: '@page' },
  async ({ workbench }) => {
    const { page } = workbench;
    await goTo(page, 'Requests');
    await chooseOperation(page, 'Ask for consent');
    await page.getByLabel('PSU-IP-Address', { exact: true }).fill('198.51.100.7');
    await send(page, '201 Created');
    await breakIt(page, 'Serial in decimal');
    await expect(page.getByText('CERTIFICATE_INVALID').first()).toBeVisible();
    await page.keyboard.press('Control+z');
    await expect(page.getByText('Broken on purpose:')).toBeHidden();
    await tabAction(page, 'Undo');
    await expect(page.getByLabel('PSU-IP-Address', { exact: true })).toHaveValue('203.0.113.24');
    await page.keyboard.press('Control+Shift+z');
    await expect(page.getByLabel('PSU-IP-Address', { exact: true })).toHaveValue('198.51.100.7');
    await tabAction(page, 'Redo');
    await expect(page.getByText('Broken on purpose:')).toBeVisible();
  },
);

test(
  'a request is saved in a flow, opened again in its tab, changed and deleted',
  { tag: '@page' },
  async ({ workbench }) => {
    const { page } = workbench;
    await goTo(page, 'Requests');
    await chooseOperation(page, 'Create payment');
    await body(page).fill('{ "saved": 1 }');
    await page.getByRole('button', { name: 'Save…' }).click();
    const form = page.getByRole('form', { name: 'Save request' });
    await form.getByLabel('Name').fill('Husleie');
    await form.getByLabel('Flow').fill('Mine/Faste');
    await form.getByRole('button', { name: 'Save', exact: true }).click();
    const saved = page.getByRole('region', { name: 'Collections', exact: true });
    await expect(saved.getByRole('treeitem')).toHaveText(['Mine', 'Faste', /Husleie/]);
    // Where it is, is said and shown.
    const husleie = saved.getByRole('treeitem', { name: 'POST Husleie' });
    await expect(husleie).toHaveAttribute('aria-selected', 'true');
    await expect(husleie).toBeInViewport();
    const told = page.getByRole('region', { name: 'Notifications' });
    await expect(told).toContainText('Saved as “Husleie” in Collections, flow “Mine/Faste”.');
    await told.getByRole('button', { name: 'Close' }).click();
    await bar(page).getByRole('button', { name: 'New tab' }).click();
    await saved.getByRole('treeitem', { name: 'POST Husleie' }).click();
    await expect(body(page)).toHaveText('{ "saved": 1 }');
    await expect(bar(page).getByRole('listitem')).toHaveCount(2);
    // Saved in its place; a second one may not take it.
    await expect(bar(page).getByText('unsaved changes')).toHaveCount(0);
    await body(page).fill('{ "saved": 2 }');
    await expect(bar(page).getByRole('button', { name: /Husleie.*unsaved changes/ })).toBeVisible();
    await page.getByRole('button', { name: 'Save…' }).click();
    await expect(form.getByLabel('Name')).toHaveValue('Husleie');
    await form.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(form).toBeHidden();
    await expect(bar(page).getByText('unsaved changes')).toHaveCount(0);
    await tabAction(page, 'Duplicate tab');
    await page.getByRole('button', { name: 'Save…' }).click();
    await form.getByLabel('Name').fill('Husleie');
    // The flow of the one before.
    await expect(form.getByLabel('Flow')).toHaveValue('Mine/Faste');
    await form.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByRole('region', { name: 'Request' }).getByRole('alert')).toContainText(
      'The flow has another step or group named “Husleie”.',
    );
    // With another name, one chooses: a copy leaves the first file as it is.
    await saved.getByRole('treeitem', { name: 'POST Husleie' }).click();
    await body(page).fill('{ "saved": 3 }');
    await expect(form.getByRole('button', { name: 'Save a copy' })).toBeHidden();
    await form.getByLabel('Name').fill('Strøm');
    await form.getByRole('button', { name: 'Save a copy' }).click();
    await expect(form).toBeHidden();
    await expect(saved.getByRole('treeitem')).toHaveText(['Mine', 'Faste', /Husleie/, /Strøm/]);
    await expect(bar(page).getByRole('button', { name: 'POST Strøm' })).toHaveAttribute(
      'aria-current',
      'true',
    );
    // One place of the tree is current: the saved step, not its operation too.
    const current = page.getByRole('navigation', { name: 'Operations' }).locator('[aria-current=true]');
    await expect(current).toHaveText(['POSTStrøm']);
    // The heading is the name under which it is saved, and the operation stands beside it.
    const request = page.getByRole('region', { name: 'Request' });
    await expect(request.getByRole('heading', { level: 2 })).toHaveText('Strøm');
    await expect(request.getByText('Create payment', { exact: true })).toBeVisible();
    // What an icon does is said at once, by mouse and by keyboard.
    const duplicate = saved.getByRole('button', { name: 'Duplicate' });
    const label = () => duplicate.evaluate((icon) => getComputedStyle(icon, '::after').content);
    await saved.getByRole('treeitem', { name: 'POST Strøm' }).hover();
    await expect.poll(label).toBe('none');
    await duplicate.hover();
    await expect.poll(label).toBe('"Duplicate"');
    await saved.getByRole('treeitem', { name: 'POST Husleie' }).click();
    await expect(body(page)).toContainText('"saved": 2');
    // In a flow, what is saved later comes later, whatever its name: a run takes the steps in this order.
    await page.getByRole('button', { name: 'Save…' }).click();
    await form.getByLabel('Name').fill('Avgift');
    await form.getByRole('button', { name: 'Save a copy' }).click();
    await expect(saved.getByRole('treeitem')).toHaveText(['Mine', 'Faste', /Husleie/, /Strøm/, /Avgift/]);
    await saved.getByRole('treeitem', { name: 'POST Avgift' }).click();
    await saved.getByRole('button', { name: 'Delete…' }).click();
    await saved.getByRole('button', { name: 'Delete permanently' }).click();
    await expect(saved.getByRole('treeitem')).toHaveCount(4);
    // Or it moves, and the tab with it.
    await saved.getByRole('treeitem', { name: 'POST Strøm' }).click();
    await page.getByRole('button', { name: 'Save…' }).click();
    await form.getByLabel('Name').fill('Lys');
    await expect(form.getByRole('button', { name: 'Rename', exact: true })).toBeVisible();
    await form.getByLabel('Flow').fill('Mine/Andre');
    await form.getByRole('button', { name: 'Move and rename' }).click();
    await expect(form).toBeHidden();
    await expect(saved.getByRole('treeitem')).toHaveText(['Mine', 'Andre', /Lys/, 'Faste', /Husleie/]);
    await expect(bar(page).getByRole('button', { name: 'POST Lys' })).toHaveAttribute('aria-current', 'true');
    await saved.getByRole('treeitem', { name: 'POST Lys' }).click();
    await saved.getByRole('button', { name: 'Delete…' }).click();
    await saved.getByRole('button', { name: 'Delete permanently' }).click();
    // A flow without steps stays.
    await expect(saved.getByRole('treeitem')).toHaveText(['Mine', 'Andre', 'Faste', /Husleie/]);
    await saved.getByRole('treeitem', { name: 'POST Husleie' }).click();
    await saved.getByRole('button', { name: 'Delete…' }).click();
    await expect(saved.getByRole('form')).toContainText(/Delete “.+”: 1 step from the disk\?/);
    // Whoever presses Enter at once keeps it.
    await expect(saved.getByRole('button', { name: 'Keep it' })).toBeFocused();
    await saved.getByRole('button', { name: 'Delete permanently' }).click();
    await expect(saved.getByRole('treeitem')).toHaveCount(3);
    await saved.getByRole('treeitem', { name: 'Mine' }).click();
    await saved.getByRole('button', { name: 'Delete…' }).click();
    await expect(saved.getByRole('form')).toContainText('Delete “Mine”: 2 flows and 1 folder from the disk?');
    await saved.getByRole('button', { name: 'Delete permanently' }).click();
    await expect(saved).toContainText('Saved requests appear here');
  },
);

test(
  'one link after another needs one tab, until it is kept open; the tab that led there stays',
  { tag: '@page' },
  async ({ workbench }) => {
    const { page } = workbench;
    const titles = bar(page).getByRole('listitem');
    const style = (at: number) =>
      titles
        .nth(at)
        .getByRole('button')
        .first()
        .evaluate((one) => getComputedStyle(one).fontStyle);
    await goTo(page, 'Requests');
    await chooseOperation(page, 'Create payment');
    await expect.poll(() => style(0)).toBe('italic');
    await send(page, '201 Created');
    await expect.poll(() => style(0)).toBe('normal');
    await call(page, 'status', 'GET');
    await expect(titles).toHaveText([/^POST Create payment/, /^GET Read status of payment/]);
    await expect.poll(() => style(1)).toBe('italic');
    await tab(page, 'Create payment').first().click();
    await call(page, 'self', 'GET');
    await expect(titles).toHaveText([/^POST Create payment/, /^GET Read payment/]);
    await answered(page);
    await tab(page, 'Read payment').first().dblclick();
    await expect.poll(() => style(1)).toBe('normal');
    await tab(page, 'Create payment').first().click();
    await call(page, 'status', 'GET');
    await expect(titles).toHaveText([/^POST Create/, /^GET Read payment/, /^GET Read status/]);
    await answered(page);
    // What was replaced is opened again.
    await chooseOperation(page, 'Read user');
    await expect(titles).toHaveCount(3);
    await tabAction(page, 'Reopen closed tab');
    await expect(titles.last()).toHaveText(/^GET Read status/);
    // PAY-4: this bank does not show a domestic payment before it is approved.
    await expect(page.getByRole('heading', { name: '404 Not Found' })).toBeVisible();
  },
);
