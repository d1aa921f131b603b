/** A button that looks like a link, because it leads to another part of the window. */
import type { ComponentProps } from 'react';
import { classes } from './classes.ts';
import styles from './link-button.module.css';

export function LinkButton({ className, ...rest }: ComponentProps<'button'>) {
  return <button {...rest} type="button" className={classes(styles.link, className)} />;
}
