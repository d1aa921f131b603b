/** The menu of what is under the pointer or has the focus, on a right click and on the keys for it. It offers what other controls do, too. */
import {
  type MouseEvent as ReactMouseEvent,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useRef,
} from 'react';
import { create } from 'zustand';
import { texts } from '../../shared/texts/texts.ts';
import { classes } from './classes.ts';
import { type Point, putInside, usePlaced } from './inside.ts';
import { isTyping, moveInMenu, STOPS } from './keyboard.ts';
import { Kbd } from './labels.tsx';
import layout from './layout.module.css';
import styles from './context-menu.module.css';
import panelStyles from './popover.module.css';

export interface MenuItem {
  label: string;
  shortcut?: string | undefined;
  disabled?: boolean | undefined;
  onClick: () => void;
}

interface Menu {
  /** What the items are about. */
  label: string;
  items: readonly MenuItem[];
}

const useMenu = create<{ open: (Menu & Point) | null }>(() => ({ open: null }));

export function openMenu(menu: Menu, { x, y }: Point): void {
  useMenu.setState({ open: { ...menu, x, y } });
}

/**
 * Handles `contextmenu`. Fields keep the menu of the host, and an element inside that has its own menu comes first.
 * @param menuOf the menu of what was pressed, or of the row that a tree with the focus names; without one, the host shows its own
 */
export function contextMenu(menuOf: (target: Element) => Menu | null) {
  return (event: ReactMouseEvent | MouseEvent): void => {
    const { target, clientX: x, clientY: y } = event;
    const native = 'nativeEvent' in event ? event.nativeEvent : event;
    if (event.defaultPrevented || !(target instanceof Element) || isTyping(native)) return;
    const active = document.getElementById(target.getAttribute('aria-activedescendant') ?? '');
    const menu = menuOf(active ?? target);
    if (menu === null) return;
    event.preventDefault();
    const { left, bottom } = (active ?? target).getBoundingClientRect();
    openMenu(menu, active === null ? { x, y } : { x: left, y: bottom });
  };
}

/** Copies what is selected, or else a text, which may have to be read first. */
export function copyItem(text: string | (() => string | Promise<string>)): MenuItem {
  const selected = document.getSelection()?.toString() ?? '';
  const wanted = () => (selected === '' ? (typeof text === 'string' ? text : text()) : selected);
  return {
    label: texts.common.copy,
    onClick: () => void Promise.resolve(wanted()).then((copied) => navigator.clipboard.writeText(copied)),
  };
}

/** What the buttons inside an element do, except those that open a menu. */
export function buttonItems(around: Element): MenuItem[] {
  const buttons = around.querySelectorAll<HTMLButtonElement>('button:not([aria-haspopup], [aria-expanded])');
  return Array.from(buttons, (button) => ({
    label: 'opens' in button.dataset ? texts.common.open : labelOf(button),
    disabled: button.disabled,
    onClick: () => button.click(),
  }));
}

const labelOf = (button: Element) => button.ariaLabel ?? button.textContent;

/** Shows the menu that is open. Once in the window. */
export function ContextMenu() {
  const open = useMenu((state) => state.open);
  return open && <Items key={`${open.x} ${open.y}`} {...open} />;
}

function Items({ label, items, x, y }: Menu & Point) {
  const list = useRef<HTMLDivElement>(null);
  const close = () => useMenu.setState({ open: null });
  useEffect(() => list.current?.querySelector<HTMLElement>(STOPS)?.focus(), []);
  return (
    <DialogAt label={label} x={x} y={y} onClose={close}>
      <p className={styles.name} aria-hidden="true">
        {label}
      </p>
      <div
        ref={list}
        role="menu"
        aria-label={label}
        tabIndex={-1}
        className={styles.items}
        onKeyDown={moveInMenu}
      >
        {items.map((item) => (
          <button
            key={item.label}
            type="button"
            role="menuitem"
            className={panelStyles.item}
            disabled={item.disabled}
            onClick={({ currentTarget }) => {
              // First, because it gives the focus back, which the action may move.
              currentTarget.closest('dialog')?.close();
              close();
              item.onClick();
            }}
          >
            <span className={layout.grow}>{item.label}</span>
            {item.shortcut !== undefined && <Kbd>{item.shortcut}</Kbd>}
          </button>
        ))}
      </div>
    </DialogAt>
  );
}

/** A small dialog at a point of the window. Escape and a click beside it close it. */
export function DialogAt(props: Point & { label: string; onClose: () => void; children: ReactNode }) {
  const { label, x, y, onClose, children } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    dialog.current?.showModal();
  }, []);
  usePlaced(true, () => dialog.current && putInside(dialog.current, { x, y }));
  useEffect(() => {
    const element = dialog.current;
    // A click beside it closes it, like Escape.
    const beside = ({ target }: MouseEvent) => {
      if (target === element) element?.close();
    };
    element?.addEventListener('mousedown', beside);
    return () => element?.removeEventListener('mousedown', beside);
  }, []);
  return (
    <dialog
      ref={dialog}
      className={classes(panelStyles.popover, styles.dialog)}
      aria-label={label}
      onClose={onClose}
    >
      {children}
    </dialog>
  );
}
