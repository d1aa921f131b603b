/** Why did the bank say no? Text, how far the request came, signing strings compared, what to do, the rule, the bank's words. */
import { Fragment, type ReactNode } from 'react';
import type { Exchange } from '../../../shared/contract/exchange.ts';
import { CHECKS } from '../../../shared/xs2a/checks.ts';
import { ruleText } from '../../../shared/xs2a/rules.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { Panel } from '../../ui/panel.tsx';
import { Badge, Glyph } from '../../ui/parts.tsx';
import { BankWords, Links, RefusalHead } from './answer-parts.tsx';
import type { CallLink } from './call-link.ts';
import { differingPart } from '../../ui/difference.ts';

const t = texts.answer.refusal;

export function Refusal({ exchange, onCall }: { exchange: Exchange; onCall: CallLink }) {
  const { response, explanation } = exchange;
  if (!response || !explanation) return null;
  return (
    <>
      <RefusalHead response={response} />
      <p className="refusal-text">{explanation.text}</p>
      <Panel
        name="refusal.checks"
        title={t.howFar}
        fact={<span className="soft small cut">{t.checksHint}</span>}
        rule="SVC-11"
      >
        <Ladder failed={explanation.check} />
      </Panel>
      {explanation.signingLines && (
        <Difference
          ours={exchange.prepared.signing.lines}
          theirs={explanation.signingLines}
          replaced={exchange.prepared.signing.replaced}
        />
      )}
      <Findings exchange={exchange} />
      {explanation.hint !== null && (
        <Panel name="refusal.hint" title={t.toDo}>
          <p className="pad">{explanation.hint}</p>
        </Panel>
      )}
      <Links links={exchange.links} onCall={onCall} />
      <Panel name="refusal.rule" title={t.rule} rule={explanation.rule}>
        <p className="pad soft">
          <b>{explanation.rule}</b> {ruleText(explanation.rule)}
        </p>
      </Panel>
      <BankWords response={response} />
    </>
  );
}

/** The steps of SVC-11: passed, failed, not reached. */
function Ladder({ failed }: { failed: string }) {
  const stop = CHECKS.findIndex((check) => check.id === failed);
  return (
    <ol className="ladder" aria-label={t.checks}>
      {CHECKS.slice(0, stop + 1).map((check, at) => (
        <li key={check.id} className={at === stop ? 'stop' : undefined}>
          <Glyph tone={at === stop ? 'bad' : 'ok'} size={13} />
          <span className="sr">{at === stop ? t.failed : t.passed} </span>
          {check.label}
        </li>
      ))}
      {stop + 1 < CHECKS.length && (
        <li className="skip">
          <Glyph tone="plain" size={13} /> {t.notReached(CHECKS.length - stop - 1)}
        </li>
      )}
    </ol>
  );
}

/** Our signing string and the bank's, line by line. */
function Difference({
  ours,
  theirs,
  replaced,
}: {
  ours: readonly string[];
  theirs: readonly string[];
  replaced: boolean;
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
      {replaced && <p className="note warn">{t.ownSignature}</p>}
      <div className="diff">
        {lines.map((line, at) =>
          line.ours === line.theirs ? (
            <Fragment key={at}>
              <span className="n">{at + 1}</span>
              <span className="w">{t.same}</span>
              <span className="t">{line.ours}</span>
            </Fragment>
          ) : (
            <Fragment key={at}>
              <span className="n">{at + 1}</span>
              <span className="w ours">{t.weSigned}</span>
              <span className="t ours">{markDifference(line.ours, line.theirs)}</span>
              <span className="n join" />
              <span className="w theirs">{t.bankBuilt}</span>
              <span className="t theirs">{markDifference(line.theirs, line.ours)}</span>
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

/** Blanks and breaks that differ are drawn, or nobody would see them. */
function visible(text: string): string {
  return text.replaceAll(' ', '␣').replaceAll('\t', '⇥').replaceAll('\n', '↵');
}

/** What else the bank found out (SIG-14). */
function Findings({ exchange }: { exchange: Exchange }) {
  const { explanation, prepared } = exchange;
  if (!explanation) return null;
  const facts: [string, string][] = [];
  if (explanation.check === 'date' && explanation.clockDifference !== null) {
    facts.push([t.clockDifference, t.clockDifferenceIs(explanation.clockDifference)]);
  }
  if (explanation.check === 'digest' && explanation.digest !== null)
    facts.push([t.digest, explanation.digest]);
  if (explanation.check === 'key-id' && explanation.expectedKeyId !== null) {
    facts.push([t.keyIdSent, prepared.signing.keyId], [t.keyIdExpected, explanation.expectedKeyId]);
  }
  for (const note of explanation.notes) facts.push([t.note, note]);
  if (facts.length === 0) return null;
  return (
    <Panel name="refusal.findings" title={t.bankSaw}>
      <dl className="facts pad">
        {facts.map(([name, value]) => (
          <Fragment key={name + value}>
            <dt>{name}</dt>
            <dd className="mono">{value}</dd>
          </Fragment>
        ))}
      </dl>
    </Panel>
  );
}
