/** One line of the list on the left of a view. */
import type { ComponentProps, ReactNode } from 'react';
import { classes } from './classes.ts';
import { MethodName } from './badge.tsx';
import layout from './layout.module.css';
import styles from './leaf.module.css';

interface Props extends ComponentProps<'button'> {
  current: boolean;
  /** Whether it belongs to the group heading above it. */
  nested?: boolean;
}

export function Leaf({ current, nested = false, className, ...rest }: Props) {
  return (
    <button
      {...rest}
      type="button"
      className={classes(styles.leaf, nested && styles.nested, layout.inset, className)}
      aria-current={current}
    />
  );
}

/** The method of an operation as a column, at most four letters. */
export function LeafMethod({ method }: { method: string }) {
  return <MethodName className={styles.method}>{shortMethod(method)}</MethodName>;
}

/** The name of what the line is, wrapped if it is long. */
export function LeafName({ children }: { children: ReactNode }) {
  return <span className={styles.name}>{children}</span>;
}

export function shortMethod(method: string): string {
  return method.slice(0, 4).replace('DELE', 'DEL');
}
