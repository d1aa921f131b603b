/** A key of the keyboard, in the colour of the text around it. */
import styles from './kbd.module.css';

export function Kbd({ children }: { children: string }) {
  return <kbd className={styles.kbd}>{children}</kbd>;
}
