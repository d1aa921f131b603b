/** Small panels below the button that opens them: menus, and the texts of rules. Escape and a click elsewhere close them. */
import { ChevronDown, type LucideIcon } from 'lucide-react';
import {
  type ComponentProps,
  type MouseEvent,
  type ReactNode,
  type ToggleEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { ruleText } from '../../shared/xs2a/rules.ts';
import { Button } from './button.tsx';
import { classes } from './classes.ts';
import { EDGE, putInside, usePlaced } from './inside.ts';
import { moveInMenu, STOPS } from './keyboard.ts';
import styles from './popover.module.css';

/** A panel with less room below its button than this begins higher. */
const LEAST_HEIGHT = 160;

/**
 * @param first selects what gets the focus in the panel
 * @param isAtEnd whether the panel ends where the button does, rather than begin there
 * @returns the attributes of the button and of the panel
 */
function usePanel(
  isOpen: boolean,
  onToggle: (isOpen: boolean) => void,
  { first = STOPS, isAtEnd = false } = {},
) {
  const opener = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLElement>(null);
  const id = useId();
  useLayoutEffect(() => {
    const element = panel.current;
    element?.togglePopover(isOpen);
    if (isOpen) (element?.querySelector<HTMLElement>(first) ?? element)?.focus();
  }, [isOpen, first]);
  usePlaced(isOpen, () => {
    const element = panel.current;
    if (element === null || opener.current === null) return;
    const { bottom, left, right } = opener.current.getBoundingClientRect();
    const below = bottom + 4;
    element.style.maxHeight = `${Math.max(LEAST_HEIGHT, window.innerHeight - below - EDGE)}px`;
    putInside(element, { x: isAtEnd ? right - element.offsetWidth : left, y: below });
  });
  return {
    button: {
      ref: opener,
      'aria-expanded': isOpen,
      // Only so that a press of it is not one outside, which would close the panel before the click opens it again.
      popoverTarget: id,
      onClick: (event: MouseEvent) => {
        event.preventDefault();
        onToggle(!isOpen);
      },
    },
    panel: {
      ref: (element: HTMLElement | null) => {
        panel.current = element;
      },
      id,
      popover: 'auto',
      // React also brings the events of a panel inside it.
      onToggle: ({ target, currentTarget, newState }: ToggleEvent<HTMLElement>) => {
        if (target === currentTarget && newState === 'closed') onToggle(false);
      },
    },
  } as const;
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
  const { label, short = label, look, size = 'small', isAtEnd = false, Icon, children } = props;
  const [isOpen, setOpen] = useState(false);
  const { button, panel } = usePanel(isOpen, setOpen, { isAtEnd });
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
      <div {...panel} role="presentation" className={styles.popover} onKeyDown={moveInMenu}>
        {isOpen && (
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
  const { button: opener, panel } = usePanel(isOpen, onToggle, { first: 'input' });
  return (
    <>
      <Button look={look} size="small" {...opener}>
        {button}
      </Button>
      <dialog {...panel} aria-label={label} tabIndex={-1} className={classes(styles.popover, styles.panel)}>
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
  const [isOpen, setOpen] = useState(false);
  const { button, panel } = usePanel(isOpen, setOpen);
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
