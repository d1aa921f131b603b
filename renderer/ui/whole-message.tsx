/** A message in the upper middle that replaces all other content. */
import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import { PlaceMain } from './place-main.tsx';
import styles from './controls.module.css';

/** @param inPlace whether it is inside the window's frame @param className added to its own */
export function WholeMessage(props: {
  inPlace?: boolean;
  className?: string | undefined;
  children: ReactNode;
}) {
  const { inPlace = false, className, children } = props;
  const all = classes(styles.message, className);
  return inPlace ? (
    <PlaceMain className={all}>{children}</PlaceMain>
  ) : (
    <main className={all}>{children}</main>
  );
}
