/** Several boxes to check under one heading; their values are codes. */
import styles from './controls.module.css';

interface Props<T extends string> {
  legend: string;
  options: readonly T[];
  chosen: readonly T[];
  /** Receives the chosen options in the order of `options`. */
  onChange: (chosen: T[]) => void;
}

export function Checks<T extends string>({ legend, options, chosen, onChange }: Props<T>) {
  const changed = (option: T, isChosen: boolean) =>
    onChange(options.filter((one) => (one === option ? isChosen : chosen.includes(one))));
  return (
    <fieldset>
      <legend>{legend}</legend>
      <div className={styles.choices}>
        {options.map((option) => (
          <label key={option}>
            <input
              type="checkbox"
              checked={chosen.includes(option)}
              onChange={(event) => changed(option, event.target.checked)}
            />
            <code>{option}</code>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
