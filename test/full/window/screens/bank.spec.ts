/** The bank from inside, in the three themes: see `screen`. */
import { expect, test } from '../../../window/fixtures.ts';
import {
  approve,
  bankKind,
  call,
  corporateBasket,
  goTo,
  openAccount,
  signedPayment,
} from '../../../window/steps.ts';
import { screen } from '../../../window/screen.ts';

test('the local bank', async ({ workbench }) => {
  test.slow();
  const { page } = workbench;
  await goTo(page, 'Bank');
  await screen(page, 'bank-empty');
  await signedPayment(workbench);
  await goTo(page, 'Bank');
  await page.getByRole('region', { name: 'List' }).getByRole('row').nth(1).getByRole('button').click();
  await expect(page.getByRole('list', { name: 'Status history' })).toBeVisible();
  await screen(page, 'bank-payment');
  for (const kind of ['Accounts', 'Agreements', 'TPPs', 'Quirks'] as const) {
    await bankKind(page, kind);
    await screen(page, `bank-${kind.toLowerCase()}`);
  }
  await openAccount(page, 'Brukskonto');
  await screen(page, 'bank-account');
  await goTo(page, 'Requests');
  await corporateBasket(workbench, ['100.00', '5000.00']);
  await call(page, 'startAuthorisation', 'POST');
  await approve(workbench, 'Approve all');
  await goTo(page, 'Bank');
  await bankKind(page, 'Baskets');
  await page.getByRole('region', { name: 'List' }).getByRole('row').last().getByRole('button').click();
  await expect(page.getByRole('region', { name: 'Basket' })).toContainText('counts as PATC');
  await screen(page, 'bank-basket');
  await page.getByRole('button', { name: /^Snapshots/ }).click();
  await screen(page, 'bank-snapshots');
});
