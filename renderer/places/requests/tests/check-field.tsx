/** A box to check, with its label on the same line. */
import type { ReactNode } from 'react';
import styles from './check-field.module.css';

export function CheckField(props: {
  checked: boolean;
  onChange: (checked: boolean) => void;
  children: ReactNode;
}) {
  const { checked, onChange, children } = props;
  return (
    <label className={styles.check}>
      <input type="checkbox" checked={checked} onChange={({ target }) => onChange(target.checked)} />{' '}
      {children}
    </label>
  );
}
