/**
 * A virtual list of rows of equal height over a drawing. It follows new rows unless the user has scrolled up. One tab stop; arrow keys move
 * the selection. Screen readers read a tree of sentences.
 */
import {
  type KeyboardEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { texts } from '../../../shared/texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import layout from '../../ui/layout.module.css';
import styles from './event-window.module.css';
import textStyles from '../../ui/text.module.css';

const t = texts.flow.window;

/** Rows rendered beyond either edge, and the step of the rendered range: most scrolling renders nothing. */
const STEP = 8;
/** Pixels from the end that count as the end. */
const NEAR = 8;

/** The rendered rows, and the size of the visible part. */
export interface Visible {
  first: number;
  end: number;
  width: number;
  height: number;
}

interface Props {
  label: string;
  rows: number;
  rowHeight: number;
  /** The smallest width of the drawing. */
  least: number;
  /** Sticky. */
  head: ReactNode;
  headHeight: number;
  sentence: (row: number) => string;
  /** A stable key of a row. */
  keyOf: (row: number) => string | number;
  /** Whether a group is open; undefined for other rows. */
  isOpen?: (row: number) => boolean | undefined;
  /** -1 for none. */
  selected: number;
  onSelect: (row: number) => void;
  /** Called for keys that do not move the selection. */
  onKey?: (event: KeyboardEvent, row: number) => void;
  onDoubleClick?: (row: number) => void;
  /** Draws the visible rows; 0 is the top of the first row. */
  render: (visible: Visible) => ReactNode;
}

function isAtEnd(list: HTMLElement): boolean {
  return list.scrollTop + list.clientHeight >= list.scrollHeight - NEAR;
}

export function EventWindow(props: Props) {
  const { label, rows, rowHeight, least, head, headHeight, sentence, keyOf, selected, onSelect, render } =
    props;
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState({ width: 0, height: 0 });
  /** The first visible row, rounded down, so that it seldom changes. */
  const [start, setStart] = useState(0);
  const [follows, setFollows] = useState(true);
  const height = useRef(0);

  const look = useCallback(() => {
    const element = box.current;
    if (!element) return;
    setStart(Math.floor(element.scrollTop / rowHeight / STEP) * STEP);
    // During a resize, the list keeps following: it scrolls to its end once its size is measured.
    if (element.clientHeight === height.current) setFollows(isAtEnd(element));
  }, [rowHeight]);

  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const measure = () => {
      height.current = element.clientHeight;
      setSize({ width: element.clientWidth, height: element.clientHeight });
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, []);

  const toEnd = useCallback(() => {
    const element = box.current;
    if (element) element.scrollTop = element.scrollHeight;
    look();
  }, [look]);
  useLayoutEffect(() => {
    if (follows) toEnd();
    // Only new rows or a new size scroll to the end.
  }, [rows, size, rowHeight, follows, toEnd]);

  // Scrolls the selected row into view, again after rows or the window have changed their height.
  const shown = useRef({ row: -1, rowHeight, height: 0 });
  useEffect(() => {
    const element = box.current;
    const { row, rowHeight: before, height: beforeHeight } = shown.current;
    if (!element || (selected === row && rowHeight === before && size.height === beforeHeight)) return;
    shown.current = { row: selected, rowHeight, height: size.height };
    if (selected === -1) return;
    const top = selected * rowHeight;
    const room = element.clientHeight - headHeight;
    const { scrollTop } = element;
    if (top < scrollTop) element.scrollTop = top;
    else if (top + rowHeight > scrollTop + room) element.scrollTop = top + rowHeight - room;
    look();
    // Also during a resize, which would otherwise scroll to the end.
    if (element.scrollTop !== scrollTop) setFollows(isAtEnd(element));
  }, [selected, rowHeight, headHeight, size.height, look]);

  const choose = (row: number) => {
    const next = Math.max(0, Math.min(rows - 1, row));
    // The list stays where it is.
    if (next < rows - 1) setFollows(false);
    onSelect(next);
  };
  const key = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const page = Math.max(1, Math.floor((size.height - headHeight) / rowHeight) - 1);
    const from = selected === -1 ? rows : selected;
    const to = {
      ArrowUp: from - 1,
      ArrowDown: selected === -1 ? 0 : from + 1,
      PageUp: from - page,
      PageDown: from + page,
      Home: 0,
      End: rows - 1,
    }[event.key];
    if (to === undefined) {
      if (selected !== -1) props.onKey?.(event, selected);
      return;
    }
    event.preventDefault();
    choose(to);
  };

  const first = Math.max(0, start - STEP);
  const end = Math.min(rows, start + Math.ceil(size.height / rowHeight) + 2 * STEP);
  const width = Math.max(size.width, least);
  const options = Array.from({ length: Math.max(0, end - first) }, (_, at) => first + at);
  return (
    <div className={styles.frame}>
      <div
        ref={box}
        className={classes(styles.window, layout.inset)}
        role="tree"
        aria-label={label}
        tabIndex={0}
        aria-activedescendant={selected >= first && selected < end ? `${id}-${keyOf(selected)}` : undefined}
        onScroll={look}
        onKeyDown={key}
      >
        <div className={styles.head} style={{ height: headHeight, width }} aria-hidden="true">
          {head}
        </div>
        <div className={styles.rows} style={{ height: rows * rowHeight, width }} role="presentation">
          {render({ first, end, width, height: size.height })}
          {options.map((row) => (
            <div
              key={keyOf(row)}
              id={`${id}-${keyOf(row)}`}
              className={styles.row}
              role="treeitem"
              aria-selected={row === selected}
              aria-expanded={props.isOpen?.(row)}
              aria-setsize={rows}
              aria-posinset={row + 1}
              tabIndex={-1}
              style={{ top: row * rowHeight, height: rowHeight }}
              onMouseDown={() => choose(row)}
              onDoubleClick={() => props.onDoubleClick?.(row)}
            >
              <span className={textStyles.spoken}>{sentence(row)}</span>
            </div>
          ))}
        </div>
      </div>
      {!follows && rows > 0 && (
        <Button size="small" className={styles.latest} onClick={toEnd}>
          {t.latest}
        </Button>
      )}
    </div>
  );
}
