/** The toolbar of the bank: one row, whose forms open above the page. */
import type { Locator } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { goTo } from './steps.ts';
import { clock, list } from './bank-steps.ts';

/** The middle of each visible button, and the right edge of the last. */
const rowOf = (bar: Locator) =>
  bar.evaluate((element) => {
    const boxes = [...element.querySelectorAll('button, fieldset')]
      .map((one) => one.getBoundingClientRect())
      .filter(({ width }) => width > 0);
    return {
      middles: [...new Set(boxes.map(({ top, bottom }) => Math.round((top + bottom) / 2)))],
      right: Math.max(...boxes.map(({ right }) => right)),
    };
  });

test('the toolbar of the bank is one row, and what opens from it moves nothing; Escape closes it and gives the focus back', async ({
  workbench: { page },
}) => {
  await goTo(page, 'Bank');
  const bar = clock(page);
  for (const width of [1440, 1280, 1024]) {
    await page.setViewportSize({ width, height: 720 });
    await expect.poll(async () => (await rowOf(bar)).middles).toHaveLength(1);
    expect((await rowOf(bar)).right).toBeLessThanOrEqual(width);
    const before = await list(page).boundingBox();
    for (const [name, panel] of [
      ['To date…', 'Move the clock'],
      [/^Snapshots/, 'Snapshots'],
      ['Reset…', 'Reset the bank'],
    ] as const) {
      const button = bar.getByRole('button', { name });
      await button.click();
      const opened = bar.getByRole('dialog', { name: panel });
      await expect(opened).toBeVisible();
      expect(await list(page).boundingBox()).toEqual(before);
      await page.keyboard.press('Escape');
      await expect(opened).toBeHidden();
      await expect(button).toBeFocused();
    }
  }
  // The less used buttons are in a menu.
  await expect(bar.getByRole('button', { name: '+1 h' })).toBeHidden();
  await bar.getByRole('button', { name: 'Move clock' }).click();
  await bar.getByRole('group', { name: 'Move clock' }).getByRole('button', { name: '+1 h' }).click();
  await expect(bar).toContainText('1 h ahead of real time');
});
