/** Keeps panels above the page inside the window. */
import { useLayoutEffect } from 'react';

/** CSS pixels between a panel and the edge of the window. */
export const EDGE = 8;

export interface Point {
  x: number;
  y: number;
}

/** Puts an open panel with its corner at a point, or as near to it as the panel fits. */
export function putInside(panel: HTMLElement, { x, y }: Point): void {
  // It is measured at the edge: elsewhere, the window would limit its width.
  panel.style.left = '0';
  panel.style.top = '0';
  const left = Math.min(x, window.innerWidth - panel.offsetWidth - EDGE);
  const top = Math.min(y, window.innerHeight - panel.offsetHeight - EDGE);
  panel.style.left = `${Math.max(EDGE, left)}px`;
  panel.style.top = `${Math.max(EDGE, top)}px`;
}

/** Places a panel while it is open: again when its content changes, and when the window has another size. */
export function usePlaced(isOpen: boolean, place: () => void): void {
  useLayoutEffect(() => {
    if (!isOpen) return undefined;
    place();
    window.addEventListener('resize', place);
    return () => window.removeEventListener('resize', place);
  });
}
