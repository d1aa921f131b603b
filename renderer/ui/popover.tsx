/** Small panels below the button that opens them: menus, and the texts of rules. Escape and a click elsewhere close them. */
import { ChevronDown, type LucideIcon } from 'lucide-react';
import {
  type ComponentProps,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type ToggleEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { ruleText } from '../../shared/xs2a/rules.ts';
import { Button } from './button.tsx';
import { classes } from './classes.ts';
import styles from './popover.module.css';

/** CSS pixels between the panel and the edge of the window. */
const EDGE = 8;

/**
 * @param place sets the vertical position of the panel
 * @param isAtEnd whether the panel ends where the button does, rather than begin there
 * @returns the attributes of the button and of the panel
 */
function usePopover(place: (panel: HTMLElement, below: number) => void, isAtEnd = false) {
  const ref = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  const id = useId();
  const toggle = ({ currentTarget }: MouseEvent) => {
    const element = ref.current;
    if (!element) return;
    // What is in it decides how wide it is.
    flushSync(() => setOpen(true));
    element.togglePopover();
    const { bottom, left, right } = currentTarget.getBoundingClientRect();
    place(element, bottom + 4);
    const wanted = isAtEnd ? right - element.offsetWidth : left;
    const furthest = window.innerWidth - element.offsetWidth - EDGE;
    element.style.left = `${Math.max(EDGE, Math.min(wanted, furthest))}px`;
  };
  const toggled = ({ newState, currentTarget }: ToggleEvent<HTMLElement>) => {
    setOpen(newState === 'open');
    if (newState === 'open') currentTarget.querySelector<HTMLElement>(STOPS)?.focus();
  };
  return {
    open,
    button: { 'aria-expanded': open, 'aria-controls': id, onClick: toggle },
    panel: { ref, id, popover: 'auto', onToggle: toggled },
  } as const;
}

/** Where the arrow keys go in a menu. */
const STOPS = 'button:enabled,input';

/** The arrow keys move through a menu, also out of its search field. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined || event.target instanceof HTMLSelectElement) return;
  const stops = Array.from(event.currentTarget.querySelectorAll<HTMLElement>(STOPS));
  const at = stops.findIndex((one) => one === document.activeElement);
  stops[(at + step + stops.length) % stops.length]?.focus();
  event.preventDefault();
}

/** A button that opens choices, or a list of actions. */
export function Menu(props: {
  label: string;
  /** What the button shows in place of the label. */
  short?: string;
  look?: ComponentProps<typeof Button>['look'];
  size?: ComponentProps<typeof Button>['size'];
  isAtEnd?: boolean;
  /** In place of the label. */
  Icon?: LucideIcon;
  children: ReactNode;
}) {
  const { label, short = label, look, size = 'small', isAtEnd, Icon, children } = props;
  const { open, button, panel } = usePopover(({ style }, below) => {
    style.top = `${below}px`;
    style.maxHeight = `${window.innerHeight - below - EDGE}px`;
  }, isAtEnd);
  return (
    <>
      {Icon === undefined ? (
        <Button look={look} size={size} aria-label={short === label ? undefined : label} {...button}>
          {short} <ChevronDown size={12} aria-hidden="true" />
        </Button>
      ) : (
        <Button size="small" look="plain" aria-label={label} title={label} {...button}>
          <Icon size={14} aria-hidden="true" />
        </Button>
      )}
      <div {...panel} role="presentation" className={styles.popover} onKeyDown={moveFocus}>
        {open && (
          <fieldset aria-label={label} className={styles.group}>
            {children}
          </fieldset>
        )}
      </div>
    </>
  );
}

/** An action of a menu, which it closes. */
export function MenuAction(props: {
  disabled?: boolean;
  /** Whether it is what is shown now. */
  isCurrent?: boolean;
  onClick: () => void;
  children: ReactNode;
}) {
  const { disabled = false, isCurrent = false, onClick, children } = props;
  return (
    <button
      type="button"
      className={styles.item}
      disabled={disabled}
      aria-current={isCurrent ? true : undefined}
      onClick={({ currentTarget }) => {
        closePanel({ currentTarget });
        onClick();
      }}
    >
      {children}
    </button>
  );
}

/** What is at the end of an action's line: a key that does the same, or a code. */
export function MenuEnd({ children }: { children: ReactNode }) {
  return <span className={styles.end}>{children}</span>;
}

/** A choice of a menu that is on or off. */
export function MenuChoice(props: {
  checked: boolean;
  onChange: (checked: boolean) => void;
  children: ReactNode;
}) {
  const { checked, onChange, children } = props;
  return (
    <label className={styles.item}>
      <input type="checkbox" checked={checked} onChange={({ target }) => onChange(target.checked)} />
      {children}
    </label>
  );
}

/** A button with a form or a list below it, whose content is there while it is open. The field or the panel gets the focus. */
export function Popover(props: {
  button: ReactNode;
  look?: ComponentProps<typeof Button>['look'];
  /** Name of the panel. */
  label: string;
  isOpen: boolean;
  onToggle: (isOpen: boolean) => void;
  children: ReactNode;
}) {
  const { button, look = 'normal', label, isOpen, onToggle, children } = props;
  const opener = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDialogElement>(null);
  const id = useId();
  useLayoutEffect(() => {
    const element = panel.current;
    if (element === null || opener.current === null) return;
    element.togglePopover(isOpen);
    if (!isOpen) return;
    const { bottom, left } = opener.current.getBoundingClientRect();
    element.style.top = `${bottom + 4}px`;
    element.style.maxHeight = `${window.innerHeight - bottom - 4 - EDGE}px`;
    element.style.left = `${Math.max(EDGE, Math.min(left, window.innerWidth - element.offsetWidth - EDGE))}px`;
    (element.querySelector('input') ?? element).focus();
  }, [isOpen]);
  return (
    <>
      <Button
        ref={opener}
        look={look}
        size="small"
        aria-expanded={isOpen}
        // Only so that a press of it is not one outside, which would close the panel before the click opens it again.
        popoverTarget={id}
        onClick={(event) => {
          event.preventDefault();
          onToggle(!isOpen);
        }}
      >
        {button}
      </Button>
      <dialog
        ref={panel}
        id={id}
        popover="auto"
        aria-label={label}
        tabIndex={-1}
        className={classes(styles.popover, styles.panel)}
        // React also brings the events of a menu in it.
        onToggle={({ target, currentTarget, newState }) =>
          target === currentTarget && newState === 'closed' && onToggle(false)
        }
      >
        {isOpen && children}
      </dialog>
    </>
  );
}

/** Closes the panel around an element, and gives the focus back to its button. */
export function closePanel({ currentTarget }: { currentTarget: Element }): void {
  currentTarget.closest<HTMLElement>('[popover]')?.hidePopover();
}

/** A rule id with a dotted underline. Pressing it shows the text of the rule. */
export function Rule({ id }: { id: string }) {
  const { button, panel } = usePopover((element, below) => {
    element.style.top = `${Math.min(below, window.innerHeight - element.offsetHeight - EDGE)}px`;
  });
  const text = ruleText(id);
  if (text === null) return <span className={styles.rule}>{id}</span>;
  return (
    <>
      <button type="button" className={styles.rule} title={text} {...button}>
        {id}
      </button>
      <div {...panel} className={classes(styles.popover, styles.sentence)}>
        <b>{id}</b> {text}
      </div>
    </>
  );
}
