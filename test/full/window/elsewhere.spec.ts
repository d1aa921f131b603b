/** Answers that come while the person is elsewhere. The browser's page lets a test hold an answer for as long as it wants. */
import type { Page } from '@playwright/test';
import { expect, test } from '../../window/fixtures.ts';
import { call, chooseOperation, goTo, openPsuPage, rawText, send, showAs } from '../../window/steps.ts';

const told = (page: Page) => page.getByRole('region', { name: 'Notifications' });

/** Sends; the answer is there when what is returned is called. */
async function sendHeld(
  page: Page,
  press = () => page.getByRole('button', { name: 'Sign and send' }).click(),
): Promise<() => Promise<void>> {
  const held = Promise.withResolvers<() => Promise<void>>();
  await page.route('**/rpc/requests.send', (route) => held.resolve(() => route.continue()), { times: 1 });
  await press();
  return held.promise;
}

test('a response to a hidden tab is announced and shown in that tab', async ({ workbench }) => {
  const { page } = workbench;
  await goTo(page, 'Requests');
  await chooseOperation(page, 'Read user');
  const inOtherPlace = await sendHeld(page);
  await goTo(page, 'Bank');
  await inOtherPlace();
  await expect(told(page)).toContainText('Read user: 401 Unauthorized');
  await told(page).getByRole('button', { name: 'Show' }).click();
  await expect(page.getByRole('heading', { name: '401 Unauthorized' })).toBeVisible();

  const inOtherTab = await sendHeld(page);
  await page.getByRole('button', { name: 'New tab' }).click();
  await inOtherTab();
  await told(page).getByRole('button', { name: 'Show' }).click();
  await expect(page.getByRole('region', { name: 'Request' }).getByRole('heading', { level: 2 })).toHaveText(
    'Read user',
  );
  await expect(page.getByRole('heading', { name: '401 Unauthorized' })).toBeVisible();
  await expect(told(page).getByRole('button')).toHaveCount(0);

  // In sight, there is nothing to tell.
  await page.getByRole('button', { name: 'Sign and send' }).click();
  await expect(page.getByRole('heading', { name: '401 Unauthorized' })).toBeVisible();
  await expect(told(page).getByRole('button')).toHaveCount(0);
});

test('the preview of a link keeps its tab while its response is on its way, and during its SCA', async ({
  workbench,
}) => {
  const { page } = workbench;
  const tabs = page.getByRole('navigation', { name: 'Open requests' }).getByRole('listitem');
  await goTo(page, 'Requests');
  await chooseOperation(page, 'Create payment');
  await send(page, '201 Created');
  const arrive = await sendHeld(page, () => call(page, 'self', 'GET'));
  await chooseOperation(page, 'Read user');
  await arrive();
  await told(page).getByRole('button', { name: 'Show' }).click();
  await expect(page.getByRole('heading', { name: '404 Not Found' })).toBeVisible();
  await tabs.filter({ hasText: 'Create payment' }).getByRole('button').first().click();
  await call(page, 'startAuthorisation', 'POST');
  const bank = await openPsuPage(workbench);
  await page.bringToFront();
  await chooseOperation(page, 'List accounts');
  await expect(tabs).toHaveText([/Create payment/, /Read payment/, /Authorise payment/, /List accounts/]);
  await bank.getByRole('button', { name: 'Continue' }).click();
  await bank.getByRole('button', { name: 'Approve', exact: true }).click();
  await expect(page.getByText('SCA succeeded.')).toBeVisible();
  await expect(tabs.nth(2).getByRole('button').first()).toHaveAttribute('aria-current', 'true');
});

test('a response to a draft that has changed meanwhile is shown in its tab, as that of an earlier version', async ({
  workbench,
}) => {
  const { page } = workbench;
  await goTo(page, 'Requests');
  const arrive = await sendHeld(page);
  await page.getByLabel('X-Request-ID', { exact: true }).fill('another-draft');
  await goTo(page, 'History');
  await arrive();
  await told(page).getByRole('button', { name: 'Show' }).click();
  await expect(page.getByLabel('X-Request-ID', { exact: true })).toHaveValue('another-draft');
  await expect(page.getByRole('heading', { name: '401 Unauthorized' })).toBeVisible();
  await expect(page.getByText('This is the response to another version of the request.')).toBeVisible();
});

