/** A button that opens a small panel below it: choices, or a list of actions. Escape and a click elsewhere close it. */
import { ChevronDown } from 'lucide-react';
import { type ReactNode, useId, useRef, useState } from 'react';
import { Button } from './button.tsx';
import styles from './menu.module.css';

export function Menu({ label, children }: { label: string; children: ReactNode }) {
  const panel = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <>
      <Button
        size="small"
        aria-expanded={open}
        aria-controls={id}
        onClick={({ currentTarget }) => {
          const element = panel.current;
          if (!element) return;
          element.togglePopover();
          const box = currentTarget.getBoundingClientRect();
          element.style.top = `${box.bottom + 4}px`;
          element.style.maxHeight = `${window.innerHeight - box.bottom - 12}px`;
          element.style.left = `${Math.max(8, Math.min(box.left, window.innerWidth - element.offsetWidth - 8))}px`;
        }}
      >
        {label} <ChevronDown size={12} aria-hidden="true" />
      </Button>
      <div
        ref={panel}
        id={id}
        popover="auto"
        className={styles.panel}
        onToggle={(event) => setOpen(event.newState === 'open')}
      >
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
