/** Journeys through the window. */
import { expect, test } from './fixtures.ts';
import {
  call,
  breakIt,
  sendMenu,
  chooseOperation,
  getAccounts,
  giveConsent,
  goTo,
  openFirstDoor,
  openPsuPage,
} from './steps.ts';

test(
  'a stale Date is refused, explained and fixed',
  { tag: ['@page', '@recorded'] },
  async ({ workbench }) => {
    const { page } = workbench;
    await giveConsent(workbench);
    await getAccounts(page);
    await page.getByLabel('Date', { exact: true }).fill('Fri, 20 Nov 2020 09:42:07 GMT');
    await page.getByRole('button', { name: 'Sign and send' }).click();
    const why = page.getByRole('tabpanel', { name: 'Why did the bank refuse?' });
    await expect(why.getByRole('heading', { name: '400 Bad Request' })).toBeVisible();
    await expect(why).toContainText('TIMESTAMP_INVALID');
    await expect(why).toContainText("seconds behind the bank's clock; at most 60 are allowed");
    await expect(why.getByRole('list', { name: 'Checks' })).toContainText('Failed: Date');
    await expect(why).toContainText("SIG-10 Date may differ from the bank's clock by at most 60 seconds");
    await page.getByRole('button', { name: 'Restore Date' }).click();
    await page.getByRole('button', { name: 'Sign and send' }).click();
    await expect(page.getByRole('heading', { name: '200 OK' })).toBeVisible();
  },
);

test(
  'an aborted SCA returns its code and the next SCA succeeds',
  { tag: ['@page', '@recorded'] },
  async ({ workbench }) => {
    const { page } = workbench;
    await openFirstDoor(page);
    const bank = await openPsuPage(workbench);
    await bank.getByRole('button', { name: 'Abort' }).click();
    const callback = page.getByRole('region', { name: 'Redirect from the bank' });
    await expect(callback.getByText('SCA did not succeed.')).toBeVisible();
    await expect(callback.getByRole('row', { name: /code/ })).toContainText('PSU_CREDENTIALS_INVALID');
    const answer = page.getByRole('list', { name: 'Response body' });
    const aborted = (await answer.textContent()) ?? '';
    // It stays with the response, until the request is sent again.
    await callback.getByRole('button', { name: 'Dismiss' }).click();
    await expect(callback).toBeHidden();
    await expect(page.getByText('SCA did not succeed. PSU_CREDENTIALS_INVALID')).toBeVisible();
    await page.getByRole('button', { name: 'Sign and send' }).click();
    await expect(page.getByText('SCA did not succeed.')).toBeHidden();
    await expect(answer).not.toHaveText(aborted);
    const again = await openPsuPage(workbench);
    await again.getByRole('button', { name: 'Continue' }).click();
    await again.getByRole('button', { name: 'Approve' }).click();
    await expect(page.getByText('SCA succeeded.')).toBeVisible();
  },
);

test(
  'a wrong national ID is reported on the page, and a company shares its accounts',
  { tag: '@page' },
  async ({ workbench }) => {
    const { page } = workbench;
    await openFirstDoor(page);
    const bank = await openPsuPage(workbench);
    await bank.getByLabel('National identity number').fill('12345678901');
    await bank.getByRole('button', { name: 'Continue' }).click();
    await expect(bank.getByRole('alert')).toContainText(
      'No customer of the practice bank has the number 12345678901.',
    );
    await bank.getByLabel('National identity number').fill('13839319910');
    await bank.getByRole('button', { name: 'Continue' }).click();
    await bank.getByRole('radio', { name: /Fjellheim Bygg AS/ }).check();
    await bank.getByRole('button', { name: 'Approve' }).click();
    const callback = page.getByRole('region', { name: 'Redirect from the bank' });
    await expect(callback.getByRole('rowheader', { name: 'psu-corporate-id' })).toBeVisible();
    await expect(page.getByRole('contentinfo')).toContainText('CORPORATE');
    await expect(page.getByRole('contentinfo')).toContainText('for Fjellheim Bygg AS');
    // A long name takes no room from what is behind it.
    await page.setViewportSize({ width: 1244, height: 720 });
    await expect(page.getByRole('contentinfo').getByTitle('Bank', { exact: true })).toBeInViewport({
      ratio: 0.98,
    });
    await callback.getByRole('button', { name: 'Get the accounts of Fjellheim Bygg AS' }).click();
    await expect(page.getByRole('heading', { name: /Accounts of Fjellheim Bygg AS/ })).toBeVisible();
  },
);

