/** Parts of the views of a body: the column that folds a line, and the line below the view. */
import type { ReactNode } from 'react';
import styles from './body-foot.module.css';

/** The column of a line with the button that folds it. @param depth levels of indentation, if it differs between lines */
export function FoldMark({ depth, children }: { depth?: number; children: ReactNode }) {
  return (
    <span className={styles.fold} style={depth === undefined ? undefined : { marginLeft: `${depth * 2}ch` }}>
      {children}
    </span>
  );
}

/** What is selected or found, and a button to copy it. */
export function Foot({ children }: { children: ReactNode }) {
  return <div className={styles.foot}>{children}</div>;
}
