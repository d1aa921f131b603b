/** Items of the list on the left of a view. */
import type { ComponentProps, MouseEventHandler, ReactNode } from 'react';
import { classes } from './classes.ts';
import { MethodName } from './labels.tsx';
import layout from './layout.module.css';
import styles from './list-items.module.css';
import textStyles from './text.module.css';

/** An item with facts below its name. */
export function ListItem(props: {
  name: string;
  current: boolean;
  onClick: () => void;
  onContextMenu?: MouseEventHandler;
  children: ReactNode;
}) {
  const { name, current, children, ...rest } = props;
  return (
    <button {...rest} type="button" className={classes(styles.item, layout.inset)} aria-current={current}>
      <strong className={textStyles.cut}>{name}</strong>
      {children}
    </button>
  );
}

interface Props extends ComponentProps<'button'> {
  current: boolean;
  /** Whether it belongs to the group heading above it. */
  nested?: boolean;
}

/** An item of one line. */
export function Leaf({ current, nested = false, ...rest }: Props) {
  return (
    <button
      {...rest}
      type="button"
      className={classes(styles.leaf, nested && styles.nested, layout.inset)}
      aria-current={current}
    />
  );
}

/** The method of an operation as a column, at most four letters. */
export function LeafMethod({ method }: { method: string }) {
  return <MethodName className={styles.method}>{shortMethod(method)}</MethodName>;
}

/** The name of an item, wrapped if it is long. */
export function LeafName({ children }: { children: ReactNode }) {
  return <span className={styles.name}>{children}</span>;
}

export function shortMethod(method: string): string {
  return method.slice(0, 4).replace('DELE', 'DEL');
}
