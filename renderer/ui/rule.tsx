/** A rule id with a dotted underline. Pressing it shows the text of the rule next to it. */
import { useId, useRef, useState } from 'react';
import { ruleText } from '../../shared/xs2a/rules.ts';
import styles from './rule.module.css';

export function Rule({ id }: { id: string }) {
  const panel = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  const panelId = useId();
  const text = ruleText(id);
  if (text === null) return <span className={styles.rule}>{id}</span>;
  return (
    <>
      <button
        type="button"
        className={styles.rule}
        title={text}
        aria-expanded={open}
        aria-controls={panelId}
        onClick={(event) => {
          const box = event.currentTarget.getBoundingClientRect();
          const element = panel.current;
          if (!element) return;
          element.togglePopover();
          element.style.top = `${Math.min(box.bottom + 4, window.innerHeight - element.offsetHeight - 8)}px`;
          element.style.left = `${Math.max(8, Math.min(box.left, window.innerWidth - element.offsetWidth - 8))}px`;
        }}
      >
        {id}
      </button>
      <div
        ref={panel}
        id={panelId}
        popover="auto"
        className={styles.sentence}
        onToggle={(event) => setOpen(event.newState === 'open')}
      >
        <b>{id}</b> {text}
      </div>
    </>
  );
}
