/** Why the bank refused: explanation, what to do, failed step, signing strings compared, the rule, the bank's response. */
import { Fragment, type ReactNode } from 'react';
import type { Exchange } from '../../../shared/contract/exchange.ts';
import { binaryToBytes, utf8OrNull } from '../../../shared/signing/base64.ts';
import { readSignatureText, decodeHeaderText } from '../../../shared/signing/signature-header.ts';
import { type Explanation, type WrongSignature, CHECKS } from '../../../shared/xs2a/explanation.ts';
import { ruleText } from '../../../shared/xs2a/rules.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { Panel } from '../../ui/panel.tsx';
import { BankWords, Links, RefusalHead } from './response-parts.tsx';
import { faultsIn } from './bank-message.ts';
import type { CallLink } from './call-link.ts';
import { Causes, certainty } from './wrong-signature.tsx';
import { signedTextOf } from '../../../shared/requests/prepared.ts';
import { signedLines, visibleBreaks } from '../../ui/ledger.tsx';
import { differingPart } from '../../ui/compared.ts';
import { Badge } from '../../ui/badge.tsx';
import { Facts } from '../../ui/table.tsx';
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
      {/* First: below the checks it would be out of sight in a low window. */}
      {explanation.hint !== null && wrong === null && (
        <Panel name="refusal.hint" title={t.toDo}>
          <p className={layout.pad}>{explanation.hint}</p>
        </Panel>
      )}
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
          <span className={classes(textStyles.soft, textStyles.small, textStyles.cut)}>
            {explanation.scripted ? t.scriptedHint : t.checksHint}
          </span>
        }
        rule="SVC-11"
      >
        <Ladder explanation={explanation} />
      </Panel>
      {explanation.signingLines &&
        // A signature of one's own, over a text that the bank did not find: there is nothing to compare.
        (exchange.prepared.signing.replaced && signed === null ? (
          <Expected lines={explanation.signingLines} />
        ) : (
          <Difference
            ours={signed ?? signedLines(signedTextOf(exchange.prepared.signing))}
            known={signed !== null}
            theirs={explanation.signingLines}
            otherKey={exchange.prepared.signing.otherKey}
          />
        ))}
      <Findings exchange={exchange} />
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

/** The steps of SVC-11: passed, failed, left out, not reached. Of a scripted answer, those that were passed before it. */
function Ladder({ explanation }: { explanation: Explanation }) {
  const { check: stopped, notChecked, scripted } = explanation;
  const stop = CHECKS.findIndex((check) => check.id === stopped);
  const rest = CHECKS.length - stop - (scripted ? 0 : 1);
  return (
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
  );
}

/** The lines of the signed text as the bank found them; null if it did not. */
function foundLines(wrong: WrongSignature | null): string[] | null {
  const signed = wrong?.signedText ?? null;
  if (signed === null) return null;
  const text = utf8OrNull(binaryToBytes(signed)) ?? signed;
  return signedLines(text);
}

/** The bank's signing string, where nobody knows which one was signed. */
function Expected({ lines }: { lines: readonly string[] }) {
  return (
    <Panel name="refusal.difference" title={t.expectedString}>
      <Note tone="warn">{t.ownSignature}</Note>
      <div className={styles.difference} data-testid="difference">
        {lines.map((line, at) => (
          <Fragment key={at}>
            <span className={styles.number}>{at + 1}</span>
            <span className={styles.who}>{t.built}</span>
            <span>{line}</span>
          </Fragment>
        ))}
      </div>
    </Panel>
  );
}

/** What was signed and the bank's signing string, line by line. */
function Difference({
  ours,
  known,
  theirs,
  otherKey,
}: {
  ours: readonly string[];
  /** Whether the bank found the text that was signed; otherwise `ours` is what the workbench signs. */
  known: boolean;
  theirs: readonly string[];
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

/** The keyId in the Signature header as it was sent, by whoever wrote it; null if there is none that can be read. */
function sentKeyId(headers: readonly { name: string; value: string }[]): string | null {
  const header = headers.find(({ name }) => name.toLowerCase() === 'signature');
  const text = decodeHeaderText(header?.value ?? '');
  const read = text.ok ? readSignatureText(text.text) : null;
  return read?.ok === true ? read.parts.keyId : null;
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
    if (sent !== null) facts.push([t.keyIdSent, markDifference(sent, expected)]);
    facts.push([t.keyIdExpected, sent === null ? expected : markDifference(expected, sent)]);
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
