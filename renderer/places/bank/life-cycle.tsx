/** The life cycle of a payment or basket: a diagram of its statuses, their history, and what it waits for. */
import { texts } from '../../../shared/texts/texts.ts';
import { transactionStatusOf } from '../../../shared/xs2a/payment-schemas.ts';
import type { RuleId } from '../../../shared/xs2a/rules.ts';
import { STATUS_WORD, type Status } from '../../parts/bank/payment-status.tsx';
import { clockMoved, useBank } from '../../state/bank.ts';
import { Arrow, Diagram, type Standing, StateBox, type Step } from '../../ui/diagram.tsx';
import { Panel } from '../../ui/panel.tsx';
import { zonedText, minuteText } from '../../ui/format.ts';
import { classes } from '../../ui/classes.ts';
import { Button } from '../../ui/button.tsx';
import { Note } from '../../ui/messages.tsx';
import styles from './bank-place.module.css';
import textStyles from '../../ui/text.module.css';
import layout from '../../ui/layout.module.css';

const t = texts.bank.stateDiagram;
const detailsTexts = texts.bank.details;

const WIDTH = 102;
const HEIGHT = 40;
const SIZE = { width: WIDTH, height: HEIGHT };
/** Ids of the arrowheads. */
const HEADS = { taken: 'arrow-taken', next: 'arrow-next' };
/** Distances between columns and between rows, and the centre of the first box. */
const COLUMN = 116;
const ROW = 86;
const LEFT = 60;
const TOP = 40;
/** Four columns, which fit the pane in a window of 1280 pixels. */
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
  /** The statuses that may follow each. */
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
  const centre = (one: S): Point => {
    const [column, row] = places[one] ?? [0, 0];
    return { x: LEFT + column * COLUMN, y: TOP + row * ROW };
  };
  const wordOf = (one: S) => words[one] ?? STATUS_WORD[one];
  const rows = Math.max(...Object.values(places).map(([, row]) => row)) + 1;
  // In the order in which they were first reached.
  const steps = [...new Set(path.map((step) => step.status))];
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

/** All statuses that are reachable from one. */
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

/** An arrow from edge to edge, bent if there is a box in between. */
function StepArrow({ from, to, step }: { from: Point; to: Point; step: Step }) {
  const straight = Math.abs(from.x - to.x) / COLUMN + Math.abs(from.y - to.y) / ROW === 1;
  const start = edge(from, to);
  const end = edge(to, from);
  // Passes between two rows of boxes.
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

/** The point where the line between two centres leaves the first box. */
function edge(a: Point, b: Point): Point {
  const dx = b.x - a.x;
  const dy = b.y - a.y;
  const scale = Math.min(WIDTH / 2 / Math.abs(dx), HEIGHT / 2 / Math.abs(dy));
  return { x: a.x + dx * scale, y: a.y + dy * scale };
}

/** @param rule defines which status may follow which */
export function Path(props: { steps: readonly { at: number; status: Status; why: string }[]; rule: RuleId }) {
  return (
    <Panel name="bank.path" title={detailsTexts.path} rule={props.rule}>
      <ol className={styles.path} aria-label={detailsTexts.path}>
        {props.steps.map((step, at) => (
          <li key={at}>
            <span className={classes(textStyles.soft, textStyles.num)}>{zonedText(step.at)}</span>
            <code>{transactionStatusOf(step.status)}</code>
            <span>{step.why}</span>
          </li>
        ))}
      </ol>
    </Panel>
  );
}

/** @param dueAt null if only an action ends the wait */
export function WaitsNote({ text, dueAt }: { text: string; dueAt: number | null }) {
  const perform = useBank((store) => store.perform);
  return (
    <Note as="div">
      <span className={layout.grow}>{text}</span>
      {dueAt !== null && (
        <Button
          size="small"
          onClick={() =>
            void perform(
              'bank.clock',
              { set: new Date(dueAt).toISOString() },
              clockMoved(texts.bank.clock.wentTo(minuteText(dueAt))),
            )
          }
        >
          {texts.bank.waiting.moveClock}
        </Button>
      )}
    </Note>
  );
}
