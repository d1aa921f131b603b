/** A message that stands for everything else, in the upper middle. */
import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import { PlaceMain } from './place-main.tsx';
import styles from './whole-message.module.css';

/** @param inPlace whether the frame of the window is around it @param className beside its own */
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
