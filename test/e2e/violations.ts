/** What axe finds wrong on a page. */
import type { Page } from '@playwright/test';
import axe from 'axe-core';

/**
 * Looks at the page as it is now. The source goes in once a page, and only what is wrong is described: as AxeBuilder does it, a
 * look takes three times as long.
 * @param rules only these; all of them if none is named
 */
export async function violations(page: Page, ...rules: string[]): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const found = await page.evaluate(
    (options) => (globalThis as unknown as { axe: typeof axe }).axe.run(document, options),
    { resultTypes: ['violations' as const], ...(rules.length > 0 && { runOnly: rules }) },
  );
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
}
