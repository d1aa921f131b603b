/** Steps that several journeys share. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import type { PlaceName } from '../../shared/texts/texts.ts';
import type { BigBank } from '../support/big-bank.ts';
import { expect, type Workbench } from './fixtures.ts';

export async function openFirstDoor(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Send your first signed request' }).click();
  await expect(page.getByRole('heading', { name: '201 Created' })).toBeVisible();
}

/** @returns the PSU's page, at its first question */
export async function openPsuPage({ page, psuPage }: Workbench): Promise<Page> {
  await answered(page);
  const bank = await psuPage(() => page.getByRole('button', { name: "Open the bank's page" }).click());
  await expect(bank.getByLabel('National identity number')).toBeVisible();
  return bank;
}

/** From first start to a PSU who has approved. */
export async function giveConsent(workbench: Workbench): Promise<void> {
  await openFirstDoor(workbench.page);
  const bank = await openPsuPage(workbench);
  await bank.getByRole('button', { name: 'Continue' }).click();
  await bank.getByRole('button', { name: 'Approve' }).click();
  await expect(workbench.page.getByText('SCA succeeded.')).toBeVisible();
  // As a person comes back to this tab; in the background the browser slows it down.
  await workbench.page.bringToFront();
}

/**
 * Waits until no request is being sent. Until then, the response shown is the previous one, with buttons that act on it:
 * call this before using the response of a request that was just sent.
 */
export async function answered(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: 'Sign and send' })).toBeEnabled();
}

/** Gets the accounts of the PSU with the button that a given consent offers, and waits for them. */
export async function getAccounts(page: Page): Promise<void> {
  await page.getByRole('button', { name: /Get the accounts/ }).click();
  await expect(page.getByRole('heading', { name: /Accounts of/ })).toBeVisible();
}

export async function chooseOperation(page: Page, title: string): Promise<void> {
  await page
    .getByRole('navigation', { name: 'Operations' })
    .getByRole('button', { name: title, exact: false })
    .first()
    .click();
  // After it, there can be that of the code.
  const heading = page.getByRole('region', { name: 'Request' }).getByRole('heading', { level: 2 }).first();
  await expect(heading).toHaveText(title);
}

export async function goTo(page: Page, place: PlaceName): Promise<void> {
  await page.getByRole('navigation', { name: 'Views' }).getByRole('button', { name: place }).click();
}

/** Shows one kind of things of the bank; the place is open. */
export async function bankKind(page: Page, kind: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Lists' }).getByRole('button', { name: kind }).click();
}

/** Signs, sends, and waits for the answer. @param answer status and reason */
export async function send(page: Page, answer: string): Promise<void> {
  await page.getByRole('button', { name: 'Sign and send' }).click();
  await isSent(page);
  await expect(page.getByRole('heading', { name: answer })).toBeVisible();
}

/** Opens the menu of *Sign and send*. */
export async function sendMenu(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Other ways to send' }).click();
  return page.getByRole('group', { name: 'Other ways to send' });
}

/** Puts a deliberate fault into the request, sends it and waits for the answer. */
export async function breakIt(page: Page, fault: string): Promise<void> {
  const menu = await sendMenu(page);
  await menu.getByRole('searchbox').fill(fault);
  await menu.getByRole('button', { name: fault }).last().click();
  await isSent(page);
}

/** Chooses the environment that requests go to. */
export async function sendTo(page: Page, environment: string): Promise<void> {
  await (await sendMenu(page)).getByLabel('Send to').selectOption(environment);
  await page.keyboard.press('Escape');
}

/** Opens the headers of a request with a body, which are one line at first. */
export const openHeaders = (page: Page): Promise<void> =>
  page.getByRole('heading', { name: 'Headers' }).getByRole('button', { expanded: false }).click();

/** Presses an action in the list of tabs. */
export async function tabAction(page: Page, action: string): Promise<void> {
  const bar = page.getByRole('navigation', { name: 'Open requests' });
  await bar.getByRole('button', { name: /^\d+ tabs?$/ }).click();
  await bar.getByRole('button', { name: action }).click();
}

