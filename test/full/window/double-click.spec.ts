/** A second press by mistake, at the same place, decides nothing. */
import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../../window/fixtures.ts';
import { goTo, openFirstDoor } from '../../window/steps.ts';

/** Presses a button twice, as a double click and as two clicks at the same place: the question stays, then is answered with no. */
async function pressTwice(page: Page, button: Locator, sure: string): Promise<void> {
  const harm = page.getByRole('button', { name: sure });
  await button.dblclick();
  await expect(harm).toBeVisible();
  await page.getByRole('button', { name: 'Keep it' }).click();
  await expect(button).toBeFocused();
  const place = await button.boundingBox();
  if (place === null) throw new Error('The button is not shown.');
  for (const share of [0.02, 0.5, 0.98]) {
    const [x, y] = [place.x + place.width * share, place.y + place.height / 2];
    await page.mouse.click(x, y);
    await expect(harm).toBeInViewport({ ratio: 1 });
    await page.mouse.click(x, y);
    await expect(harm).toBeHidden();
  }
  // By keyboard, too: the focus is on what keeps it.
  await button.press('Enter');
  await page.keyboard.press('Enter');
  await expect(harm).toBeHidden();
}

test('two presses of the button that deletes, at the same place, delete nothing in any view', async ({
  workbench,
}) => {
  const { page } = workbench;
  await openFirstDoor(page);
  await page.setViewportSize({ width: 1280, height: 720 });
  await goTo(page, 'History');
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await pressTwice(page, page.getByRole('button', { name: 'Delete all…' }), 'Delete all permanently');
  await expect(page.getByRole('row', { name: /201/ })).toBeVisible();

  await goTo(page, 'Certificates');
  const remove = page.getByRole('button', { name: 'Delete…' });
  const first = page.getByRole('heading', { level: 2 }).first();
  const name = await first.innerText();
  await pressTwice(page, remove, 'Delete certificate and key permanently');
  await expect(first).toHaveText(name);

  await goTo(page, 'Bank');
  await page.getByRole('button', { name: /^Snapshots/ }).click();
  await page.getByLabel('Snapshot name').fill('Mine');
  await page.getByRole('button', { name: 'Take a snapshot' }).click();
  const mine = page.getByRole('list', { name: 'Snapshots' }).getByRole('listitem');
  await mine.getByRole('button', { name: 'Restore…' }).dblclick();
  await mine.getByRole('button', { name: 'Cancel' }).click();
  await mine.getByRole('button', { name: 'More for “Mine”' }).click();
  await page
    .getByRole('group', { name: 'More for “Mine”' })
    .getByRole('button', { name: 'Delete…' })
    .dblclick();
  await expect(mine.getByRole('button', { name: 'Delete “Mine”' })).toBeVisible();

  await goTo(page, 'Environments');
  await page.getByRole('button', { name: 'New environment' }).click();
  const form = page.getByRole('form', { name: 'Environment' });
  await form.getByLabel('Name', { exact: true }).fill('Other bank');
  await form.getByLabel('Base URL').fill('https://other.example');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByText('Saved.', { exact: true })).toBeVisible();
  // The button that sends requests here gives way to no other.
  await page.getByRole('button', { name: 'Send requests here' }).dblclick();
  await expect(page.getByRole('contentinfo', { name: 'Status' })).toContainText('Other bank');
  await expect(page.getByRole('button', { name: 'Delete environment' })).toBeHidden();
  await pressTwice(page, remove.first(), 'Delete environment');
  await expect(page.getByRole('region', { name: 'Environments' })).toContainText('Other bank');
});
