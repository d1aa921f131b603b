/** One item of the list on the left of a view: its name, with facts below. */
import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import layout from './layout.module.css';
import styles from './list-item.module.css';
import textStyles from './text.module.css';

export function ListItem(props: {
  name: string;
  current: boolean;
  onClick: () => void;
  children: ReactNode;
}) {
  const { name, current, onClick, children } = props;
  return (
    <button
      type="button"
      className={classes(styles.item, layout.inset)}
      aria-current={current}
      onClick={onClick}
    >
      <strong className={textStyles.cut}>{name}</strong>
      {children}
    </button>
  );
}
