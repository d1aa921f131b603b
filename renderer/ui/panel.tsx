/** A section of a pane with its own head. Pressing the title folds it, and the state is remembered. */
import { ChevronDown, ChevronRight } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Head } from './head.tsx';
import { Rule } from './rule.tsx';
import layout from './layout.module.css';
import styles from './panel.module.css';

interface Props {
  /** The name under which the folded state is stored, the same on every screen with this panel. */
  name: string;
  title: ReactNode;
  /** Shown next to the title, folded or not: a count, a badge, a hint. */
  fact?: ReactNode;
  actions?: ReactNode;
  /** The rule that explains the panel. */
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

/** Stored in the page's own storage, like the sizes of the panes. */
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
