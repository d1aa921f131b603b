/** The local bank from inside, in both hosts. */
import { expect, test } from './fixtures.ts';
import {
  bankKind,
  chooseOperation,
  giveConsent,
  goTo,
  send,
  restoreSnapshot,
  signedPayment,
  snapshotMenu,
  takeSnapshot,
} from './steps.ts';
import { freezeClock, moveClock, chooseProduction, list, said } from './bank-steps.ts';

test(
  'the clock freezes, runs, moves to the next batch and never moves back',
  { tag: '@page' },
  async ({ workbench }) => {
    const { page } = workbench;
    const bar = await freezeClock(page);
    await expect(said(page)).toContainText('The clock is frozen.');
    await expect(page.getByRole('contentinfo')).toContainText('frozen');
    await bar.getByRole('button', { name: '+1 h' }).click();
    await expect(said(page)).toContainText('The clock moved forward: +1 h.');
    const next = bar.getByRole('button', { name: /^To batch/ });
    const before = await next.textContent();
    await next.click();
    await expect(said(page)).toContainText('The clock is now at the ');
    await expect(next).not.toHaveText(before ?? '');
    await bar.getByRole('button', { name: 'To date…' }).click();
    await bar.getByLabel(/Forward to/).fill('2020-01-01T10:00');
    await expect(bar.getByLabel(/Forward to/)).toHaveAccessibleDescription(
      /^Wed, 1 Jan 2020,? 10:00:00 CET · This is past, and the clock only moves forward\. A snapshot/,
    );
    await expect(bar.getByRole('button', { name: 'Move the clock' })).toBeDisabled();
    await bar.getByRole('button', { name: 'To date…' }).click();
    // As people write it, over Christmas, with the zone and the names of the holidays.
    await moveClock(bar, '24.12. 9.30');
    await expect(said(page)).toContainText(/The clock is now at Thu, 24 Dec 2026,? 09:30:00 CET\./);
    await bar.getByRole('button', { name: 'To date…' }).click();
    const field = bar.getByLabel(/Forward to, Oslo time/);
    await expect(field).toHaveAccessibleDescription(/^For example 24 Dec/);
    await field.fill('soon');
    await expect(bar.getByRole('button', { name: 'Move the clock' })).toBeDisabled();
    await field.fill('27 Dec 12:00');
    await expect(field).toHaveAccessibleDescription(
      /Sun, 27 Dec 2026,? 12:00:00 CET · Not a banking day: Friday,? 25 December \(Christmas Day\), Saturday,? 26 December \(Boxing Day\), Sunday,? 27 December\./,
    );
    await field.press('Enter');
    await expect(said(page)).toContainText('(Christmas Day)');
    await moveClock(bar, '27 Mar 2027 12:00');
    await expect(said(page)).toContainText('27 Mar 2027');
    await expect(said(page)).toContainText(
      /Public holidays in between: Friday,? 1 January \(New Year's Day\), Thursday,? 25 March \(Maundy Thursday\), Friday,? 26 March \(Good Friday\)\./,
    );
    await bar.getByRole('button', { name: '+1 day' }).click();
    await expect(said(page)).toContainText('Summer time starts: the clock goes forward one hour.');
    await expect(said(page)).toContainText('Sunday 28 March');
    const time = bar.getByText(/13:00:\d\d CEST$/);
    const stands = (await time.textContent()) ?? '';
    // It runs where it says so, too.
    await bar.getByText('Running').click();
    await expect(time).not.toHaveText(stands);
  },
);

test(
  'a consent is revoked at the bank and the next request shows it',
  { tag: '@page' },
  async ({ workbench }) => {
    const { page } = workbench;
    await giveConsent(workbench);
    await goTo(page, 'Bank');
    await bankKind(page, 'Consents');
    await list(page).getByRole('button', { name: 'Revoke the consent of Eirik Solbakken' }).click();
    await expect(list(page)).toContainText('revoked');
    await bankKind(page, 'SCA sessions');
    await expect(list(page)).toContainText('60 min left');
    await bankKind(page, 'Agreements');
    await expect(list(page)).toContainText('NOK 50,000.00');
    await goTo(page, 'Requests');
    await chooseOperation(page, 'List accounts');
    await page.getByRole('button', { name: 'Sign and send' }).click();
    await expect(page.getByText('CONSENT_INVALID').first()).toBeVisible();
  },
);

test(
  'a snapshot restores everything; a reset reloads the seed data',
  { tag: '@page' },
  async ({ workbench }) => {
    const { page } = workbench;
    await giveConsent(workbench);
    await signedPayment(workbench);
    await goTo(page, 'Bank');
    await takeSnapshot(page, 'one payment');
    await page.getByLabel('Snapshot name').fill('one payment');
    await page.getByRole('button', { name: 'Take a snapshot' }).click();
    await expect(page.getByRole('alert')).toContainText('A snapshot named “one payment” already exists');
    await page.getByRole('button', { name: 'Reset…' }).click();
    await page.getByRole('button', { name: 'Reset the bank' }).click();
    await expect(said(page)).toContainText('The bank has been reset.');
    await expect(page.getByRole('contentinfo')).toContainText('No PSU yet');
    await bankKind(page, 'Consents');
    await expect(list(page)).toContainText('No consents.');
    await page.getByRole('button', { name: /^Snapshots/ }).click();
    await restoreSnapshot(page);
    await expect(said(page)).toContainText('The PSU, the sessions and the environment are as they were');
    await expect(list(page)).toContainText('valid');
    // The bank knows the PSU and the session again.
    await expect(page.getByRole('contentinfo')).toContainText('Eirik Solbakken');
    await expect(page.getByRole('contentinfo')).toContainText('SCA session valid');
    await goTo(page, 'Requests');
    await chooseOperation(page, 'List accounts');
    await send(page, '200 OK');
    await goTo(page, 'Bank');
    await bankKind(page, 'Payments');
    await expect(list(page).getByRole('row')).toHaveCount(2);
    // The bank that it replaced has been kept, and is named before it is replaced.
    await page.getByRole('button', { name: /^Snapshots 2/ }).click();
    const snapshots = page.getByRole('list', { name: 'Snapshots' }).getByRole('listitem');
    await expect(snapshots.first()).toContainText(/^Bank \d+ \w+ \d{4} .*; no payments, baskets, consents/);
    await snapshotMenu(page, 'one payment', 'Delete…');
    await page.getByRole('button', { name: 'Delete “one payment”' }).click();
    await expect(snapshots).toHaveCount(1);
  },
);

test(
  'quirks change while the bank runs, are kept and take effect: production checks the certificate',
  { tag: '@page' },
  async ({ workbench }) => {
    const { page } = workbench;
    await chooseProduction(page);
    await expect(page.getByRole('contentinfo')).toContainText('production');
    // The built-in authority is trusted by the local bank; one that has run out is refused all the same.
    await goTo(page, 'Requests');
    await chooseOperation(page, 'Ask for consent');
    await send(page, '201 Created');
    await goTo(page, 'Certificates');
    await page.getByRole('button', { name: 'New test certificate' }).click();
    await page.getByLabel('Valid from').fill('2024-01-01');
    await page.getByLabel('Valid until').fill('2025-01-01');
    await page.getByRole('button', { name: 'Create certificate' }).click();
    await page.getByRole('button', { name: 'Use for signing' }).click();
    await goTo(page, 'Requests');
    await page.getByRole('button', { name: 'Sign and send' }).click();
    await expect(page.getByText('CERTIFICATE_EXPIRED').first()).toBeVisible();
  },
);

test(
  'a scenario makes the bank fail once, and the response shows what is wrong',
  { tag: '@page' },
  async ({ workbench }) => {
    const { page } = workbench;
    await goTo(page, 'Bank');
    await bankKind(page, 'Scenarios');
    const form = page.getByRole('form', { name: 'New scenario' });
    await form.getByLabel('Behaviour').selectOption('Corrupt the response signature');
    await form.getByLabel('Path').fill('/v1/bank-offered-consents');
    await form.getByRole('button', { name: 'Add scenario' }).click();
    await expect(list(page)).toContainText('/v1/bank-offered-consents');
    await goTo(page, 'Requests');
    await chooseOperation(page, 'Ask for consent');
    await send(page, '201 Created');
    await expect(page.getByText('The response signature is not valid')).toBeVisible();
    await page.getByRole('button', { name: 'Sign and send' }).click();
    await page.getByRole('button', { name: /checks passed$/ }).click();
    await expect(page.getByText('the signature is valid')).toBeVisible();
    await goTo(page, 'Bank');
    await expect(list(page)).toContainText('No scenarios.');
  },
);
