/** JSON with highlighted keys. */
import type { ReactNode } from 'react';
import styles from './controls.module.css';

export function JsonKey({ children }: { children: ReactNode }) {
  return <span className={styles.key}>{children}</span>;
}

/** A line of pretty-printed JSON with its key highlighted. */
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

/** Lines of a text as numbered lines of JSON with highlighted keys. Other text is shown unchanged. */
export function jsonLines(lines: readonly string[]): ReactNode[] {
  return lines.map((line, at) => <JsonText key={at} text={line} />);
}
