/** A table in the common style. Tables whose rows have buttons use `Grid`, which adds keyboard navigation. */
import type { ComponentProps } from 'react';
import { classes } from './classes.ts';
import styles from './table.module.css';

interface Props extends ComponentProps<'table'> {
  /** Whether selected rows (`aria-selected`) are highlighted. */
  marksSelected?: boolean;
}

export function Table({ marksSelected = false, className, ...rest }: Props) {
  return <table {...rest} className={classes(styles.table, marksSelected && styles.selectable, className)} />;
}

/** Names and values: `dt` and `dd`. */
export function Facts({ className, ...rest }: ComponentProps<'dl'>) {
  return <dl {...rest} className={classes(styles.facts, className)} />;
}
