/** What was made before is told apart and found again: ids of equal payments, commands, the choice of a run, a demonstration. */
import { readFileSync } from 'node:fs';
import { expect, test } from '../../window/fixtures.ts';
import {
  body,
  chooseOperation,
  create,
  goTo,
  send,
  showDemonstrations,
  snapshotMenu,
  textOf,
} from '../../window/steps.ts';

const NCBCT = 'norwegian-cross-border-credit-transfers';

test('ids of equal payments have their references and times, and a basket is offered no bulk payment', async ({
  workbench: { page },
}) => {
  await goTo(page, 'Requests');
  await create(page, NCBCT, (text) => text.replace('{', '{ "endToEndIdentification": "R-1",'));
  await create(page, NCBCT);
  await chooseOperation(page, 'Create bulk payment');
  await send(page, '201 Created');
  await chooseOperation(page, 'Read payment');
  await page.getByLabel('payment-id').click();
  const offered = page.getByRole('listbox', { name: 'Recent values of payment-id' }).getByRole('option');
  await expect(offered).toHaveText([
    /^2 payments.*\d\d:\d\d:\d\d \S+/,
    /^GBP 2,400\.00 to Thames Cranes Ltd\d\d:\d\d:\d\d \S+enc!!\S+…\S+NCBCT RCVD not signed$/,
    /^GBP 2,400\.00 to Thames Cranes Ltd, R-1\d\d:\d\d:\d\d \S+/,
  ]);
  // The list ends below its last entry.
  const room = await page.getByRole('listbox').evaluate((list) => {
    const last = list.lastElementChild?.getBoundingClientRect().bottom ?? 0;
    return list.getBoundingClientRect().bottom - last;
  });
  expect(room).toBeLessThan(12);
  await page.keyboard.press('Escape');
  await chooseOperation(page, 'Create signing basket');
  await page.getByRole('button', { name: 'Payments…' }).click();
  const choices = page.getByRole('group', { name: 'Payments…' }).getByRole('checkbox');
  await expect(choices).toHaveCount(2);
  await expect(choices.first()).toHaveAccessibleName(
    /\d\d:\d\d:\d\d \S+ NCBCT RCVD not signed enc!!\S+…\S+$/,
  );
  const picker = await page.locator(':popover-open').boundingBox();
  expect(picker?.width).toBeLessThanOrEqual(560);
  await expect(page.getByRole('checkbox', { name: /R-1/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Put in the 2 recent payments' }).click();
  await expect
    .poll(async () => JSON.parse(await textOf(body(page))) as unknown)
    .toMatchObject({
      paymentIds: [expect.any(String), expect.any(String)],
    });
});

test('Ctrl K finds the proxy, snapshots, quirks, received requests, the profile and help also while requests go to another bank', async ({
  workbench: { page },
}) => {
  await goTo(page, 'Environments');
  await page.getByRole('button', { name: 'New environment' }).click();
  const form = page.getByRole('form', { name: 'Environment' });
  await form.getByLabel('Name', { exact: true }).fill('Another bank');
  await form.getByLabel('Base URL').fill('https://127.0.0.1:9/psd2');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByText('Saved.', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Send requests here' }).click();
  await expect(page.getByRole('contentinfo')).toContainText('Another bank');
  const find = async (word: string, command: string) => {
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search or run a command' }).fill(word);
    await expect(page.getByRole('option').first()).toContainText(command);
    await page.keyboard.press('Enter');
  };
  await find('snapshot', 'Take or restore a snapshot…local bank');
  await expect(page.getByRole('textbox', { name: 'Snapshot name' })).toBeVisible();
  await expect(page.getByText('This is the local bank. Your requests go to “Another bank”')).toBeVisible();
  await find('quirk', 'Show Quirks');
  await expect(
    page.getByRole('region', { name: 'List' }).getByRole('heading', { name: 'Quirks' }),
  ).toBeVisible();
  await find('proxy', 'Signing proxy for other programs');
  await expect(page.getByRole('region', { name: 'Signing proxy' })).toBeInViewport();
  const help = page.getByRole('dialog', { name: 'Help' });
  for (const [word, command, region] of [
    ['help', 'Documentation', 'For TPP developers'],
    ['shortcut', 'Keyboard shortcuts', 'Keyboard shortcuts'],
    ['shortcuts', 'Keyboard shortcuts', 'Keyboard shortcuts'],
  ] as const) {
    await find(word, command);
    await expect(help.getByRole('region', { name: region })).toBeVisible();
    await page.keyboard.press('Escape');
  }
  await find('received', 'Show requests received from other programs');
  await expect(page.getByRole('radio', { name: 'Received' })).toBeChecked();
  await find('profile', 'Signature profile');
  await expect(page.getByRole('tab', { name: 'Signature profile' })).toHaveAttribute('aria-selected', 'true');
  await find('snapshots', 'Take or restore a snapshot…local bank');
  await expect(page.getByRole('textbox', { name: 'Snapshot name' })).toBeVisible();
});

test('Ctrl K finds Save, Copy as code, Record, imports, and views by what they are for', async ({
  workbench: { page },
}) => {
  const find = async (word: string, command: string) => {
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search or run a command' }).fill(word);
    await page.getByRole('option', { name: command }).click();
  };
  await goTo(page, 'Bank');
  await find('copy as code', 'Copy the request as code');
  await expect(page.getByRole('region', { name: 'Code', exact: true })).toBeVisible();
  await goTo(page, 'Bank');
  await find('save', 'Save request');
  await expect(page.getByRole('form', { name: 'Save request' })).toBeVisible();
  await find('record', 'Record what you do as a flow');
  await expect(page.getByRole('button', { name: 'Start recording' })).toBeVisible();
  await page.keyboard.press('Escape');
  await find('import certificate', 'Import a certificate');
  await expect(page.getByRole('region', { name: 'Import' })).toBeVisible();
  await find('compare', 'History');
  await expect(page.getByRole('heading', { level: 1, name: 'History' })).toBeAttached();
  await find('renew', 'Certificates');
  await expect(page.getByRole('heading', { level: 1, name: 'Certificates' })).toBeAttached();
  await find('passphrase', 'Settings');
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeAttached();
  await find('postman', 'Import…');
  await expect(page.getByRole('region', { name: 'Import' })).toBeVisible();
});

test('a folder leads from its page to Runs, with itself chosen', async ({ workbench: { page } }) => {
  await page.getByRole('button', { name: 'First steps' }).first().click();
  const what = page.getByRole('combobox', { name: 'What to run' });
  await expect(what).toHaveValue('First steps');
  await what.selectOption('First steps/3-the-bank-says-no');
  await goTo(page, 'Requests');
  const tree = page.getByRole('region', { name: 'Collections', exact: true });
  await tree
    .getByRole('treeitem', { name: 'First steps', exact: true })
    .click({ modifiers: ['ControlOrMeta'] });
  await tree.getByRole('button', { name: 'About and variables of First steps' }).click();
  await page
    .getByRole('region', { name: 'Collection', exact: true })
    .getByRole('button', { name: 'Run…' })
    .click();
  await expect(what).toHaveValue('First steps');
});

test('periodic and bulk payments say so among the payments of the bank', async ({ workbench: { page } }) => {
  await goTo(page, 'Requests');
  for (const kind of ['payment', 'bulk payment', 'periodic payment']) {
    await chooseOperation(page, `Create ${kind}`);
    await send(page, '201 Created');
  }
  await goTo(page, 'Bank');
  const rows = page.getByRole('region', { name: 'List' }).getByRole('row');
  await expect(rows.nth(1)).toContainText('NDCT, periodic');
  await expect(rows.nth(2)).toContainText('NDCT, bulk');
  await expect(rows.nth(3)).not.toContainText('NDCT,');
});

test('Escape closes the forms of the clock bar, and in them first a question', async ({
  workbench: { page },
}) => {
  await goTo(page, 'Bank');
  const reset = page.getByRole('button', { name: 'Reset…' });
  await reset.click();
  await expect(page.getByRole('button', { name: 'Reset the bank' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Reset the bank' })).toBeHidden();
  await expect(reset).toHaveAttribute('aria-expanded', 'false');
  await expect(reset).toBeFocused();
  await page.getByRole('button', { name: /^Snapshots/ }).click();
  await page.getByRole('textbox', { name: 'Snapshot name' }).fill('mine');
  await page.keyboard.press('Enter');
  const snapshots = page.getByRole('list', { name: 'Snapshots' });
  await snapshotMenu(page, 'mine', 'Delete…');
  await expect(snapshots.getByRole('button', { name: 'Delete “mine”' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(snapshots.getByRole('button', { name: 'Delete “mine”' })).toBeHidden();
  await expect(snapshots).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(snapshots).toBeHidden();
  await expect(page.getByRole('button', { name: /^Snapshots/ })).toBeFocused();
});

test('what is chosen to run stays after a run, in another view and after a reload', async ({
  workbench: { page },
}) => {
  await page.getByRole('button', { name: 'First steps' }).first().click();
  const what = page.getByRole('combobox', { name: 'What to run' });
  await expect(what).toHaveValue('First steps');
  await what.selectOption('First steps/3-the-bank-says-no');
  const run = page.getByRole('button', { name: 'Run', exact: true });
  await run.click();
  await expect(page.getByRole('region', { name: 'Results' })).toContainText('passed');
  await expect(run).toBeEnabled();
  await expect(what).toHaveValue('First steps/3-the-bank-says-no.flow.yaml');
  await goTo(page, 'Bank');
  await goTo(page, 'Runs');
  await expect(what).toHaveValue('First steps/3-the-bank-says-no.flow.yaml');
  await page.reload();
  await goTo(page, 'Runs');
  await expect(what).toHaveValue('First steps/3-the-bank-says-no.flow.yaml');
});

test('an edited demonstration replaces the one that was added before, if that is wanted', async ({
  workbench: { page },
}) => {
  await showDemonstrations(page);
  const pane = page.getByRole('region', { name: 'Demonstrations' });
  const example = /```yaml\n([^`]+)```/.exec(readFileSync('docs/demonstrations.md', 'utf8'))?.[1] ?? '';
  const add = (text: string) =>
    pane.getByLabel('Add a file…').setInputFiles({
      name: 'mine.demonstration.yaml',
      mimeType: 'application/yaml',
      buffer: Buffer.from(text),
    });
  const item = pane.getByRole('listitem', { name: 'A refusal' });
  await add(example);
  await expect(item).toContainText('How a bank answers a TPP without consent.');
  await add(example.replace('How a bank answers', 'What a bank says to'));
  const note = pane.getByRole('alert');
  await expect(note).toContainText('You already have a demonstration named “A refusal”');
  await expect(note.getByRole('button', { name: 'Replace it with the file' })).toBeInViewport();
  await note.getByRole('button', { name: 'Keep the old one' }).click();
  await expect(note).toBeHidden();
  await add(example.replace('How a bank answers', 'What a bank says to'));
  await note.getByRole('button', { name: 'Replace it with the file' }).click();
  await expect(item).toContainText('What a bank says to a TPP without consent.');
  await expect(note).toBeHidden();
  await expect(item).toHaveCount(1);
});
