/** A count next to a title. */
import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import styles from './count.module.css';

export function Count({ className, children }: { className?: string | undefined; children: ReactNode }) {
  return <span className={classes(styles.count, className)}>{children}</span>;
}
