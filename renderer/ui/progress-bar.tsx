/** How far a long job is. */
import type { ComponentProps } from 'react';
import styles from './progress-bar.module.css';

/** @param props without `value` and `max` while nobody knows how long it takes */
export function ProgressBar(props: Pick<ComponentProps<'progress'>, 'value' | 'max' | 'aria-label'>) {
  return <progress {...props} className={styles.progress} />;
}
