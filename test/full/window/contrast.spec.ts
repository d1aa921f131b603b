/** The check of contrast finds what is illegible, also where axe does not look at what it has seen before. */
import type { Page } from '@playwright/test';
import { judgeContrast } from '../../window/contrast.ts';
import { expect, test } from '../../window/fixtures.ts';
import { ensureAxe } from '../../window/violations.ts';

/** @returns the texts that cannot be read, and all looks that are known then */
async function judge(page: Page, html: string, known: readonly string[]) {
  await page.evaluate((inner) => {
    document.body.innerHTML = inner;
  }, html);
  const { violations, legible } = await judgeContrast(page, known);
  return { violations: violations.length, known: [...known, ...legible], looked: legible.length > 0 };
}

test('axe looks at a screen only if something on it is drawn as nothing was before', async ({
  browserPage,
}) => {
  const page = await browserPage();
  await page.goto('data:text/html,<html lang="en"><title>Texts</title><body style="background:%23fff">');
  await ensureAxe(page);
  const text = (style: string, around = '') =>
    `<div style="${around}"><p style="${style}">Some text</p></div>`;
  const first = await judge(page, text('color: #222'), []);
  expect(first).toMatchObject({ violations: 0, looked: true });
  const known = first.known;
  // The same colours elsewhere are nothing new; nor is what cannot be seen.
  const same = [
    text('color: #222; margin: 40px'),
    text('color: #222') + text('color: #eee; display: none'),
    text('color: #222') + text('color: #eee', 'height: 0; overflow: hidden'),
  ];
  for (const html of same)
    expect(await judge(page, html, known), html).toMatchObject({ violations: 0, looked: false });
  // In each of them, another thing makes the text illegible.
  const illegible = [
    text('color: #eee'),
    text('color: #222', 'background: #333'),
    text('color: #222', 'opacity: 0.3'),
    text('color: #222; opacity: 0.3'),
    text('color: #222; background: #fff', 'opacity: 0.3'),
    text('color: #222', 'position: absolute; top: 20px; left: 40px').replace(
      '</div>',
      '</div><div style="background: #333; height: 90px"></div>',
    ),
    '<input aria-label="Field" style="color: #eee; background: #fff; border: 0" value="Some text">',
  ];
  for (const html of illegible) {
    const found = await judge(page, html, known);
    expect(found.violations, html).toBe(1);
    // It is not known now, and so is found again.
    expect((await judge(page, html, found.known)).violations, html).toBe(1);
  }
});