test('a refusal for lack of consent leads to the bank', { tag: '@page' }, async ({ workbench }) => {
  const { page } = workbench;
  await goTo(page, 'Requests');
  await chooseOperation(page, 'List accounts');
  await page.getByRole('button', { name: 'Sign and send' }).click();
  const why = page.getByRole('tabpanel', { name: 'Why did the bank refuse?' });
  await expect(why.getByRole('heading', { name: '401 Unauthorized' })).toBeVisible();
  await expect(why.getByText('CONSENT_INVALID').first()).toBeVisible();
  const bank = await openPsuPage(workbench);
  await bank.getByRole('button', { name: 'Continue' }).click();
  // Meanwhile in another tab: the redirect brings back the request that led there.
  await page.bringToFront();
  await page.getByRole('button', { name: 'New tab' }).click();
  await bank.bringToFront();
  await bank.getByRole('button', { name: 'Approve' }).click();
  await page.getByRole('button', { name: 'Send again' }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'List accounts' })).toBeVisible();
  await expect(page.getByRole('row', { name: /Sparekonto/ })).toBeVisible();
});

test(
  'a customer is created from the example, refused field by field if invalid, and deleted through its link',
  { tag: '@page' },
  async ({ workbench }) => {
    const { page } = workbench;
    await goTo(page, 'Requests');
    await chooseOperation(page, 'Create customer');
    const body = page.getByRole('textbox', { name: 'Body' });
    await expect(body).toHaveText(/Astrid Lunde/);
    await body.fill('{ "customerType": "STATE" }');
    await page.getByRole('button', { name: 'Sign and send' }).click();
    const why = page.getByRole('tabpanel', { name: 'Why did the bank refuse?' });
    await expect(why).toContainText('FORMAT_ERROR');
    await expect(why).toContainText('"path": "customerName"');
    await body.fill('{ "customerType": "CORPORATE", "customerName": "Øst & Vest AS" }');
    await page.getByRole('button', { name: 'Sign and send' }).click();
    await expect(page.getByRole('heading', { name: '201 Created' })).toBeVisible();
    await expect(page.getByRole('list', { name: 'Response body' })).toContainText('Øst & Vest AS');
    await call(page, 'self', 'DELETE');
    await expect(page.getByRole('heading', { name: '204 No Content' })).toBeVisible();
  },
);

test(
  'Break it sends a deliberate fault, gets the expected response and restores the correct request',
  { tag: ['@page', '@recorded'] },
  async ({ workbench }) => {
    const { page } = workbench;
    await goTo(page, 'Requests');
    await chooseOperation(page, 'Create payment');
    await breakIt(page, 'A space added to the body after signing');
    await expect(page.getByText('The bank must answer with 400 SIGNATURE_INVALID')).toBeVisible();
    const why = page.getByRole('tabpanel', { name: 'Why did the bank refuse?' });
    await expect(why.getByRole('heading', { name: '400 Bad Request' })).toBeVisible();
    await expect(why).toContainText('SIG-11');
    await page.getByRole('tab', { name: 'Response', exact: true }).click();
    await page.getByRole('button', { name: /checks passed$/ }).click();
    await expect(
      page.getByText(
        'The bank answers “A space added to the body after signing” with 400 SIGNATURE_INVALID, as it must',
      ),
    ).toBeVisible();
    await page.getByRole('button', { name: 'Fix', exact: true }).click();
    await expect(page.getByText('Broken on purpose:')).toBeHidden();
    // By the keyboard: arrows move, what is typed is searched for, Escape closes.
    const menu = await sendMenu(page);
    await expect(menu.getByRole('button', { name: 'Sign and send' })).toBeFocused();
    await page.keyboard.press('ArrowDown');
    const unsigned = menu.getByRole('button', { name: 'Send without signing 400 SIGNATURE_MISSING' });
    await expect(unsigned).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(menu).toBeHidden();
    await expect(page.getByRole('button', { name: 'Other ways to send' })).toBeFocused();
    await page.keyboard.press('Enter');
    await page.keyboard.type('decimal');
    await expect(menu.getByRole('button', { name: /CERTIFICATE_INVALID/ })).toHaveCount(1);
    await page.keyboard.press('Enter');
    await expect(why).toContainText('CERTIFICATE_INVALID');
    await page.getByRole('button', { name: 'Fix', exact: true }).click();
    await page.getByRole('button', { name: 'Sign and send' }).click();
    await expect(page.getByRole('heading', { name: '201 Created' })).toBeVisible();
  },
);
