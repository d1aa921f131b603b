/** What every screen must hold in each of the three themes; and its pictures, for `npm run screenshots`. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';
import { judgeContrast } from './contrast.ts';
import { lasting } from './lasting.ts';
import { ensureAxe, violations } from './violations.ts';

/** Where the pictures go; unset in a test run. */
const FOLDER = process.env['TPP_SCREENSHOTS'];
export const THEMES = ['light', 'dark', 'contrast'] as const;
export type Theme = (typeof THEMES)[number];

/**
 * Looks at the page in every theme: axe finds nothing, and nothing scrolls sideways.
 * @param name of its pictures: `<name>-<theme>.png`
 */
export async function screen(page: Page, name: string, themes: readonly Theme[] = THEMES): Promise<void> {
  // In the background the browser slows a page down.
  await page.bringToFront();
  // A tooltip left from the last step does not belong to the picture.
  await page.mouse.move(0, 0);
  for (const theme of themes) {
    await dress(page, theme);
    await picture(page, `${name}-${theme}`);
    // The structure is the same in every theme; only the colours are not.
    const found = theme === 'light' ? await violations(page) : await contrast(page, theme);
    expect.soft(found, `${name} in ${theme}`).toEqual([]);
    const beyond = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    await expect.soft.poll(beyond, `${name} in ${theme} fits the width of the window`).toBeLessThanOrEqual(0);
  }
}

/** Looks of text that axe has found legible, by theme. What it has not found legible, it judges on each screen. */
const legible: Record<Theme, Set<string>> = { light: new Set(), dark: new Set(), contrast: new Set() };

async function contrast(page: Page, theme: Theme): Promise<string[]> {
  await ensureAxe(page);
  return lasting(async () => {
    const judged = await judgeContrast(page, [...legible[theme]]);
    for (const look of judged.legible) legible[theme].add(look);
    return judged.violations;
  });
}

async function picture(page: Page, name: string): Promise<void> {
  if (FOLDER === undefined) return;
  mkdirSync(FOLDER, { recursive: true });
  await page.screenshot({ path: join(FOLDER, `${name}.png`), animations: 'disabled' });
}

/** The system's theme, which the window and the bank's pages follow. */
export async function dress(page: Page, theme: Theme): Promise<void> {
  await page.emulateMedia({
    colorScheme: theme === 'light' ? 'light' : 'dark',
    contrast: theme === 'contrast' ? 'more' : 'no-preference',
    // A colour on its way to the next one is no colour of a theme.
    reducedMotion: 'reduce',
  });
  const window = page.locator('html[data-theme]');
  if ((await window.count()) > 0) await expect(window).toHaveAttribute('data-theme', theme);
}
