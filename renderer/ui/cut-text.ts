/** Text that a narrow pane cuts off is told whole in a tooltip, wherever it is. */

/** Watches a document: what is shortened with an ellipsis and has no tooltip of its own gets one when it is pointed at. */
export function tellCutText(document: Document): void {
  document.addEventListener('pointerover', ({ target }) => {
    if (!(target instanceof Element)) return;
    const cut = shortened(target);
    if (cut !== null && cut.closest('[title]') === null) cut.title = wholeText(cut);
  });
}

function shortened(from: Element): HTMLElement | null {
  for (let one: Element | null = from; one instanceof HTMLElement; one = one.parentElement)
    if (one.scrollWidth > one.clientWidth && getComputedStyle(one).textOverflow === 'ellipsis') return one;
  return null;
}

function wholeText(element: HTMLElement): string {
  return element instanceof HTMLInputElement ? element.value : (element.textContent ?? '').trim();
}
