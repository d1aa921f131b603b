/** TPP-Session-IDs watched in the session view: pending, valid, expired, aborted, replaced (SCA-4, SCA-5). */
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { chooseOperation, giveConsent, goTo, openPsuPage, bankKind, readUser } from './steps.ts';

const sessions = (page: Page) => page.getByRole('region', { name: 'Sessions' });

const rows = (page: Page) => sessions(page).getByRole('grid').locator('tbody').getByRole('row');

test(
  'private and corporate sessions stand side by side, and using one acts in its context',
  { tag: '@page' },
  async ({ workbench }) => {
    const { page } = workbench;
    await giveConsent(workbench);
    await goTo(page, 'Environments');
    await sessions(page).getByRole('button', { name: 'New session' }).click();
    await expect(rows(page)).toHaveCount(2);
    await goTo(page, 'Requests');
    await chooseOperation(page, 'Ask for consent');
    await page.getByRole('button', { name: 'Sign and send' }).click();
    const bank = await openPsuPage(workbench);
    await bank.getByRole('button', { name: 'Continue' }).click();
    await bank.getByRole('radio', { name: /Fjellheim Bygg AS/ }).check();
    await bank.getByRole('button', { name: 'Approve' }).click();
    await expect(page.getByText('SCA succeeded.')).toBeVisible();
    await page.bringToFront();
    await goTo(page, 'Environments');
    await expect(rows(page).first()).toContainText('SCA valid');
    await expect(rows(page).first()).toContainText('CORPORATE');
    await expect(rows(page).last()).toContainText('SCA valid');
    await expect(rows(page).last()).toContainText('PRIVATE');

    await rows(page).last().getByRole('button', { name: /^Use/ }).click();
    await expect(page.getByRole('contentinfo')).toContainText('PRIVATE');
    await readUser(page, '200 OK');
    await expect(page.getByRole('tabpanel')).not.toContainText('psuCorporateId');
    await goTo(page, 'Environments');
    await rows(page).first().getByRole('button', { name: /^Use/ }).click();
    await expect(page.getByRole('contentinfo')).toContainText('CORPORATE');
    await readUser(page, '200 OK');
    await expect(page.getByRole('tabpanel')).toContainText('psuCorporateId');

    // The operator sees both contexts, too.
    await goTo(page, 'Bank');
    const list = page.getByRole('region', { name: 'List' });
    for (const kind of ['Consents', 'SCA sessions']) {
      await bankKind(page, kind);
      await expect(list).toContainText('PRIVATE');
      await expect(list).toContainText('CORPORATE Fjellheim Bygg AS');
    }
    await bankKind(page, 'Consents');
    await list
      .getByRole('button', { name: 'Revoke the consent of Eirik Solbakken under Fjellheim Bygg AS' })
      .click();
    await expect(list).toContainText('revoked');
    await goTo(page, 'Requests');
    await chooseOperation(page, 'List accounts');
    await page.getByRole('button', { name: 'Sign and send' }).click();
    await expect(page.getByRole('heading', { name: '401 Unauthorized' })).toBeVisible();
    await expect(page.getByText('The PSU has revoked the consent at the bank.').first()).toBeVisible();
  },
);
