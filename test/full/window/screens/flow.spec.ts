/** The Flow view, demonstrations and what a room sees, in the three themes: see `screen`. */
import { expect, test } from '../../../window/fixtures.ts';
import { goTo, showDemonstrations, signedPayment } from '../../../window/steps.ts';
import { screen } from '../../../window/screen.ts';

test('a payment in Flow: diagram, list and timing', async ({ workbench }) => {
  test.slow();
  const { page } = workbench;
  await goTo(page, 'Flow');
  await screen(page, 'flow-empty');
  await signedPayment(workbench);
  await goTo(page, 'Flow');
  const diagram = page.getByRole('tree', { name: 'Diagram' });
  await diagram.getByRole('treeitem', { name: /Bank to TPP: 201 RCVD/ }).click();
  await expect(page.getByRole('region', { name: 'Selected event' })).toContainText('201');
  await screen(page, 'flow-diagram');
  await page.getByRole('radio', { name: 'List' }).check({ force: true });
  await expect(page.getByRole('tree', { name: 'List' })).toBeVisible();
  await screen(page, 'flow-list');
  await page.getByRole('radio', { name: 'Timing' }).check({ force: true });
  await expect(page.getByRole('tree', { name: 'Timing' })).toContainText('PSU');
  await screen(page, 'flow-timing');
});

test('demonstrations: the list, a step, and what a room sees', async ({ workbench }) => {
  test.slow();
  const { page } = workbench;
  await showDemonstrations(page);
  const pane = page.getByRole('region', { name: 'Demonstrations' });
  await screen(page, 'demonstrations');
  await pane.getByRole('button', { name: 'Play: Corporate basket with a second signer' }).click();
  await expect(pane).toContainText('Step 1 of 7');
  await page.keyboard.press('ArrowRight');
  await expect(pane).toContainText('Step 2 of 7');
  await page.keyboard.press('ArrowRight');
  await expect(pane).toContainText('Step 3 of 7');
  await screen(page, 'demonstration-step');
  await page.evaluate(
    () => (document.documentElement.requestFullscreen = () => Promise.reject(new Error('off'))),
  );
  await pane.getByRole('button', { name: 'Present', exact: true }).click();
  await expect(page.getByRole('dialog')).toContainText('Step 3 of 7');
  await screen(page, 'presentation');
});
