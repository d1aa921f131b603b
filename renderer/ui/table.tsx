/** Tables in the common style, and lists of names and values. */
import {
  type ComponentProps,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useRef,
} from 'react';
import { amountText } from '../../shared/money/money.ts';
import { texts } from '../../shared/texts/texts.ts';
import { buttonItems, contextMenu, copyItem, type MenuItem } from './context-menu.tsx';
import { classes } from './classes.ts';
import { Badge } from './labels.tsx';
import styles from './table.module.css';
import textStyles from './text.module.css';

/** A table whose rows have no buttons; `Grid` adds keyboard navigation for them. */
export function Table({ className, ...rest }: ComponentProps<'table'>) {
  return <table {...rest} className={classes(styles.table, className)} />;
}

/** Names and values: `dt` and `dd`. */
export function Facts({ className, ...rest }: ComponentProps<'dl'>) {
  return <dl {...rest} className={classes(styles.facts, className)} />;
}

/** The head of a column of buttons: a label for screen readers only. */
export function ActionsHead({ className }: { className?: string | undefined }) {
  return (
    <th scope="col" className={className}>
      <span className={textStyles.spoken}>{texts.common.actions}</span>
    </th>
  );
}

/** Elements whose clicks do not open their row. */
const OPERABLE = ['button', 'a', 'input', 'select', 'label'].join(',');
const BUTTON = 'button:not(:disabled)';

/**
 * A table whose rows contain buttons, with one tab stop for all of them. Up and Down move between rows, Left and Right between the
 * buttons of a row, Home and End to the first and the last row (the ARIA pattern for a grid). A click anywhere in a row presses its
 * button with `data-opens`, if it has one.
 * The menu of a row offers what its buttons do.
 * @param props.itemsOf what else the menu offers, which can be done once the row is open
 * @param props.textOf what Copy gives, by default the cells of the row
 * @param props.marksSelected whether selected rows (`aria-selected`) are highlighted
 */
export function Grid(props: {
  className?: string | undefined;
  marksSelected?: boolean;
  itemsOf?: (row: HTMLElement) => readonly MenuItem[];
  textOf?: (row: HTMLElement) => string | Promise<string>;
  children: ReactNode;
}) {
  const { className, marksSelected = false, itemsOf, textOf = cellsText, children } = props;
  const table = useRef<HTMLTableElement>(null);
  /** The only button that Tab reaches. */
  const stop = useRef<HTMLButtonElement | null>(null);
  // After each render, because rows are added and removed together with their buttons.
  useEffect(() => {
    if (table.current) stop.current = onlyStop(table.current, stop.current);
  });
  const focus = ({ target }: FocusEvent) => {
    if (table.current && target instanceof HTMLButtonElement) stop.current = onlyStop(table.current, target);
  };
  const key = (event: KeyboardEvent<HTMLTableElement>) => {
    if (!(event.target instanceof HTMLButtonElement)) return;
    const next = buttonAfter(event.currentTarget, event.target, event.key);
    if (next === undefined) return;
    event.preventDefault();
    next.focus();
  };
  const click = ({ target }: MouseEvent) => {
    if (!(target instanceof Element) || target.closest(OPERABLE) !== null) return;
    // Selecting text in a row must not open it.
    if (document.getSelection()?.isCollapsed === false) return;
    target.closest('tr')?.querySelector<HTMLElement>('[data-opens]')?.click();
  };
  return (
    <Table
      ref={table}
      role="grid"
      className={classes(marksSelected && styles.selectable, className)}
      onClick={click}
      onFocus={focus}
      onKeyDown={key}
      onContextMenu={contextMenu((target) => {
        const row = target.closest<HTMLElement>('tbody tr');
        return row === null
          ? null
          : {
              label: texts.common.row,
              items: [...buttonItems(row), ...(itemsOf?.(row) ?? []), copyItem(() => textOf(row))],
            };
      })}
    >
      {children}
    </Table>
  );
}

/** The cells of a row, separated by tabs, without the buttons that do something with it. */
export function cellsText(row: HTMLElement): string {
  const cells = Array.from(row.querySelectorAll('td'), (cell) => {
    const buttons = cell.querySelectorAll<HTMLElement>('button:not([data-opens])');
    const text = Array.from(buttons).reduce(
      (rest, { innerText }) => rest.replace(innerText, ''),
      cell.innerText,
    );
    return text.replace(/\s+/g, ' ').trim();
  });
  return cells.filter((text) => text !== '').join('\t');
}

/** Removes all buttons but one from the tab order. @returns that one: `wanted`, if it still exists */
function onlyStop(table: HTMLTableElement, wanted: HTMLButtonElement | null): HTMLButtonElement | null {
  const buttons = Array.from(table.querySelectorAll<HTMLButtonElement>(`tbody ${BUTTON}`));
  const selected = table.querySelector<HTMLButtonElement>(`tr[aria-selected='true'] ${BUTTON}`);
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
    Array.from(row.querySelectorAll<HTMLButtonElement>(BUTTON)),
  ).filter((buttons) => buttons.length > 0);
  const row = rows.findIndex((buttons) => buttons.includes(from));
  const place = rows[row]?.indexOf(from) ?? 0;
  const inRow = (buttons: HTMLButtonElement[] | undefined) => buttons?.[Math.min(place, buttons.length - 1)];
  return {
    ArrowUp: inRow(rows[row - 1]),
    ArrowDown: inRow(rows[row + 1]),
    Home: inRow(rows[0]),
    End: inRow(rows.at(-1)),
    ArrowLeft: rows[row]?.[place - 1],
    ArrowRight: rows[row]?.[place + 1],
  }[key];
}

export interface TransactionRow {
  id: string;
  /** `YYYY-MM-DD`, if known. */
  date: string | undefined;
  pending: boolean;
  counterparty: string;
  text: ReactNode;
  amount: Parameters<typeof amountText>[0];
}

/** Transactions of a response or of the bank. */
export function TransactionTable({ rows }: { rows: readonly TransactionRow[] }) {
  const t = texts.common.transactions;
  return (
    <Table aria-label={t.title}>
      <thead>
        <tr>
          <th scope="col">{t.date}</th>
          <th scope="col">{t.counterparty}</th>
          <th scope="col">{t.text}</th>
          <th scope="col" className={textStyles.num}>
            {t.amount}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ id, date, pending, counterparty, text, amount }) => (
          <tr
            key={id}
            onContextMenu={contextMenu((target) => ({
              label: counterparty,
              items: [copyItem(target.closest('tr')?.innerText ?? '')],
            }))}
          >
            <td className={textStyles.nowrap}>
              {date} {pending && <Badge tone="plain">{t.pending}</Badge>}
            </td>
            <td>{counterparty}</td>
            <td>{text}</td>
            <td className={textStyles.num}>{amountText(amount)}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