/** Waits for the answer to what is being sent. Until then, the answer that the same request had before is shown. */
export const isSent = (pane: Page | Locator): Promise<void> =>
  expect(pane.getByRole('button', { name: 'Sending…' })).toHaveCount(0);

/** Fills the form of the vault's passphrase, wherever it is shown. */
export async function setPassphrase(page: Page, passphrase: string): Promise<void> {
  const form = page.getByRole('form', { name: 'Vault passphrase' });
  await form.getByLabel('Passphrase', { exact: true }).fill(passphrase);
  await form.getByLabel('Confirm passphrase').fill(passphrase);
  await form.getByRole('button', { name: 'Set passphrase' }).click();
}

export async function unlock(page: Page, passphrase: string): Promise<void> {
  const form = page.getByRole('form', { name: 'Unlock the vault' });
  await form.getByLabel('Vault passphrase').fill(passphrase);
  await form.getByRole('button', { name: 'Unlock' }).click();
}

/** What the links of the answer allow, one an item. */
export const links = (page: Page): Locator =>
  page.getByRole('list', { name: 'Possible next calls' }).getByRole('listitem');

/** Calls a link of the answer; a deletion asks first. */
export async function call(page: Page, link: string, verb: string): Promise<void> {
  const value = JSON.stringify({ source: { of: 'link', name: link } });
  const named = links(page).and(page.locator(`[data-value='${value}']`));
  if (verb !== 'DELETE') return named.locator(`button[title^="${verb} "]`).click();
  await named.getByRole('button', { name: 'Delete…' }).click();
  await named.getByRole('button', { name: /^Delete [^…]+$/ }).click();
}

/** The PSU approves what the present answer asks for. @returns what the page showed */
export async function approve(workbench: Workbench, button: string): Promise<string> {
  const bank = await openPsuPage(workbench);
  await bank.getByRole('button', { name: 'Continue' }).click();
  const shown = await bank.getByRole('main').innerText();
  await bank.getByRole('button', { name: button }).click();
  await expect(workbench.page.getByText('SCA succeeded.')).toBeVisible();
  await workbench.page.bringToFront();
  return shown;
}

/** Presses Enter on a button or field of the bank's page, as a person does, who presses nothing before there is something to see. */
export async function pressEnter(control: Locator): Promise<void> {
  await expect(control).toBeVisible();
  await control.focus();
  const page = control.page();
  // The browser drops keys before the page has been drawn.
  await page.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
  );
  await page.keyboard.down('Enter');
  // The last button of an SCA ends the page, sometimes before the key is up.
  await page.keyboard.up('Enter').catch((error: unknown) => {
    if (!page.isClosed()) throw error;
  });
}

/** The text of an editor, as it was typed. */
export function textOf(editor: Locator): Promise<string> {
  return editor.evaluate((element) =>
    Array.from(element.querySelectorAll('.cm-line'), (line) => line.textContent).join('\n'),
  );
}

/** The bytes of the file that a person saves. */
export async function savedFile(workbench: Workbench, save: () => Promise<void>): Promise<Buffer> {
  const { page, electron, dataFolder } = workbench;
  if (electron === null) {
    const [download] = await Promise.all([page.waitForEvent('download'), save()]);
    return readFileSync(await download.path());
  }
  const path = join(dataFolder, 'saved-by-the-person');
  // In place before the click: from then on the end of the download is waited for.
  await electron.evaluate(({ session }, target) => {
    const done = new Promise<string>((resolve) => {
      session.defaultSession.once('will-download', (_event, item) => {
        item.setSavePath(target);
        item.once('done', (_done, state) => resolve(state));
      });
    });
    Reflect.set(globalThis, 'done', done);
  }, path);
  await save();
  expect(await electron.evaluate((): Promise<string> => Reflect.get(globalThis, 'done'))).toBe('completed');
  return readFileSync(path);
}

