/** The fonts are the product's own, and there before anything is drawn. */
import { expect, test } from './fixtures.ts';

test('the interface and bytes are in the fonts that come with the product', async ({ workbench }) => {
  const { page } = workbench;
  const signingString = page.getByText('(request-target): post');
  await expect(signingString).toBeVisible();
  const family = (element: Element) => getComputedStyle(element).fontFamily.split(',')[0];
  expect(await page.getByRole('heading', { level: 1 }).evaluate(family)).toBe('"Inter Variable"');
  expect(await signingString.evaluate(family)).toBe('"JetBrains Mono Variable"');
  const { loaded, early, files } = await page.evaluate(async () => {
    const faces = [...(await document.fonts.ready)].filter(({ status }) => status === 'loaded');
    const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]);
    return {
      loaded: faces.map((face) => face.family.replaceAll('"', '')).toSorted(),
      early: Array.from(document.querySelectorAll('link[as="font"]'), (link) => link.getAttribute('href')),
      files: rules
        .filter((rule) => rule instanceof CSSFontFaceRule)
        .map((rule) => rule.style.getPropertyValue('src')),
    };
  });
  expect(loaded).toEqual(['Inter Variable', 'JetBrains Mono Variable']);
  // The page itself asks for those of Latin, so that no text waits for its style sheet.
  expect(early).toHaveLength(2);
  for (const file of early) expect(files.join('\n')).toContain(file?.replace(/^.*\//, '') ?? 'a file');
  expect(files).toHaveLength(4);
});
