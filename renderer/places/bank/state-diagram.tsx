/** The life cycle of a payment or basket as a diagram: the path so far, the possible next statuses, and the unreachable ones. */
import { texts } from '../../../shared/texts/texts.ts';
import { STATUS_WORD, type Status } from '../../parts/bank/status-badge.tsx';
import { Arrow, Diagram, type Standing, StateBox, type Step } from '../../ui/diagram.tsx';

const t = texts.bank.stateDiagram;

const WIDTH = 102;
const HEIGHT = 40;
const SIZE = { width: WIDTH, height: HEIGHT };
/** Ids of the arrowheads. */
const HEADS = { taken: 'arrow-taken', next: 'arrow-next' };
/** Distances between columns and between rows, and the middle of the first column and row. */
const COLUMN = 116;
const ROW = 86;
const LEFT = 60;
const TOP = 40;
/** Four columns, as wide as the pane of a window of 1280 pixels has room for. */
const ALL = LEFT + 3 * COLUMN + WIDTH / 2 + 9;

interface Point {
  x: number;
  y: number;
}

/** Position of each status: column and row. */
export type Places = Partial<Record<Status, readonly [column: number, row: number]>>;

interface StateDiagramProps<S extends Status> {
  places: Places;
  path: readonly { status: S }[];
  /** Which statuses may follow each. */
  life: Readonly<Record<S, readonly S[]>>;
  status: S;
  /** Words that replace those of the statuses. */
  words?: Partial<Record<S, string>>;
  /** Extra height for arrows that pass below the last row. */
  below?: number;
}

export function StateDiagram<S extends Status>({
  places,
  path,
  life,
  status,
  words = {},
  below = 0,
}: StateDiagramProps<S>) {
  const centre = centresOf(places);
  const wordOf = (one: S) => words[one] ?? STATUS_WORD[one];
  const rows = Math.max(...Object.values(places).map(([, row]) => row)) + 1;
  const steps = distinct(path.map((step) => step.status));
  const taken = steps.slice(1).map((to, at) => [steps[at] ?? to, to] as const);
  const next = life[status];
  const reachable = reach(status, life);
  const description = t.described(status, wordOf(status), steps.join(', '), next.join(', ') || t.nothing);
  return (
    <Diagram description={description} size={{ width: ALL, height: rows * ROW - 6 + below }} heads={HEADS}>
      {next.map((to) => (
        <StepArrow key={`next-${to}`} from={centre(status)} to={centre(to)} step="next" />
      ))}
      {taken.map(([from, to]) => (
        <StepArrow key={`${from}-${to}`} from={centre(from)} to={centre(to)} step="taken" />
      ))}
      {(Object.keys(places) as S[]).map((one) => {
        const number = steps.indexOf(one) + 1;
        const standing: Standing =
          one === status
            ? 'now'
            : number > 0
              ? 'taken'
              : next.includes(one)
                ? 'next'
                : reachable.has(one)
                  ? 'later'
                  : 'never';
        return (
          <StateBox
            key={one}
            standing={standing}
            centre={centre(one)}
            size={SIZE}
            code={one}
            word={wordOf(one)}
            number={number > 0 ? number : undefined}
          />
        );
      })}
    </Diagram>
  );
}

/** Statuses in the order in which they were first reached. */
function distinct<S>(statuses: readonly S[]): S[] {
  return [...new Set(statuses)];
}

/** All statuses that can be reached from here. */
function reach<S extends Status>(from: S, life: Readonly<Record<S, readonly S[]>>): Set<S> {
  const found = new Set<S>();
  const open = [from];
  for (let one = open.pop(); one !== undefined; one = open.pop())
    for (const to of life[one]) {
      if (found.has(to)) continue;
      found.add(to);
      open.push(to);
    }
  return found;
}

function centresOf(places: Places): (status: Status) => Point {
  return (status) => {
    const [column, row] = places[status] ?? [0, 0];
    return { x: LEFT + column * COLUMN, y: TOP + row * ROW };
  };
}

/** An arrow from edge to edge, bent if there is a box in between. */
function StepArrow({ from, to, step }: { from: Point; to: Point; step: Step }) {
  const straight = Math.abs(from.x - to.x) / COLUMN + Math.abs(from.y - to.y) / ROW === 1;
  const start = edge(from, to);
  const end = edge(to, from);
  // Between two rows of boxes, where the drawing is empty.
  const bend = straight ? 0 : from.y === to.y ? ROW : 12;
  const middle = { x: (start.x + end.x) / 2, y: (start.y + end.y) / 2 + (to.y === TOP ? -bend : bend) };
  return (
    <Arrow
      d={`M${start.x} ${start.y}Q${middle.x} ${middle.y} ${end.x} ${end.y}`}
      step={step}
      head={HEADS[step]}
    />
  );
}

/** The point where the line from one centre to another leaves the first box. */
function edge(a: Point, b: Point): Point {
  const dx = b.x - a.x;
  const dy = b.y - a.y;
  const scale = Math.min(
    dx === 0 ? Number.POSITIVE_INFINITY : WIDTH / 2 / Math.abs(dx),
    dy === 0 ? Number.POSITIVE_INFINITY : HEIGHT / 2 / Math.abs(dy),
  );
  return { x: a.x + dx * scale, y: a.y + dy * scale };
}
