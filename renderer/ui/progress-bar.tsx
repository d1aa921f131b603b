/** The progress of a long job. */
import type { ComponentProps } from 'react';
import styles from './progress-bar.module.css';

/** @param props without `value` and `max` if the duration is unknown */
export function ProgressBar(props: Pick<ComponentProps<'progress'>, 'value' | 'max' | 'aria-label'>) {
  return <progress {...props} className={styles.progress} />;
}
