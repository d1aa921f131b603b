/** The file of an open request changes outside: the window shows it before one saves, and overwrites nothing unasked. */
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { requestStep } from '../../../shared/collections/request-step.ts';
import type { Step } from '../../../shared/collections/steps.ts';
import { fresh } from '../../../shared/requests/compose.ts';
import { expect, test } from '../../window/fixtures.ts';
import { flowText, savedSteps } from '../../window/collection-files.ts';
import { chooseOperation, goTo } from '../../window/steps.ts';

const bar = (page: Page) => page.getByRole('navigation', { name: 'Open requests' });
const body = (page: Page) => page.getByRole('textbox', { name: 'Body' });
const text = (value: string, more: Partial<Step> = {}) =>
  flowText({
    ...requestStep('Husleie', { ...fresh('createPayment'), body: `{\n  "by": "${value}"\n}` }),
    ...more,
  });

test(
  'a file that changes outside is compared, reloaded or overwritten, as one chooses',
  { tag: '@page' },
  async ({ workbench }) => {
    const { page, dataFolder } = workbench;
    const file = join(dataFolder, 'collections/Husleie.flow.yaml');
    /** As git and most editors write: beside the file, then in its place. */
    const outside = (by: string, more: Partial<Step> = {}) => {
      const beside = join(dataFolder, 'written-beside');
      writeFileSync(beside, text(by, more));
      renameSync(beside, file);
    };
    await goTo(page, 'Requests');
    await chooseOperation(page, 'Create payment');
    await body(page).fill('{\n  "by": "me"\n}');
    await page.keyboard.press('Control+s');
    const form = page.getByRole('form', { name: 'Save request' });
    await form.getByLabel('Name').fill('Husleie');
    await form.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(form).toBeHidden();

    // Without changes of its own, the tab shows the new text.
    outside('git');
    await expect(body(page)).toContainText('"git"');

    // With changes of its own, both are kept, and one chooses.
    await body(page).fill('{\n  "by": "me again"\n}');
    await expect(bar(page).getByText('unsaved changes')).toHaveCount(1);
    outside('an editor');
    const notice = page.getByRole('region', { name: 'The step has changed' });
    await expect(notice.getByRole('alert')).toContainText(
      '“Husleie” has been changed by another program since you opened it. Your version is not saved.',
    );
    await expect(bar(page).getByText('changed by another program')).toHaveCount(1);
    await page.keyboard.press('Control+s');
    await expect(page.getByRole('region', { name: 'Request' }).getByRole('alert').first()).toContainText(
      'so it was not overwritten',
    );
    expect(readFileSync(file, 'utf8')).toBe(text('an editor'));
    await notice.getByRole('button', { name: 'Compare' }).click();
    const row = notice.getByRole('row', { name: 'an editor' });
    await expect(row.getByRole('cell')).toHaveText([
      '  body: { by: an editor }',
      'differs',
      '  body: { by: me again }',
    ]);
    await notice.getByRole('button', { name: 'Keep mine' }).click();
    await expect(notice).toBeHidden();
    await expect(page.getByText('so it was not overwritten')).toBeHidden();
    await page.keyboard.press('Control+s');
    await expect(bar(page).getByText('unsaved changes')).toHaveCount(0);
    expect(savedSteps(dataFolder, 'Husleie')[0]?.request?.json).toEqual({ by: 'me again' });

    await body(page).fill('{\n  "by": "me at last"\n}');
    const expected = { of: 'body', path: '$.transactionStatus' } as const;
    outside('git again', {
      expect: [
        { that: { of: 'status' }, must: { is: 'equal', to: 201 } },
        { that: expected, must: { is: 'one-of', values: ['RCVD'.repeat(50), 'RCVX'] } },
      ],
      keep: [{ as: 'paymentId', from: { of: 'body', path: '$.paymentId' } }],
    });
    // As the file writes them. The comparison is still open.
    for (const line of [
      'status: 201',
      `- ${'RCVD'.repeat(15)}…${'RCVD'.repeat(5)} (200 characters)`,
      'keep: { paymentId: $.paymentId }',
    ])
      await expect(notice.getByRole('cell', { name: line, exact: true })).toBeVisible();
    await notice.getByRole('button', { name: 'Reload' }).click();
    await expect(body(page)).toContainText('"git again"');
    await expect(notice).toBeHidden();
    await page.keyboard.press('Control+z');
    await expect(body(page)).toContainText('"me at last"');

    // After a restart of the page, too.
    outside('tonight');
    await expect(notice).toBeVisible();
    await page.reload();
    await goTo(page, 'Requests');
    await expect(notice).toBeVisible();
    await expect(body(page)).toContainText('"me at last"');

    rmSync(file);
    await expect(page.getByRole('alert')).toContainText('Husleie has been deleted by another program.');
  },
);
