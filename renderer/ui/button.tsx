/** A framed button that performs an action. */
import type { ComponentProps } from 'react';
import { classes } from './classes.ts';
import styles from './button.module.css';

const LOOK = { normal: undefined, go: styles.go, harm: styles.harm, plain: styles.plain };
const SIZE = { normal: undefined, small: styles.small, large: styles.large };

export interface ButtonProps extends ComponentProps<'button'> {
  /** `go` for the main action, `harm` for what cannot be undone, `plain` for a button without a frame. */
  look?: keyof typeof LOOK;
  size?: keyof typeof SIZE;
}

export function Button({
  look = 'normal',
  size = 'normal',
  type = 'button',
  className,
  ...rest
}: ButtonProps) {
  return (
    <button {...rest} type={type} className={classes(styles.button, LOOK[look], SIZE[size], className)} />
  );
}
