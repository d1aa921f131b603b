/** Text as it is on the wire: numbered lines, headers, JSON. */
import { ownValue } from '../../shared/own-value.ts';
import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import styles from './wire-text.module.css';

/** Numbered lines. @param cut whether a long line ends with an ellipsis instead of wrapping */
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

export function JsonKey({ children }: { children: ReactNode }) {
  return <span className={styles.key}>{children}</span>;
}

/** A line of pretty-printed JSON with its key highlighted. Other text is unchanged. */
export function JsonText({ text }: { text: string }) {
  const match = /^(\s*)("(?:[^"\\]|\\.)*")(:.*)$/s.exec(text);
  if (!match) return <>{text}</>;
  return (
    <>
      {match[1]}
      <JsonKey>{match[2]}</JsonKey>
      {match[3]}
    </>
  );
}

/** Each line as {@link JsonText}. */
export function jsonLines(lines: readonly string[]): ReactNode[] {
  return lines.map((line, at) => <JsonText key={at} text={line} />);
}

/** The lines of a signed text. A line break at its end belongs to no line, and stays with the last one. */
export function signedLines(text: string): string[] {
  return text
    .split(/(?<=\n)(?!\n*$)/)
    .map((line, at, all) => (at === all.length - 1 ? line : line.slice(0, -1)));
}

/** Characters that cannot be seen, by their names. */
const NAMES: Readonly<Record<string, string>> = {
  ' ': 'blank',
  '\t': 'TAB',
  '\r': 'CR',
  '\n': 'LF',
  '\0': 'NUL',
  '\u00a0': 'NBSP',
  '\u200b': 'ZWSP',
  '\ufeff': 'BOM',
};

/** Text with its invisible characters as boxes. @param props.isMarked whether blanks, too, if there is nothing else */
export function Seen({ text, isMarked = false }: { text: string; isMarked?: boolean }) {
  const isBlank = isMarked && text.trim() === '';
  return text.split(/([\p{Cc}\p{Cf}\u00a0 ])/u).map((part, at) =>
    at % 2 === 0 || (part === ' ' && !isBlank) ? (
      part
    ) : (
      <span key={at} className={styles.unseen}>
        {ownValue(NAMES, part) ?? `U+${part.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}`}
      </span>
    ),
  );
}

/** Makes line breaks and other invisible characters visible, except spaces. */
export function visibleBreaks(text: string): string {
  return text
    .replaceAll('\t', '⇥')
    .replaceAll('\r', '␍')
    .replaceAll('\n', '↵')
    .replaceAll('\0', '␀')
    .replaceAll('\ufeff', '⌂');
}
