/**
 * Attacks on the desktop host, each refused. The two tables are what a page could try in the window and in the PSU's view; each
 * row fails when its protection is removed (`npm run security:protections`), and docs/security.md names it.
 */
import { goTo, openFirstDoor, openPsuPage } from '../../window/steps.ts';
import { expect, test } from '../../window/fixtures.ts';

test("the PSU's page is hidden by another view and comes back; it can be opened again after it has closed itself", async ({
  workbench,
}) => {
  const { page, electron } = workbench;
  const width = () =>
    electron?.evaluate(
      ({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.contentView.children.at(-1)?.getBounds().width,
    );
  await openFirstDoor(page);
  const bank = await openPsuPage(workbench);
  await expect.poll(width).toBeGreaterThan(300);
  await goTo(page, 'History');
  await expect.poll(width).toBe(0);
  await goTo(page, 'Requests');
  await expect.poll(width).toBeGreaterThan(300);
  await bank.evaluate(() => window.close()).catch(() => undefined);
  await page.getByRole('button', { name: 'Close page' }).click();
  await expect(page.getByRole('heading', { name: '201 Created' })).toBeVisible();
  await openPsuPage(workbench);
});
