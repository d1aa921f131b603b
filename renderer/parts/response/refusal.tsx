/** Why the bank refused: explanation, advice, failed check, signing strings compared, the rule, the bank's response. */
import { texts } from '../../../shared/texts/texts.ts';
import { Fragment, type ReactNode } from 'react';
import type { Exchange } from '../../../shared/contract/exchange.ts';
import { type Explanation, type WrongSignature, CHECKS } from '../../../shared/xs2a/explanation.ts';
import { ruleText } from '../../../shared/xs2a/rules.ts';
import { classes } from '../../ui/classes.ts';
import { Badge, Glyph, Remark } from '../../ui/labels.tsx';
import { Note } from '../../ui/messages.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Facts } from '../../ui/table.tsx';
import { faultsIn } from './read-response.ts';
import { BankWords, RefusalHead } from './response-parts.tsx';
import { SignedText } from './signed-text.tsx';
import { markDifference, sentKeyId, signedBy, verifiedLines } from '../../ui/signing-strings.tsx';
import { Causes } from './wrong-signature.tsx';
import layout from '../../ui/layout.module.css';
import styles from './refusal.module.css';
import textStyles from '../../ui/text.module.css';

const t = texts.response.refusal;
const causeTexts = texts.response.wrongSignature;

/** @param props.mend what to do now @param props.onWhole shows the body tab */
export function Refusal(props: { exchange: Exchange; mend: ReactNode; onWhole: () => void }) {
  const { exchange, mend, onWhole } = props;
  const { response, explanation } = exchange;
  if (!response || !explanation) return null;
  const wrong = explanation.wrongSignature;
  const { text, hint } = explanation;
  // Some texts have the advice, which stands below.
  const cause = wrong === null && hint !== null ? text.replace(` ${hint}`, '') : text;
  const { signing } = exchange.prepared;
  const { signed, ours } = signedBy(exchange, explanation);
  const compared =
    explanation.signingLines &&
    (ours === null ? (
      <Expected lines={explanation.signingLines} />
    ) : (
      <Difference
        ours={ours}
        known={signed !== null}
        theirs={explanation.signingLines}
        otherKey={signing.otherKey}
      />
    ));
  // First if nobody knows what was signed.
  const paste = wrong?.digest && explanation.signingLines && signing.replaced && (
    <SignedText key={exchange.id} digest={wrong.digest} right={explanation.signingLines.join('\n')} />
  );
  return (
    <>
      <RefusalHead
        response={response}
        text={cause}
        faults={faultsIn(response.body)}
        verdicts={exchange.verdicts}
      />
      {wrong && (
        <Panel
          name="refusal.cause"
          title={causeTexts.title}
          fact={<Remark>{certainty(wrong)}</Remark>}
          rule="SIG-14"
        >
          <Causes wrong={wrong} />
        </Panel>
      )}
      {mend}
      {signed === null && paste}
      {wrong ? compared : null}
      <Ladder explanation={explanation} />
      {wrong ? null : compared}
      {signed !== null && paste}
      <Findings exchange={exchange} />
      <Panel name="refusal.rule" title={t.rule} rule={explanation.rule}>
        <p className={classes(layout.pad, textStyles.soft)}>
          <b>{explanation.rule}</b> {ruleText(explanation.rule)}
        </p>
      </Panel>
      <BankWords response={response} onWhole={onWhole} />
    </>
  );
}

const passed = (title: string) => (
  <>
    <Glyph tone="ok" />
    {title}
  </>
);

/**
 * The checks of SVC-11: passed, failed, skipped, not reached. Before a scripted response, those that were passed. After a valid
 * signature, one line says enough.
 */
function Ladder({ explanation }: { explanation: Explanation }) {
  const { check: stopped, notChecked, scripted } = explanation;
  const stop = CHECKS.findIndex((check) => check.id === stopped);
  const rest = CHECKS.length - stop - (scripted ? 0 : 1);
  const isShort = !scripted && verifiedLines(explanation) !== null;
  const skipped = CHECKS.slice(0, stop).filter(({ id }) => notChecked.includes(id)).length;
  return (
    <Panel
      name={isShort ? 'refusal.passed' : 'refusal.checks'}
      folded={isShort ? 'first' : undefined}
      title={isShort ? passed(t.checksPassed(stop - skipped)) : t.howFar}
      fact={
        isShort ? (
          <>
            <span className={styles.stop}>
              <Glyph tone="bad" /> {t.stoppedAt(CHECKS[stop]?.label ?? '')}
            </span>
            <Remark>{t.leftOut(rest, skipped)}</Remark>
          </>
        ) : (
          <Remark>{scripted ? t.scriptedHint : t.checksHint}</Remark>
        )
      }
      rule="SVC-11"
    >
      <ol className={styles.ladder} aria-label={t.checks}>
        {CHECKS.slice(0, stop).map((check) =>
          notChecked.includes(check.id) ? (
            <li key={check.id} className={styles.rest}>
              <Glyph tone="plain" size={13} /> {t.notChecked(check.label)}
            </li>
          ) : (
            <li key={check.id}>
              <Glyph tone="ok" size={13} />
              <span className={textStyles.spoken}>{t.passed} </span>
              {check.label}
            </li>
          ),
        )}
        <li className={styles.stop}>
          <Glyph tone="bad" size={13} />
          {!scripted && <span className={textStyles.spoken}>{t.failed} </span>}
          {scripted ? t.scripted : CHECKS[stop]?.label}
        </li>
        {rest > 0 && (
          <li className={styles.rest}>
            <Glyph tone="plain" size={13} /> {scripted ? t.notFinished(rest) : t.notReached(rest)}
          </li>
        )}
      </ol>
    </Panel>
  );
}

