/** The life of a payment as a diagram: the path so far, what may come next, and what cannot from here. */
import type { PaymentDetail } from '../../../shared/xs2a/inspection.ts';
import { STATUS_WORD, type Status } from './status-badge.tsx';
import { ArrowHead } from '../../ui/arrow-head.tsx';

const WIDTH = 88;
const HEIGHT = 40;
/** Where each status stands: column and row. */
const PLACE: Record<Status, [column: number, row: number]> = {
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
};
const STATUSES = Object.keys(PLACE) as Status[];
const centre = (status: Status) => {
  const [column, row] = PLACE[status];
  return { x: 58 + column * 148, y: 40 + row * 86 };
};

export function StateDiagram({ payment: { path, life, status } }: { payment: PaymentDetail }) {
  const steps = distinct(path.map((step) => step.status));
  const taken = steps.slice(1).map((to, at) => [steps[at] ?? to, to] as const);
  const next = life[status];
  const reachable = reach(status, life);
  const description = `Now ${status}, ${STATUS_WORD[status]}. Path: ${steps.join(', ')}. Possible next: ${next.join(', ') || 'nothing'}.`;
  return (
    <figure className="state-diagram" aria-label={description}>
      <svg viewBox="0 0 560 252" aria-hidden="true">
        <defs>
          {(['taken', 'next'] as const).map((kind) => (
            <ArrowHead key={kind} id={`arrow-${kind}`} kind={kind} />
          ))}
        </defs>
        {next.map((to) => (
          <Arrow key={`next-${to}`} from={status} to={to} kind="next" />
        ))}
        {taken.map(([from, to]) => (
          <Arrow key={`${from}-${to}`} from={from} to={to} kind="taken" />
        ))}
        {STATUSES.map((one) => {
          const { x, y } = centre(one);
          const number = steps.indexOf(one) + 1;
          const kind =
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
            <g key={one} className={`state ${kind}`}>
              <rect x={x - WIDTH / 2} y={y - HEIGHT / 2} width={WIDTH} height={HEIGHT} rx={4} />
              <text x={x} y={y - 2} className="code">
                {one}
              </text>
              <text x={x} y={y + 12} className="word">
                {STATUS_WORD[one]}
              </text>
              {number > 0 && (
                <>
                  <circle cx={x - WIDTH / 2} cy={y - HEIGHT / 2} r={8} />
                  <text x={x - WIDTH / 2} y={y - HEIGHT / 2 + 4} className="number">
                    {number}
                  </text>
                </>
              )}
            </g>
          );
        })}
      </svg>
    </figure>
  );
}

/** Statuses in the order in which they were first reached. */
function distinct(statuses: readonly Status[]): Status[] {
  return [...new Set(statuses)];
}

/** What may ever follow. */
function reach(from: Status, life: PaymentDetail['life']): Set<Status> {
  const found = new Set<Status>();
  const open = [from];
  for (let one = open.pop(); one !== undefined; one = open.pop())
    for (const to of life[one]) {
      if (found.has(to)) continue;
      found.add(to);
      open.push(to);
    }
  return found;
}

/** From edge to edge; bent where a box lies between. */
function Arrow({ from, to, kind }: { from: Status; to: Status; kind: 'taken' | 'next' }) {
  const a = centre(from);
  const b = centre(to);
  const straight = Math.abs(PLACE[from][0] - PLACE[to][0]) + Math.abs(PLACE[from][1] - PLACE[to][1]) === 1;
  const start = edge(a, b);
  const end = edge(b, a);
  // Between two rows of boxes, where nothing stands.
  const bend = straight ? 0 : PLACE[from][1] === PLACE[to][1] ? 86 : 12;
  const middle = { x: (start.x + end.x) / 2, y: (start.y + end.y) / 2 + (PLACE[to][1] === 0 ? -bend : bend) };
  return (
    <path
      className={`arrow ${kind}`}
      d={`M${start.x} ${start.y}Q${middle.x} ${middle.y} ${end.x} ${end.y}`}
      markerEnd={`url(#arrow-${kind})`}
    />
  );
}

/** Where the line from one centre to another leaves the first box. */
function edge(a: { x: number; y: number }, b: { x: number; y: number }): { x: number; y: number } {
  const dx = b.x - a.x;
  const dy = b.y - a.y;
  const scale = Math.min(
    dx === 0 ? Number.POSITIVE_INFINITY : WIDTH / 2 / Math.abs(dx),
    dy === 0 ? Number.POSITIVE_INFINITY : HEIGHT / 2 / Math.abs(dy),
  );
  return { x: a.x + dx * scale, y: a.y + dy * scale };
}
