/** A response says what it means, and what to do now: one main button; what has passed is one line. */
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import {
  approve,
  body,
  breakIt,
  call,
  chooseOperation,
  corporateBasket,
  create,
  giveConsent,
  goTo,
  links,
  openFirstDoor,
  send,
} from './steps.ts';

const response = (page: Page) => page.getByRole('region', { name: 'Response', exact: true });

/** The buttons of the response that are filled as the main one of a pane is. */
async function mainButtons(page: Page): Promise<string[]> {
  const fill = (element: Element) => getComputedStyle(element).backgroundColor;
  await page.mouse.move(0, 0);
  const filled = await page.getByRole('button', { name: 'Sign and send' }).evaluate(fill);
  const buttons = await response(page).getByRole('button').all();
  const found = await Promise.all(
    buttons.map(async (button) =>
      (await button.evaluate(fill)) === filled ? [(await button.textContent()) ?? ''] : [],
    ),
  );
  return found.flat();
}

test('a created consent, payment and basket say what they wait for, and the one main button goes on', async ({
  workbench,
}) => {
  const { page } = workbench;
  await openFirstDoor(page);
  await expect(response(page)).toContainText('This consent gives nothing until the PSU approves it');
  await expect.poll(() => mainButtons(page)).toEqual(["Open the bank's page"]);

  await approve(workbench, 'Approve');
  await create(page, 'sepa-credit-transfers');
  await expect(response(page)).toContainText(
    'RCVD: the bank has the payment. Nothing is paid before Eirik approves it.',
  );
  await expect.poll(() => mainButtons(page)).toEqual(['Start authorisation']);
  // What has passed is one line, which opens.
  const verdicts = page.getByRole('list', { name: 'Verdicts' });
  await expect(verdicts).toBeHidden();
  await page.getByRole('button', { name: '4 of 4 checks passed' }).click();
  await expect(verdicts).toContainText('the signature is valid');
  await call(page, 'startAuthorisation', 'POST');
  await expect(response(page)).toContainText("It goes on when Eirik decides on the bank's page.");
  await expect.poll(() => mainButtons(page)).toEqual(["Open the bank's page"]);

  await corporateBasket(workbench, ['100.00']);
  await expect(response(page)).toContainText('RCVD: the bank has the basket. None of its payments is paid');
  await expect.poll(() => mainButtons(page)).toEqual(['Start authorisation']);
  // To delete is quiet, last, and asks first.
  await expect(links(page).getByRole('button').last()).toHaveText('Delete…');
  await call(page, 'self', 'DELETE');
  await expect(page.getByRole('heading', { name: '204 No Content' })).toBeVisible();
});

test('after the SCA its response waits for nobody and offers the next step, also after a reload', async ({
  workbench,
}) => {
  const { page } = workbench;
  await giveConsent(workbench);
  await response(page).getByRole('button', { name: 'Dismiss' }).click();
  for (const when of ['at once', 'after a reload']) {
    await expect(response(page), when).toContainText('SCA succeeded.');
    await expect(response(page)).toContainText('201 Created');
    await expect(response(page)).not.toContainText('until the PSU approves it');
    await expect(page.getByRole('button', { name: "Open the bank's page" })).toBeHidden();
    await expect.poll(() => mainButtons(page)).toEqual(['Get the accounts of Eirik Solbakken']);
    await page.reload();
    await goTo(page, 'Requests');
  }
});

test('a refusal begins with its cause; signing strings that are identical are one line', async ({
  workbench: { page },
}) => {
  await goTo(page, 'Requests');
  await chooseOperation(page, 'Create payment');
  await body(page).fill('{}');
  await send(page, '400 Bad Request');
  const difference = page.getByTestId('difference');
  await expect(response(page)).toContainText('13 checks passed');
  await expect(response(page)).toContainText('stopped at Body');
  await expect(difference).toBeHidden();
  await page.getByRole('button', { name: 'The signing strings are identical' }).click();
  await expect(difference).toContainText('same');
  await breakIt(page, 'X-Request-ID changed after signing');
  await expect(difference).toBeVisible();
  await expect.poll(() => mainButtons(page)).toEqual(['Fix and send again']);
});

test('SIG-9: the first certificate has an ASCII issuer; one with ø is made to try the encoded word, which is one line', async ({
  workbench: { page },
}) => {
  await goTo(page, 'Requests');
  await chooseOperation(page, 'Ask for consent');
  const signing = page.getByRole('region', { name: 'Signing', exact: true });
  await expect(signing).toContainText('O=Workbench,C=NO');
  await expect(signing).not.toContainText('encoded word');
  await goTo(page, 'Certificates');
  await page.getByRole('button', { name: 'New test certificate' }).click();
  await page.getByRole('button', { name: 'With ø in the name' }).click();
  await page.getByRole('button', { name: 'Create certificate' }).click();
  await page.getByRole('button', { name: 'Use for signing' }).click();
  await goTo(page, 'Requests');
  await expect(signing).toContainText('O=Prøvemiljø,C=NO');
  await expect(signing).toContainText('ø in the issuer: the Signature header is sent as one encoded word.');
  await page.getByRole('group', { name: 'Show', exact: true }).getByText('Wire').click();
  await expect(signing.getByRole('list', { name: 'Signature header' })).toContainText('=?utf-8?B?');
  await send(page, '201 Created');
});
