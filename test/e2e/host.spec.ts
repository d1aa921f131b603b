/** The browser host as a page sees it. */
import type { Route } from '@playwright/test';
import { expect, startHost, stopHost, test } from './fixtures.ts';
import { chooseOperation, goTo, openFirstDoor } from './steps.ts';

test('an address without the token shows nothing of the workbench', async ({ workbench }) => {
  const { page, url } = workbench;
  const { origin } = new URL(url ?? '');
  const answer = await page.goto(`${origin}/`);
  expect(answer?.status()).toBe(403);
  await expect(page.locator('body')).toContainText('Open the whole address that the workbench printed');
});

test('when the host is gone the page says so, and finds it again', async ({ workbench, dataFolder }) => {
  const { page } = workbench;
  await openFirstDoor(page);
  await page.route('**/rpc/**', (route) => route.abort());
  await page.getByRole('button', { name: 'Sign and send' }).click();
  await expect(page.getByRole('alert').first()).toContainText('The workbench does not answer.');
  await page.unroute('**/rpc/**');
  await page.getByRole('button', { name: 'Sign and send' }).click();
  await expect(page.getByText('connection kept open')).toBeVisible();
  expect(dataFolder).not.toBe('');
});

test('a killed host keeps what was acknowledged', async ({ dataFolder, browserPage }) => {
  const first = await startHost(dataFolder);
  const page = await browserPage();
  await page.goto(first.url);
  await openFirstDoor(page);
  // In the middle of a word, and with a request under way.
  const kept = page.waitForResponse(
    (response) =>
      response.url().endsWith('/drafts.save') && (response.request().postData() ?? '').includes('192.0.2.1'),
  );
  await page.getByLabel('PSU-IP-Address', { exact: true }).fill('192.0.2.1');
  await kept;
  await page.getByRole('button', { name: 'Sign and send' }).click();
  first.child.kill('SIGKILL');
  const second = await startHost(dataFolder);
  await page.goto(second.url);
  await page.getByRole('button', { name: 'History' }).click();
  await expect(page.getByRole('button', { name: 'Ask for consent' }).first()).toBeVisible();
  await page.getByRole('button', { name: 'Requests' }).click();
  await expect(page.getByLabel('PSU-IP-Address', { exact: true })).toHaveValue('192.0.2.1');
  await page.getByRole('button', { name: 'Environments' }).click();
  await expect(page.getByLabel('Base URL')).toBeVisible();
  await stopHost(second);
});

test('a place that cannot be drawn says so, and the rest of the window goes on', async ({ workbench }) => {
  const { page } = workbench;
  const spoilt = (route: Route) => route.fulfill({ json: { ok: true, value: { clock: null } } });
  await page.route('**/rpc/bank.overview', spoilt);
  await page.getByRole('button', { name: 'Bank', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'This place cannot be shown' })).toBeVisible();
  await page.getByRole('button', { name: 'History' }).click();
  await expect(page.getByText('Everything that is sent is kept here.')).toBeVisible();
});

test('drafts that cannot be read are told, and not overwritten', async ({ workbench }) => {
  const { page } = workbench;
  await goTo(page, 'Requests');
  await chooseOperation(page, 'Create payment');
  await page.getByRole('textbox', { name: 'Body' }).fill('{ "mine": true }');
  await page.route('**/rpc/drafts.read', (route) =>
    route.fulfill({ json: { ok: false, error: { kind: 'internal', message: 'The disk is ill.' } } }),
  );
  await page.reload();
  await goTo(page, 'Requests');
  await expect(page.getByRole('alert')).toContainText(
    'left as they are and new ones are not kept. The disk is ill.',
  );
  await page.getByLabel('PSU-IP-Address', { exact: true }).fill('198.51.100.1');
  await page.unroute('**/rpc/drafts.read');
  await page.reload();
  await goTo(page, 'Requests');
  await expect(page.getByRole('textbox', { name: 'Body' })).toHaveText('{ "mine": true }');
});

test('drafts that cannot be kept are told at once, and kept again as soon as that is possible', async ({
  workbench,
}) => {
  const { page } = workbench;
  await goTo(page, 'Requests');
  await chooseOperation(page, 'Create payment');
  await page.route('**/rpc/drafts.save', (route) =>
    route.fulfill({ json: { ok: false, error: { kind: 'internal', message: 'The disk is full.' } } }),
  );
  const body = page.getByRole('textbox', { name: 'Body' });
  await body.fill('{ "mine": 1 }');
  await expect(page.getByRole('alert')).toContainText(
    'What you type is not kept at the moment. The disk is full.',
  );
  await page.unroute('**/rpc/drafts.save');
  await body.fill('{ "mine": 2 }');
  await expect(page.getByRole('alert')).toBeHidden();
  await page.reload();
  await goTo(page, 'Requests');
  await expect(body).toHaveText('{ "mine": 2 }');
});
