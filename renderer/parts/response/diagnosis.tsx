/** Why another bank may have refused: causes in order of likelihood, each checked here if possible. */
import type { Cause, Exchange } from '../../../shared/contract/exchange.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { Panel } from '../../ui/panel.tsx';
import { BankWords, RefusalHead } from './response-parts.tsx';
import { faultsIn, saysWhyInWords } from './bank-message.ts';
import { classes } from '../../ui/classes.ts';
import { Glyph, type Tone } from '../../ui/glyph.tsx';
import { Rule } from '../../ui/rule.tsx';
import layout from '../../ui/layout.module.css';
import styles from './diagnosis.module.css';
import textStyles from '../../ui/text.module.css';

const t = texts.response.diagnosis;

const TONE: Record<Cause['check'], Tone> = { wrong: 'bad', possible: 'warn', right: 'ok' };
const WORD: Record<Cause['check'], string> = {
  wrong: t.wrong,
  possible: t.unknown,
  right: t.right,
};

/** @param props.onWhole shows only the body */
export function Diagnosis(props: { exchange: Exchange; causes: readonly Cause[]; onWhole: () => void }) {
  const { exchange, causes, onWhole } = props;
  const { response } = exchange;
  if (!response) return null;
  const faults = faultsIn(response.body);
  return (
    <>
      <RefusalHead
        response={response}
        text={faults[0] ?? texts.response.refusal.unexplained}
        faults={faults}
      />
      <p className={layout.pad}>
        {t.called}{' '}
        <code className={styles.called}>
          {exchange.method} {exchange.prepared.url}
        </code>
      </p>
      <BankWords response={response} onWhole={onWhole} />
      {causes.length > 0 && <Causes causes={causes} hasOwnReason={hasOwnReason(response)} />}
    </>
  );
}

/** Whether the bank's own words are the first place to look. Those on an address that it does not know seldom say more. */
function hasOwnReason({ status, body }: NonNullable<Exchange['response']>): boolean {
  return status !== 404 && status !== 405 && saysWhyInWords(body);
}

function Causes({ causes, hasOwnReason: isStated }: { causes: readonly Cause[]; hasOwnReason: boolean }) {
  const wrong = causes.filter(({ check }) => check === 'wrong').length;
  return (
    <Panel
      name="refusal.causes"
      title={t.title}
      fact={<span className={classes(textStyles.soft, textStyles.small, textStyles.cut)}>{t.subtitle}</span>}
    >
      <p className={layout.pad}>{wrong === 0 ? t.nothingFound : isStated ? t.causeBeside : t.causeFound}</p>
      <ol className={styles.causes} aria-label={t.title}>
        {causes.map((cause) => (
          <li key={cause.title}>
            <Glyph tone={TONE[cause.check]} />
            <div>
              <span className={textStyles.spoken}>{WORD[cause.check]} </span>
              <b>{cause.title}</b>
              <div className={textStyles.soft}>{cause.text}</div>
            </div>
            <Rule id={cause.rule} />
          </li>
        ))}
      </ol>
    </Panel>
  );
}
