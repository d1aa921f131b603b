/** JSON with its keys set apart. */
import type { ReactNode } from 'react';
import styles from './json-text.module.css';

export function JsonKey({ children }: { children: ReactNode }) {
  return <span className={styles.key}>{children}</span>;
}

/** A line of pretty JSON, its key set apart. */
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

/** Pretty JSON, a line each, keys set apart; other text as it is. */
export function jsonLines(text: string): ReactNode[] {
  let pretty = text;
  try {
    pretty = JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    // Not JSON: the text itself is what was sent.
  }
  return pretty.split('\n').map((line) => <JsonText key={line} text={line} />);
}
