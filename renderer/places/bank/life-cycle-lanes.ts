/** The geometry of a life cycle: its statuses as boxes on a grid, and the steps between them in the lanes that the boxes leave. */
import type { Status } from '../../parts/bank/payment-status.tsx';
import type { Step } from '../../ui/diagram.tsx';

/** Column and row. */
type Cell = readonly [column: number, row: number];
export type Places = Partial<Record<Status, Cell>>;

export interface Point {
  x: number;
  y: number;
}

export const BOX = { width: 100, height: 40 };
/** Between two columns, and between two rows: room for two lines, and for an arrowhead after either. */
const LANE = { width: 26, height: 30 };
/** For the thick edge of a box. */
const MARGIN = 3;
/** From the middle of a lane or of a side: what was taken and what comes next do not cover each other. */
const APART = { taken: -3, next: 3 };
/** Between an arrowhead and its box. */
const GAP = 2;

export interface Layout {
  /** The drawing with its columns next to each other, and the one for a narrow pane. */
  wide: Places;
  narrow: Places;
}

export const PAYMENT_PLACES: Layout = {
  wide: {
    RCVD: [0, 1],
    PATC: [1, 1],
    ACTC: [1, 0],
    CANC: [1, 2],
    PDNG: [2, 1],
    BLCK: [2, 0],
    ACCP: [2, 2],
    ACSC: [3, 1],
    PART: [3, 0],
    RJCT: [3, 2],
  },
  narrow: {
    RCVD: [0, 0],
    CANC: [1, 0],
    PATC: [0, 1],
    ACTC: [1, 1],
    PDNG: [0, 2],
    BLCK: [1, 2],
    ACSC: [0, 3],
    ACCP: [1, 3],
    PART: [0, 4],
    RJCT: [1, 4],
  },
};
export const BASKET_PLACES: Layout = {
  wide: { PATC: [1, 0], RCVD: [0, 1], ACTC: [2, 1], RJCT: [3, 1] },
  narrow: { RCVD: [0, 0], PATC: [1, 0], ACTC: [0, 1], RJCT: [1, 1] },
};

const PITCH = { x: BOX.width + LANE.width, y: BOX.height + LANE.height };

export function centreOf([column, row]: Cell): Point {
  return {
    x: MARGIN + BOX.width / 2 + column * PITCH.x,
    y: MARGIN + BOX.height / 2 + row * PITCH.y,
  };
}

export function sizeOf(places: Places): { width: number; height: number } {
  const last = (at: 0 | 1) => Math.max(...Object.values(places).map((cell) => cell[at]));
  const { x, y } = centreOf([last(0), last(1)]);
  return { width: x + BOX.width / 2 + MARGIN, height: y + BOX.height / 2 + MARGIN };
}

/** The steps from one status to another, each once. @param path the statuses in order */
export function stepsTaken<S>(path: readonly S[]): [from: S, to: S][] {
  const found: [from: S, to: S][] = [];
  for (const [at, to] of path.entries()) {
    const from = path[at - 1];
    if (from === undefined || from === to) continue;
    if (!found.some(([one, next]) => one === from && next === to)) found.push([from, to]);
  }
  return found;
}

/** The corners of a step from one box to another, of which the last is the tip of its arrowhead. */
export function routeOf(from: Cell, to: Cell, step: Step): Point[] {
  const [columns, rows] = [to[0] - from[0], to[1] - from[1]];
  const [a, b] = [centreOf(from), centreOf(to)];
  const side = BOX.width / 2;
  const apart = APART[step];
  const edge = BOX.height / 2;
  if (columns === 0 && Math.abs(rows) === 1)
    return [
      { x: a.x + apart, y: a.y + rows * edge },
      { x: b.x + apart, y: b.y - rows * (edge + GAP) },
    ];
  // On the side of the other box. In its own column, on the side that has a lane.
  const out = columns > 0 || (columns === 0 && from[0] === 0) ? 1 : -1;
  const back = columns === 0 ? out : -out;
  const start = { x: a.x + out * side, y: a.y + apart };
  const end = { x: b.x + back * (side + GAP), y: b.y + apart };
  const [first, last] = [a.x + (out * PITCH.x) / 2 + apart, b.x + (back * PITCH.x) / 2 + apart];
  // From lane to lane, beside the row of the first box.
  const along = a.y + ((rows > 0 || (rows === 0 && from[1] === 0) ? 1 : -1) * PITCH.y) / 2 + apart;
  const across =
    Math.abs(columns) > 1
      ? [
          { x: first, y: along },
          { x: last, y: along },
        ]
      : [];
  return [start, { x: first, y: start.y }, ...across, { x: last, y: end.y }, end];
}

const ROUND = 5;

/** A line through points, as data of an SVG path, with round corners. */
export function roundedLine(points: readonly Point[]): string {
  const parts = points.map((corner, at) => {
    const [before, after] = [points[at - 1], points[at + 1]];
    if (before === undefined) return `M${corner.x} ${corner.y}`;
    if (after === undefined) return `L${corner.x} ${corner.y}`;
    const [into, out] = [towards(corner, before), towards(corner, after)];
    return `L${into.x} ${into.y}Q${corner.x} ${corner.y} ${out.x} ${out.y}`;
  });
  return parts.join('');
}

/** The point near a corner where its round begins. */
function towards(corner: Point, other: Point): Point {
  const [dx, dy] = [other.x - corner.x, other.y - corner.y];
  const part = Math.min(ROUND / Math.hypot(dx, dy), 0.5);
  return { x: corner.x + dx * part, y: corner.y + dy * part };
}
