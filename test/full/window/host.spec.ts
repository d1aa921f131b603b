/** The browser host as a page sees it. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Route } from '@playwright/test';
import { expect, startHost, stopHost, test } from '../../window/fixtures.ts';
import { lengthenHistory } from '../../support/long-history.ts';
import { answer, body, chooseOperation, giveConsent, goTo, openFirstDoor } from '../../window/steps.ts';

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
  const first = join(import.meta.dirname, '../../support/history-full.ts');
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

test('the history says that there are more requests than it lists, and finds them', async ({
  dataFolder,
  browserPage,
}) => {
  lengthenHistory(dataFolder, 600);
  const host = await startHost(dataFolder);
  const page = await browserPage();
  await page.goto(host.url);
  await goTo(page, 'History');
  const list = page.getByRole('region', { name: 'Requests sent and received' });
  await expect(list).toContainText('These are the newest 500. Search to find earlier ones.');
  await expect(list.getByRole('button', { name: /Request 600\b/ })).toBeVisible();
  await expect(list.getByRole('button', { name: /Request 100\b/ })).toHaveCount(0);
  await list.getByRole('searchbox').fill('request 100');
  await expect(list.getByRole('button', { name: /Request 100\b/ })).toBeVisible();
  await expect(list).not.toContainText('These are the newest');
  await stopHost(host);
});
