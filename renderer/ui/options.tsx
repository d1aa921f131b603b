/** The options of a select element. */
import type { ReactNode } from 'react';

/** @param option the value and the label of an item */
export function optionsOf<T>(
  items: readonly T[],
  option: (item: T) => readonly [value: string | number, label: string],
): ReactNode[] {
  return items.map((item) => {
    const [value, label] = option(item);
    return (
      <option key={value} value={value}>
        {label}
      </option>
    );
  });
}
