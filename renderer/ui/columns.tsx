/** Panes next to each other with movable borders. At high zoom they are stacked. */
import type { ReactNode, Ref } from 'react';
import { PlaceMain } from './place-main.tsx';
import styles from './columns.module.css';

const SPLITTER = '1px';

/** @param sizes widths of the panes in CSS pixels, with a splitter between neighbours; `rest` takes the remaining width */
export function Columns(props: {
  sizes: readonly (number | 'rest')[];
  ref?: Ref<HTMLElement>;
  children: ReactNode;
}) {
  const { sizes, ref, children } = props;
  const widths = sizes.map((size) => (size === 'rest' ? 'minmax(320px, 1fr)' : `${size}px`));
  return (
    <PlaceMain ref={ref} className={styles.columns} style={{ '--columns': widths.join(` ${SPLITTER} `) }}>
      {children}
    </PlaceMain>
  );
}
