/** TPP-Session-IDs watched in the session view: pending, valid, expired, aborted, replaced (SCA-4, SCA-5). */
import type { Page } from '@playwright/test';
import { expect, test } from '../../window/fixtures.ts';
import {
  chooseOperation,
  giveConsent,
  goTo,
  openPsuPage,
  bankKind,
  send,
  readUser,
} from '../../window/steps.ts';

const sessions = (page: Page) => page.getByRole('region', { name: 'Sessions' });

const rows = (page: Page) => sessions(page).getByRole('grid').locator('tbody').getByRole('row');

test(
  'a new session replaces the old one when its SCA is approved, not when it is aborted',
  { tag: ['@page', '@recorded'] },
  async ({ workbench }) => {
    const { page } = workbench;
    await giveConsent(workbench);
    // The status line leads to the sessions.
    await page
      .getByRole('contentinfo')
      .getByRole('button', { name: /SCA session valid/ })
      .click();
    await expect(rows(page)).toHaveCount(1);
    await expect(rows(page).first()).toContainText('SCA valid');
    await expect(rows(page).first()).toContainText(/5\d:\d\d/);
    // The status line leads to them, also from the top of this view.
    const form = page.getByLabel('Base URL');
    for (const item of [/SCA session valid/, /Eirik Solbakken PRIVATE/]) {
      await form.scrollIntoViewIfNeeded();
      await page.getByRole('contentinfo').getByRole('button', { name: item }).click();
      await expect(sessions(page)).toBeFocused();
      await expect(rows(page).first()).toBeInViewport();
    }
    await sessions(page).getByRole('button', { name: 'New session' }).click();
    await expect(rows(page)).toHaveCount(2);
    await expect(rows(page).first()).toContainText('no valid SCA');
    await expect(rows(page).first()).toContainText('active');
    await expect(page.getByRole('contentinfo')).toContainText('No SCA session');

    await readUser(page, '401 Unauthorized');
    await goTo(page, 'Environments');
    await expect(rows(page).first()).toContainText('SCA pending');
    await expect(sessions(page).getByRole('figure', { name: /is now: SCA pending/ })).toContainText(
      'the PSU approves',
    );
    await goTo(page, 'Requests');
    const bank = await openPsuPage(workbench);
    await bank.getByRole('button', { name: 'Abort' }).click();
    await expect(page.getByText('SCA did not succeed.')).toBeVisible();
    await page.bringToFront();
    await goTo(page, 'Environments');
    await expect(rows(page).first()).toContainText('no valid SCA');
    await expect(rows(page).first()).toContainText('its last SCA failed');
    await expect(rows(page).last()).toContainText('SCA valid');
    await expect(rows(page).last()).not.toContainText('failed');
    // Given up: requests carry the old one again, and it still holds.
    await rows(page)
      .first()
      .getByRole('button', { name: /^Abort/ })
      .click();
    await expect(rows(page).last()).toContainText('active');
    await readUser(page, '200 OK');

    await goTo(page, 'Environments');
    await rows(page).first().getByRole('button', { name: /^Use/ }).click();
    await readUser(page, '401 Unauthorized');
    const again = await openPsuPage(workbench);
    await again.getByRole('button', { name: 'Continue' }).click();
    await again.getByRole('button', { name: 'Approve' }).click();
    await expect(page.getByText('SCA succeeded.')).toBeVisible();
    await page.bringToFront();
    await goTo(page, 'Environments');
    await expect(rows(page).first()).toContainText('SCA valid');
    await expect(rows(page).last()).toContainText('replaced');
    // The bank says the same of the old one.
    await goTo(page, 'Bank');
    await bankKind(page, 'SCA sessions');
    await expect(page.getByRole('region', { name: 'List' }).getByRole('row')).toHaveCount(2);
  },
);

test(
  'a session expires by the clock or by the operator, and the next request needs a new SCA',
  { tag: ['@page', '@recorded'] },
  async ({ workbench }) => {
    const { page } = workbench;
    await giveConsent(workbench);
    await goTo(page, 'Environments');
    await rows(page)
      .first()
      .getByRole('button', { name: /^Expire/ })
      .click();
    await expect(rows(page).first()).toContainText('expired');
    await expect(page.getByRole('contentinfo')).toContainText('SCA session expired');
    // What needs a new SCA now, and what does not.
    await expect(page.getByRole('region', { name: 'Sessions' })).toContainText(
      'these need a new SCA: reading the user, listing agreements, and transactions older than 90 days (SCA-10). These do not: accounts',
    );
    await goTo(page, 'Requests');
    await chooseOperation(page, 'List accounts');
    await send(page, '200 OK');
    await readUser(page, '401 Unauthorized');
    await expect(page.getByRole('tabpanel')).toContainText('PSU_CREDENTIALS_INVALID');
    const bank = await openPsuPage(workbench);
    await bank.getByRole('button', { name: 'Continue' }).click();
    await bank.getByRole('button', { name: 'Approve' }).click();
    await expect(page.getByText('SCA succeeded.')).toBeVisible();
    await page.bringToFront();
    await readUser(page, '200 OK');
    await goTo(page, 'Bank');
    await page.getByRole('region', { name: 'Bank clock' }).getByRole('button', { name: '+1 h' }).click();
    await goTo(page, 'Environments');
    // The session of the new SCA was begun for it, and is over now too.
    await expect(rows(page).first()).toContainText('expired');
    await expect(rows(page)).toHaveCount(2);
    await expect(rows(page).last()).toContainText('expired');
  },
);
