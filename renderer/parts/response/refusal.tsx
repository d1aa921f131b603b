/** Why the bank refused: explanation, failed step, signing strings compared, what to do, the rule, the bank's response. */
import { Fragment, type ReactNode } from 'react';
import type { Exchange } from '../../../shared/contract/exchange.ts';
import { binaryToBytes, utf8OrNull } from '../../../shared/signing/base64.ts';
import { CHECKS } from '../../../shared/xs2a/checks.ts';
import type { WrongSignature } from '../../../shared/xs2a/explanation.ts';
import { ruleText } from '../../../shared/xs2a/rules.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { Panel } from '../../ui/panel.tsx';
import { BankWords, Links, RefusalHead } from './response-parts.tsx';
import { faultsIn } from './bank-message.ts';
import type { CallLink } from './call-link.ts';
import { Causes, certainty } from './wrong-signature.tsx';
import { signedTextOf } from '../../../shared/request/prepared.ts';
import { signedLines, visibleBreaks } from '../../ui/signed-lines.ts';
import { differingPart } from '../../ui/difference.ts';
import { Badge } from '../../ui/badge.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Glyph } from '../../ui/glyph.tsx';
import { Note } from '../../ui/note.tsx';
import { classes } from '../../ui/classes.ts';
import layout from '../../ui/layout.module.css';
import styles from './refusal.module.css';
import textStyles from '../../ui/text.module.css';

const t = texts.response.refusal;
const causeTexts = texts.response.wrongSignature;

/** @param props.onWhole shows only the body */
export function Refusal(props: { exchange: Exchange; onCall: CallLink; onWhole: () => void }) {
  const { exchange, onCall, onWhole } = props;
  const { response, explanation } = exchange;
  if (!response || !explanation) return null;
  const wrong = explanation.wrongSignature;
  const signed = foundLines(wrong);
  return (
    <>
      <RefusalHead response={response} text={explanation.text} faults={faultsIn(response.body)} />
      {wrong && (
        <Panel
          name="refusal.cause"
          title={causeTexts.title}
          fact={
            <span className={classes(textStyles.soft, textStyles.small, textStyles.cut)}>
              {certainty(wrong)}
            </span>
          }
          rule="SIG-14"
        >
          <Causes wrong={wrong} />
        </Panel>
      )}
      <Panel
        name="refusal.checks"
        title={t.howFar}
        fact={
          <span className={classes(textStyles.soft, textStyles.small, textStyles.cut)}>{t.checksHint}</span>
        }
        rule="SVC-11"
      >
        <Ladder failed={explanation.check} notChecked={explanation.notChecked} />
      </Panel>
      {explanation.signingLines && (
        <Difference
          ours={signed ?? signedLines(signedTextOf(exchange.prepared.signing))}
          known={signed !== null}
          theirs={explanation.signingLines}
          replaced={exchange.prepared.signing.replaced}
          otherKey={exchange.prepared.signing.otherKey}
        />
      )}
      <Findings exchange={exchange} />
      {explanation.hint !== null && wrong === null && (
        <Panel name="refusal.hint" title={t.toDo}>
          <p className={layout.pad}>{explanation.hint}</p>
        </Panel>
      )}
      <Links exchange={exchange} onCall={onCall} />
      <Panel name="refusal.rule" title={t.rule} rule={explanation.rule}>
        <p className={classes(layout.pad, textStyles.soft)}>
          <b>{explanation.rule}</b> {ruleText(explanation.rule)}
        </p>
      </Panel>
      <BankWords response={response} onWhole={onWhole} />
    </>
  );
}

/** The steps of SVC-11: passed, failed, left out, not reached. */
function Ladder({ failed, notChecked }: { failed: string; notChecked: readonly string[] }) {
  const stop = CHECKS.findIndex((check) => check.id === failed);
  return (
    <ol className={styles.ladder} aria-label={t.checks}>
      {CHECKS.slice(0, stop + 1).map((check, at) =>
        notChecked.includes(check.id) ? (
          <li key={check.id} className={styles.rest}>
            <Glyph tone="plain" size={13} /> {t.notChecked(check.label)}
          </li>
        ) : (
          <li key={check.id} className={at === stop ? styles.stop : undefined}>
            <Glyph tone={at === stop ? 'bad' : 'ok'} size={13} />
            <span className={textStyles.spoken}>{at === stop ? t.failed : t.passed} </span>
            {check.label}
          </li>
        ),
      )}
      {stop + 1 < CHECKS.length && (
        <li className={styles.rest}>
          <Glyph tone="plain" size={13} /> {t.notReached(CHECKS.length - stop - 1)}
        </li>
      )}
    </ol>
  );
}

