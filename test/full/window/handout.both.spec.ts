/** What a class takes home: the hand-out of a demonstration, and exports of its diagram. */
import { expect, test } from '../../window/fixtures.ts';
import { goTo, showDemonstrations } from '../../window/steps.ts';

test(
  'a hand-out names who stands at the lanes, and with which step its diagram ends',
  { tag: '@page' },
  async ({ workbench: { page } }) => {
    await goTo(page, 'Flow');
    await showDemonstrations(page);
    await page.getByRole('button', { name: 'Play: Consent' }).click();
    const pane = page.getByRole('region', { name: 'Demonstrations' });
    await expect(pane).toContainText('Step 1 of 7');
    for (const step of [2, 3]) {
      await page.keyboard.press('ArrowRight');
      await expect(pane).toContainText(`Step ${step} of 7`);
    }
    await page.evaluate(() => (window.print = () => document.body.classList.add('printed')));
    await pane.getByRole('button', { name: 'Hand-out…' }).click();
    await pane.getByRole('button', { name: 'For the audience' }).click();
    await expect(page.locator('body')).toHaveClass(/printed/);
    await page.emulateMedia({ media: 'print' });
    const paper = page.getByRole('article', { name: 'Hand-out…' });
    await expect(paper).toContainText('The diagram ends with step 3 of 7.');
    await expect(paper).not.toContainText('Point at');
    const picture = decodeURIComponent((await paper.getByRole('img').first().getAttribute('src')) ?? '');
    expect(picture).toContain('>Fjordpay AS<');
    expect(picture).toMatch(/>(?:PSU|Eirik)</);
    // The pictures are those of the steps that were played; the terms are explained, the notes are the trainer’s.
    await expect(paper.getByRole('img')).toHaveCount(2);
    await expect(paper).toContainText('Payment service user');
    await expect(paper).not.toContainText('Notes:');
    await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
    await page.emulateMedia({ media: 'screen' });
    await pane.getByRole('button', { name: 'Hand-out…' }).click();
    await pane.getByRole('button', { name: 'For the trainer' }).click();
    await page.emulateMedia({ media: 'print' });
    await expect(paper).toContainText('Notes:');
  },
);
