/** An HTTP method. */
import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import styles from './method.module.css';

export function MethodName({ className, children }: { className?: string | undefined; children: ReactNode }) {
  return <span className={classes(styles.method, className)}>{children}</span>;
}
