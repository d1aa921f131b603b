/** Saved requests of millions of characters. */
import { requestStep } from '../../../shared/collections/request-step.ts';
import { fresh } from '../../../shared/requests/compose.ts';
import { expect, test } from '../../window/fixtures.ts';
import { writeFlow } from '../../window/collection-files.ts';
import { drop, goTo } from '../../window/steps.ts';

test('a flow that is too large is refused with a sentence', async ({ workbench }) => {
  const { page } = workbench;
  await goTo(page, 'Bank');
  const full = `about: ${'x'.repeat(8 * 1024 * 1024)}\nsteps:\n  - pause: 0\n`;
  await drop(page, { 'Full.flow.yaml': full });
  const told = page.getByRole('alert').filter({ hasText: 'Full.flow.yaml' });
  await expect(told).toContainText('it is larger than 8 MB, and a flow is not');
  await told.getByRole('button', { name: 'Close' }).click();
  await expect(told).toBeHidden();
});

test(
  'a saved request whose body is one line of millions of characters is drawn in parts from the start',
  { tag: '@page' },
  async ({ workbench: { page, dataFolder } }) => {
    // The most text that there is where the editor measures something, which has the browser lay it out.
    await page.addInitScript(() => {
      const own = Object.getOwnPropertyDescriptor(Element.prototype, 'getBoundingClientRect');
      const measure = own?.value as (this: Element) => DOMRect;
      Element.prototype.getBoundingClientRect = function measured() {
        const root = this.getRootNode();
        const { dataset } = document.documentElement;
        if (root instanceof ShadowRoot)
          dataset['mostDrawn'] = `${Math.max(Number(dataset['mostDrawn'] ?? 0), root.textContent.length)}`;
        return measure.call(this);
      };
    });
    await page.reload();
    const request = { ...fresh('createConsent'), body: 'word '.repeat(600_000) };
    writeFlow(dataFolder, 'Suite', requestStep('Long', request));
    await goTo(page, 'Requests');
    await page.getByRole('treeitem', { name: 'POST Long', exact: true }).click();
    await expect(page.getByRole('textbox', { name: 'Body' })).toContainText('word word');
    const drawn = () => page.evaluate(() => Number(document.documentElement.dataset['mostDrawn']));
    await expect.poll(drawn).toBeGreaterThan(1000);
    expect(await drawn()).toBeLessThan(300_000);
  },
);
