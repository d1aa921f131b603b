/** The browser host as a page sees it. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page, Route } from '@playwright/test';
import { expect, startHost, stopHost, test } from './fixtures.ts';
import { lengthenHistory } from '../support/long-history.ts';
import {
  answer,
  body,
  chooseOperation,
  giveConsent,
  goTo,
  links as linksOf,
  openFirstDoor,
  openPsuPage,
  send,
} from './steps.ts';

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

test('New window opens a second tab of the browser with the same requests, and neither loses what the other types', async ({
  workbench: { page, psuPage: nextPage },
}) => {
  await goTo(page, 'Requests');
  await chooseOperation(page, 'Create payment');
  await body(page).fill('{ "in": "both" }');
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search or run a command' }).fill('new window');
  const second = await nextPage(() => page.keyboard.press('Enter'));
  await goTo(second, 'Requests');
  await expect(body(second)).toHaveText('{ "in": "both" }');
  await body(second).fill('{ "in": "the second" }');
  await body(page).fill('{ "in": "the first" }');
  const tabs = page.getByRole('navigation', { name: 'Open requests' }).getByRole('listitem');
  await page.reload();
  await goTo(page, 'Requests');
  await expect(tabs).toHaveCount(2);
  for (const [at, text] of ['{ "in": "the first" }', '{ "in": "the second" }'].entries()) {
    await tabs.nth(at).getByRole('button').first().click();
    await expect(body(page)).toHaveText(text);
  }
});

test('the return of a PSU is shown in the tab that led to the bank, and its result in both', async ({
  workbench,
}) => {
  const second = await workbench.page.context().newPage();
  await second.goto(workbench.page.url());
  await goTo(second, 'Requests');
  await giveConsent(workbench);
  await expect(second.getByRole('contentinfo', { name: 'Status' })).toContainText('Eirik Solbakken');
  await expect(workbench.page.getByRole('region', { name: 'Redirect from the bank' })).toBeVisible();
  await expect(second.getByRole('region', { name: 'Redirect from the bank' })).toBeHidden();
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
  await result(page).getByRole('button', { name: 'Back to the response' }).click();
  await approveAt(banks[1]);
  await expect(result(second)).toContainText('SCA succeeded.');
  await expect(result(page)).toBeHidden();
});

test('a diagram that is cleared in one tab is empty in the other, and goes on in both', async ({
  workbench: { page },
}) => {
  await openFirstDoor(page);
  const second = await page.context().newPage();
  await second.goto(page.url());
  for (const tab of [page, second]) {
    await goTo(tab, 'Flow');
    await expect(tab.getByRole('treeitem', { name: /201/ })).toHaveCount(1);
  }
  await page.getByRole('button', { name: 'Clear' }).click();
  for (const tab of [page, second])
    await expect(tab.getByText('Send a request to see its arrow.')).toBeVisible();
  await goTo(page, 'Requests');
  await page.getByRole('button', { name: 'Sign and send' }).click();
  await expect(second.getByRole('treeitem', { name: /201/ })).toHaveCount(1);
});

test('the file in the data folder lets a browser in at any time', async ({ dataFolder, browserPage }) => {
  // The program writes it.
  const host = await startHost(dataFolder);
  const page = await browserPage();
  for (let time = 0; time < 2; time += 1) {
    await page.goto(`file://${join(dataFolder, 'open-workbench.html')}`);
    await expect(page.getByRole('button', { name: 'Send your first signed request' })).toBeVisible();
  }
  await stopHost(host);
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

test('opening a view before the drafts are loaded keeps that view', async ({ workbench }) => {
  const { page } = workbench;
  await openFirstDoor(page);
  const held = Promise.withResolvers<void>();
  await page.route('**/rpc/drafts.read', async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.reload();
  await goTo(page, 'History');
  const read = page.waitForResponse('**/rpc/drafts.read');
  held.resolve();
  await (await read).finished();
  await page.getByRole('searchbox', { name: 'Search the history' }).fill('nothing like it');
  await expect(page.getByText('Nothing in the history matches “nothing like it”.')).toBeVisible();
});

test('a redirect that was not started here leaves the active tab active', async ({
  workbench,
  browserPage,
}) => {
  const { page } = workbench;
  await giveConsent(workbench);
  const first = (await answer(page).textContent()) ?? '';
  await page.getByRole('button', { name: 'Sign and send' }).click();
  await expect(answer(page)).not.toHaveText(first);
  const [, href = ''] = /"href": "([^"]+)"/.exec((await answer(page).textContent()) ?? '') ?? [];
  await page.getByRole('button', { name: 'New tab' }).click();
  await expect(page.getByText('SCA succeeded.')).toBeHidden();
  const bank = await browserPage();
  await bank.goto(href);
  await bank.getByRole('button', { name: 'Continue' }).click();
  await bank.getByRole('button', { name: 'Approve' }).click();
  await page.bringToFront();
  await expect(page.getByText('SCA succeeded.')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Request' }).getByRole('heading', { level: 2 })).toHaveText(
    'List accounts',
  );
});

