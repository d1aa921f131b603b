/** A sentence across a pane, with its tone as a coloured edge. */
import type { HTMLAttributes } from 'react';
import { classes } from './classes.ts';
import type { Tone } from './glyph.tsx';
import styles from './note.module.css';

const TONE: Record<Tone, string | undefined> = {
  plain: undefined,
  ok: styles.ok,
  warn: styles.warn,
  bad: styles.bad,
};

interface Props extends HTMLAttributes<HTMLElement> {
  as?: 'p' | 'div' | 'output';
  tone?: Tone;
}

/** The class of an element that is both a note and something else, such as a form. */
export function noteClass(tone: Tone): string {
  return classes(styles.note, TONE[tone]);
}

export function Note({ as: Element = 'p', tone = 'plain', className, ...rest }: Props) {
  return <Element {...rest} className={classes(noteClass(tone), className)} />;
}
