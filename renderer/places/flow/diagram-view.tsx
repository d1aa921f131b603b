/** The sequence diagram. */
import { type KeyboardEvent, memo, useState } from 'react';
import type { Diagram, Row } from '../../../shared/flow/diagram.ts';
import type { FlowEvent } from '../../../shared/flow/event.ts';
import {
  drawActivation,
  drawBracket,
  drawLifelines,
  drawRow,
  type Lanes,
  lanesAt,
  LEAST_WIDTH,
  ROW_HEIGHT,
} from '../../../shared/flow/drawing.ts';
import { LANES } from '../../../shared/flow/marks.ts';
import { sentenceOf } from '../../../shared/flow/sentence.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { keyOf, rowAt, useFlow, useLaneNames } from '../../state/flow.ts';
import { EventWindow, type Visible } from './event-window.tsx';
import { foldKey } from './folding.ts';
import { Shapes } from './shapes.tsx';
import styles from './diagram-view.module.css';

const t = texts.flow;

/** Height of the names above the lanes, in CSS pixels at 100 %. */
const HEAD = 44;

interface Props {
  /** Who stands at the lanes; empty for nobody in particular. */
  names: Record<(typeof LANES)[number], string>;
  zoom: number;
  /** Enter and a double click on an event. */
  onOpen?: ((event: FlowEvent) => void) | undefined;
}

export function DiagramView({ names, zoom, onOpen }: Props) {
  const { diagram, selected, select } = useFlow();
  const at = rowAt(diagram, selected);
  const choose = (row: number) => {
    const chosen = diagram.rows[row];
    if (chosen) select(keyOf(chosen));
  };
  const open = (row: number) => {
    const opened = diagram.rows[row];
    if (opened?.kind === 'event') onOpen?.(opened.event);
  };
  const key = (event: KeyboardEvent, row: number) => {
    if (event.key === 'Enter') open(row);
    else foldKey(event, diagram, row);
  };
  return (
    <EventWindow
      label={t.views.diagram}
      rows={diagram.rows.length}
      rowHeight={ROW_HEIGHT * zoom}
      least={LEAST_WIDTH * zoom}
      headHeight={HEAD * zoom}
      head={<LaneHeads names={names} zoom={zoom} />}
      sentence={(row) => sentenceAt(diagram, row)}
      keyOf={(row) => keyAt(diagram, row)}
      isOpen={(row) => isOpen(diagram, row)}
      selected={at}
      onSelect={choose}
      onKey={key}
      onDoubleClick={open}
      render={(visible) => <Drawing diagram={diagram} visible={visible} selected={at} zoom={zoom} />}
    />
  );
}

/** Sentences by row: while a list scrolls, each is asked for many times. */
const SENTENCES = new WeakMap<Row, string>();

export function sentenceAt({ rows }: Diagram, row: number): string {
  const one = rows[row];
  if (one === undefined) return '';
  const known = SENTENCES.get(one);
  if (known !== undefined) return known;
  const sentence = one.kind === 'event' ? sentenceOf(one.event) : one.text;
  SENTENCES.set(one, sentence);
  return sentence;
}

/** Names a row in the document. */
export function keyAt({ rows }: Diagram, row: number): string | number {
  const one = rows[row];
  return one === undefined ? row : keyOf(one);
}

/** Whether a group is open; undefined for an event. */
export function isOpen({ rows }: Diagram, row: number): boolean | undefined {
  const one = rows[row];
  return one?.kind === 'group' ? !one.isFolded : undefined;
}

function LaneHeads({ names, zoom }: Pick<Props, 'names' | 'zoom'>) {
  return (
    <div className={styles.lanes} style={{ fontSize: 13 * zoom }}>
      <small className={styles.times} style={{ left: 12 * zoom }}>
        {t.lanes.times}
      </small>
      {LANES.map((lane) => (
        <span key={lane} style={{ left: laneAt(lane, zoom) }}>
          {t.lanes[lane]}
          <small title={names[lane]}>{names[lane]}</small>
        </span>
      ))}
    </div>
  );
}

/** Where a lane is in a width that only the style sheet knows. */
function laneAt(lane: (typeof LANES)[number], zoom: number): string {
  const { tpp, bank, width } = lanesAt(LEAST_WIDTH);
  const [before, after] = [tpp * zoom, (width - bank) * zoom];
  if (lane === 'tpp') return `${before}px`;
  return lane === 'bank' ? `calc(100% - ${after}px)` : `calc((100% + ${before - after}px) / 2)`;
}

function Drawing(props: { diagram: Diagram; visible: Visible; selected: number; zoom: number }) {
  const { diagram, visible, selected, zoom } = props;
  const { first, end, width, height } = visible;
  const lanes = lanesAt(width / zoom);
  const inView = ({ first: from, last: to }: { first: number; last: number }) => to >= first && from < end;
  // A picture of what is seen, not of thousands of rows.
  const top = first * ROW_HEIGHT;
  // After events have gone, `first` is beyond the end until the view has scrolled.
  const bottom = Math.max(top, end * ROW_HEIGHT, first === 0 ? height / zoom - HEAD : 0);
  return (
    <svg
      className={styles.drawing}
      width={width}
      height={(bottom - top) * zoom}
      style={{ top: top * zoom }}
      aria-hidden="true"
    >
      <g transform={`scale(${zoom}) translate(0 ${-top})`}>
        <Shapes shapes={drawLifelines(lanes, top, bottom)} />
        <Shapes shapes={diagram.activations.filter(inView).flatMap((span) => drawActivation(span, lanes))} />
        <Shapes shapes={diagram.brackets.filter(inView).flatMap((span) => drawBracket(span, lanes))} />
        {diagram.rows.slice(first, end).map((row, at) => (
          <RowDrawing
            key={keyOf(row)}
            row={row}
            y={(first + at) * ROW_HEIGHT}
            width={lanes.width}
            selected={first + at === selected}
          />
        ))}
      </g>
    </svg>
  );
}

interface RowProps {
  row: Row;
  y: number;
  width: number;
  selected: boolean;
}

/** Milliseconds since an event within which its row is drawn in. */
const FRESH = 400;

const RowDrawing = memo(({ row, y, width, selected }: RowProps) => {
  const [fresh] = useState(() => row.kind === 'event' && Date.now() - row.event.at < FRESH);
  const lanes: Lanes = lanesAt(width);
  return (
    <g className={fresh ? styles.fresh : undefined} transform={`translate(0 ${y})`}>
      <Shapes shapes={drawRow(row, lanes, selected)} />
    </g>
  );
});

interface FlowDiagramProps {
  /** 1 is the size in which the rest of the window is drawn. */
  zoom: number;
  /** Enter and a double click on an event. */
  onOpen?: (event: FlowEvent) => void;
}

/** The sequence diagram with who stands at its lanes, in the Flow view and beside the step of a presentation. */
export function FlowDiagram({ zoom, onOpen }: FlowDiagramProps) {
  const names = useLaneNames(useFlow((store) => store.diagram));
  return <DiagramView names={names} zoom={zoom} onOpen={onOpen} />;
}
