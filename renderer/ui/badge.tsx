/** A framed state: glyph and text. */
import { CircleDot } from 'lucide-react';
import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import { Glyph, type Tone } from './glyph.tsx';
import styles from './badge.module.css';

const TONE: Record<Tone, string | undefined> = {
  plain: undefined,
  ok: styles.ok,
  warn: styles.warn,
  bad: styles.bad,
};

export function Badge({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span className={classes(styles.badge, TONE[tone])}>
      {tone === 'plain' ? <CircleDot size={12} aria-hidden="true" /> : <Glyph tone={tone} size={12} />}
      {children}
    </span>
  );
}
