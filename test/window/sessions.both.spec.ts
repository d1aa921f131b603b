/** TPP-Session-IDs watched in the session view: pending, valid, expired, aborted, replaced (SCA-4, SCA-5). */
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { chooseOperation, giveConsent, goTo, openPsuPage, bankKind, readUser } from './steps.ts';

const sessions = (page: Page) => page.getByRole('region', { name: 'Sessions' });

const rows = (page: Page) => sessions(page).getByRole('grid').locator('tbody').getByRole('row');

test(
  'an SCA for a company ends the private session; requests act in the context of the one in use',
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
    // It belongs to the response that led to the bank: the next one of the same request has its own.
    await page.getByRole('button', { name: 'Sign and send' }).click();
    await expect(page.getByText('SCA succeeded.')).toBeHidden();
    await goTo(page, 'Environments');
    await expect(rows(page).first()).toContainText('SCA valid');
    await expect(rows(page).first()).toContainText('CORPORATE');
    await expect(rows(page).last()).toContainText('replaced');
    await expect(rows(page).last()).toContainText('PRIVATE');
    await expect(page.getByRole('contentinfo')).toContainText('CORPORATE');
    await readUser(page, '200 OK');
    await expect(page.getByRole('tabpanel')).toContainText('psuCorporateId');

    // The operator sees consents in both contexts, and the one session.
    await goTo(page, 'Bank');
    const list = page.getByRole('region', { name: 'List' });
    await bankKind(page, 'SCA sessions');
    await expect(list).toContainText('CORPORATE Fjellheim Bygg AS');
    await expect(list).not.toContainText('PRIVATE');
    await bankKind(page, 'Consents');
    await expect(list).toContainText('PRIVATE');
    await expect(list).toContainText('CORPORATE Fjellheim Bygg AS');
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
