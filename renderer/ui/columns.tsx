/** The main part of the window, and panes next to each other with movable borders. At high zoom they are stacked. */
import {
  type ComponentProps,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  type Ref,
  useState,
  useSyncExternalStore,
} from 'react';
import { classes } from './classes.ts';
import styles from './columns.module.css';

interface Props extends ComponentProps<'main'> {
  /** Whether it scrolls as a whole rather than in its panes. */
  scrolls?: boolean;
}

/** The part of the window to the right of the rail. */
export function PlaceMain({ scrolls = false, className, ...rest }: Props) {
  return <main {...rest} className={classes(styles.place, scrolls && styles.scrolls, className)} />;
}

/** The smallest width of a main pane, and of one beside it. */
const LEAST = 320;
const LEAST_TREE = 140;

/**
 * @param sizes widths of the panes in CSS pixels, with a splitter between neighbours; `rest` takes the remaining width
 * @param children the panes and splitters; with {@link Above} after the first splitter, it is above the second pane
 */
export function Columns(props: {
  sizes: readonly (number | 'rest')[];
  ref?: Ref<HTMLElement>;
  children: ReactNode;
}) {
  const { sizes, ref, children } = props;
  // The size that was set is the largest: in a narrow window, panes shrink to their smallest size.
  const widths = sizes.map((size) =>
    size === 'rest'
      ? `minmax(${LEAST}px, 1fr)`
      : `minmax(${Math.min(size, size < LEAST ? LEAST_TREE : LEAST)}px, ${size}px)`,
  );
  return (
    <PlaceMain ref={ref} className={styles.columns} style={{ '--columns': widths.join(' 1px ') }}>
      {children}
    </PlaceMain>
  );
}

/** A bar above the second pane. F6 stops at it as at a pane. */
export function Above({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav className={styles.above} aria-label={label}>
      {children}
    </nav>
  );
}

interface Split {
  size: number;
  setSize: (size: number) => void;
  reset: () => void;
}

/**
 * Size of a pane in CSS pixels. What a person has set is stored in the page's storage as a share of the window, which it keeps when
 * the window is zoomed: then it has fewer or more of those pixels.
 * @param first the size until then
 */
export function useSplit(name: string, first: number, least: number, most: number): Split {
  const key = `share/${name}`;
  const { width } = useWindowSize();
  const [share, setShare] = useState(() => Number(localStorage.getItem(key)));
  const size = share > 0 && share < 1 ? Math.max(least, Math.round(share * width)) : first;
  const setSize = (wanted: number) => {
    const next = Math.min(most, Math.max(least, wanted)) / width;
    localStorage.setItem(key, String(next));
    setShare(next);
  };
  const reset = () => {
    localStorage.removeItem(key);
    setShare(0);
  };
  return { size, setSize, reset };
}

/** The size of the window in CSS pixels, for the first sizes of panes. */
export function useWindowSize(): { width: number; height: number } {
  const width = useSyncExternalStore(onResize, () => window.innerWidth);
  const height = useSyncExternalStore(onResize, () => window.innerHeight);
  return { width, height };
}

function onResize(changed: () => void): () => void {
  window.addEventListener('resize', changed);
  return () => window.removeEventListener('resize', changed);
}

/**
 * The border between two panes: dragged, moved with arrow keys, reset with a double click (the ARIA pattern for a window splitter).
 * @param side the side of the splitter on which the sized pane is
 */
export function Splitter(props: { label: string; split: Split; side: 'left' | 'right' | 'below' }) {
  const { label, split, side } = props;
  const sign = side === 'left' ? 1 : -1;
  const isAcross = side === 'below';
  const drag = (event: PointerEvent<HTMLDivElement>) => {
    const element = event.currentTarget;
    const placeOf = (one: globalThis.PointerEvent) => (isAcross ? one.clientY : one.clientX);
    const start = { place: placeOf(event.nativeEvent), size: split.size };
    element.setPointerCapture(event.pointerId);
    const move = (moved: globalThis.PointerEvent) =>
      split.setSize(start.size + sign * (placeOf(moved) - start.place));
    element.addEventListener('pointermove', move);
    const stop = () => element.removeEventListener('pointermove', move);
    element.addEventListener('lostpointercapture', stop, { once: true });
  };
  const key = (event: KeyboardEvent<HTMLDivElement>) => {
    const keys = isAcross ? { ArrowUp: -16, ArrowDown: 16 } : { ArrowLeft: -16, ArrowRight: 16 };
    const step = new Map(Object.entries(keys)).get(event.key);
    if (step === undefined) return;
    event.preventDefault();
    split.setSize(split.size + sign * step);
  };
  return (
    <div
      className={classes(styles.splitter, isAcross && styles.flat)}
      role="separator"
      aria-orientation={isAcross ? 'horizontal' : 'vertical'}
      aria-label={label}
      aria-valuenow={split.size}
      tabIndex={0}
      onPointerDown={drag}
      onKeyDown={key}
      onDoubleClick={split.reset}
    />
  );
}
