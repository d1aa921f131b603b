/** Keyboard access: Escape, menus, fields that have the focus, and tab stops for scrollable elements. */
import { type KeyboardEvent as ReactKeyboardEvent, type RefObject, useEffect, useLayoutEffect } from 'react';

/**
 * Escape closes what is open, wherever the focus is. A menu that closes before it prevents the key's default.
 * @param close null while nothing is open
 */
export function useEscape(close: (() => void) | null): void {
  useEffect(() => {
    if (close === null) return;
    const key = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      event.preventDefault();
      close();
    };
    document.addEventListener('keydown', key);
    return () => document.removeEventListener('keydown', key);
  }, [close]);
}

/** Where the arrow keys go in a menu. */
export const STOPS = 'button:enabled,input';

/** The arrow keys move through a menu, also out of its search field; Home and End go to its ends. */
export function moveInMenu(event: ReactKeyboardEvent<HTMLElement>): void {
  const { key, target, currentTarget } = event;
  const stops = Array.from(currentTarget.querySelectorAll<HTMLElement>(STOPS));
  const at = stops.findIndex((one) => one === document.activeElement);
  const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[key];
  const isEnd = key === 'Home' || key === 'End';
  const isForField = isEnd ? target instanceof HTMLInputElement : target instanceof HTMLSelectElement;
  if (next === undefined || isForField) return;
  stops.at(next % stops.length)?.focus();
  event.preventDefault();
}

/** Makes an element a tab stop while its content overflows, so that the keyboard can scroll it. */
export function useScrollStop(ref: RefObject<HTMLElement | null>): void {
  // Before the new content is painted. The observer reports a new size only, not other content of the same size.
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

/** Whether a field or an editor has the focus, and so receives what is typed or pasted. */
export function isTyping(event: Event): boolean {
  const [target] = event.composedPath();
  return (
    target instanceof HTMLInputElement ||
    target instanceof HTMLTextAreaElement ||
    (target instanceof HTMLElement && target.isContentEditable)
  );
}
