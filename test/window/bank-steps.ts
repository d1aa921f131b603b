/** Steps in the view Bank. */
import type { Locator, Page } from '@playwright/test';
import { expect } from './fixtures.ts';
import { bankKind, goTo } from './steps.ts';

/** The open list. */
export const list = (page: Page) => page.getByRole('region', { name: 'List' });

/** What the view says of the last action. */
export const said = (page: Page) => page.getByRole('main').getByRole('status');

export const clock = (page: Page) => page.getByRole('region', { name: 'Bank clock' });

/** @returns the bar of the bank's clock, which stands still from now on */
export async function freezeClock(page: Page) {
  await goTo(page, 'Bank');
  const bar = clock(page);
  await bar.getByText('Frozen').click();
  return bar;
}

/** @param bar of the clock @param date a time of the bank */
export async function moveClock(bar: Locator, date: string): Promise<void> {
  await bar.getByRole('button', { name: 'To date…' }).click();
  await bar.getByLabel(/Forward to/).fill(date);
  await bar.getByRole('button', { name: 'Move the clock' }).click();
}

export async function chooseProduction(page: Page): Promise<void> {
  await goTo(page, 'Bank');
  await bankKind(page, 'Quirks');
  await list(page).getByLabel('environment').selectOption('production');
  await expect(said(page)).toContainText('environment is now production.');
}
