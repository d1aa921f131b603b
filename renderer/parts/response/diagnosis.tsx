/** Why another bank may have refused: causes in order of likelihood, each checked if possible. */
import type { ReactNode } from 'react';
import type { Cause, Exchange } from '../../../shared/contract/exchange.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { classes } from '../../ui/classes.ts';
import { Glyph, Remark, type Tone } from '../../ui/labels.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Rule } from '../../ui/popover.tsx';
import { FormsToTry } from './forms-to-try.tsx';
import { faultsIn, saysWhyInWords } from './read-response.ts';
import { BankWords, RefusalHead } from './response-parts.tsx';
import layout from '../../ui/layout.module.css';
import styles from './response-parts.module.css';
import textStyles from '../../ui/text.module.css';

const t = texts.response.diagnosis;

const TONE: Record<Cause['check'], Tone> = { wrong: 'bad', possible: 'warn', right: 'ok' };
const WORD = { wrong: t.wrong, possible: t.unknown, right: t.right };

/** @param props.mend what to do now @param props.onWhole shows the body tab */
export function Diagnosis(props: {
  exchange: Exchange;
  causes: readonly Cause[];
  mend: ReactNode;
  onWhole: () => void;
}) {
  const { exchange, causes, mend, onWhole } = props;
  const { response } = exchange;
  if (!response) return null;
  const faults = faultsIn(response.body);
  const text = faults[0] ?? texts.response.refusal.unexplained;
  // What a bank says about an unknown address seldom helps.
  const isStated = response.status !== 404 && response.status !== 405 && saysWhyInWords(response.body);
  // With a cause, other forms of the signature are the second thing to look at.
  const isFound = causes.some(({ check }) => check === 'wrong');
  return (
    <>
      <RefusalHead response={response} text={text} faults={faults} verdicts={exchange.verdicts} />
      <p className={layout.pad}>
        {t.called}{' '}
        <code className={styles.wrapped}>
          {exchange.method} {exchange.prepared.url}
        </code>
      </p>
      {mend}
      {!isFound && <FormsToTry exchange={exchange} causes={causes} />}
      {causes.length > 0 && <Causes causes={causes} isStated={isStated} />}
      {isFound && <FormsToTry exchange={exchange} causes={causes} />}
      <BankWords response={response} onWhole={onWhole} />
    </>
  );
}

/** @param props.isStated whether the bank states its reason in words */
function Causes({ causes, isStated }: { causes: readonly Cause[]; isStated: boolean }) {
  const isFound = causes.some(({ check }) => check === 'wrong');
  return (
    <Panel name="refusal.causes" title={t.title} fact={<Remark>{t.subtitle}</Remark>}>
      <p className={layout.pad}>{!isFound ? t.nothingFound : isStated ? t.causeBeside : t.causeFound}</p>
      <ol className={classes(styles.causes, styles.ruled)} aria-label={t.title}>
        {causes.map(({ title, text, check, rule }) => (
          <li key={title}>
            <Glyph tone={TONE[check]} />
            <div>
              <span className={textStyles.spoken}>{WORD[check]} </span>
              <b>{title}</b>
              <div className={textStyles.soft}>{text}</div>
            </div>
            <Rule id={rule} />
          </li>
        ))}
      </ol>
    </Panel>
  );
}
