/** A basket that is signed says what its payments wait for, and until when. */
import { expect, test } from '../../window/fixtures.ts';
import { answered, approve, bankKind, call, corporateBasket, giveConsent, goTo } from '../../window/steps.ts';

test('a basket says whose signature is missing, on which payment, and the next call', async ({
  workbench,
}) => {
  const { page } = workbench;
  await giveConsent(workbench);
  await corporateBasket(workbench, ['100.00', '5000.00']);
  const basket = page.getByRole('region', { name: 'Basket' });
  await goTo(page, 'Bank');
  await bankKind(page, 'Baskets');
  await page.getByRole('region', { name: 'List' }).getByRole('row').last().getByRole('button').click();
  await expect(basket).toContainText('Nobody has signed the basket. Next call: startAuthorisation');
  await goTo(page, 'Requests');
  await call(page, 'startAuthorisation', 'POST');
  await approve(workbench, 'Approve all');
  await page.getByRole('button', { name: 'Get status' }).click();
  await answered(page);
  const missing =
    /waits for a second signature on GBP 5,000\.00 to Thames Cranes Ltd\. Fjellheim Bygg AS can give it\. Next call: startAuthorisation/;
  await expect(page.getByText(missing)).toBeVisible();
  // One note says it, with the button.
  await expect(page.getByText('One signature is missing.')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Ask another signer' })).toBeVisible();
  await goTo(page, 'Bank');
  await expect(basket).toContainText(missing);
});

test('the status of a basket says what its payments wait for, and moves the clock there', async ({
  workbench,
}) => {
  const { page } = workbench;
  await giveConsent(workbench);
  await corporateBasket(workbench, ['100.00', '200.00']);
  await call(page, 'startAuthorisation', 'POST');
  await approve(workbench, 'Approve all');
  await goTo(page, 'Bank');
  await bankKind(page, 'Baskets');
  await page
    .getByRole('region', { name: 'List' })
    .getByRole('row')
    .nth(1)
    .getByRole('button')
    .first()
    .click();
  const waits =
    /None of the 2 payments is settled yet\. Each: The payment waits for the batch of .*, Oslo time\./;
  await expect(page.getByRole('region', { name: 'Basket' })).toContainText(waits);
  await goTo(page, 'Requests');
  await page.getByRole('button', { name: 'Get status' }).click();
  await answered(page);
  await expect(page.getByText(waits)).toBeVisible();
  // Where there is no room for both, the buttons are below the sentence.
  await page.setViewportSize({ width: 1024, height: 768 });
  await expect(async () => {
    const text = await page.getByText(waits).boundingBox();
    expect(text?.width).toBeGreaterThan(250);
  }).toPass();
  await page.getByRole('button', { name: 'Run a batch now' }).click();
  await expect(page.getByText('No payment of the basket waits any more.')).toBeVisible();
});
