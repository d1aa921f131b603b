/** On a machine in another zone than the bank, every time is that of Oslo and says so, but for a certificate, whose times are in UTC. */
import { expect, test } from '../../window/fixtures.ts';
import { chooseOperation, giveConsent, goTo, send } from '../../window/steps.ts';

test('on a machine in New York, lists and the bank name the time of Oslo', async ({ workbench }) => {
  const { page } = workbench;
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setTimezoneOverride', { timezoneId: 'America/New_York' });
  await page.reload();
  const inOslo = /\d\d:\d\d:\d\d CES?T/;
  const status = page.getByRole('contentinfo', { name: 'Status' });
  await expect(status).toContainText(/\d\d:\d\d:\d\d Oslo/);
  await giveConsent(workbench);
  await goTo(page, 'Requests');
  await chooseOperation(page, 'Create payment');
  await send(page, '201 Created');
  await page.getByRole('tab', { name: 'Wire' }).click();
  await expect(page.getByLabel('Connection', { exact: true })).toContainText(/\d+ \w{3} \d{4} UTC/);

  await goTo(page, 'History');
  const sent = page.getByRole('region', { name: 'Requests sent and received' });
  await expect(sent.getByRole('rowheader').first()).toContainText('Oslo time');
  await goTo(page, 'Bank');
  await expect(page.getByText(/^Times in Oslo \(CES?T\)$/)).toBeVisible();
  await goTo(page, 'Certificates');
  const certificate = page.getByRole('region', { name: 'Certificate', exact: true });
  await expect(certificate).toContainText(/\d+ \w{3} \d{4} UTC/);

  await goTo(page, 'Environments');
  const sessions = page.getByRole('region', { name: 'Sessions' });
  await expect(sessions.getByRole('columnheader', { name: 'Started, Oslo' })).toBeVisible();
  await expect(sessions.getByRole('row').nth(1)).toContainText(/\d+ \w{3} \d\d:\d\d:\d\d/);
  // Another bank goes by the time of this machine.
  await page.getByRole('button', { name: 'New environment' }).first().click();
  const form = page.getByRole('form', { name: 'Environment' });
  await form.getByLabel('Base URL').fill('https://nordbank.example');
  await page.getByRole('button', { name: 'Send requests here' }).click();
  await expect(status).toContainText('nordbank.example');
  await expect(status).toContainText(inOslo);
  await expect(status).toContainText('this machine');
});