/** The lines of the signed text as the bank found them; null if it did not. */
function foundLines(wrong: WrongSignature | null): string[] | null {
  const signed = wrong?.signedText ?? null;
  if (signed === null) return null;
  const text = utf8OrNull(binaryToBytes(signed)) ?? signed;
  return signedLines(text);
}

/** What was signed and the bank's signing string, line by line. */
function Difference({
  ours,
  known,
  theirs,
  replaced,
  otherKey,
}: {
  ours: readonly string[];
  /** Whether the bank found the text that was signed; otherwise `ours` is what the workbench signs. */
  known: boolean;
  theirs: readonly string[];
  replaced: boolean;
  /** Whether a key that is not that of the certificate has signed: then equal lines are no valid signature. */
  otherKey: boolean;
}) {
  const count = Math.max(ours.length, theirs.length);
  const lines = Array.from({ length: count }, (_, at) => ({
    ours: ours[at] ?? '',
    theirs: theirs[at] ?? '',
  }));
  const differing = lines.filter((line) => line.ours !== line.theirs).length;
  return (
    <Panel
      name="refusal.difference"
      title={t.signingString}
      fact={<Badge tone={differing > 0 ? 'bad' : 'ok'}>{texts.common.difference(differing)}</Badge>}
    >
      {otherKey && <Note tone="warn">{texts.requests.signing.otherKey}</Note>}
      {replaced && !known && <Note tone="warn">{t.ownSignature}</Note>}
      <div className={styles.difference} data-testid="difference">
        {lines.map((line, at) =>
          line.ours === line.theirs ? (
            <Fragment key={at}>
              <span className={styles.number}>{at + 1}</span>
              <span className={styles.who}>{t.same}</span>
              <span>{line.ours}</span>
            </Fragment>
          ) : (
            <Fragment key={at}>
              <span className={styles.number}>{at + 1}</span>
              <span className={classes(styles.who, styles.ours)}>
                {known ? causeTexts.wasSigned : t.weSigned}
              </span>
              <span className={styles.ours}>{markDifference(line.ours, line.theirs)}</span>
              <span className={classes(styles.number, styles.join)} />
              <span className={classes(styles.who, styles.theirs)}>{t.bankBuilt}</span>
              <span className={styles.theirs}>{markDifference(line.theirs, line.ours)}</span>
            </Fragment>
          ),
        )}
      </div>
    </Panel>
  );
}

function markDifference(text: string, other: string): ReactNode {
  const { start, end } = differingPart(text, other);
  return (
    <>
      {text.slice(0, start)}
      <mark>{visible(text.slice(start, end))}</mark>
      {text.slice(end)}
    </>
  );
}

/** Makes differing spaces and line breaks visible. */
function visible(text: string): string {
  return visibleBreaks(text).replaceAll(' ', '␣');
}

/** The bank's other findings (SIG-14). */
function Findings({ exchange }: { exchange: Exchange }) {
  const { explanation, prepared } = exchange;
  if (!explanation) return null;
  const facts: [string, string][] = [];
  if (explanation.check === 'date' && explanation.clockDifference !== null) {
    facts.push([t.clockDifference, t.clockDifferenceIs(explanation.clockDifference)]);
  }
  if (explanation.check === 'digest' && explanation.digest !== null) {
    const sent = prepared.headers.find(({ name }) => name.toLowerCase() === 'digest');
    if (sent !== undefined) facts.push([t.digestSent, sent.value]);
    facts.push([t.digest, explanation.digest]);
  }
  if (explanation.check === 'key-id' && explanation.expectedKeyId !== null) {
    facts.push([t.keyIdSent, prepared.signing.keyId], [t.keyIdExpected, explanation.expectedKeyId]);
  }
  for (const note of explanation.notes) facts.push([t.note, note]);
  if (facts.length === 0) return null;
  return (
    <Panel name="refusal.findings" title={t.bankSaw}>
      <Facts className={layout.pad}>
        {facts.map(([name, value]) => (
          <Fragment key={name + value}>
            <dt>{name}</dt>
            <dd className={textStyles.mono}>{value}</dd>
          </Fragment>
        ))}
      </Facts>
    </Panel>
  );
}
