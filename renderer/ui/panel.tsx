/** The head of a pane, sections that fold, and tabs. */
import { ChevronDown, ChevronRight } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { classes } from './classes.ts';
import { Count } from './labels.tsx';
import { Rule } from './popover.tsx';
import layout from './layout.module.css';
import styles from './panel.module.css';

/** The head of a pane, or of a `part` of one: title, facts, actions. */
export function Head(props: { part?: boolean; className?: string | undefined; children: ReactNode }) {
  const { part = false, className, children } = props;
  return <div className={classes(styles.head, part && styles.part, className)}>{children}</div>;
}

/** A section of a pane. Pressing its title folds it; the page's storage keeps the state. */
export function Panel(props: {
  /** The name under which the state is stored, the same on every screen with this panel. */
  name: string;
  title: ReactNode;
  /** Next to the title, folded or not: a count, a badge, a hint. */
  fact?: ReactNode;
  actions?: ReactNode;
  /** The rule that explains the panel. */
  rule?: string;
  /** `first` until its title is pressed, `never` if it says what has failed. */
  folded?: 'first' | 'never' | undefined;
  children: ReactNode;
}) {
  const { name, title, fact, actions, rule, folded, children } = props;
  const key = `folded/${name}`;
  const [isOpen, setOpen] = useState(
    () => (localStorage.getItem(key) ?? (folded === 'first' ? 'yes' : 'no')) === 'no',
  );
  const open = isOpen || folded === 'never';
  const toggle = () => {
    localStorage.setItem(key, open ? 'yes' : 'no');
    setOpen(!open);
  };
  const Sign = open ? ChevronDown : ChevronRight;
  return (
    <>
      <Head
        part
        className={folded === 'first' || (rule !== undefined && !actions) ? styles.oneLine : undefined}
      >
        <h3>
          {folded === 'never' ? (
            <span className={styles.title}>{title}</span>
          ) : (
            <button type="button" className={styles.fold} aria-expanded={open} onClick={toggle}>
              <Sign size={13} className={styles.sign} aria-hidden="true" />
              {title}
            </button>
          )}
        </h3>
        {fact}
        <span className={layout.grow} />
        {open && actions}
        {rule !== undefined && <Rule id={rule} />}
      </Head>
      {open && children}
    </>
  );
}

/** A tab list. The caller provides the panel. */
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
