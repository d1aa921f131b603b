/** What one types is not lost: tabs, undo, reload. */
import type { Page } from '@playwright/test';
import { fresh } from '../../../shared/requests/compose.ts';
import { requestStep } from '../../../shared/collections/request-step.ts';
import { expect, test } from '../../window/fixtures.ts';
import { writeFlow, writeInCollections } from '../../window/collection-files.ts';
import { chooseOperation, goTo, rawText, send, showAs, textOf } from '../../window/steps.ts';

const bar = (page: Page) => page.getByRole('navigation', { name: 'Open requests' });

const tab = (page: Page, title: string) => bar(page).getByRole('button', { name: title });

const body = (page: Page) => page.getByRole('textbox', { name: 'Body' });

test(
  'after a reload, the same tabs are open with their responses',
  { tag: '@page' },
  async ({ workbench }) => {
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
  },
);

test('a selection in the body is in sight, also on the line of the cursor', async ({ workbench }) => {
  const { page } = workbench;
  await goTo(page, 'Requests');
  await chooseOperation(page, 'Create payment');
  await body(page).getByText('"1250.00"').dblclick();
  // It is drawn under the text: a line with a background of its own would cover it.
  await expect(body(page).locator('xpath=..').locator('.cm-selectionBackground')).not.toHaveCount(0);
  for (const line of await body(page).locator('.cm-line').all())
    await expect(line).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
});

test(
  'tabs are listed, walked with the arrow keys, closed together and brought back with their response',
  { tag: '@page' },
  async ({ workbench }) => {
    const { page } = workbench;
    await goTo(page, 'Requests');
    await chooseOperation(page, 'Ask for consent');
    await page.getByRole('button', { name: 'Sign and send' }).click();
    await expect(page.getByRole('heading', { name: '201 Created' })).toBeVisible();
    const add = bar(page).getByRole('button', { name: 'New tab' });
    await add.click();
    await chooseOperation(page, 'Create payment');
    await body(page).fill('{ "mine": 1 }');
    await add.click();
    const tabs = bar(page).getByRole('listitem');
    await expect(tabs).toHaveCount(3);

    await bar(page).getByRole('button', { name: 'GET List accounts' }).focus();
    await page.keyboard.press('Home');
    await expect(bar(page).getByRole('button', { name: 'POST Ask for consent' })).toBeFocused();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await expect(body(page)).toHaveText('{ "mine": 1 }');
    await page.keyboard.press('Delete');
    await expect(tabs).toHaveCount(2);

    const list = bar(page).getByRole('button', { name: '2 tabs' });
    await list.click();
    const choices = bar(page).getByRole('group', { name: '2 tabs' });
    await expect(choices.getByRole('button')).toHaveText([
      /POST Ask for consent/,
      /GET List accounts/,
      /^Undo/,
      /^Redo/,
      'Keep open',
      'Duplicate tab',
      'Close other tabs',
      'Close all tabs',
      'Reopen closed tab',
    ]);
    await choices.getByRole('button', { name: 'Reopen closed tab' }).click();
    await expect(body(page)).toHaveText('{ "mine": 1 }');
    await bar(page).getByRole('button', { name: '3 tabs' }).click();
    await bar(page).getByRole('button', { name: 'Close other tabs' }).click();
    await expect(tabs).toHaveText([/Create payment/]);
    await bar(page).getByRole('button', { name: '1 tab', exact: true }).click();
    await bar(page).getByRole('button', { name: 'Close all tabs' }).click();
    await expect(tabs).toHaveText([/List accounts/]);
    // By the palette, the last one first.
    for (const title of ['Create payment', 'Ask for consent']) {
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: 'Search or run a command' }).fill('reopen');
      await page.keyboard.press('Enter');
      await expect(
        page.getByRole('region', { name: 'Request' }).getByRole('heading', { level: 2 }),
      ).toHaveText(title);
    }
    await expect(page.getByRole('heading', { name: '201 Created' })).toBeVisible();
  },
);

