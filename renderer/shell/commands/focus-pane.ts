/** F6: from pane to pane, as in other programs. */

/** Moves the focus to the next pane of the view, then to the views, then to the status line. @param step -1 for the one before */
export function focusPane(step: 1 | -1): void {
  const panes = panesOf(document);
  const at = panes.findIndex((pane) => pane.contains(document.activeElement));
  // From nowhere, the first pane comes next.
  const next = panes.at(at < 0 ? 0 : (at + step) % panes.length);
  if (next === undefined) return;
  next.tabIndex = -1;
  next.focus();
}

const PANES: ReadonlySet<string> = new Set(['section', 'nav', 'aside']);

function panesOf(page: Document): HTMLElement[] {
  const found = (selector: string) => Array.from(page.querySelectorAll<HTMLElement>(selector));
  const children = Array.from(page.querySelector('main')?.children ?? []);
  const inView = children.filter(
    (child): child is HTMLElement =>
      child instanceof HTMLElement && PANES.has(child.localName) && child.hasAttribute('aria-label'),
  );
  const places = found('#root > * > nav');
  return [...(inView.length > 0 ? inView : found('main')), ...places, ...found('footer')];
}
