/** The heading of a section of Settings. */
import styles from './settings-place.module.css';

/** @param id of the heading, so that its section can refer to it */
export function Heading({ id, children }: { id: string; children: string }) {
  return (
    <h2 id={id} className={styles.heading}>
      {children}
    </h2>
  );
}
