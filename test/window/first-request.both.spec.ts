/** From first start to a person's accounts on the screen: at most five clicks, nothing typed. In both hosts. */
import { expect, test } from './fixtures.ts';

test.use({ firstStart: true });

test('five clicks lead from the first start to accounts, with each signature shown', async ({
  workbench,
}) => {
  const { page, psuPage } = workbench;
  let clicks = 0;
  const click = async (target: { click: () => Promise<void> }) => {
    clicks++;
    await target.click();
  };
  await expect(
    page.getByRole('heading', { name: 'Your bank is running and your certificate is ready.' }),
  ).toBeVisible();

  await click(page.getByRole('button', { name: 'Send your first signed request' }));
  await expect(page.getByRole('heading', { name: '201 Created' })).toBeVisible();
  const signed = page.getByRole('region', { name: 'Signed text' });
  await expect(signed).toContainText('(request-target): post /v1/bank-offered-consents');
  await expect(signed).toContainText('2.5.4.97=#0c0f4e54524e4f2d313233343536373835,O=Workbench,C=NO');
  await expect(page.getByRole('button', { name: '3 of 3 checks passed' })).toBeVisible();

  const bank = await psuPage(() => click(page.getByRole('button', { name: "Open the bank's page" })));
  await expect(bank.getByText('This is a practice bank.')).toBeVisible();
  await click(bank.getByRole('button', { name: 'Continue' }));
  await expect(bank.getByRole('heading', { name: 'Fjordpay AS asks to see your accounts' })).toBeVisible();
  await click(bank.getByRole('button', { name: 'Approve' }));

  const callback = page.getByRole('region', { name: 'Redirect from the bank' });
  await expect(callback.getByText('SCA succeeded.')).toBeVisible();
  await expect(callback.getByRole('rowheader')).toHaveText(['psu-id', 'tpp-session-id', 'context']);
  const status = page.getByRole('contentinfo', { name: 'Status' });
  await expect(status).toContainText('Eirik Solbakken');
  await expect(status).toContainText('SCA session valid');

  await click(callback.getByRole('button', { name: 'Get the accounts of Eirik Solbakken' }));
  await expect(page.getByRole('heading', { name: '200 OK' })).toBeVisible();
  await expect(page.getByRole('heading', { name: /Accounts of Eirik Solbakken/ })).toBeVisible();
  await expect(page.getByRole('row', { name: /Brukskonto/ })).toContainText('NOK');
  await expect(signed).toContainText('(request-target): get /v1/accounts?withBalance=true');
  await expect(signed).toContainText('psu-id: ');
  await page.getByRole('button', { name: '5 of 5 checks passed' }).click();
  await expect(page.getByText(/the signature is valid/)).toBeVisible();
  expect(clicks).toBeLessThanOrEqual(5);

  // The start now begins with this work.
  await page.getByRole('navigation', { name: 'Views' }).getByRole('button', { name: 'Start' }).click();
  const last = page.getByRole('region', { name: 'Last requests' });
  await expect(last.getByRole('row')).toHaveText([/GETList accounts.*200/, /POSTAsk for consent.*201/]);
  await expect(page.getByRole('region', { name: 'What is ready' })).toContainText('no payment waits');
  await expect(page.getByRole('button', { name: 'Send your first signed request' })).toBeVisible();
  await last.getByRole('button', { name: 'List accounts' }).click();
  await expect(page.getByRole('heading', { name: '200 OK' })).toBeVisible();
});
