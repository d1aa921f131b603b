/** Panes next to each other with movable borders. At high zoom they are stacked. */
import type { ReactNode, Ref } from 'react';
import { PlaceMain } from './place-main.tsx';
import styles from './columns.module.css';

const SPLITTER = '1px';
/** The smallest width of a pane of work, and of one beside it. */
const LEAST = 320;
const LEAST_TREE = 140;

/**
 * @param sizes widths of the panes in CSS pixels, with a splitter between neighbours; `rest` takes the remaining width
 * @param children the panes and splitters; with {@link Across} after the first splitter, it is above all panes but the first
 */
export function Columns(props: {
  sizes: readonly (number | 'rest')[];
  ref?: Ref<HTMLElement>;
  children: ReactNode;
}) {
  const { sizes, ref, children } = props;
  // The size that was set is the largest: in a narrow window, panes give way down to their smallest size.
  const widths = sizes.map((size) =>
    size === 'rest'
      ? `minmax(${LEAST}px, 1fr)`
      : `minmax(${Math.min(size, size < LEAST ? LEAST_TREE : LEAST)}px, ${size}px)`,
  );
  return (
    <PlaceMain ref={ref} className={styles.columns} style={{ '--columns': widths.join(` ${SPLITTER} `) }}>
      {children}
    </PlaceMain>
  );
}

/** A bar above all panes but the first. F6 stops at it as at a pane. */
export function Across({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav className={styles.across} aria-label={label}>
      {children}
    </nav>
  );
}
