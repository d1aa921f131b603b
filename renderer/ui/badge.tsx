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

/** A keyboard key, in the colour of the surrounding text. */
export function Kbd({ children }: { children: string }) {
  return <kbd className={styles.kbd}>{children}</kbd>;
}

/** An HTTP method. */
export function MethodName({ className, children }: { className?: string | undefined; children: ReactNode }) {
  return <span className={classes(styles.method, className)}>{children}</span>;
}

/** A count next to a title. */
export function Count({ className, children }: { className?: string | undefined; children: ReactNode }) {
  return <span className={classes(styles.count, className)}>{children}</span>;
}
