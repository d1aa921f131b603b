/** Numbered lines of a message on the wire. */
import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import styles from './ledger.module.css';

/** @param cut whether a long line ends with an ellipsis instead of wrapping */
export function Ledger(props: { lines: readonly ReactNode[]; label: string; cut?: boolean }) {
  const { lines, label, cut = false } = props;
  return (
    <ol className={styles.ledger} aria-label={label}>
      {lines.map((line, at) => (
        <li key={at} className={styles.line}>
          <span className={styles.number} aria-hidden="true">
            {at + 1}
          </span>
          <span className={classes(styles.text, cut && styles.cut)} data-testid="line">
            {line}
          </span>
        </li>
      ))}
    </ol>
  );
}

/** `name: value` with the name highlighted. */
export function HeaderLine({ text }: { text: string }) {
  const colon = text.indexOf(': ');
  if (colon < 0) return <>{text}</>;
  return (
    <>
      <span className={styles.name}>{text.slice(0, colon)}:</span>
      {text.slice(colon + 1)}
    </>
  );
}

/** A signed text as lines, for display. */

/** The lines of a text. A line break at the end, which belongs to no line, stays with the last one. */
export function signedLines(text: string): string[] {
  return text
    .split(/(?<=\n)(?!\n*$)/)
    .map((line, at, all) => (at === all.length - 1 ? line : line.slice(0, -1)));
}

/** Makes line breaks and other invisible characters visible; spaces stay. */
export function visibleBreaks(text: string): string {
  return text
    .replaceAll('\t', '⇥')
    .replaceAll('\r', '␍')
    .replaceAll('\n', '↵')
    .replaceAll('\0', '␀')
    .replaceAll('\ufeff', '⌂');
}
