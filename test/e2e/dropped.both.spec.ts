/** Files that are dropped on the window, whatever view is shown. */
import type { Page } from '@playwright/test';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeIdentity } from '../support/identity.ts';
import { expect, test } from './fixtures.ts';
import { goTo, savedFile } from './steps.ts';

/** Drops files as the system does, on the middle of the window. */
async function drop(page: Page, files: Record<string, string>): Promise<void> {
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

/** An export with that many open requests, no two the same. */
function withTabs(text: string, count: number): string {
  const work = JSON.parse(text) as { drafts: { tabs: { request: object }[] } };
  const [tab] = work.drafts.tabs;
  work.drafts.tabs = Array.from({ length: count }, (_, at) => ({
    ...tab,
    request: { ...tab?.request, body: `request ${at}` },
  }));
  return JSON.stringify(work);
}

test('a certificate, a collection, a saved request, a demonstration, a snapshot and an export are dropped anywhere and open where they belong', async ({
  workbench,
}) => {
  const { page, dataFolder } = workbench;
  await goTo(page, 'Environments');
  const identity = await makeIdentity();
  await drop(page, { 'tpp.pem': identity.pem, 'tpp.key': identity.keyPem });
  await expect(page.getByRole('heading', { level: 1, name: 'Certificates' })).toBeAttached();
  // A real key asks for a passphrase first.
  await expect(page.getByRole('region', { name: 'Import' })).toContainText('tpp.pem');

  await goTo(page, 'Bank');
  await drop(page, {
    'commands.sh': "curl -X GET 'https://api.bank.example/v1/accounts' -H 'Accept: application/json'",
  });
  await expect(page.getByRole('heading', { level: 1, name: 'Requests' })).toBeAttached();
  await expect(page.getByRole('region', { name: 'Import' })).toContainText('commands.sh');

  const step = { version: 2, name: 'Mine', request: { operation: 'createConsent' } };
  await goTo(page, 'Bank');
  await drop(page, { 'Mine.step.json': JSON.stringify(step) });
  await expect(page.getByRole('heading', { level: 1, name: 'Requests' })).toBeAttached();
  await expect(
    page
      .getByRole('navigation', { name: 'Open requests' })
      .getByRole('button', { name: 'POST Ask for consent' })
      .first(),
  ).toBeVisible();

  await goTo(page, 'Bank');
  await drop(page, { 'My class.demonstration.json': '{ "version": 1 }' });
  await expect(page.getByRole('heading', { level: 1, name: 'Flow' })).toBeAttached();
  const refusal = page.getByRole('region', { name: 'Demonstrations' }).getByRole('alert');
  await expect(refusal).toContainText('My class.demonstration.json');
  await expect(refusal).toBeInViewport();

  await goTo(page, 'Settings');
  const everything = await savedFile(workbench, () =>
    page.getByRole('button', { name: 'Export everything' }).click(),
  );
  await goTo(page, 'Flow');
  await drop(page, { 'work.json': everything.toString() });
  // Nothing is added before the person has said so.
  const question = page.getByRole('region', { name: 'Add work.json?' });
  // What there is none of is not listed.
  await expect(question).toContainText(/with 1 environment, 1 snapshot and \d open requests?\./);
  await expect(question.getByRole('button', { name: 'Add', exact: true })).toBeInViewport();
  // Its sentences are below each other.
  const widths = await question
    .locator('p')
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().width));
  expect(Math.min(...widths)).toBeGreaterThan(500);
  expect(existsSync(join(dataFolder, 'snapshots'))).toBe(false);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toBeHidden();
  await drop(page, { 'work.json': withTabs(everything.toString(), 25) });
  await question.getByRole('button', { name: 'Add', exact: true }).click();
  const imported = page.getByRole('region', { name: 'Imported' });
  await expect(imported).toContainText('The bank of the file is the snapshot');
  await expect(imported).toBeInViewport();
  await expect(imported).toContainText(
    /1 snapshot.* Open requests of the file: 20 opened.* and 5 not open yet\./,
  );
  // However many requests were open there, a few are opened here, and the others wait.
  await imported.getByText('Requests that are not open yet: 5').click();
  const waiting = imported.getByRole('list', { name: 'Not open yet' }).getByRole('button');
  await expect(waiting).toHaveCount(5);
  await waiting.first().click();
  await expect(waiting).toHaveCount(4);

  const [snapshot = ''] = readdirSync(join(dataFolder, 'snapshots'));
  await drop(page, { 'bank.snapshot.json': readFileSync(join(dataFolder, 'snapshots', snapshot), 'utf8') });
  await expect(page.getByText('Snapshot “bank” added.')).toBeVisible();
});

test('a saved request of more values than are read is refused with a sentence', async ({ workbench }) => {
  const { page } = workbench;
  await goTo(page, 'Bank');
  const full = `{"version":2,"name":"Full","request":{"operation":"createConsent","json":[${'[],'.repeat(500_000)}1]}}`;
  await drop(page, { 'Full.step.json': full });
  const told = page.getByRole('alert').filter({ hasText: 'Full.step.json' });
  await expect(told).toContainText(
    'it has more than 100,000 lists and objects, 200,000 values, or 5,000 members of one object',
  );
  await told.getByRole('button', { name: 'Close' }).click();
  await expect(told).toBeHidden();
});
