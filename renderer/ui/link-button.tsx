/** A button in the dress of a link: it leads to something in the window. */
import type { ComponentProps } from 'react';
import { classes } from './classes.ts';
import styles from './link-button.module.css';

export function LinkButton({ className, ...rest }: ComponentProps<'button'>) {
  return <button {...rest} type="button" className={classes(styles.link, className)} />;
}
