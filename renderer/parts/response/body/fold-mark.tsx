/** The column of a line in which it can be folded. */
import type { ReactNode } from 'react';
import styles from './fold-mark.module.css';

/** @param depth how many levels it is moved to the right, where the column is not the same for all lines */
export function FoldMark({ depth, children }: { depth?: number; children: ReactNode }) {
  return (
    <span className={styles.fold} style={depth === undefined ? undefined : { marginLeft: `${depth * 2}ch` }}>
      {children}
    </span>
  );
}
