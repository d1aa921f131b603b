/**
 * The contrast of all text on a page. Most of it has the same colours on every screen, and axe takes half a second for each:
 * it looks again only if there is a text on the screen that differs from all that it has found legible.
 */
import type { Page } from '@playwright/test';
import type axe from 'axe-core';

interface Judged {
  /** In axe's words; none if everything is legible. */
  violations: string[];
  /** The looks of the texts that axe has found legible now. */
  legible: string[];
}

/**
 * Judges the page as it is now. axe is there already.
 * @param known looks of texts that axe has found legible, in this theme
 */
export function judgeContrast(page: Page, known: readonly string[]): Promise<Judged> {
  return page.evaluate(async (before) => {
    /** Opacity, filter and blending that change nothing, and a layer that paints nothing. */
    const CLEAR = ' 1 none normal';
    const NOTHING = `rgba(0, 0, 0, 0) none${CLEAR}`;
    const behind = new Map<Element, string[]>();
    /** What is painted behind a text: an element's own background and those around it, as far as they can be seen. */
    const layers = (element: Element): string[] => {
      const found = behind.get(element);
      if (found !== undefined) return found;
      const style = getComputedStyle(element);
      const { backgroundColor, backgroundImage, position } = style;
      const covers = backgroundColor.startsWith('rgb(') && backgroundImage === 'none';
      // Over whatever is there: this look holds for this element only.
      const floats = !covers && (position === 'absolute' || position === 'fixed' || position === 'sticky');
      const veil = `${style.opacity} ${style.filter} ${style.mixBlendMode}`;
      const own = `${backgroundColor} ${backgroundImage} ${veil}`;
      const around = element.parentElement === null ? [] : layers(element.parentElement);
      const all = [
        ...(own === NOTHING ? [] : [own]),
        ...(floats ? [element.outerHTML] : []),
        // The opacity of something applies to all that is in it.
        ...(covers ? around.filter((layer) => !layer.endsWith(CLEAR)) : around),
      ];
      behind.set(element, all);
      return all;
    };
    const lookOf = (element: Element): string => {
      const { color, webkitTextFillColor, fontSize, fontWeight, textShadow } = getComputedStyle(element);
      // Large text needs less contrast, bold text from 18.66 px.
      const size = Number.parseFloat(fontSize) < 18 ? 'small' : `${fontSize} ${fontWeight}`;
      return [color, webkitTextFillColor, size, textShadow, ...layers(element)].join(' | ');
    };
    /** Whether some of it is within the window and within everything that scrolls or cuts. */
    const isOnScreen = (element: Element): boolean => {
      let { left, top, right, bottom } = element.getBoundingClientRect();
      const within = (box: DOMRect) => {
        left = Math.max(left, box.left);
        top = Math.max(top, box.top);
        right = Math.min(right, box.right);
        bottom = Math.min(bottom, box.bottom);
      };
      within(new DOMRect(0, 0, window.innerWidth, window.innerHeight));
      for (let around = element.parentElement; around !== null; around = around.parentElement)
        if (getComputedStyle(around).overflow !== 'visible') within(around.getBoundingClientRect());
      // One pixel is what is left for screen readers only.
      return right - left > 1 && bottom - top > 1;
    };
    /** Neither axe nor WCAG asks for contrast there. */
    const EXEMPT = ':disabled, [aria-disabled="true"], [aria-hidden="true"]';
    const FIELDS = 'input:not([type="checkbox"], [type="radio"], [type="hidden"]), select, textarea';
    const texts = new Set<Element>(document.querySelectorAll(FIELDS));
    const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = nodes.nextNode(); node !== null; node = nodes.nextNode())
      if (node.parentElement !== null && (node.textContent ?? '').trim() !== '')
        texts.add(node.parentElement);
    const seen = new Set(before);
    const isNew = (element: Element) =>
      !seen.has(lookOf(element)) &&
      element.closest(EXEMPT) === null &&
      element.checkVisibility({ visibilityProperty: true }) &&
      isOnScreen(element);
    if (![...texts].some(isNew)) return { violations: [], legible: [] };
    const { run } = (globalThis as unknown as { axe: typeof axe }).axe;
    const found = await run(document, { runOnly: ['color-contrast'], elementRef: true });
    return {
      violations: found.violations.map(
        ({ id, nodes: bad }) => `${id}: ${bad.map(({ html }) => html).join(' | ')}`,
      ),
      legible: [
        ...new Set(found.passes.flatMap(({ nodes: good }) => good.flatMap(({ element }) => element ?? []))),
      ].map(lookOf),
    };
  }, known);
}
