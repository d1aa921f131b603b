/** A table in the common look. Rows with buttons belong into a `Grid`, which has keys for them. */
import type { ComponentProps } from 'react';
import { classes } from './classes.ts';
import styles from './table.module.css';

interface Props extends ComponentProps<'table'> {
  /** Whether a row that is selected (`aria-selected`) is marked. */
  marksSelected?: boolean;
}

export function Table({ marksSelected = false, className, ...rest }: Props) {
  return <table {...rest} className={classes(styles.table, marksSelected && styles.selectable, className)} />;
}
