/** The head of a pane or of a section of one: title, facts, actions. */
import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import styles from './head.module.css';

export function Head(props: { part?: boolean; className?: string | undefined; children: ReactNode }) {
  const { part = false, className, children } = props;
  return <div className={classes(styles.head, part && styles.part, className)}>{children}</div>;
}
