/**
 * A list of rows of equal height over a drawing: only what is visible is in the document. It stays at its end as rows are added,
 * unless the user has scrolled up. One tab stop; arrow keys move the selection. To a screen reader it is a tree of sentences, whose groups fold.
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

/** Rows beyond either edge, and by how many the visible part moves at a time: most scrolling renders nothing. */
const STEP = 8;
/** Pixels from the end that count as being there. */
const NEAR = 8;

/** The rows that are in the document, and the size of the part that is seen. */
export interface Visible {
  first: number;
  end: number;
  width: number;
  height: number;
}

interface Props {
  label: string;
  rows: number;
  /** CSS pixels. */
  rowHeight: number;
  /** The narrowest drawing. */
  least: number;
  /** Above the rows; it stays while they scroll. */
  head: ReactNode;
  headHeight: number;
  /** What a row says. */
  sentence: (row: number) => string;
  /** Identifies a row as others are added before it. */
  keyOf: (row: number) => string | number;
  /** Whether a row is a group that is open, or one that is folded; undefined for other rows. */
  isOpen?: (row: number) => boolean | undefined;
  /** -1 for none. */
  selected: number;
  onSelect: (row: number) => void;
  /** Other keys than those that move the selection. */
  onKey?: (event: KeyboardEvent, row: number) => void;
  onDoubleClick?: (row: number) => void;
  /** Draws the visible rows, from the top of the first row of all. */
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
  /** The first row that is seen, rounded down, so that it seldom changes. */
  const [start, setStart] = useState(0);
  const [follows, setFollows] = useState(true);
  /** As it was last measured. */
  const height = useRef(0);

  const look = useCallback(() => {
    const element = box.current;
    if (!element) return;
    setStart(Math.floor(element.scrollTop / rowHeight / STEP) * STEP);
    // In a window that is just being resized, the list follows as before: it is moved to its end once its size is measured.
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
    // Only what is added, or a new size, moves the list to its end.
  }, [rows, size, rowHeight, follows, toEnd]);

  // The selected row is moved into view, wherever it was selected, and again where rows or the window have another height.
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
    // Also while the window is being resized: otherwise the list would go to its end once its size is measured.
    if (element.scrollTop !== scrollTop) setFollows(isAtEnd(element));
  }, [selected, rowHeight, headHeight, size.height, look]);

  const choose = (row: number) => {
    const next = Math.max(0, Math.min(rows - 1, row));
    // What is being looked at stays where it is.
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
