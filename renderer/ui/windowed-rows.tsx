/** A list of up to millions of rows of equal height. Only the visible ones are rendered. */
import {
  type MouseEventHandler,
  type ReactNode,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { classes } from './classes.ts';
import layout from './layout.module.css';
import styles from './windowed-rows.module.css';

/** Height of a line in CSS pixels. */
const LINE = 20;
/** Rows rendered beyond either edge, so that scrolling does not show a gap. */
const BEYOND = 12;
/** CSS pixels. Browsers do not render beyond about 30 million. A longer list scrolls in proportion. */
const TALLEST = 8_000_000;

/** A row to scroll to; a new object each time. */
export interface Target {
  row: number;
}

interface Props {
  rows: number;
  label: string;
  /** Renders one row by its number from 0, as a `li` or a `treeitem` with the class `rowClass`. */
  render: (row: number) => ReactNode;
  /** Called with the range of rows that will be rendered, so that they can be fetched. */
  onWindow?: (first: number, end: number) => void;
  target: Target | null;
  /** Lines of each row; 1 unless given. */
  lines?: number;
  /** Whether rows are cut off at the edge instead of scrolled sideways. */
  cut?: boolean;
  /** Makes the list a tree, with its own keys. `active` is the id of the active row. */
  tree?: {
    active: string | undefined;
    onKey: (event: KeyboardEvent) => void;
    onContextMenu?: MouseEventHandler;
  };
}

/** The class of a row. @param here whether the row is the match or the active row */
export function rowClass(here: boolean): string {
  return classes(styles.row, here && styles.here);
}

export function WindowedRows({ rows, label, render, onWindow, target, cut = false, tree, lines = 1 }: Props) {
  const tall = lines * LINE;
  const box = useRef<HTMLElement>(null);
  const [height, setHeight] = useState(0);
  /** The scroll position in pixels of the whole list. */
  const [top, setTop] = useState(0);
  const whole = rows * tall;
  const drawn = Math.min(whole, TALLEST);
  /** Pixels of the list per pixel of the scroll bar. */
  const ratio = drawn <= height ? 1 : (whole - height) / (drawn - height);

  const goTo = useCallback(
    (wanted: number) => {
      const next = Math.max(0, Math.min(whole - height, wanted));
      setTop(next);
      if (box.current) box.current.scrollTop = next / ratio;
    },
    [whole, height, ratio],
  );

  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const observer = new ResizeObserver(() => setHeight(element.clientHeight));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  const onKey = tree?.onKey;
  useEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const scroll = () => {
      // When scrolling in proportion, a position set by this component is reported back rounded.
      if (ratio === 1) setTop(element.scrollTop);
      else if (Math.abs(element.scrollTop - top / ratio) > 1.5) setTop(element.scrollTop * ratio);
    };
    const wheel = (event: WheelEvent) => {
      // When scrolling in proportion, one notch of the wheel would skip hundreds of rows.
      if (ratio === 1 || event.deltaY === 0 || event.ctrlKey) return;
      event.preventDefault();
      goTo(top + event.deltaY);
    };
    const key = (event: KeyboardEvent) => {
      onKey?.(event);
      if (event.defaultPrevented || event.ctrlKey || event.altKey) return;
      const step = {
        ArrowUp: -tall,
        ArrowDown: tall,
        PageUp: tall - height,
        PageDown: height - tall,
        Home: -whole,
        End: whole,
      }[event.key];
      if (step === undefined) return;
      event.preventDefault();
      goTo(top + step);
    };
    element.addEventListener('scroll', scroll);
    element.addEventListener('wheel', wheel, { passive: false });
    element.addEventListener('keydown', key);
    return () => {
      element.removeEventListener('scroll', scroll);
      element.removeEventListener('wheel', wheel);
      element.removeEventListener('keydown', key);
    };
  }, [ratio, goTo, top, tall, height, whole, onKey]);

  // Each target is scrolled to only once.
  const reached = useRef<Target | null>(null);
  useEffect(() => {
    const element = box.current;
    // Waits for a row that has not been counted yet.
    if (target === null || target === reached.current || target.row >= rows) return;
    if (height === 0 || !element) return;
    reached.current = target;
    const at = target.row * tall;
    if (at < top || at + tall > top + height) element.scrollTop = (at - height / 2 + tall / 2) / ratio;
  }, [target, rows, tall, height, top, ratio]);

  const first = Math.max(0, Math.floor(top / tall) - BEYOND);
  const end = Math.min(rows, Math.ceil((top + height) / tall) + BEYOND);
  useEffect(() => onWindow?.(first, end), [onWindow, first, end]);

  const shown = Array.from({ length: Math.max(0, end - first) }, (_, at) => render(first + at));
  const style = { transform: `translateY(${top / ratio + first * tall - top}px)` };
  return (
    <section
      ref={box}
      className={classes(styles.window, layout.inset)}
      aria-label={label}
      tabIndex={tree ? -1 : 0}
    >
      <div className={styles.whole} style={{ height: drawn }}>
        {tree ? (
          <div
            className={classes(styles.rows, cut && styles.cut, layout.inset)}
            role="tree"
            aria-label={label}
            tabIndex={0}
            aria-activedescendant={tree.active}
            onContextMenu={tree.onContextMenu}
            style={style}
          >
            {shown}
          </div>
        ) : (
          <ol className={classes(styles.rows, cut && styles.cut)} style={style}>
            {shown}
          </ol>
        )}
      </div>
    </section>
  );
}
