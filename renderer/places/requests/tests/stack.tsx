/** Fields below each other, each label beside its field. */
import type { ReactNode } from 'react';
import { classes } from '../../../ui/classes.ts';
import layout from '../../../ui/layout.module.css';
import styles from './stack.module.css';

export function Stack({ children }: { children: ReactNode }) {
  return <div className={classes(layout.pad, styles.stack)}>{children}</div>;
}
