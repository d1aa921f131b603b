/**
 * A table whose rows contain buttons, with one tab stop for all of them. Up and Down move between rows, Left and Right
 * between the buttons of a row, Home and End to the first and the last row (the ARIA pattern for a grid). A click anywhere
 * in a row that has a button with `data-opens` does what that button does.
 */
import { type ReactNode, useEffect, useRef } from 'react';
import { Table } from './table.tsx';

/** What does something else when it is clicked. */
const OPERABLE = ['button', 'a', 'input', 'select', 'label'].join(',');
const BUTTONS = 'tbody button:not(:disabled)';

/** @param marksSelected whether selected rows (`aria-selected`) are highlighted */
export function Grid(props: {
  className?: string | undefined;
  marksSelected?: boolean;
  children: ReactNode;
}) {
  const { className, marksSelected = false, children } = props;
  const table = useRef<HTMLTableElement>(null);
  /** The only button that Tab reaches. */
  const stop = useRef<HTMLButtonElement | null>(null);

  useEffect(() => {
    const element = table.current;
    if (!element) return undefined;
    const focus = ({ target }: FocusEvent) => {
      if (target instanceof HTMLButtonElement) stop.current = onlyStop(element, target);
    };
    const key = (event: KeyboardEvent) => {
      if (!(event.target instanceof HTMLButtonElement)) return;
      const next = buttonAfter(element, event.target, event.key);
      if (next === undefined) return;
      event.preventDefault();
      next.focus();
    };
    const click = ({ target }: MouseEvent) => {
      if (!(target instanceof Element) || target.closest(OPERABLE) !== null) return;
      // Whoever marks text in a row does not want to open it.
      if (document.getSelection()?.isCollapsed === false) return;
      target.closest('tr')?.querySelector<HTMLElement>('[data-opens]')?.click();
    };
    element.addEventListener('click', click);
    element.addEventListener('focusin', focus);
    element.addEventListener('keydown', key);
    return () => {
      element.removeEventListener('click', click);
      element.removeEventListener('focusin', focus);
      element.removeEventListener('keydown', key);
    };
  }, []);
  // Rows are added and removed, together with their buttons.
  useEffect(() => {
    if (table.current) stop.current = onlyStop(table.current, stop.current);
  });

  return (
    <Table ref={table} role="grid" className={className} marksSelected={marksSelected}>
      {children}
    </Table>
  );
}

/** Removes every button except one from the tab order. @returns that one: `wanted`, if it still exists */
function onlyStop(table: HTMLTableElement, wanted: HTMLButtonElement | null): HTMLButtonElement | null {
  const buttons = Array.from(table.querySelectorAll<HTMLButtonElement>(BUTTONS));
  const selected = table.querySelector<HTMLButtonElement>(`tr[aria-selected='true'] button:not(:disabled)`);
  const stop = buttons.find((button) => button === wanted) ?? selected ?? buttons[0] ?? null;
  for (const button of buttons) button.tabIndex = button === stop ? 0 : -1;
  return stop;
}

/** The button that a key moves to; undefined if there is none. */
function buttonAfter(
  table: HTMLTableElement,
  from: HTMLButtonElement,
  key: string,
): HTMLButtonElement | undefined {
  const rows = Array.from(table.querySelectorAll('tbody tr'), (row) =>
    Array.from(row.querySelectorAll<HTMLButtonElement>('button:not(:disabled)')),
  ).filter((buttons) => buttons.length > 0);
  const row = rows.findIndex((buttons) => buttons.includes(from));
  const place = rows[row]?.indexOf(from) ?? 0;
  const inRow = (buttons: HTMLButtonElement[] | undefined) => buttons?.[Math.min(place, buttons.length - 1)];
  switch (key) {
    case 'ArrowUp':
      return inRow(rows[row - 1]);
    case 'ArrowDown':
      return inRow(rows[row + 1]);
    case 'Home':
      return inRow(rows[0]);
    case 'End':
      return inRow(rows.at(-1));
    case 'ArrowLeft':
      return rows[row]?.[place - 1];
    case 'ArrowRight':
      return rows[row]?.[place + 1];
    default:
      return undefined;
  }
}
