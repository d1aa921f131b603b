/** What the panes of import, export and update are made of. */
import type { ReactNode } from 'react';
import styles from './panes.module.css';

/** Explains a task and offers how to begin it. */
export function Offer({ children }: { children: ReactNode }) {
  return <div className={styles.choice}>{children}</div>;
}

/** What is done with the list below it. */
export function Bar({ children }: { children: ReactNode }) {
  return <div className={styles.bar}>{children}</div>;
}
