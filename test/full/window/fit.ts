/** What does not fit on a page: text and controls that are cut off, wrapped, out of reach, on top of each other or too small. */
import type { Page } from '@playwright/test';
import { lasting } from '../../window/lasting.ts';

/** The smallest type anywhere, in CSS pixels. */
const SMALLEST = 11;

/** Measures every visible text and control. @returns one line for each fault that stays, without repetitions */
export function unfit(page: Page): Promise<string[]> {
  return lasting(() => page.evaluate(measure, SMALLEST));
}

/** Runs in the page, so it uses nothing from outside. */
function measure(smallest: number): string[] {
  interface Box {
    left: number;
    top: number;
    right: number;
    bottom: number;
  }
  interface Part {
    element: Element;
    /** Where it is; where it is seen now. */
    box: Box;
    seen: Box;
    isControl: boolean;
  }
  /** A shortened text shows at least this much; its tooltip has the whole (ui/tooltips.ts). */
  const LEGIBLE = 40;
  const faults = new Set<string>();
  const parts: Part[] = [];
  const styles = new Map<Element, CSSStyleDeclaration>();
  const styleOf = (element: Element): CSSStyleDeclaration => {
    const known = styles.get(element) ?? getComputedStyle(element);
    styles.set(element, known);
    return known;
  };
  const above = (element: Element): Element | null => {
    const root = element.getRootNode();
    return element.assignedSlot ?? element.parentElement ?? (root instanceof ShadowRoot ? root.host : null);
  };
  const named = (element: Element): string => {
    const inside = above(element)?.closest('[aria-label], [class]');
    const text = element.getAttribute('aria-label') ?? element.textContent.trim().slice(0, 40);
    const where = inside?.getAttribute('aria-label') ?? inside?.getAttribute('class') ?? '';
    return `${element.localName} "${text}" in ${where}`;
  };
  const boxOf = ({ left, top, right, bottom }: Box): Box => ({ left, top, right, bottom });
  const common = (a: Box, b: Box): Box => ({
    left: Math.max(a.left, b.left),
    top: Math.max(a.top, b.top),
    right: Math.min(a.right, b.right),
    bottom: Math.min(a.bottom, b.bottom),
  });
  const isEmpty = (box: Box) => box.right - box.left <= 0 || box.bottom - box.top <= 0;
  /** Follows a box outwards through everything that may cut it off. */
  const follow = (element: Element, start: Box, isControl: boolean): void => {
    let box = start;
    let seen = start;
    const fault = (what: string, by: Element | string) =>
      faults.add(`${what}: ${named(element)}, by ${typeof by === 'string' ? by : by.className}`);
    let isFixed = styleOf(element).position === 'fixed';
    let isOut = styleOf(element).position === 'absolute';
    for (
      let by = isControl ? above(element) : element;
      by !== null && by !== document.documentElement;
      by = above(by)
    ) {
      const style = styleOf(by);
      const holds = !isOut || style.position !== 'static';
      if (isFixed) break;
      if (
        holds &&
        style.overflowX !== 'visible' &&
        style.display !== 'inline' &&
        style.display !== 'contents'
      ) {
        const outer = by.getBoundingClientRect();
        const frame =
          by instanceof HTMLElement
            ? {
                left: outer.left + by.clientLeft,
                top: outer.top + by.clientTop,
                right: outer.left + by.clientLeft + by.clientWidth,
                bottom: outer.top + by.clientTop + by.clientHeight,
              }
            : boxOf(outer);
        // For screen readers only.
        if (outer.width <= 1 && outer.height <= 1) return;
        const scrolls = (way: string) => way === 'auto' || way === 'scroll';
        if (scrolls(style.overflowX))
          box = { ...box, left: Math.max(box.left, frame.left), right: Math.min(box.right, frame.right) };
        else if (box.right > frame.right + 1 || box.left < frame.left - 1) {
          const shown = Math.min(box.right, frame.right) - Math.max(box.left, frame.left);
          if (style.textOverflow !== 'ellipsis') fault('cut off sideways', by);
          else if (shown < LEGIBLE) fault('cut down to nothing', by);
          box = { ...box, left: Math.max(box.left, frame.left), right: Math.min(box.right, frame.right) };
        }
        if (scrolls(style.overflowY)) {
          if (frame.bottom - frame.top < Math.min(24, box.bottom - box.top) - 1)
            fault('no height to scroll in', by);
          box = { ...box, top: Math.max(box.top, frame.top), bottom: Math.min(box.bottom, frame.bottom) };
          // Out of sight now; it comes into sight within this frame.
          if (box.bottom < box.top) box = { ...box, top: frame.top, bottom: frame.bottom };
        } else if (box.bottom > frame.bottom + 2 || box.top < frame.top - 2) {
          fault('cut off in height', by);
          return;
        }
        if (box.right < box.left) box = { ...box, left: frame.left, right: frame.right };
        seen = common(seen, frame);
      }
      if (style.position === 'fixed') isFixed = true;
      if (holds) isOut = style.position === 'absolute';
    }
    const window_ = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
    if (box.left < -1 || box.top < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1)
      fault('outside of the window', 'the window');
    seen = common(seen, window_);
    if (!isEmpty(seen)) parts.push({ element, box: start, seen, isControl });
  };
  const CONTROLS =
    'button, a[href], input:not([type=hidden], [type=file]), select, textarea, summary, [role=treeitem], [role=separator]';
  /** What is read at one glance: its text stays on one line. Entries of lists, sentences and the links in them may wrap. */
  const HEADS = 'button, [role=tab], thead th, h2, h3';
  const MAY_WRAP = 'nav, li, p, tbody, [role=row], [role=treeitem], [role=option], [role=menuitem]';
  const isHead = (element: Element): boolean => {
    const head = element.closest(HEADS);
    return head !== null && head.closest(MAY_WRAP) === null;
  };
  const visit = (root: Document | ShadowRoot): void => {
    for (const element of root.querySelectorAll('body *, :host *, *')) {
      if (element.shadowRoot) visit(element.shadowRoot);
      if (
        element.closest('head, script, style, title') ||
        !element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
      )
        continue;
      const rect = element.getBoundingClientRect();
      if (element.matches(CONTROLS)) {
        const isHidden = styleOf(element).opacity === '0' || (rect.width <= 1 && rect.height <= 1);
        if (!isHidden) follow(element, boxOf(rect), true);
      }
      const own = [...element.childNodes].filter(
        (node) => node.nodeType === Node.TEXT_NODE && (node.textContent ?? '').trim() !== '',
      );
      if (own.length === 0 || element.localName === 'option' || element.localName === 'textarea') continue;
      const range = document.createRange();
      for (const node of own) {
        range.selectNodeContents(node);
        const lines = [...range.getClientRects()].map(boxOf).filter((box) => !isEmpty(box));
        if (lines.length === 0) continue;
        const isSpoken = [element, above(element)].some(
          (one) => one !== null && /inset\(50%/.test(styleOf(one).clipPath),
        );
        if (isSpoken) continue;
        const matrix = element instanceof SVGGraphicsElement ? element.getScreenCTM() : null;
        const scale = matrix === null ? 1 : Math.hypot(matrix.a, matrix.b);
        const size = Number.parseFloat(styleOf(element).fontSize) * scale;
        if (size < smallest - 0.01) faults.add(`type of ${size} px: ${named(element)}`);
        for (const box of lines) follow(element, box, false);
        const [first, last] = [lines.at(0), lines.at(-1)];
        if (first && last && last.top > first.bottom - 2 && isHead(element))
          faults.add(`wrapped: ${named(element)}`);
      }
    }
  };
  visit(document);
  const inOrder = parts.toSorted((a, b) => a.seen.top - b.seen.top);
  inOrder.forEach((a, at) => {
    for (const b of inOrder.slice(at + 1)) {
      if (b.seen.top > a.seen.bottom) break;
      const both = common(a.seen, b.seen);
      if (both.right - both.left <= 2 || both.bottom - both.top <= 3) continue;
      if (a.element === b.element || a.element.contains(b.element) || b.element.contains(a.element)) continue;
      // What lies above everything else covers it on purpose.
      const floating = [a, b].filter(({ element }) => {
        for (let one: Element | null = element; one !== null; one = above(one))
          if (Number(styleOf(one).zIndex) > 0 || styleOf(one).position === 'sticky') return true;
        return false;
      });
      if (floating.length > 0) continue;
      faults.add(`on top of each other: ${named(a.element)} and ${named(b.element)}`);
    }
  });
  return [...faults];
}
