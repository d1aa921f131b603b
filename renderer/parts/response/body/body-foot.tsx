/** The column of a line with the button that folds it. */
import type { ReactNode } from 'react';
import styles from './body-foot.module.css';

/** @param depth levels to indent, if the column's position differs between lines */
export function FoldMark({ depth, children }: { depth?: number; children: ReactNode }) {
  return (
    <span className={styles.fold} style={depth === undefined ? undefined : { marginLeft: `${depth * 2}ch` }}>
      {children}
    </span>
  );
}

/** The line below a view of the body: what is selected or found, and a button to copy it. */
export function Foot({ children }: { children: ReactNode }) {
  return <div className={styles.foot}>{children}</div>;
}
