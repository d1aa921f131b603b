/** A tab list. The caller provides the panel. */
import { type KeyboardEvent, useRef } from 'react';
import { classes } from './classes.ts';
import { Count } from './badge.tsx';
import layout from './layout.module.css';
import styles from './tabs.module.css';

export function Tabs<T extends string>(props: {
  label: string;
  value: T;
  tabs: readonly { value: T; label: string; count?: number }[];
  panelId: string;
  onChange: (value: T) => void;
}) {
  const { label, value, tabs, panelId, onChange } = props;
  const list = useRef<HTMLDivElement>(null);
  const move = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    const at = (tabs.findIndex((tab) => tab.value === value) + step + tabs.length) % tabs.length;
    const next = tabs[at];
    if (!next) return;
    onChange(next.value);
    list.current?.querySelectorAll('button')[at]?.focus();
  };
  return (
    <div className={styles.tabs} role="tablist" aria-label={label} ref={list}>
      {tabs.map((tab) => (
        <button
          key={tab.value}
          type="button"
          className={classes(styles.tab, layout.inset)}
          role="tab"
          aria-selected={tab.value === value}
          aria-controls={panelId}
          tabIndex={tab.value === value ? 0 : -1}
          onClick={() => onChange(tab.value)}
          onKeyDown={move}
        >
          {tab.label}
          {tab.count !== undefined && <Count>{tab.count}</Count>}
        </button>
      ))}
    </div>
  );
}
