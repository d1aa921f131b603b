/** Assertions and variables by pointing: what a person points at in a response is expected and kept, and saved with the request. */
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { savedSteps } from './collection-files.ts';
import { screen } from './screen.ts';
import { chooseOperation, goTo, send, showAs, tabAction } from './steps.ts';

const bar = (page: Page) => page.getByRole('navigation', { name: 'Open requests' });

const request = (page: Page) => page.getByRole('region', { name: 'Request' });

/** The composer also has an empty status, for what is pasted. */
const said = (page: Page) => request(page).getByRole('status').filter({ hasText: /\S/ });

const response = (page: Page) => page.getByRole('region', { name: 'Response' });

const menu = (page: Page) => page.getByRole('menu');

const assertions = (page: Page) => page.getByRole('list', { name: 'Assertions' }).getByRole('listitem');

const captures = (page: Page) => page.getByRole('list', { name: 'Kept as variables' }).getByRole('listitem');

test(
  'values are pointed at by mouse, context menu and keyboard, are judged, used by the next request and saved',
  { tag: '@page' },
  async ({ workbench }) => {
    const { page, dataFolder } = workbench;
    await goTo(page, 'Requests');
    await chooseOperation(page, 'Ask for consent');
    await send(page, '201 Created');

    // By mouse: the status.
    await response(page).getByRole('button', { name: 'Use Status' }).click();
    await menu(page).getByRole('menuitem', { name: 'Expect this' }).click();
    await expect(said(page)).toContainText('Expected: Status is 201');

    // By the context menu: a line of the body.
    await page
      .getByRole('list', { name: 'Response body' })
      .getByText('"verbs": [')
      .click({ button: 'right' });
    await menu(page).getByRole('menuitem', { name: 'Expect this' }).click();
    await expect(said(page)).toContainText('.verbs is a list');

    // By keyboard: a link, kept as a variable.
    await response(page).getByRole('button', { name: "Open the bank's page" }).focus();
    await page.keyboard.press('Shift+F10');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    const name = page.getByRole('form', { name: 'Keep as a variable' }).getByLabel('Name', { exact: true });
    await expect(name).toHaveValue('scaRedirect');
    // Beside the edge of the window there is room for a name, too.
    await expect.poll(async () => (await name.boundingBox())?.width ?? 0).toBeGreaterThan(180);
    await name.fill('page');
    await page.keyboard.press('Enter');
    await expect(said(page)).toContainText('Kept as page.');

    await request(page).getByRole('button', { name: 'Show the tests' }).click();
    await expect(assertions(page)).toHaveCount(2);
    await expect(assertions(page).first()).toContainText('passed: Status is 201');
    await expect(captures(page)).toHaveCount(1);
    await expect(captures(page).first()).toContainText('keeps http');
    await expect(page.getByRole('region', { name: 'Known from requests sent by hand' })).toContainText(
      'page',
    );

    // Edited in place: a wrong value is named, another one does not hold, and undo goes back.
    const first = assertions(page).first();
    await first.getByLabel('Compared with').fill('200');
    await expect(first).toContainText('failed: Expected status 200, got 201');
    await first.getByLabel('Comparison').selectOption('has the length');
    await first.getByLabel('Compared with').fill('many');
    await expect(first).toContainText('Enter a whole number.');
    await tabAction(page, 'Undo');
    await tabAction(page, 'Undo');
    await expect(first).toContainText('passed: Status is 201');
    // A verdict can only be yes, no or unknown.
    await first.getByLabel('What is checked').selectOption('Body matches the schema');
    await expect(first.getByLabel('Compared with').getByRole('option')).toHaveText(['yes', 'no', 'unknown']);
    await expect(first).toContainText('passed: The body matches the schema');
    await tabAction(page, 'Undo');
    await expect(first).toContainText('passed: Status is 201');
    // It joins those that only warn, at the end.
    await first.getByLabel('only warns').click();
    await expect(assertions(page).last().getByLabel('only warns')).toBeChecked();
    await page.getByLabel('Tags').fill('smoke pay');
    await expect(page.getByText('1 tag: “smoke pay”')).toBeVisible();
    await page.getByLabel('Tags').fill('consent, SCA-1');
    await expect(page.getByText('2 tags: “consent”, “SCA-1”')).toBeVisible();
    await screen(page, 'tests');

    // Before it is saved, it survives a reload.
    await page.reload();
    await goTo(page, 'Requests');
    await expect(assertions(page)).toHaveCount(2);

    await page.getByRole('button', { name: 'Save…' }).click();
    const form = page.getByRole('form', { name: 'Save request' });
    await form.getByLabel('Name').fill('Consent');
    await form.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(form).toBeHidden();
    expect(savedSteps(dataFolder, 'Consent')[0]).toMatchObject({
      tags: ['consent', 'SCA-1'],
      expect: [{ must: { is: 'of-form', form: 'list' } }],
      warn: [{ that: { of: 'status' }, must: { is: 'equal', to: 201 } }],
      keep: [{ as: 'page', from: { of: 'link', name: 'scaRedirect' } }],
    });
    await expect(bar(page).getByText('unsaved changes')).toHaveCount(0);
    await assertions(page).first().getByRole('button', { name: 'Remove assertion 1' }).click();
    await expect(bar(page).getByRole('button', { name: /Consent.*unsaved changes/ })).toBeVisible();

    // The next request uses it, and shows beforehand what it sends and where that came from.
    await bar(page).getByRole('button', { name: 'New tab' }).click();
    await showAs(page, 'Form');
    await page.getByLabel('PSU-IP-Address', { exact: true }).fill('{{page}}');
    const used = page.getByRole('table', { name: 'Variables' }).getByRole('row', { name: /page/ });
    await expect(used).toContainText('kept from a response: Ask for consent');
    await expect(used).toContainText('http');

    // A value that is made anew at each sending is shown as an example, and so is what is signed.
    await page.getByLabel('PSU-IP-Address', { exact: true }).fill('{{$uuid}}');
    const anew = page.getByRole('table', { name: 'Variables' }).getByRole('row', { name: /\$uuid/ });
    await expect(anew).toContainText(/made anew when it is sent; for example [0-9a-f-]{36}/);
    const signed = page.getByRole('region', { name: 'Signed text' });
    await expect(signed).toContainText('An example: {{$uuid}} will be made anew when the request is sent.');
    await page.getByLabel('PSU-IP-Address', { exact: true }).fill('{{$today}}');
    await expect(page.getByRole('table', { name: 'Variables' })).not.toContainText('made anew');
    await expect(signed).not.toContainText('An example');
  },
);
