/** The browser host as a page sees it. */
import { createServer } from 'node:http';
import type { Page } from '@playwright/test';
import { expect, startHost, stopHost, test } from './fixtures.ts';
import { chooseOperation, goTo, links as linksOf, openFirstDoor, openPsuPage, send } from './steps.ts';

test('an address lets in one browser, once, and a second tab of that browser', async ({
  workbench,
  browserPage,
}) => {
  const { page, url } = workbench;
  const start = page.getByRole('button', { name: 'Send your first signed request' });
  await expect(start).toBeVisible();
  // What the address bar and the history show does not let another browser in.
  expect(page.url()).not.toBe(url);
  const other = await browserPage();
  for (const [address, text] of [
    [url ?? '', 'This address has been used'],
    [page.url(), 'This browser has not been let in'],
    [new URL('/', page.url()).href, 'Open the complete address that the workbench printed'],
  ] as const) {
    expect((await other.goto(address))?.status()).toBe(403);
    await expect(other.locator('body')).toContainText(text);
  }
  const second = await page.context().newPage();
  await second.goto(page.url());
  await expect(second.getByRole('button', { name: 'Send your first signed request' })).toBeVisible();
});

test('of two tabs that both wait for a PSU, each takes the return of its own authorisation', async ({
  workbench,
}) => {
  const { page } = workbench;
  const second = await page.context().newPage();
  await second.goto(page.url());
  const banks: Page[] = [];
  for (const tab of [page, second]) {
    await tab.bringToFront();
    await goTo(tab, 'Requests');
    await chooseOperation(tab, 'Ask for consent');
    await send(tab, '201 Created');
    banks.push(await openPsuPage({ ...workbench, page: tab }));
    await expect(tab.getByRole('heading', { name: 'The PSU is at the bank' })).toBeVisible();
  }
  const result = (tab: Page) => tab.getByRole('region', { name: 'Redirect from the bank' });
  const approveAt = async (bank: Page | undefined) => {
    await bank?.getByRole('button', { name: 'Continue' }).click();
    await bank?.getByRole('button', { name: 'Approve', exact: true }).click();
  };
  // The first to leave comes back first, and the other one waits on.
  await approveAt(banks[0]);
  await expect(result(page)).toContainText('SCA succeeded.');
  await expect(second.getByRole('contentinfo', { name: 'Status' })).toContainText('Eirik Solbakken');
  await expect(second.getByRole('heading', { name: 'The PSU is at the bank' })).toBeVisible();
  await expect(result(second)).toBeHidden();
  await result(page).getByRole('button', { name: 'Dismiss' }).click();
  await approveAt(banks[1]);
  await expect(result(second)).toContainText('SCA succeeded.');
  await expect(result(page)).toBeHidden();
});

test('a service worker that another program left at the address is removed before it reads anything', async ({
  dataFolder,
  browserPage,
}) => {
  // The other program had the port before, and the browser was there once.
  const worker = `self.addEventListener('install', () => self.skipWaiting());
    self.addEventListener('activate', (event) => event.waitUntil(clients.claim()));
    self.addEventListener('fetch', (event) => event.respondWith(fetch(event.request).then(async (answer) =>
      new Response('READ BY ANOTHER: ' + answer.status + (await answer.text()), { headers: { 'Content-Type': 'text/html' } }))));`;
  const other = createServer((request, response) => {
    response.setHeader('Content-Type', request.url === '/worker.js' ? 'text/javascript' : 'text/html');
    response.end(request.url === '/worker.js' ? worker : '<title>other</title>');
  });
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const address = other.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const page = await browserPage();
  await page.goto(`http://127.0.0.1:${port}/`);
  await page.evaluate(async () => {
    await navigator.serviceWorker.register('/worker.js');
    await navigator.serviceWorker.ready;
  });
  await page.goto(`http://127.0.0.1:${port}/`);
  await expect(page.locator('body')).toContainText('READ BY ANOTHER: 200');
  other.closeAllConnections();
  await new Promise((resolve) => other.close(resolve));
  const host = await startHost(dataFolder, undefined, port);
  await page.goto(host.url);
  await expect(page.locator('body')).toContainText('READ BY ANOTHER: 403');
  // The address is not used up, and nobody else reads the answer.
  await page.goto(host.url);
  await expect(page.getByRole('button', { name: 'Send your first signed request' })).toBeVisible();
  await stopHost(host);
});

test('the page reports that the host is gone and reconnects when it is back', async ({ workbench }) => {
  const { page } = workbench;
  await openFirstDoor(page);
  await page.route('**/rpc/**', (route) => route.abort());
  await page.getByRole('button', { name: 'Sign and send' }).click();
  await expect(page.getByRole('alert').first()).toContainText('The workbench is not responding.');
  await page.unroute('**/rpc/**');
  await page.getByRole('button', { name: 'Sign and send' }).click();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(page.getByRole('heading', { name: '201 Created' })).toBeVisible();
});

test('a killed host keeps what it acknowledged', async ({ dataFolder, browserPage }) => {
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

test('a response never takes the drafts away, whatever its links are called and even if it cannot be drawn', async ({
  workbench,
}) => {
  const { page } = workbench;
  await goTo(page, 'Requests');
  await chooseOperation(page, 'List accounts');
  const draft = page.getByLabel('PSU-IP-Address', { exact: true });
  await draft.fill('198.51.100.9');
  const answerWith = async (spoilt: object) => {
    await page.unroute('**/rpc/requests.send');
    await page.route('**/rpc/requests.send', async (route) => {
      const { value } = (await (await route.fetch()).json()) as { value: object };
      await route.fulfill({ json: { ok: true, value: { ...value, ...spoilt } } });
    });
    await page.getByRole('button', { name: 'Sign and send' }).click();
  };
  const names = Object.getOwnPropertyNames(Object.prototype);
  const links = names.map((name) => ({ name, href: `/v1/of/${name}`, verbs: ['GET'] }));
  await answerWith({ id: 'odd-links', explanation: null, links });
  await page.getByRole('tab', { name: 'Response' }).click();
  const listed = linksOf(page);
  await expect(listed).toHaveCount(names.length);
  for (const [at, name] of names.entries())
    await expect(listed.nth(at)).toContainText(`${name}/v1/of/${name}`);

  await answerWith({ id: 'undrawable', response: { status: 200, headers: null } });
  await expect(page.getByRole('alert')).toContainText('This response cannot be shown');
  await expect(draft).toHaveValue('198.51.100.9');
  await draft.fill('198.51.100.10');
  await page.unroute('**/rpc/requests.send');
  await page.getByRole('button', { name: 'Sign and send' }).click();
  await expect(page.getByRole('heading', { name: '401 Unauthorized' })).toBeVisible();
  await expect(page.getByText('This response cannot be shown')).toBeHidden();
  await expect(draft).toHaveValue('198.51.100.10');
});

test('drafts that cannot be saved are reported immediately, and saved as soon as possible', async ({
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
  await expect(page.getByRole('alert')).toContainText('Your changes are not being saved. The disk is full.');
  await page.unroute('**/rpc/drafts.save');
  await body.fill('{ "mine": 2 }');
  await expect(page.getByRole('alert')).toBeHidden();
  await page.reload();
  await goTo(page, 'Requests');
  await expect(body).toHaveText('{ "mine": 2 }');
});
