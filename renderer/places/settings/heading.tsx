/** The heading of a section of the settings. */
import styles from './heading.module.css';

/** @param id for the section that it names */
export function Heading({ id, children }: { id: string; children: string }) {
  return (
    <h2 id={id} className={styles.heading}>
      {children}
    </h2>
  );
}
