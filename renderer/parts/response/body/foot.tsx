/** The line below a view of the body: what is selected or found, and a button to copy it. */
import type { ReactNode } from 'react';
import styles from './foot.module.css';

export function Foot({ children }: { children: ReactNode }) {
  return <div className={styles.foot}>{children}</div>;
}