/** A program that starts the host with a disk that is full for its history. */
function historyFull(): string {
  const program = join(mkdtempSync(join(tmpdir(), 'tpp-full-')), 'host');
  const first = join(import.meta.dirname, '../support/history-full.ts');
  writeFileSync(program, `#!/bin/sh\nexec "$TPP_EXECUTABLE" --import '${first}' "$@"\n`, { mode: 0o755 });
  return program;
}

test('a response that the history cannot keep is shown with the reason', async ({
  dataFolder,
  browserPage,
}) => {
  const host = await startHost(dataFolder, historyFull());
  const page = await browserPage();
  await page.goto(host.url);
  await openFirstDoor(page);
  await expect(page.getByRole('alert')).toContainText(
    'This exchange was not saved in the history: the disk is full.',
  );
  await goTo(page, 'History');
  await expect(page.getByText('Every request you send is listed here.')).toBeVisible();
  await stopHost(host);
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

test('when the host ends, the window, the presentation and the presenter say so without a press', async ({
  dataFolder,
  browserPage,
}) => {
  const host = await startHost(dataFolder);
  const page = await browserPage();
  await page.goto(host.url);
  await page.evaluate(
    () => (document.documentElement.requestFullscreen = () => Promise.reject(new Error('off'))),
  );
  await page.getByRole('button', { name: 'Show an SCA flow' }).click();
  const pane = page.getByRole('region', { name: 'Demonstrations' });
  await expect(pane).toContainText('Step 1 of 7');
  const opened = page.waitForEvent('popup');
  await pane.getByRole('button', { name: 'Presenter' }).click();
  const presenter = (await opened).getByRole('main', { name: 'Presenter' });
  await expect(presenter).toContainText('Step 1 of 7');
  await pane.getByRole('button', { name: 'Present', exact: true }).click();
  const room = page.getByRole('dialog', { name: 'Consent' });
  await expect(room).toContainText('Step 1 of 7');
  await stopHost(host);
  for (const shown of [room, presenter])
    await expect(shown.getByRole('alert')).toContainText('The workbench is not responding.');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('alert').first()).toContainText('The workbench is not responding.');
  await expect(page.getByRole('contentinfo')).toContainText('Not responding');
  await expect(page.getByRole('contentinfo')).not.toContainText('Bank running');
});

test('a view that cannot be shown reports it and the rest of the window still works', async ({
  workbench,
}) => {
  const { page } = workbench;
  const spoilt = (route: Route) => route.fulfill({ json: { ok: true, value: { clock: null } } });
  await page.route('**/rpc/bank.overview', spoilt);
  await page.getByRole('button', { name: 'Bank', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'This view cannot be shown' })).toBeVisible();
  await page.getByRole('button', { name: 'History' }).click();
  await expect(page.getByText('Every request you send is listed here.')).toBeVisible();
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

test('drafts that cannot be read are reported and not overwritten', async ({ workbench }) => {
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
    'left untouched, and new drafts are not saved. The disk is ill.',
  );
  await page.getByLabel('PSU-IP-Address', { exact: true }).fill('198.51.100.1');
  await page.unroute('**/rpc/drafts.read');
  await page.reload();
  await goTo(page, 'Requests');
  await expect(page.getByRole('textbox', { name: 'Body' })).toHaveText('{ "mine": true }');
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

test('the history says that there are more requests than it lists, and finds them', async ({
  dataFolder,
  browserPage,
}) => {
  lengthenHistory(dataFolder, 600);
  const host = await startHost(dataFolder);
  const page = await browserPage();
  await page.goto(host.url);
  await goTo(page, 'History');
  const list = page.getByRole('region', { name: 'Sent requests' });
  await expect(list).toContainText('These are the newest 500. Search to find earlier ones.');
  await expect(list.getByRole('button', { name: 'Request 600', exact: true })).toBeVisible();
  await expect(list.getByRole('button', { name: 'Request 100', exact: true })).toHaveCount(0);
  await list.getByRole('searchbox').fill('request 100');
  await expect(list.getByRole('button', { name: 'Request 100', exact: true })).toBeVisible();
  await expect(list).not.toContainText('These are the newest');
  await stopHost(host);
});
