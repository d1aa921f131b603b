/** Marks the values of a response, and shows buttons for the actions on them, where the tab of the request is active. */
import { Crosshair } from 'lucide-react';
import { createContext, type KeyboardEvent, type ReactNode, useContext, useRef, useState } from 'react';
import { nameOfSource } from '../../shared/collections/source.ts';
import { texts } from '../../shared/texts/texts.ts';
import type { Exchange } from '../../shared/contract/exchange.ts';
import { canExpect, copiedText, expectThis, pointAt, type Pointed } from '../state/requests/pointing.ts';
import { activeTab } from '../state/requests/store.ts';
import { shownResponse } from '../state/requests/tabs.ts';
import { Button } from '../ui/button.tsx';
import { classes } from '../ui/classes.ts';
import { buttonItems, copyItem, openMenu } from '../ui/context-menu.tsx';
import { Ledger } from '../ui/wire-text.tsx';
import styles from './value-menu.module.css';

const t = texts.tests.point;

/** Whether the response belongs to the active tab, to which assertions can be added. */
export const PointingContext = createContext(false);

/** The attribute by which the context menu finds the value that an element shows. */
export function valueAttribute(value: Pointed | null): { 'data-value'?: string } {
  return value === null ? {} : { 'data-value': JSON.stringify(value) };
}

/**
 * What can be done with the value that an element shows: it can be copied, and what the buttons beside it do.
 * @param at where to ask for the name of a variable; null where the response belongs to no open request
 */
export function menuOf(element: HTMLElement, exchange: Exchange | null, at: { x: number; y: number } | null) {
  const value = JSON.parse(element.dataset['value'] ?? '') as Pointed;
  return {
    label: nameOfSource(value.source),
    items: [
      ...(at !== null && canExpect(value) ? [{ label: t.expect, onClick: () => expectThis(value) }] : []),
      ...(at === null ? [] : [{ label: t.keep, onClick: () => pointAt(value, at) }]),
      copyItem(copiedText(value, exchange) ?? element.textContent),
      ...buttonItems(element),
    ],
  };
}

/** Opens the menu of a value. @param quiet whether it is visible only under the pointer or with the focus */
export function ValueMenuButton(props: {
  value: Pointed;
  quiet?: boolean;
  tabIndex?: number;
  onKeyDown?: (event: KeyboardEvent) => void;
  onFocus?: () => void;
}) {
  const { value, quiet = false, ...rest } = props;
  if (!useContext(PointingContext)) return null;
  const label = t.menu(nameOfSource(value.source));
  return (
    <button
      {...rest}
      {...valueAttribute(value)}
      type="button"
      className={classes(styles.button, quiet && styles.quiet)}
      aria-haspopup="menu"
      aria-label={label}
      title={label}
      onClick={({ currentTarget }) => {
        const { left: x, bottom: y } = currentTarget.getBoundingClientRect();
        openMenu(menuOf(currentTarget, shownResponse(activeTab()), { x, y }), { x, y });
      }}
    >
      <Crosshair size={13} aria-hidden="true" />
    </button>
  );
}

/** The actions on a value as buttons. */
export function ValueActions({ value }: { value: Pointed | null }) {
  const isActive = useContext(PointingContext);
  if (!isActive || value === null) return null;
  return (
    <>
      {canExpect(value) && (
        <Button size="small" onClick={() => expectThis(value)}>
          {t.expect}
        </Button>
      )}
      <Button
        size="small"
        aria-haspopup="dialog"
        onClick={({ currentTarget }) => {
          const { left, top } = currentTarget.getBoundingClientRect();
          pointAt(value, { x: left, y: top });
        }}
      >
        {t.keep}
      </Button>
    </>
  );
}

/** Lines with a menu button at each value. Tab reaches one of the buttons, the arrow keys the others (roving tab index). */
export function ValueLines(props: {
  label: string;
  lines: readonly { shown: ReactNode; value: Pointed | null }[];
}) {
  const { label, lines } = props;
  const box = useRef<HTMLDivElement>(null);
  const stops = lines.flatMap(({ value }, at) => (value === null ? [] : [at]));
  const [chosen, setChosen] = useState(-1);
  const active = stops.includes(chosen) ? chosen : stops[0];
  const move = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined || active === undefined) return;
    const next = stops[stops.indexOf(active) + step];
    event.preventDefault();
    if (next === undefined) return;
    setChosen(next);
    box.current?.querySelector<HTMLElement>(`[data-line="${next}"] button`)?.focus();
  };
  const rows = lines.map(({ shown, value }, at) =>
    value === null ? (
      shown
    ) : (
      <span key={at} className={styles.line} data-line={at} {...valueAttribute(value)}>
        {shown}
        <ValueMenuButton
          value={value}
          quiet
          tabIndex={at === active ? 0 : -1}
          onFocus={() => setChosen(at)}
          onKeyDown={move}
        />
      </span>
    ),
  );
  return (
    <div ref={box} className={styles.lines}>
      <Ledger label={label} lines={rows} />
    </div>
  );
}
