/** Tab stops for what scrolls, so that the keyboard can scroll it. */
import { type RefObject, useEffect, useLayoutEffect } from 'react';

/** Makes an element a tab stop while there is more in it than it shows. */
export function useScrollStop(ref: RefObject<HTMLElement | null>): void {
  // Before the new content is seen. The observer hears of a new size only, not of other content within the same one.
  useLayoutEffect(() => {
    if (ref.current !== null) reachByKeyboard(ref.current);
  });
  useEffect(() => {
    const element = ref.current;
    if (element === null) return undefined;
    const observer = new ResizeObserver(() => reachByKeyboard(element));
    for (const one of [element, ...element.children]) observer.observe(one);
    return () => observer.disconnect();
  }, [ref]);
}

function reachByKeyboard(element: HTMLElement): void {
  const scrolls = element.scrollWidth > element.clientWidth || element.scrollHeight > element.clientHeight;
  if (scrolls) element.tabIndex = 0;
  else element.removeAttribute('tabindex');
}