test(
  'the form adds headers and parameters, which are sent, signed, undone and saved as those of the raw text are',
  { tag: '@page' },
  async ({ workbench }) => {
    const { page } = workbench;
    const raw = rawText(page);
    const signed = page.getByRole('list', { name: 'Signing string' });
    await goTo(page, 'Requests');
    await chooseOperation(page, 'List accounts');
    await page.getByRole('button', { name: 'Add parameter' }).click();
    await page.keyboard.type('withBalance');
    const parameter = page.getByRole('group', { name: 'New parameter' });
    await expect(parameter).toContainText('The request has withBalance already.');
    await parameter.getByLabel('Parameter name').fill('trace');
    await expect(parameter).toContainText('Give trace a value. Without one, it is not sent.');
    await page.keyboard.press('Tab');
    await page.keyboard.type('7 & 8');
    await expect(signed).toContainText('get /v1/accounts?withBalance=true&trace=7%20%26%208');
    // The row that is being written stays; another press adds the next.
    await page.getByRole('button', { name: 'Add header' }).click();
    await page.keyboard.type('X Trace');
    await page.keyboard.press('Tab');
    await page.keyboard.type('abc');
    const header = page.getByRole('group', { name: 'New header' });
    await expect(header).toContainText('A header must be a name, a colon and a value.');
    await header.getByLabel('Header name').fill('X-Trace');
    await page.keyboard.press('Enter');
    await expect(header).toBeHidden();
    await expect(page.getByRole('button', { name: 'Add header' })).toBeFocused();
    await expect(page.getByLabel('x-trace', { exact: true })).toHaveValue('abc');
    // VER-4: the headers of the interface and their values are offered.
    await page.keyboard.press('Enter');
    await page.keyboard.type('accept-fix');
    await page.getByRole('option', { name: /^x-accept-fix/ }).click();
    await header.getByLabel('Header value').click();
    await page.getByRole('option', { name: /^longer-names.*the default since 2024-10-01/ }).click();
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('x-accept-fix', { exact: true })).toHaveValue('longer-names');
    await page.getByRole('button', { name: 'Add header' }).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.type('X-Second');
    await page.keyboard.press('Tab');
    await page.keyboard.type('2');
    await page.keyboard.press('Control+Enter');
    await expect(page.getByRole('heading', { name: '401 Unauthorized' })).toBeVisible();
    await page.getByRole('tab', { name: 'Wire' }).click();
    await expect(page.getByRole('tabpanel')).toContainText(/x-trace: abc.*x-second: 2/s);
    await expect(page.getByRole('tabpanel')).toContainText('/v1/accounts?withBalance=true&trace=7%20%26%208');

    await page.keyboard.press('Control+z');
    await expect(header).toBeHidden();
    await expect(page.getByLabel('x-second', { exact: true })).toBeHidden();
    await page.keyboard.press('Control+Shift+z');
    await expect(page.getByLabel('x-second', { exact: true })).toHaveValue('2');
    await page.getByRole('button', { name: 'Remove x-second' }).click();

    await page.getByRole('button', { name: 'Save…' }).click();
    const form = page.getByRole('form', { name: 'Save request' });
    await form.getByLabel('Name').fill('Traced');
    await form.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(form).toBeHidden();
    await page.reload();
    await goTo(page, 'Requests');
    await expect(tab(page, 'GET Traced')).toBeVisible();
    await expect(page.getByLabel('trace', { exact: true })).toHaveValue('7 & 8');
    await showAs(page, 'Raw');
    const text =
      'GET /v1/accounts?withBalance=true&trace=7%20%26%208\nx-trace: abc\nx-accept-fix: longer-names';
    await expect.poll(() => textOf(raw)).toBe(text);
    // The form shows what the text says.
    await raw.fill('GET /v1/accounts?withBalance=true&trace=9&more=1\nx-trace: abc');
    await showAs(page, 'Form');
    await expect(page.getByText('contains more than this form can show')).toBeHidden();
    await expect(page.getByLabel('more', { exact: true })).toHaveValue('1');
    await page.getByRole('button', { name: 'Remove trace', exact: true }).click();
    await expect(signed).toContainText('get /v1/accounts?withBalance=true&more=1');
  },
);

