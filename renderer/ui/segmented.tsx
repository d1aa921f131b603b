/** A choice between a few options: a radio group that looks like one segmented button. */
import { useId } from 'react';
import { classes } from './classes.ts';
import styles from './segmented.module.css';
import textStyles from './text.module.css';

export function Segmented<T extends string>(props: {
  label: string;
  value: T;
  options: readonly { value: T; label: string }[];
  /** Without a frame around it. */
  frameless?: boolean;
  onChange: (value: T) => void;
}) {
  const { label, value, options, frameless = false, onChange } = props;
  const name = useId();
  return (
    <fieldset className={classes(styles.segmented, frameless && styles.frameless)} aria-label={label}>
      {options.map((option) => (
        <label key={option.value}>
          <input
            type="radio"
            className={textStyles.spoken}
            name={name}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  );
}