/** Shows the request that is composed in another way: as a form, as raw text, or its tests. */
export const showAs = (page: Page, view: 'Form' | 'Raw' | 'Tests'): Promise<void> =>
  page
    .getByRole('group', { name: 'Show the request as' })
    // The tests have their number behind the word.
    .getByText(new RegExp(`^${view}`))
    .click();
/** The request as raw text. */
export const rawText = (page: Page): Locator => page.getByRole('textbox', { name: 'Request', exact: true });

export const body = (page: Page): Locator => page.getByRole('textbox', { name: 'Body' });
export const answer = (page: Page): Locator => page.getByRole('list', { name: 'Response body' });

/** An id in the answer that is shown. */
async function idOf(page: Page, name: 'paymentId' | 'basketId'): Promise<string> {
  const text = (await answer(page).getByTestId('line').allTextContents()).join('\n');
  return (new RegExp(`"${name}": "([^"]+)"`).exec(text) ?? [])[1] ?? '';
}

/** Creates a payment of a product by its form. @param change what is written in place of the example */
export async function create(
  page: Page,
  product: string,
  change?: (example: string) => string,
): Promise<string> {
  await chooseOperation(page, 'Create payment');
  await page.getByLabel('payment-product').selectOption(product);
  if (change) await body(page).fill(change(await textOf(body(page))));
  await send(page, '201 Created');
  return idOf(page, 'paymentId');
}

/** Two payments of a company, in a basket. @param amounts of the payments, GBP */
export async function corporateBasket(
  { page }: Workbench,
  amounts: readonly string[],
  change = (text: string) => text,
): Promise<string[]> {
  const ids: string[] = [];
  for (const amount of amounts)
    ids.push(
      await create(page, 'norwegian-cross-border-credit-transfers', (text) =>
        change(text.replace('2400.00', amount)),
      ),
    );
  await chooseOperation(page, 'Create signing basket');
  await body(page).fill(JSON.stringify({ paymentIds: ids }));
  await send(page, '201 Created');
  return ids;
}

