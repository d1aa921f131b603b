/** The sequence diagram. */
import { memo, useCallback, useState } from 'react';
import type { Diagram, Labels, Row } from '../../../shared/flow/diagram.ts';
import type { FlowEvent } from '../../../shared/flow/event.ts';
import {
  drawActivation,
  drawBracket,
  drawHead,
  drawLifelines,
  drawRow,
  headHeight,
  lanesAt,
  LEAST_WIDTH,
  glyphPath,
  type Run,
  type Shape,
  topsOf,
} from '../../../shared/flow/drawing.ts';
import { humanLaneNames, LANES } from '../../../shared/flow/marks.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { keyOf, useLaneNames } from '../../state/flow.ts';
import { EventWindow, type Visible } from './event-window.tsx';
import { dialogueOf, useDiagramRows } from './diagram-rows.ts';
import styles from './diagram-view.module.css';

const t = texts.flow;

/** Height of the names above the lanes, in CSS pixels at 100 %. */
const HEAD = 44;

interface Props {
  diagram: Diagram;
  /** 1 is the normal size. */
  zoom: number;
  /** Beside a step: the last row is lit where no other one is selected, and there is no overview. */
  isPresented?: boolean;
  /** Called for Enter and a double click. */
  onOpen?: (event: FlowEvent) => void;
}

/** The diagram in the Flow view, and beside the step of a presentation. */
export function FlowDiagram({ diagram, zoom, isPresented = false, onOpen }: Props) {
  const names = useLaneNames(diagram);
  const rows = useDiagramRows(diagram);
  const lit = rows.selected === -1 && isPresented ? diagram.rows.length - 1 : rows.selected;
  const labels = diagram.options.labels ?? 'wire';
  const isHuman = labels === 'human';
  const tops = useCallback(
    (width: number) => {
      const topOf = topsOf(diagram.rows, lanesAt(width / zoom, labels));
      return (row: number) => topOf(row) * zoom;
    },
    [diagram.rows, labels, zoom],
  );
  const toneOf = useOverview(diagram, rows.selected);
  const open = (at: number) => {
    const row = diagram.rows[at];
    if (row?.kind === 'event') onOpen?.(row.event);
  };
  return (
    <EventWindow
      {...rows}
      selected={lit}
      label={t.views.diagram}
      tops={tops}
      least={isHuman ? 0 : LEAST_WIDTH * zoom}
      head={(width) =>
        isHuman ? humanHead(humanLaneNames(diagram.events, names), width, zoom) : wireHead(names, zoom)
      }
      {...(isPresented ? {} : { toneOf })}
      onKey={(event, row) => (event.key === 'Enter' ? open(row) : rows.onKey(event, row))}
      onDoubleClick={open}
      render={(visible) => <Drawing diagram={diagram} visible={visible} selected={lit} zoom={zoom} />}
    />
  );
}

/** Marks failures, and the events of the same payment, basket or consent as the selected one. */
function useOverview(diagram: Diagram, selected: number) {
  return useCallback(
    (at: number) => {
      const { rows } = diagram;
      const row = rows[at];
      if (row === undefined) return 'plain';
      if (row.kind === 'event' ? row.mark.bad : row.bad) return 'bad';
      const lit = dialogueOf(diagram, rows[selected]);
      return lit !== null && dialogueOf(diagram, row) === lit ? 'lit' : 'plain';
    },
    [diagram, selected],
  );
}

type Names = ReturnType<typeof useLaneNames>;

const wireHead = (names: Names, zoom: number) => ({
  height: HEAD * zoom,
  content: <LaneHeads names={names} zoom={zoom} />,
});

function humanHead(names: Names, width: number, zoom: number) {
  const lanes = lanesAt(width / zoom, 'human');
  const height = headHeight(names, lanes) * zoom;
  const content = (
    <svg className={styles.drawing} width={width} height={height}>
      <g transform={`scale(${zoom})`}>
        <Shapes shapes={drawHead(names, lanes)} />
      </g>
    </svg>
  );
  return { height, content };
}

function LaneHeads({ names, zoom }: { names: Names; zoom: number }) {
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
  const { first, end, width, height, topOf } = visible;
  const labels = diagram.options.labels ?? 'wire';
  const lanes = lanesAt(width / zoom, labels);
  const inView = ({ first: from, last: to }: { first: number; last: number }) => to >= first && from < end;
  // Draws only the visible rows.
  const top = topOf(first) / zoom;
  // After events were dropped, `first` is beyond the end until the view has scrolled.
  const bottom = Math.max(top, topOf(end) / zoom, first === 0 ? height / zoom : 0);
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
            y={topOf(first + at) / zoom}
            width={lanes.width}
            labels={labels}
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
  labels: Labels;
  selected: boolean;
}

/** Milliseconds within which the row of an event fades in. */
const FRESH = 400;

const RowDrawing = memo(({ row, y, width, labels, selected }: RowProps) => {
  const [fresh] = useState(() => row.kind === 'event' && Date.now() - row.event.at < FRESH);
  return (
    <g className={fresh ? styles.fresh : undefined} transform={`translate(0 ${y})`}>
      <Shapes shapes={drawRow(row, lanesAt(width, labels), selected)} />
    </g>
  );
});

/** The shapes of the diagram as SVG elements in the colours of the theme. */
const FONT = { mono: 'var(--mono)', sans: 'var(--sans)' };

function Shapes({ shapes }: { shapes: readonly Shape[] }) {
  return shapes.map((shape, at) => <Drawn key={at} shape={shape} />);
}

function Part({ run: { text, bold, ink } }: { run: Run }) {
  return (
    <tspan fill={`var(--${ink})`} fontWeight={bold ? 600 : undefined}>
      {text}
    </tspan>
  );
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
          {shape.runs?.map((run, at) => <Part key={at} run={run} />) ?? shape.text}
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
