/** Names and values: `dt` and `dd`. */
import type { ComponentProps } from 'react';
import { classes } from './classes.ts';
import styles from './facts.module.css';

export function Facts({ className, ...rest }: ComponentProps<'dl'>) {
  return <dl {...rest} className={classes(styles.facts, className)} />;
}
