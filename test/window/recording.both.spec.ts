/** What a person does becomes a collection, which runs on its own, twice. */
import { join } from 'node:path';
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { answer, approve, call, create, goTo } from './steps.ts';

const outcome = (page: Page) => page.getByRole('region', { name: 'Results' });

test(
  'a payment with its SCA and batch is recorded; the collection runs green twice',
  { tag: '@page' },
  async ({ workbench }) => {
    const { page, dataFolder } = workbench;
    await goTo(page, 'Requests');
    await page.getByRole('button', { name: 'Record', exact: true }).click();
    await page.getByRole('button', { name: 'Start recording' }).click();
    await expect(page.getByRole('group', { name: 'Recording' })).toContainText('Recording: 1 step');
    await create(page, 'sepa-credit-transfers');
    await call(page, 'startAuthorisation', 'POST');
    await approve(workbench, 'Approve');
    await page.getByRole('button', { name: 'Get status' }).click();
    await expect(answer(page)).toContainText('"PDNG"');
    await goTo(page, 'Bank');
    await page.getByRole('button', { name: 'Run batch now' }).click();
    await expect(page.getByRole('group', { name: 'Recording' })).toContainText('Recording: 6 steps');
    await goTo(page, 'Requests');
    await page.getByRole('button', { name: 'Sign and send' }).click();
    await expect(answer(page)).toContainText('"ACSC"');
    await answer(page).getByText('"paymentId": ').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Expect this' }).click();
    await expect(page.getByText('Expected: Body $.paymentId is ')).toBeVisible();
    await page.getByRole('group', { name: 'Recording' }).getByRole('button', { name: 'Stop' }).click();
    const recorded = page.getByRole('form', { name: 'Recording' });
    await expect(recorded.getByRole('list', { name: 'Recorded steps' }).getByRole('listitem')).toHaveCount(7);
    await recorded.getByRole('textbox', { name: 'Name of the flow' }).fill('SEPA to ACSC');
    await recorded.getByRole('button', { name: 'Save as a flow' }).click();
    await expect(page.getByText('Saved as “SEPA to ACSC”')).toBeVisible();

    // No id of the recorded run is in the file: it holds at another bank, too.
    const file = readFileSync(join(dataFolder, 'collections', 'SEPA to ACSC.flow.yaml'), 'utf8');
    expect(file).toContain('{{paymentId}}');
    // What was pointed at while recording.
    expect(file).toMatch(/\$\.paymentId"?: "?\{\{paymentId\}\}/);
    expect(file).not.toMatch(/enc!!|[\da-f]{8}-[\da-f]{4}-/);

    // Opened alone, a step says which one gives it its variables, and is sent after that one.
    const folders = page.getByRole('tree', { name: 'Collections' });
    const request = page.getByRole('region', { name: 'Request', exact: true });
    await folders.getByRole('treeitem', { name: 'Authorise payment' }).click();
    await expect(request.getByRole('alert')).toContainText('{{paymentId}} has no value yet');
    await expect(request).toContainText('{{paymentId}}/authorisations');
    await expect(request).not.toContainText('%7B');
    await request.getByRole('button', { name: /^Open “Create/ }).click();
    await page.getByRole('button', { name: 'Sign and send' }).click();
    await expect(page.getByRole('heading', { name: '201 Created' })).toBeVisible();

    await goTo(page, 'Runs');
    for (const _ of ['once', 'and again']) {
      await page.getByRole('combobox', { name: 'What to run' }).selectOption('SEPA to ACSC');
      await page.getByRole('button', { name: 'Run', exact: true }).click();
      await expect(outcome(page)).toContainText('7 of 7 steps');
      await expect(outcome(page)).toContainText('Passed 7');
    }
  },
);
