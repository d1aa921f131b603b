/** A snapshot of the local bank can be told from the others. */
import { expect, test } from '../../window/fixtures.ts';
import { create, goTo, showDemonstrations } from '../../window/steps.ts';

test('a snapshot says when it was taken, the time of its bank and what is in it, and whether it is of a demonstration', async ({
  workbench: { page },
}) => {
  await goTo(page, 'Requests');
  await create(page, 'domestic-norway-credit-transfers');
  const list = page.getByRole('list', { name: 'Snapshots' }).getByRole('listitem');
  const take = async () => {
    await goTo(page, 'Bank');
    const shows = page.getByRole('button', { name: /^Snapshots/ });
    if ((await shows.getAttribute('aria-expanded')) !== 'true') await shows.click();
    await page.getByRole('button', { name: 'Take a snapshot' }).click();
  };
  await take();
  await expect(list).toHaveCount(1);
  await expect(list).toContainText(/Bank clock \w{3},? \d+ \w+ \d{4} \d\d:\d\d Oslo; 1 payment\./);
  await showDemonstrations(page);
  const pane = page.getByRole('region', { name: 'Demonstrations' });
  await pane.getByRole('button', { name: 'Play: Single payment' }).click();
  await expect(pane.getByRole('heading', { level: 3 }).first()).toContainText('Step 1 of 7');
  await take();
  await expect(list).toHaveCount(2);
  await expect(list.first()).toContainText(
    /Bank clock Mon,? 5 Oct 2026 10:00 Oslo; no payments, baskets, consents or SCA sessions\. The bank of a demonstration\./,
  );
  await expect(list.last()).not.toContainText('demonstration');
});
