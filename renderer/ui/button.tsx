/** A button with a frame: what a person presses to make something happen. */
import type { ComponentProps } from 'react';
import { classes } from './classes.ts';
import styles from './button.module.css';

const LOOK = { normal: undefined, go: styles.go, harm: styles.harm, plain: styles.plain };
const SIZE = { normal: undefined, small: styles.small, large: styles.large };

export interface ButtonProps extends ComponentProps<'button'> {
  /** `go` for the one that leads on, `harm` for what cannot be undone, `plain` for one without a frame. */
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
