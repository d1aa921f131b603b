/** The statuses that a payment or a basket has had: when, and why. */
import { transactionStatusOf } from '../../../shared/xs2a/payment-schemas.ts';
import { texts } from '../../../shared/texts/texts.ts';
import type { RuleId } from '../../../shared/xs2a/rules.ts';
import { Panel } from '../../ui/panel.tsx';
import type { Status } from '../../parts/bank/status-badge.tsx';
import { zonedText } from '../../ui/bank-time.ts';
import { classes } from '../../ui/classes.ts';
import styles from './path.module.css';
import textStyles from '../../ui/text.module.css';

const t = texts.bank.details;

/** @param rule the rule that defines which status may follow which */
export function Path(props: { steps: readonly { at: number; status: Status; why: string }[]; rule: RuleId }) {
  return (
    <Panel name="bank.path" title={t.path} rule={props.rule}>
      <ol className={styles.path} aria-label={t.path}>
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
