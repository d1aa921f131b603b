/** The sequence diagram. */
import { memo, useState } from 'react';
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
  glyphPath,
  type Shape,
} from '../../../shared/flow/drawing.ts';
import { LANES } from '../../../shared/flow/marks.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { keyOf, useFlow, useLaneNames } from '../../state/flow.ts';
import { EventWindow, type Visible } from './event-window.tsx';
import { useDiagramRows } from './diagram-rows.ts';
import styles from './diagram-view.module.css';

const t = texts.flow;

/** Height of the names above the lanes, in CSS pixels at 100 %. */
const HEAD = 44;

interface Props {
  /** 1 is the normal size. */
  zoom: number;
  /** Called for Enter and a double click. */
  onOpen?: (event: FlowEvent) => void;
}

/** The diagram in the Flow view, and beside the step of a presentation. */
export function FlowDiagram({ zoom, onOpen }: Props) {
  const diagram = useFlow((store) => store.diagram);
  const names = useLaneNames(diagram);
  const rows = useDiagramRows();
  const open = (at: number) => {
    const row = diagram.rows[at];
    if (row?.kind === 'event') onOpen?.(row.event);
  };
  return (
    <EventWindow
      {...rows}
      label={t.views.diagram}
      rowHeight={ROW_HEIGHT * zoom}
      least={LEAST_WIDTH * zoom}
      headHeight={HEAD * zoom}
      head={<LaneHeads names={names} zoom={zoom} />}
      onKey={(event, row) => (event.key === 'Enter' ? open(row) : rows.onKey(event, row))}
      onDoubleClick={open}
      render={(visible) => (
        <Drawing diagram={diagram} visible={visible} selected={rows.selected} zoom={zoom} />
      )}
    />
  );
}

function LaneHeads({ names, zoom }: { names: ReturnType<typeof useLaneNames>; zoom: number }) {
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

/** The position of a lane as CSS, because the width is not known here. */
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
  // Draws only the visible rows.
  const top = first * ROW_HEIGHT;
  // After events were dropped, `first` is beyond the end until the view has scrolled.
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

/** Milliseconds within which the row of an event fades in. */
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

/** The shapes of the diagram as SVG elements in the colours of the theme. */
const FONT = { mono: 'var(--mono)', sans: 'var(--sans)' };

function Shapes({ shapes }: { shapes: readonly Shape[] }) {
  return shapes.map((shape, at) => <Drawn key={at} shape={shape} />);
}

function Drawn({ shape }: { shape: Shape }) {
  switch (shape.is) {
    case 'line':
      return (
        <line
          x1={shape.x1}
          y1={shape.y1}
          x2={shape.x2}
          y2={shape.y2}
          stroke={`var(--${shape.ink})`}
          strokeWidth={shape.width}
          strokeDasharray={shape.dash ? '5 3' : undefined}
        />
      );
    case 'rect':
      return (
        <rect
          x={shape.x}
          y={shape.y}
          width={shape.width}
          height={shape.height}
          rx={shape.radius}
          fill={`var(--${shape.fill})`}
          stroke={shape.ink === null ? undefined : `var(--${shape.ink})`}
        />
      );
    case 'text':
      return (
        <text
          x={shape.x}
          y={shape.y}
          fontFamily={FONT[shape.font]}
          fontSize={shape.size}
          fontWeight={shape.bold ? 600 : undefined}
          textAnchor={shape.anchor}
          fill={`var(--${shape.ink})`}
          transform={shape.down === true ? `rotate(90 ${shape.x} ${shape.y})` : undefined}
        >
          {shape.text}
        </text>
      );
    case 'glyph': {
      const { d, scale } = glyphPath(shape.name, shape.size);
      return (
        <path
          d={d}
          transform={`translate(${shape.x} ${shape.y}) scale(${scale})`}
          fill="none"
          stroke={`var(--${shape.ink})`}
          strokeWidth={1.5}
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      );
    }
    case 'tip':
      return (
        <path d={`M${shape.x} ${shape.y}l${shape.right ? -8 : 8} -4.5v9z`} fill={`var(--${shape.ink})`} />
      );
  }
}