/** An environment of a bank that answers with as many bytes as it is asked for, and the request that asks. */
export async function sendToBigBank(page: Page, bank: BigBank): Promise<void> {
  await goTo(page, 'Environments');
  await page.getByRole('button', { name: 'New environment' }).click();
  const form = page.getByRole('form', { name: 'Environment' });
  await form.getByLabel('Name', { exact: true }).fill('Big bank');
  await form.getByLabel('Base URL').fill(bank.baseUrl);
  await form.getByLabel('Trusted roots').fill(bank.ca);
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByText('Saved.', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Send requests here' }).click();
  await goTo(page, 'Requests');
  await chooseOperation(page, 'List transactions');
}

/** Opens an account in the bank from inside; the place is open. */
export async function openAccount(page: Page, name: string): Promise<void> {
  await bankKind(page, 'Accounts');
  await page.getByRole('region', { name: 'List' }).getByRole('button', { name }).first().click();
  await expect(page.getByRole('table', { name: 'Transactions' })).toBeVisible();
}

/** Hands over a Signature header of one's own for *List accounts*: the signature was made before the query was added. */
export async function ownSignature(page: Page): Promise<void> {
  const signed = page.getByRole('list', { name: 'Signing string' });
  const replace = async (name: string, value: string) => {
    const field = page.getByLabel(name, { exact: true });
    // Filling in the value that is already there changes nothing.
    await field.fill('replaced');
    await field.fill(value);
  };
  await page.getByLabel('withBalance').selectOption('not sent');
  // Composed again, with the Date of now.
  await expect(signed).not.toContainText('withBalance');
  const date = await page.getByLabel('Date', { exact: true }).inputValue();
  await replace('Date', date);
  await replace('X-Request-ID', 'invoice-4711');
  await expect(signed).toContainText('invoice-4711');
  await expect(signed).toContainText(date);
  await replace('Signature', await page.getByLabel('Signature', { exact: true }).inputValue());
  await page.getByLabel('withBalance').selectOption('true');
  await expect(page.getByRole('region', { name: 'What your bank will see' })).toBeVisible();
}

/** Copies a text elsewhere and pastes it where the focus is. */
export async function paste({ page, electron }: Workbench, text: string): Promise<void> {
  if (electron === null) {
    await page.context().grantPermissions(['clipboard-write']);
    await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
  } else await electron.evaluate(({ clipboard }, copied) => clipboard.writeText(copied), text);
  await page.keyboard.press('Control+v');
}

/** The address that is opened outside of the window. */
export async function pageElsewhere(
  { page, electron }: Workbench,
  open: () => Promise<void>,
): Promise<string> {
  if (electron === null) {
    const [tab] = await Promise.all([page.context().waitForEvent('page'), open()]);
    const address = tab.url();
    await tab.close();
    await page.bringToFront();
    return address;
  }
  await electron.evaluate(({ shell }) => {
    Object.assign(globalThis, {
      external: new Promise((resolve) =>
        Object.assign(shell, { openExternal: async (url: string) => resolve(url) }),
      ),
    });
  });
  await open();
  return electron.evaluate(() => (globalThis as unknown as { external: Promise<string> }).external);
}

/** What the clipboard has. The page of a browser needs the permission to read it. */
export function clipboard({ page, electron }: Workbench): Promise<string> {
  return electron === null
    ? page.evaluate(() => navigator.clipboard.readText())
    : electron.evaluate((parts) => parts.clipboard.readText());
}

/** Goes to *Flow*, with the pane of demonstrations open. */
export async function showDemonstrations(page: Page): Promise<void> {
  await goTo(page, 'Flow');
  const toggle = page.getByRole('button', { name: 'Demonstrations' });
  if ((await toggle.getAttribute('aria-pressed')) !== 'true') await toggle.click();
  await expect(page.getByRole('region', { name: 'Demonstrations' })).toBeVisible();
}

/** Restores the only snapshot in a part of the window; the list is open, and closes. */
export async function restoreSnapshot(part: Page | Locator): Promise<void> {
  await part.getByRole('button', { name: 'Restore…' }).click();
  await part.getByRole('button', { name: /^Restore “/ }).click();
}

/** Chooses from the menu of a snapshot; the list is open. */
export async function snapshotMenu(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `More for “${name}”` }).click();
  await page
    .getByRole('group', { name: `More for “${name}”` })
    .getByRole('button', { name: action })
    .click();
}

/** Takes a snapshot; *Bank* is open. */
export async function takeSnapshot(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: /^Snapshots/ }).click();
  await page.getByLabel('Snapshot name').fill(name);
  await page.getByRole('button', { name: 'Take a snapshot' }).click();
  await expect(page.getByRole('main').getByRole('status')).toContainText(`Snapshot “${name}” taken.`);
}

/** A payment that Eirik has approved. */
export async function signedPayment(workbench: Workbench): Promise<void> {
  const { page } = workbench;
  await goTo(page, 'Requests');
  await chooseOperation(page, 'Create payment');
  await send(page, '201 Created');
  await call(page, 'startAuthorisation', 'POST');
  await approve(workbench, 'Approve');
}

/** Drops files as the system does, on the middle of the window. */
export async function drop(page: Page, files: Record<string, string>): Promise<void> {
  const transfer = await page.evaluateHandle((contents) => {
    const data = new DataTransfer();
    for (const [name, text] of Object.entries(contents)) data.items.add(new File([text], name));
    return data;
  }, files);
  const main = page.getByRole('main');
  await main.dispatchEvent('dragover', { dataTransfer: transfer });
  await expect(page.getByText('Drop certificates, requests, collections')).toBeVisible();
  await main.dispatchEvent('drop', { dataTransfer: transfer });
  await expect(page.getByText('Drop certificates, requests, collections')).toBeHidden();
}

/** Reads the user, in the session that requests carry. @param answer status and reason */
export async function readUser(page: Page, answer: string): Promise<void> {
  await goTo(page, 'Requests');
  await chooseOperation(page, 'Read user');
  await page.getByRole('button', { name: 'Sign and send' }).click();
  await expect(page.getByRole('heading', { name: answer })).toBeVisible();
}
