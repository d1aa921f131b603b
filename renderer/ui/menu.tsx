/** A button that opens a small panel below it: choices, or a list of actions. Escape and a click elsewhere close it. */
import { ChevronDown } from 'lucide-react';
import { type ReactNode, useId, useRef, useState } from 'react';
import { Button } from './button.tsx';
import styles from './menu.module.css';

/** @param children called with a function that closes the panel */
export function Menu(props: { label: string; children: (close: () => void) => ReactNode }) {
  const { label, children } = props;
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
        <div role="group" aria-label={label} className={styles.group}>
          {children(() => panel.current?.hidePopover())}
        </div>
      </div>
    </>
  );
}

/** An action of a menu. */
export function MenuAction({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <button type="button" className={styles.item} onClick={onClick}>
      {children}
    </button>
  );
}

/** A choice of a menu that is on or off. */
export function MenuChoice(props: { checked: boolean; onChange: (checked: boolean) => void; children: ReactNode }) {
  const { checked, onChange, children } = props;
  return (
    <label className={styles.item}>
      <input type="checkbox" checked={checked} onChange={({ target }) => onChange(target.checked)} />
      {children}
    </label>
  );
}
