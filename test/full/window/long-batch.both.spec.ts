/** A batch of thousands of payments. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { addCopies, type PaymentTables } from '../../support/copies.ts';
import { expect, test } from '../../window/fixtures.ts';
import { restoreSnapshot, goTo, signedPayment, takeSnapshot } from '../../window/steps.ts';

test('while a long batch runs, the window shows how far it is and stays usable', async ({ workbench }) => {
  const { page, dataFolder } = workbench;
  await signedPayment(workbench);
  await goTo(page, 'Bank');
  await takeSnapshot(page, 'many');
  const file = join(dataFolder, 'snapshots/many.snapshot.json');
  const snapshot = JSON.parse(readFileSync(file, 'utf8')) as PaymentTables;
  addCopies(snapshot, 3000);
  writeFileSync(file, JSON.stringify(snapshot));
  const bar = page.getByRole('region', { name: 'Bank clock' });
  await restoreSnapshot(bar);
  await expect(bar).toContainText('3000 waiting');
  // What is on the screen for a moment is written down: how long the moment is depends on the machine.
  await bar.evaluate((element) => {
    const seen = new MutationObserver(() => {
      const text = element.querySelector('progress')?.parentElement?.textContent;
      if (text) element.setAttribute('data-seen', text);
    });
    seen.observe(element, { childList: true, subtree: true });
  });
  await bar.getByRole('button', { name: 'Run batch now' }).click();
  await page.getByRole('region', { name: 'List' }).getByRole('row').nth(1).getByRole('button').click();
  await expect(page.getByRole('region', { name: 'Payment' })).toBeVisible();
  const long = { timeout: 60_000 };
  await expect(page.getByRole('main').getByRole('status')).toContainText(
    'Batch finished: 3000 settled, 0 rejected',
    long,
  );
  await expect(bar).toHaveAttribute('data-seen', /^[\d,]+ of 3,000 due payments processed/);
  await expect(bar.getByRole('progressbar')).toHaveCount(0);
});
