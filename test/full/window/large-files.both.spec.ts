/** Saved requests of millions of characters. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { requestStep } from '../../../shared/collections/request-step.ts';
import { writeStepFile } from '../../../shared/collections/step-file.ts';
import { fresh } from '../../../shared/requests/compose.ts';
import { expect, test } from '../../window/fixtures.ts';
import { drop, goTo } from '../../window/steps.ts';

test('a saved request that is too large is refused with a sentence', async ({ workbench }) => {
  const { page } = workbench;
  await goTo(page, 'Bank');
  const full = `{"version":2,"name":"Full","request":{"operation":"createConsent","json":["${'x'.repeat(8 * 1024 * 1024)}"]}}`;
  await drop(page, { 'Full.step.json': full });
  const told = page.getByRole('alert').filter({ hasText: 'Full.step.json' });
  await expect(told).toContainText('it is larger than 8 MB, and a saved request is not');
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
    mkdirSync(join(dataFolder, 'collections/Suite'), { recursive: true });
    writeFileSync(
      join(dataFolder, 'collections/Suite/Long.step.json'),
      writeStepFile(requestStep('Long', request), null),
    );
    await goTo(page, 'Requests');
    await page.getByRole('treeitem', { name: 'POST Long', exact: true }).click();
    await expect(page.getByRole('textbox', { name: 'Body' })).toContainText('word word');
    const drawn = () => page.evaluate(() => Number(document.documentElement.dataset['mostDrawn']));
    await expect.poll(drawn).toBeGreaterThan(1000);
    expect(await drawn()).toBeLessThan(300_000);
  },
);
