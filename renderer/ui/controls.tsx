/** Form controls in their common style. */
import type { ComponentProps } from 'react';
import { classes } from './classes.ts';
import styles from './controls.module.css';

export function Input({ className, ...rest }: ComponentProps<'input'>) {
  return <input {...rest} className={classes(styles.control, className)} />;
}

export function Select({ className, ...rest }: ComponentProps<'select'>) {
  return <select {...rest} className={classes(styles.control, className)} />;
}

export function TextArea({ className, ...rest }: ComponentProps<'textarea'>) {
  return <textarea {...rest} className={classes(styles.control, styles.lines, className)} />;
}

/** An input that looks like text until it is hovered or focused. */
export function InlineInput({ className, ...rest }: ComponentProps<'input'>) {
  return <input {...rest} className={classes(styles.inline, className)} />;
}
