/** The bank's simulated app, on a phone and beside the workbench, in the three themes: see `screen`. */
import type { Page } from '@playwright/test';
import { expect, test, type Workbench } from '../../../window/fixtures.ts';
import { call, chooseOperation, goTo, send } from '../../../window/steps.ts';
import { screen } from '../../../window/screen.ts';

const SIZES = { phone: { width: 390, height: 844 }, pane: { width: 640, height: 820 } } as const;

/** The same page in each size. */
async function inEverySize(bank: Page, name: string): Promise<void> {
  for (const [size, viewport] of Object.entries(SIZES)) {
    await bank.setViewportSize(viewport);
    await screen(bank, `${name}-${size}`);
  }
  await bank.setViewportSize(SIZES.phone);
}

async function openInApp({ page, psuPage }: Workbench): Promise<Page> {
  return psuPage(() => page.getByRole('button', { name: "Open the bank's page" }).click());
}

const preferApp = (page: Page) => page.getByLabel('TPP-Redirect-Preferred').selectOption('false');

test("the bank's app asks for a consent", async ({ workbench }) => {
  test.slow();
  const { page } = workbench;
  await goTo(page, 'Requests');
  await chooseOperation(page, 'Ask for consent');
  await preferApp(page);
  await screen(page, 'app-chosen');
  await send(page, '201 Created');
  const bank = await openInApp(workbench);
  await inEverySize(bank, 'app-open');
  await bank.getByRole('button', { name: 'Open the app' }).click();
  await inEverySize(bank, 'app-sign-in');
  await bank.getByLabel('National identity number').fill('1');
  await bank.getByRole('button', { name: 'Sign in' }).click();
  await inEverySize(bank, 'app-wrong');
  await bank.getByLabel('National identity number').fill('13839319910');
  await bank.getByRole('button', { name: 'Sign in' }).click();
  await inEverySize(bank, 'app-accounts');
  await bank.getByRole('button', { name: 'Approve…' }).click();
  await inEverySize(bank, 'app-fingerprint');
  // Whoever holds the phone finds both answers without scrolling.
  await expect(bank.getByRole('button', { name: 'Approve with fingerprint' })).toBeInViewport({ ratio: 1 });
  await expect(bank.getByRole('button', { name: 'Abort' })).toBeInViewport({ ratio: 1 });
});

test("the bank's app asks for a payment", async ({ workbench }) => {
  test.slow();
  const { page } = workbench;
  await goTo(page, 'Requests');
  await chooseOperation(page, 'Create payment');
  await send(page, '201 Created');
  await call(page, 'startAuthorisation', 'POST');
  await expect(page.getByRole('list', { name: 'Response body' })).toContainText('"started"');
  await preferApp(page);
  await send(page, '201 Created');
  const bank = await openInApp(workbench);
  await bank.getByRole('button', { name: 'Open the app' }).click();
  await bank.getByRole('button', { name: 'Sign in' }).click();
  await inEverySize(bank, 'app-payment');
  await bank.getByRole('button', { name: /^Approve .*…$/ }).click();
  await inEverySize(bank, 'app-payment-fingerprint');
  await expect(bank.getByRole('button', { name: /^Approve .* with fingerprint$/ })).toBeInViewport({
    ratio: 1,
  });
});