/** One line about how certain the causes are. */
function certainty({ verdict, tried }: WrongSignature): string {
  return verdict === 'named' ? causeTexts.reproduced(tried) : causeTexts.notReproduced;
}

/** The signing string of the bank, if the signed one is unknown. */
function Expected({ lines }: { lines: readonly string[] }) {
  return (
    <Panel name="refusal.difference" title={t.expectedString}>
      <Note tone="warn">{t.ownSignature}</Note>
      <div className={styles.difference} data-testid="difference">
        {lines.map((line, at) => (
          <Line key={at} number={at + 1} who={t.built}>
            {line}
          </Line>
        ))}
      </div>
    </Panel>
  );
}

/** The signed text and the signing string of the bank, line by line. */
function Difference(props: {
  ours: readonly string[];
  /** Whether the bank found the text that was signed; otherwise `ours` is what the workbench signs. */
  known: boolean;
  theirs: readonly string[];
  /** Whether another key than that of the certificate signed: then equal lines do not make the signature valid. */
  otherKey: boolean;
}) {
  const { known, otherKey } = props;
  const count = Math.max(props.ours.length, props.theirs.length);
  const lines = Array.from({ length: count }, (_, at) => ({
    ours: props.ours[at] ?? '',
    theirs: props.theirs[at] ?? '',
  }));
  const differing = lines.filter(({ ours, theirs }) => ours !== theirs).length;
  const isRight = differing === 0 && !otherKey;
  return (
    <Panel
      name={isRight ? 'refusal.identical' : 'refusal.difference'}
      folded={isRight ? 'first' : 'never'}
      title={isRight ? passed(t.identical) : t.signingString}
      fact={
        isRight ? (
          <Remark>{t.lines(count)}</Remark>
        ) : (
          <Badge tone={differing > 0 ? 'bad' : 'ok'}>{texts.common.difference(differing)}</Badge>
        )
      }
    >
      {otherKey && <Note tone="warn">{texts.requests.signing.otherKey}</Note>}
      <div className={styles.difference} data-testid="difference">
        {lines.map(({ ours, theirs }, at) =>
          ours === theirs ? (
            <Line key={at} number={at + 1} who={t.same}>
              {ours}
            </Line>
          ) : (
            <Fragment key={at}>
              <Line number={at + 1} who={known ? causeTexts.wasSigned : t.weSigned} side={REMOVED}>
                {markDifference(ours, theirs)}
              </Line>
              <Line who={t.bankBuilt} side={ADDED}>
                {markDifference(theirs, ours)}
              </Line>
            </Fragment>
          ),
        )}
      </div>
    </Panel>
  );
}

const REMOVED = classes(textStyles.removed, styles.removed);
const ADDED = classes(textStyles.added, styles.added);

/** @param props.number absent for the second line of two that differ */
function Line(props: { number?: number; who: string; side?: string; children: ReactNode }) {
  const { number, who, side, children } = props;
  return (
    <>
      <span className={classes(styles.number, number === undefined && styles.join)}>{number}</span>
      <span className={classes(styles.who, side)}>{who}</span>
      <span className={side}>{children}</span>
    </>
  );
}

/** The bank's other findings (SIG-14). */
function Findings({ exchange }: { exchange: Exchange }) {
  const { explanation, prepared } = exchange;
  if (!explanation) return null;
  const facts: [name: string, value: ReactNode][] = [];
  if (explanation.check === 'date' && explanation.clockDifference !== null) {
    facts.push([t.clockDifference, t.clockDifferenceIs(explanation.clockDifference)]);
  }
  if (explanation.check === 'digest' && explanation.digest !== null) {
    const sent = prepared.headers.find(({ name }) => name.toLowerCase() === 'digest');
    if (sent !== undefined) facts.push([t.digestSent, sent.value]);
    facts.push([t.digest, explanation.digest]);
  }
  if (explanation.check === 'key-id' && explanation.expectedKeyId !== null) {
    const [sent, expected] = [sentKeyId(prepared.headers), explanation.expectedKeyId];
    const marked = (side: string | undefined, one: string, other: string) => (
      <span className={side}>{markDifference(one, other)}</span>
    );
    if (sent !== null) facts.push([t.keyIdSent, marked(textStyles.removed, sent, expected)]);
    facts.push([t.keyIdExpected, sent === null ? expected : marked(textStyles.added, expected, sent)]);
  }
  for (const note of explanation.notes) facts.push([t.note, note]);
  if (facts.length === 0) return null;
  return (
    <Panel name="refusal.findings" title={t.bankSaw}>
      <Facts className={layout.pad}>
        {facts.map(([name, value], at) => (
          <Fragment key={at}>
            <dt>{name}</dt>
            <dd className={textStyles.mono}>{value}</dd>
          </Fragment>
        ))}
      </Facts>
    </Panel>
  );
}
