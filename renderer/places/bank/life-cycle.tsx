/** The life cycle of a payment or basket: a diagram of its statuses, their history, and what it waits for. */
import { texts } from '../../../shared/texts/texts.ts';
import { transactionStatusOf } from '../../../shared/xs2a/payment-schemas.ts';
import type { RuleId } from '../../../shared/xs2a/rules.ts';
import { STATUS_WORD, type Status } from '../../parts/bank/payment-status.tsx';
import { clockMoved, useBank } from '../../state/bank.ts';
import { Diagram, type Standing, StateBox, type Step } from '../../ui/diagram.tsx';
import { Panel } from '../../ui/panel.tsx';
import { zonedText, minuteText } from '../../ui/format.ts';
import { classes } from '../../ui/classes.ts';
import { Button } from '../../ui/button.tsx';
import { Note } from '../../ui/messages.tsx';
import {
  BOX,
  centreOf,
  type Layout,
  type Places,
  roundedLine,
  routeOf,
  sizeOf,
  stepsTaken,
} from './life-cycle-lanes.ts';
import styles from './bank-place.module.css';
import textStyles from '../../ui/text.module.css';
import layout from '../../ui/layout.module.css';

const t = texts.bank.stateDiagram;
const detailsTexts = texts.bank.details;

interface Life<S extends Status> {
  path: readonly { status: S }[];
  /** The statuses that may follow each. */
  life: Readonly<Record<S, readonly S[]>>;
  status: S;
  /** Words that replace those of the statuses. */
  words?: Partial<Record<S, string>>;
}

/** The drawing that fits the pane, and what its lines mean. */
export function StateDiagram<S extends Status>({ places, ...life }: Life<S> & { places: Layout }) {
  return (
    <div className={styles.lifeCycle}>
      <div className={styles.wide}>
        <Drawing {...life} places={places.wide} />
      </div>
      <div className={styles.narrow}>
        <Drawing {...life} places={places.narrow} />
      </div>
      <ul className={classes(styles.legend, textStyles.small, textStyles.soft)} aria-hidden="true">
        <li className={styles.taken}>{t.taken}</li>
        <li>{t.next}</li>
        <li className={styles.notFromHere}>{t.notFromHere}</li>
      </ul>
    </div>
  );
}

function Drawing<S extends Status>(props: Life<S> & { places: Places }) {
  const { places, path, life, status, words } = props;
  const cellOf = (one: S) => places[one] ?? [0, 0];
  const wordOf = (one: S) => words?.[one] ?? STATUS_WORD[one];
  // In the order in which they were first reached.
  const steps = [...new Set(path.map((step) => step.status))];
  const taken = stepsTaken(path.map((step) => step.status));
  const next = life[status];
  const reachable = reach(status, life);
  const description = t.described(status, wordOf(status), steps.join(', '), next.join(', ') || t.nothing);
  const arrow = (from: S, to: S, step: Step) => ({
    step,
    d: roundedLine(routeOf(cellOf(from), cellOf(to), step)),
  });
  const arrows = [
    ...next.map((to) => arrow(status, to, 'next')),
    ...taken.map(([from, to]) => arrow(from, to, 'taken')),
  ];
  return (
    <Diagram description={description} size={sizeOf(places)} arrows={arrows}>
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
            centre={centreOf(cellOf(one))}
            size={BOX}
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
