/** What deletes the payments of the local bank says so before, and a snapshot brings them back. */
import type { Page } from '@playwright/test';
import { expect, test } from '../../window/fixtures.ts';
import { writeSteps } from '../../window/collection-files.ts';
import { create, goTo, restoreSnapshot } from '../../window/steps.ts';

const payments = (page: Page) => page.getByRole('region', { name: 'List' }).getByText('Ingrid Haugen');

test('a run and a recording that reset the local bank say so, and take a snapshot first', async ({
  workbench: { page, dataFolder },
}) => {
  writeSteps(dataFolder, 'Reading', 'Accounts');
  await goTo(page, 'Requests');
  await create(page, 'domestic-norway-credit-transfers');
  await goTo(page, 'Start');
  await page.getByRole('button', { name: 'First steps' }).first().click();
  const form = page.getByRole('form', { name: 'New run' });
  await expect(form).toContainText('This run resets the local bank.');
  await form.getByRole('combobox', { name: 'What to run' }).selectOption('Reading');
  await expect(form).not.toContainText('This run resets the local bank.');
  await form.getByRole('combobox', { name: 'What to run' }).selectOption('First steps/3-the-bank-says-no');
  await form.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(page.getByText('The snapshot “Before the run of First steps” has the bank')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Results' })).toContainText('Passed 3');
  await expect(form.getByRole('checkbox', { name: 'Take a snapshot first' })).not.toBeChecked();

  await goTo(page, 'Bank');
  await expect(payments(page)).toBeHidden();
  await page.getByRole('button', { name: /^Snapshots/ }).click();
  await restoreSnapshot(page);
  await expect(payments(page)).toBeVisible();

  await page.getByRole('button', { name: 'Record', exact: true }).click();
  const recording = page.getByRole('form', { name: 'Recording' });
  await recording.getByRole('checkbox', { name: 'Reset the local bank first' }).uncheck();
  await expect(recording.getByRole('checkbox', { name: 'Take a snapshot first' })).toBeHidden();
  await recording.getByRole('checkbox', { name: 'Reset the local bank first' }).check();
  await recording.getByRole('button', { name: 'Start recording' }).click();
  await expect(payments(page)).toBeHidden();
  await page.getByRole('button', { name: /^Snapshots/ }).click();
  await expect(page.getByRole('list', { name: 'Snapshots' })).toContainText('Before the recording');
});

test('wherever a run that resets the bank is started, a snapshot of what a person has sent is taken first', async ({
  workbench: { page },
}) => {
  await goTo(page, 'Requests');
  await create(page, 'domestic-norway-credit-transfers');
  await goTo(page, 'Start');
  await page.getByRole('button', { name: 'First steps' }).first().click();
  await expect(page.getByRole('form', { name: 'New run' })).toContainText('This run resets the local bank.');
  const kept = page
    .getByRole('region', { name: 'Notifications' })
    .getByText(/^The snapshot “Before the run of/);
  const results = page.getByRole('region', { name: 'Results' });
  await goTo(page, 'Requests');
  const saved = page.getByRole('region', { name: 'Collections', exact: true });
  await saved.getByRole('treeitem', { name: 'First steps', exact: true }).click();
  await saved.getByRole('button', { name: /^Run this/ }).click();
  await expect(kept).toHaveText(/“Before the run of First steps” has/);
  await expect(results).toContainText('All 18Passed 18');
  // The bank is that of the run now; what is sent by hand is the person's own again.
  await goTo(page, 'Requests');
  await page.getByRole('button', { name: 'Sign and send' }).click();
  await expect(page.getByRole('button', { name: 'Sign and send' })).toBeEnabled();
  await goTo(page, 'Runs');
  await results.getByRole('button', { name: 'Run again' }).click();
  await goTo(page, 'Bank');
  await page.getByRole('button', { name: /^Snapshots/ }).click();
  await expect(page.getByRole('list', { name: 'Snapshots' }).getByRole('listitem')).toHaveCount(2);
});
