/** JSON with highlighted keys. */
import type { ReactNode } from 'react';
import { prettyJson } from '../../shared/xs2a/json-lines.ts';
import styles from './json-text.module.css';

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

/** Lines of pretty-printed JSON with highlighted keys. Other text is returned unchanged. */
export function jsonLines(text: string): ReactNode[] {
  // What is not JSON is shown as it was sent.
  return (prettyJson(text) ?? text).split('\n').map((line) => <JsonText key={line} text={line} />);
}
