/** The lower part of the request pane: what is signed, or the request as code. */
import type { ReactNode } from 'react';
import styles from './lower-pane.module.css';

export function LowerPane({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section className={styles.lower} aria-label={label}>
      {children}
    </section>
  );
}
