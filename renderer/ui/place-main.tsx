/** The main part of the window, to the right of the rail. */
import type { ComponentProps } from 'react';
import { classes } from './classes.ts';
import styles from './place-main.module.css';

interface Props extends ComponentProps<'main'> {
  /** Whether it scrolls as a whole rather than in its panes. */
  scrolls?: boolean;
}

export function PlaceMain({ scrolls = false, className, ...rest }: Props) {
  return <main {...rest} className={classes(styles.place, scrolls && styles.scrolls, className)} />;
}
