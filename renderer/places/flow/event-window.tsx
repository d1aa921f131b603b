/**
 * A virtual list of rows over a drawing. It follows new rows unless the user has scrolled up. One tab stop; arrow keys move
 * the selection. Screen readers read a tree of sentences.
 */
import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { TopOf } from '../../../shared/flow/drawing.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import layout from '../../ui/layout.module.css';
import styles from './event-window.module.css';
import textStyles from '../../ui/text.module.css';

const t = texts.flow.window;

/** Rows rendered beyond either edge, and the step of the rendered range: most scrolling renders nothing. */
const STEP = 8;
/** Rows of a list that has an overview. */
const LONG = 100;
/** Pixels from the end that count as the end. */
const NEAR = 8;

/** The rendered rows, and the size of the visible part below the head. */
export interface Visible {
  first: number;
  end: number;
  width: number;
  height: number;
  topOf: TopOf;
}

interface Props {
  label: string;
  rows: number;
  /** In pixels, for the width of the drawing; its identity changes with the rows. */
  tops: (width: number) => TopOf;
  /** The smallest width of the drawing. */
  least: number;
  /** Sticky, for the width of the drawing. Its height is in pixels. */
  head: (width: number) => { height: number; content: ReactNode };
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
  /** How a row is marked in the overview beside a long list; without it, there is none. */
  toneOf?: (row: number) => OverviewTone;
  /** Draws the visible rows; 0 is the top of the first row. */
  render: (visible: Visible) => ReactNode;
}

type OverviewTone = 'plain' | 'lit' | 'bad';

/** Of rows of equal height. */
export const equalTops =
  (height: number): Props['tops'] =>
  () =>
  (row) =>
    row * height;

/** The row at a height; the last one below all. */
function rowAtHeight(y: number, rows: number, topOf: TopOf): number {
  let [low, high] = [0, Math.max(0, rows - 1)];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (topOf(middle) <= y) low = middle;
    else high = middle - 1;
  }
  return low;
}

function isAtEnd(list: HTMLElement): boolean {
  return list.scrollTop + list.clientHeight >= list.scrollHeight - NEAR;
}

export function EventWindow(props: Props) {
  const { label, rows, tops, least, sentence, keyOf, selected, onSelect, render } = props;
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState({ width: 0, height: 0 });
  /** The first visible row, rounded down, so that it seldom changes. */
  const [start, setStart] = useState(0);
  const [follows, setFollows] = useState(true);
  const height = useRef(0);
  const width = Math.max(size.width, least);
  const topOf = useMemo(() => tops(width), [tops, width]);
  const { height: headHeight, content: head } = props.head(width);

  const look = useCallback(() => {
    const element = box.current;
    if (!element) return;
    setStart(Math.floor(rowAtHeight(element.scrollTop, rows, topOf) / STEP) * STEP);
    // During a resize, the list keeps following: it scrolls to its end once its size is measured.
    if (element.clientHeight === height.current) setFollows(isAtEnd(element));
  }, [rows, topOf]);

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
  }, [rows, size, topOf, follows, toEnd]);

  // Scrolls the selected row into view, again after rows or the window have changed their height.
  const shown = useRef({ row: -1, top: 0, height: 0 });
  useEffect(() => {
    const element = box.current;
    const { row, top: before, height: beforeHeight } = shown.current;
    const top = topOf(selected);
    const bottom = topOf(selected + 1);
    if (!element || (selected === row && top === before && size.height === beforeHeight)) return;
    shown.current = { row: selected, top, height: size.height };
    if (selected === -1) return;
    const room = element.clientHeight - headHeight;
    const { scrollTop } = element;
    if (top < scrollTop) element.scrollTop = top;
    else if (bottom > scrollTop + room) element.scrollTop = bottom - room;
    look();
    // Also during a resize, which would otherwise scroll to the end.
    if (element.scrollTop !== scrollTop) setFollows(isAtEnd(element));
  }, [selected, topOf, headHeight, size.height, look]);

  const choose = (row: number) => {
    const next = Math.max(0, Math.min(rows - 1, row));
    // The list stays where it is.
    if (next < rows - 1) setFollows(false);
    onSelect(next);
  };
  const key = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const from = selected === -1 ? rows : selected;
    const room = size.height - headHeight;
    const page = (by: number) => rowAtHeight(topOf(from) + by * room, rows, topOf);
    const to = {
      ArrowUp: from - 1,
      ArrowDown: selected === -1 ? 0 : from + 1,
      PageUp: Math.min(from - 1, page(-1) + 1),
      PageDown: Math.max(from + 1, page(1) - 1),
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
  const end = Math.min(rows, rowAtHeight(topOf(start) + size.height, rows, topOf) + 2 * STEP);
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
        <div className={styles.rows} style={{ height: topOf(rows), width }} role="presentation">
          {render({ first, end, width, height: size.height - headHeight, topOf })}
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
              style={{ top: topOf(row), height: topOf(row + 1) - topOf(row) }}
              onMouseDown={() => choose(row)}
              onDoubleClick={() => props.onDoubleClick?.(row)}
            >
              <span className={textStyles.spoken}>{sentence(row)}</span>
            </div>
          ))}
        </div>
      </div>
      {props.toneOf !== undefined && rows > LONG && (
        <Overview
          rows={rows}
          height={size.height}
          first={start}
          last={rowAtHeight(topOf(start) + size.height - headHeight, rows, topOf)}
          toneOf={props.toneOf}
          onGo={choose}
        />
      )}
      {!follows && rows > 0 && (
        <Button size="small" className={styles.latest} onClick={toEnd}>
          {t.latest}
        </Button>
      )}
    </div>
  );
}

interface OverviewProps {
  rows: number;
  height: number;
  /** The visible rows. */
  first: number;
  last: number;
  toneOf: (row: number) => OverviewTone;
  onGo: (row: number) => void;
}

/** A strip with a mark for each row; pressing it goes there. The keys of the list reach the same rows. */
function Overview({ rows, height, first, last, toneOf, onGo }: OverviewProps) {
  const yOf = (row: number) => Math.round((row / rows) * height);
  const marks = useMemo(() => {
    // Many rows share a pixel.
    const pixels = { plain: new Set<number>(), lit: new Set<number>(), bad: new Set<number>() };
    for (let row = 0; row < rows; row++) pixels[toneOf(row)].add(Math.round((row / rows) * height));
    return Object.entries(pixels).map(([tone, ys]) => ({
      tone,
      d: [...ys].map((y) => `M0 ${y}h12`).join(''),
    }));
  }, [rows, height, toneOf]);
  const go = ({ buttons, nativeEvent }: MouseEvent) => {
    if (buttons === 1) onGo(Math.floor((nativeEvent.offsetY / height) * rows));
  };
  return (
    <svg className={styles.overview} aria-hidden="true" onMouseDown={go} onMouseMove={go}>
      <rect y={yOf(first)} width="100%" height={Math.max(8, yOf(last) - yOf(first))} />
      {marks.map(({ tone, d }) => (
        <path key={tone} data-tone={tone} d={d} />
      ))}
    </svg>
  );
}
