/** What axe finds wrong on a page. */
import type { Page } from '@playwright/test';
import axe from 'axe-core';
import { lasting } from './lasting.ts';

/**
 * Looks at the page, and again while it changes. The source goes in once a page, and only what is wrong is described: as AxeBuilder does it, a
 * look takes three times as long.
 */
export async function violations(page: Page): Promise<string[]> {
  await ensureAxe(page);
  return lasting(async () => {
    const found = await page.evaluate(
      (options) => (globalThis as unknown as { axe: typeof axe }).axe.run(document, options),
      { resultTypes: ['violations' as const] },
    );
    return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
  });
}

export async function ensureAxe(page: Page): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
}
