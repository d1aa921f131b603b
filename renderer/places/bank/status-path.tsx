/** The statuses that a payment or a basket has had: when, and why. */
import { transactionStatusOf } from '../../../shared/xs2a/payment-schemas.ts';
import { texts } from '../../../shared/texts/texts.ts';
import type { RuleId } from '../../../shared/xs2a/rules.ts';
import { Panel } from '../../ui/panel.tsx';
import type { Status } from '../../parts/bank/status-badge.tsx';
import { zonedText, minuteText } from '../../ui/bank-time.ts';
import { classes } from '../../ui/classes.ts';
import styles from './bank-place.module.css';
import textStyles from '../../ui/text.module.css';
import { useBank } from '../../state/bank.ts';
import { Button } from '../../ui/button.tsx';
import layout from '../../ui/layout.module.css';
import { Note } from '../../ui/note.tsx';
import { moved } from './clock-reset.tsx';

const t = texts.bank.details;

/** @param rule the rule that defines which status may follow which */
export function Path(props: { steps: readonly { at: number; status: Status; why: string }[]; rule: RuleId }) {
  return (
    <Panel name="bank.path" title={t.path} rule={props.rule}>
      <ol className={styles.statusPathPath} aria-label={t.path}>
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

/** @param dueAt null if it does not end by itself */
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
              moved(texts.bank.clock.wentTo(minuteText(dueAt))),
            )
          }
        >
          {texts.bank.waiting.moveClock}
        </Button>
      )}
    </Note>
  );
}