test('a response whose tab has another operation meanwhile is shown in the history', async ({
  workbench,
}) => {
  const { page } = workbench;
  await goTo(page, 'Requests');
  const arrive = await sendHeld(page);
  // Another operation that is chosen in the tree opens a tab of its own.
  await showAs(page, 'Raw');
  await rawText(page).fill('GET /v1/user');
  await expect(page.getByRole('region', { name: 'Request' }).getByRole('heading', { level: 2 })).toHaveText(
    'Read user',
  );
  await goTo(page, 'History');
  await expect(page.getByText('Every request you send is listed here.')).toBeVisible();
  await arrive();
  await told(page).getByRole('button', { name: 'Show' }).click();
  await expect(page.getByRole('row', { name: /List accounts/ })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('heading', { name: '401 Unauthorized' })).toBeVisible();
});

test('a toast disappears after some seconds, but not while it has the pointer or focus', async ({
  workbench,
}) => {
  const { page } = workbench;
  await goTo(page, 'Requests');
  await chooseOperation(page, 'Ask for consent');
  const arrive = await sendHeld(page);
  await goTo(page, 'Settings');
  await page.clock.install();
  await arrive();
  const show = told(page).getByRole('button', { name: 'Show' });
  await show.focus();
  await page.clock.fastForward(60_000);
  await expect(show).toBeFocused();
  await show.hover();
  await page.mouse.move(0, 0);
  await page.clock.fastForward(60_000);
  await expect(show).toBeFocused();
  await show.blur();
  await show.hover();
  await page.clock.fastForward(60_000);
  await expect(show).toBeVisible();
  await page.mouse.move(0, 0);
  await page.clock.fastForward(5000);
  await expect(show).toBeVisible();
  await page.clock.fastForward(1500);
  await expect(show).toBeHidden();

  // Where one has just clicked, the pointer rests: the toast that appears beneath it goes nevertheless.
  await goTo(page, 'Requests');
  const arriveBeneath = await sendHeld(page);
  await goTo(page, 'Settings');
  const passing = told(page).getByRole('status');
  const box = (await passing.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  await page.mouse.move(box.x + box.width - 60, box.y - 20);
  await arriveBeneath();
  await expect(show).toBeVisible();
  const covers = (await passing.boundingBox()) ?? box;
  expect(covers.y).toBeLessThan(box.y - 20);
  await page.clock.fastForward(6500);
  await expect(show).toBeHidden();
});

test('an error stays until it is dismissed, is announced at once, and covers nothing', async ({
  workbench,
}) => {
  const { page } = workbench;
  await goTo(page, 'Requests');
  await chooseOperation(page, 'Read user');
  const arrive = await sendHeld(page);
  await goTo(page, 'Settings');
  await page.clock.install();
  await arrive();
  const error = told(page).getByRole('alert');
  await expect(error).toContainText('Read user: 401 Unauthorized');
  await page.clock.fastForward(600_000);
  await goTo(page, 'Bank');
  await expect(error.getByRole('button', { name: 'Show' })).toBeVisible();
  const gap = () =>
    told(page).evaluate((row) => {
      const above = row.previousElementSibling?.getBoundingClientRect().bottom ?? Number.NaN;
      return Math.round(row.getBoundingClientRect().top - above);
    });
  await expect.poll(gap).toBe(0);
  await error.getByRole('button', { name: 'Close' }).click();
  await expect(error).toHaveCount(0);
});

test('a value that is filled in does not change under the cursor of somebody who replaces it', async ({
  workbench,
}) => {
  const { page } = workbench;
  await goTo(page, 'Requests');
  await chooseOperation(page, 'Read user');
  const arrive = await sendHeld(page);
  const id = page.getByLabel('X-Request-ID', { exact: true });
  const before = await id.inputValue();
  await id.selectText();
  await arrive();
  await expect(page.getByRole('heading', { name: '401 Unauthorized' })).toBeVisible();
  // The next request has another one.
  await expect(id).toHaveAttribute('title', new RegExp(`^(?!${before})`));
  await page.keyboard.type('mine');
  await expect(id).toHaveValue('mine');
});

test('a variable that is typed while the one before is set stays, also that it is secret', async ({
  workbench,
}) => {
  const { page } = workbench;
  await goTo(page, 'Environments');
  const form = page.getByRole('form', { name: 'New variable' });
  const held = Promise.withResolvers<() => Promise<void>>();
  await page.route('**/rpc/variables.set', (route) => held.resolve(() => route.continue()), { times: 1 });
  await form.getByLabel('Variable name').fill('ip');
  await form.getByLabel('Value').fill('198.51.100.9');
  await form.getByRole('button', { name: 'Set variable' }).click();
  const answer = await held.promise;
  await form.getByLabel('secret').check();
  await form.getByLabel('Variable name').fill('apiKey');
  await answer();
  await expect(page.getByText('198.51.100.9')).toBeVisible();
  await expect(form.getByLabel('Variable name')).toHaveValue('apiKey');
  await expect(form.getByLabel('secret')).toBeChecked();
});
