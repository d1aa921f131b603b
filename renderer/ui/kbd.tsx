/** A key of the keyboard. */
import { classes } from './classes.ts';
import styles from './kbd.module.css';

export function Kbd({ className, children }: { className?: string | undefined; children: string }) {
  return <kbd className={classes(styles.kbd, className)}>{children}</kbd>;
}