test(
  'a damaged flow is shown with the reason and its place, and the others can still be opened',
  { tag: '@page' },
  async ({ workbench }) => {
    const { page, dataFolder } = workbench;
    await goTo(page, 'Requests');
    const request = { ...fresh('createPayment'), body: '{ "saved": 3 }' };
    writeFlow(dataFolder, 'Rent', requestStep('Husleie', request));
    writeInCollections(dataFolder, 'Wrong.flow.yaml', 'steps:\n  - reqest: GET /v1/user\n');
    const saved = page.getByRole('region', { name: 'Collections', exact: true });
    const damaged = saved.getByRole('treeitem', { name: 'Wrong (damaged)', exact: true });
    await damaged.click();
    const flow = page.getByRole('region', { name: 'Flow', exact: true });
    await expect(flow.getByRole('alert')).toContainText('Wrong.flow.yaml: line 2, column 5');
    await expect(flow.getByRole('alert')).toContainText('did you mean `request`?');
    await expect(flow.getByRole('form')).toHaveCount(0);
    // It is read again when it is mended.
    writeInCollections(dataFolder, 'Wrong.flow.yaml', 'steps:\n  - request: GET /v1/user\n');
    await expect(flow.getByRole('alert')).toHaveCount(0);
    await expect(saved.getByRole('treeitem', { name: 'GET /v1/user' })).toBeVisible();
    await saved.getByRole('treeitem', { name: 'POST Husleie' }).click();
    await expect(body(page)).toContainText('"saved": 3');
  },
);

test(
  'form and raw text show the same draft; a text that cannot be parsed is kept and not sent',
  { tag: '@page' },
  async ({ workbench }) => {
    const { page } = workbench;
    const raw = rawText(page);
    const form = page.getByRole('region', { name: 'Request' });
    await goTo(page, 'Requests');
    await chooseOperation(page, 'List accounts');
    await page.getByLabel('withBalance').selectOption('not sent');
    await page.getByLabel('PSU-IP-Address', { exact: true }).fill('198.51.100.7');
    await showAs(page, 'Raw');
    await expect.poll(() => textOf(raw)).toBe('GET /v1/accounts\nPSU-IP-Address: 198.51.100.7');
    await expect(page.getByRole('list', { name: 'Added headers' })).toContainText('X-Request-ID: ');
    await expect(page.getByRole('list', { name: 'Added headers' })).not.toContainText('PSU-IP-Address');

    // Pasted from somewhere else: another operation, a header left out, a body.
    await raw.fill('POST /v1/bank-offered-consents HTTP/1.1\nTPP-Session-ID:\nx-trace: 7\n\n{"a":1}');
    await expect(form.getByRole('heading', { level: 2 })).toHaveText('Ask for consent');
    await showAs(page, 'Form');
    await expect(form.getByRole('row', { name: /tpp-session-id/ })).toContainText('omitted');
    await expect(page.getByLabel('x-trace', { exact: true })).toHaveValue('7');
    await expect(body(page)).toHaveText('{"a":1}');
    await page.getByRole('button', { name: 'Sign and send' }).click();
    await expect(page.getByRole('tabpanel')).toContainText('TPP-Session-ID');

    // A path that is not in the catalogue is sent as it stands.
    await showAs(page, 'Raw');
    await raw.fill('GET /v1/nowhere?a=b&a=c');
    await page.getByRole('button', { name: 'Sign and send' }).click();
    await expect(page.getByRole('heading', { name: '404 Not Found' })).toBeVisible();
    await showAs(page, 'Form');
    await expect(form.getByRole('heading', { level: 2 })).toHaveText('/v1/nowhere');
    await expect(form.getByText('has no operation for this method and path')).toBeVisible();
    await expect(page.getByLabel('withBalance')).toHaveCount(0);

    // Half of a request: said at its line, kept over a restart of the page, and not sent.
    await showAs(page, 'Raw');
    await raw.fill('GET /v1/accounts\nthis is no header');
    await expect(form.getByRole('alert')).toContainText(
      'Line 2: A header must be a name, a colon and a value',
    );
    await expect(page.getByRole('button', { name: 'Sign and send' })).toBeDisabled();
    await page.keyboard.press('Control+Enter');
    await page.reload();
    await goTo(page, 'Requests');
    await expect.poll(() => textOf(raw)).toBe('GET /v1/accounts\nthis is no header');
    await raw.press('Control+z');
    await raw.fill('GET /v1/accounts');
    await expect(form.getByRole('alert')).toBeHidden();
    await page.getByRole('button', { name: 'Sign and send' }).click();
    await expect(page.getByRole('heading', { name: '401 Unauthorized' })).toBeVisible();
  },
);
