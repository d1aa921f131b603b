/** A keyboard key, in the colour of the surrounding text. */
import styles from './kbd.module.css';

export function Kbd({ children }: { children: string }) {
  return <kbd className={styles.kbd}>{children}</kbd>;
}
