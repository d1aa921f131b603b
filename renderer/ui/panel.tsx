/** A part of a pane under a head of its own, which folds with its title; whether it is folded is remembered. */
import { ChevronDown, ChevronRight } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Head } from './head.tsx';
import { Rule } from './rule.tsx';
import layout from './layout.module.css';
import styles from './panel.module.css';

interface Props {
  /** Under which it is remembered that the panel is folded: the same on every screen that has it. */
  name: string;
  title: ReactNode;
  /** What stands beside the title, folded or not: a count, a badge, a hint. */
  fact?: ReactNode;
  actions?: ReactNode;
  /** The rule that explains the whole of it. */
  rule?: string;
  children: ReactNode;
}

export function Panel({ name, title, fact, actions, rule, children }: Props) {
  const { open, toggle } = useFold(name);
  const Sign = open ? ChevronDown : ChevronRight;
  return (
    <>
      <Head part>
        <h3>
          <button type="button" className={styles.fold} aria-expanded={open} onClick={toggle}>
            <Sign size={13} className={styles.sign} aria-hidden="true" />
            {title}
          </button>
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

/** Kept in the page's own storage, as the sizes of the panes are. */
function useFold(name: string): { open: boolean; toggle: () => void } {
  const key = `folded/${name}`;
  const [open, setOpen] = useState(() => localStorage.getItem(key) === null);
  const toggle = () => {
    if (open) localStorage.setItem(key, 'yes');
    else localStorage.removeItem(key);
    setOpen(!open);
  };
  return { open, toggle };
}
