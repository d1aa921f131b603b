/** Text that an ellipsis cuts off gets a tooltip with all of it when the pointer enters it, unless it has a tooltip. */
export function showCutText(document: Document): void {
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
