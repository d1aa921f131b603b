/** Small panels below the button that opens them: menus, and the texts of rules. Escape and a click elsewhere close them. */
import { ChevronDown } from 'lucide-react';
import { type MouseEvent, type ReactNode, type ToggleEvent, useId, useRef, useState } from 'react';
import { ruleText } from '../../shared/xs2a/rules.ts';
import { Button } from './button.tsx';
import { classes } from './classes.ts';
import styles from './popover.module.css';

/** CSS pixels between the panel and the edge of the window. */
const EDGE = 8;

/** @param place sets the vertical position of the panel @returns the attributes of the button and of the panel */
function usePopover(place: (panel: HTMLElement, below: number) => void) {
  const ref = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  const id = useId();
  const toggle = ({ currentTarget }: MouseEvent) => {
    const element = ref.current;
    if (!element) return;
    element.togglePopover();
    const { bottom, left } = currentTarget.getBoundingClientRect();
    place(element, bottom + 4);
    const furthest = window.innerWidth - element.offsetWidth - EDGE;
    element.style.left = `${Math.max(EDGE, Math.min(left, furthest))}px`;
  };
  const toggled = (event: ToggleEvent) => setOpen(event.newState === 'open');
  return {
    button: { 'aria-expanded': open, 'aria-controls': id, onClick: toggle },
    panel: { ref, id, popover: 'auto', onToggle: toggled },
  } as const;
}

/** A button that opens choices, or a list of actions. */
export function Menu({ label, children }: { label: string; children: ReactNode }) {
  const { button, panel } = usePopover(({ style }, below) => {
    style.top = `${below}px`;
    style.maxHeight = `${window.innerHeight - below - EDGE}px`;
  });
  return (
    <>
      <Button size="small" {...button}>
        {label} <ChevronDown size={12} aria-hidden="true" />
      </Button>
      <div {...panel} className={styles.popover}>
        <fieldset aria-label={label} className={styles.group}>
          {children}
        </fieldset>
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
        currentTarget.closest<HTMLElement>('[popover]')?.hidePopover();
        onClick();
      }}
    >
      {children}
    </button>
  );
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
