/** What a step shows large: a value of one exchange or of two, what was signed beside what the bank built, or a request before and after it was broken. */
import { useEffect, useState } from 'react';
import { valueOf } from '../../../shared/collections/source.ts';
import { textOf } from '../../../shared/collections/value-text.ts';
import type { DemonstrationAct, Playing } from '../../../shared/contract/demonstrations.ts';
import { type Exchange, outcomeOf, wholeBody } from '../../../shared/contract/exchange.ts';
import { type Subject, subjectOf } from '../../../shared/demonstrations/show.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { host, messageOf } from '../../host.ts';
import { classes } from '../../ui/classes.ts';
import { shortLine } from '../../ui/compared.ts';
import { Glyph } from '../../ui/labels.tsx';
import { Problem } from '../../ui/messages.tsx';
import { markDifference, sentKeyId, signedBy } from '../../ui/signing-strings.tsx';
import { requestChanges } from '../../ui/comparison.ts';
import styles from './stage-shots.module.css';
import textStyles from '../../ui/text.module.css';

const t = texts.demonstrations;

type Shot = Playing['shots'][number];

export function Shots({ shots }: { shots: readonly Shot[] }) {
  const { exchanges, problem } = useExchanges(shots.flatMap(({ act }) => act.exchange ?? []));
  return (
    <div className={styles.shots}>
      <Problem text={problem} />
      {shots.map((shot) => {
        const exchange = exchanges.get(shot.act.exchange ?? '') ?? null;
        const subject = subjectOf(shot.value);
        if (typeof subject === 'string' || (exchange === null && shot.act.exchange !== null)) return null;
        return subject.of === 'signing string' ? (
          <Strings key={shot.caption} exchange={exchange} act={shot.act} />
        ) : (
          <Spot key={shot.caption} shot={shot} subject={subject} exchange={exchange} />
        );
      })}
    </div>
  );
}

/** Lines that fit on the stage. */
const MOST_LINES = 4;

/** The request as it was, and with a deliberate fault: what differs, large, or else what was signed beside what the bank built. */
export function BrokenRequest({ healthy, act }: { healthy: string; act: DemonstrationAct }) {
  const { exchanges, problem } = useExchanges([healthy, act.exchange ?? '']);
  const [before, after] = [exchanges.get(healthy), exchanges.get(act.exchange ?? '')];
  if (before === undefined || after === undefined) return <Problem text={problem} />;
  const pairs = requestChanges(before, after)
    .slice(0, MOST_LINES)
    .map(({ left, right }, line) => ({ line, ours: shortLine(left ?? ''), theirs: shortLine(right ?? '') }));
  if (pairs.length === 0) return <Strings exchange={after} act={act} />;
  return (
    <article className={styles.shot} aria-label={t.brokenRequest}>
      <div className={classes(styles.pair, isLong(pairs) && styles.many)}>
        <h3>{t.asItWas}</h3>
        <h3>{t.asBroken}</h3>
        {pairs.map(({ line, ours, theirs }) => (
          <Pair key={line} ours={ours} theirs={theirs} isOursRight />
        ))}
      </div>
      <Result act={act} />
    </article>
  );
}

/** The exchanges with these ids, by id. */
function useExchanges(wanted: readonly string[]) {
  const [exchanges, setExchanges] = useState<ReadonlyMap<string, Exchange>>(new Map());
  const [problem, setProblem] = useState<string | null>(null);
  const ids = wanted.join(' ');
  useEffect(() => {
    let gone = false;
    const read = async (id: string) => [id, await host.call('history.read', { id })] as const;
    Promise.all(ids.split(' ').filter(Boolean).map(read))
      .then((all) => {
        if (!gone) setExchanges(new Map(all));
      })
      .catch((error: unknown) => {
        if (!gone) setProblem(messageOf(error));
      });
    return () => {
      gone = true;
    };
  }, [ids]);
  return { exchanges, problem };
}

type ValueSubject = Exclude<Subject, { of: 'signing string' }>;

/** One value of an exchange, or of a return, between what was asked and what came of it. */
function Spot(props: { shot: Shot; subject: ValueSubject; exchange: Exchange | null }) {
  const { shot, subject, exchange } = props;
  const { act, caption } = shot;
  const isSent = subject.of === 'sent';
  // What was sent is not the bad news; what the bank answered is.
  const isRefused = !isSent && (act.status ?? 0) >= 400;
  const value = valueIn(subject, act, exchange);
  const name = 'name' in subject ? subject.name : shot.value;
  const spot = (
    <p className={classes(styles.spot, value === null ? styles.absent : isRefused && styles.refused)}>
      <span>{name}</span>
      <strong>{value ?? (isSent ? t.notSent : t.notThere)}</strong>
    </p>
  );
  return (
    <article className={styles.shot}>
      <h3>{caption}</h3>
      <div className={styles.lines}>
        {exchange !== null && (
          <p className={textStyles.mono}>
            {exchange.method} {exchange.path.split('?')[0]}
          </p>
        )}
        {subject.of === 'redirect' && act.returned !== null ? (
          <Return href={act.returned} name={subject.name} />
        ) : (
          subject.of !== 'status' && spot
        )}
      </div>
      {act.status !== null && <Result act={act} />}
    </article>
  );
}

/** The parameters of a return, one a line, the named one large. */
function Return({ href, name: wanted }: { href: string; name: string }) {
  const query = URL.parse(href)?.searchParams ?? new URLSearchParams();
  return [...query].map(([name, value]) => (
    <p key={name} className={name === wanted ? styles.spot : textStyles.mono}>
      <span>{name}</span> <strong>{value}</strong>
    </p>
  ));
}

function Result({ act: { status, word } }: { act: DemonstrationAct }) {
  if (status === null) return null;
  const tone = status < 400 ? 'ok' : 'bad';
  return (
    <p className={classes(styles.result, tone === 'ok' ? styles.ok : styles.bad)}>
      <Glyph tone={tone} size={28} /> <b>{status}</b> {word !== null && <code>{word}</code>}
    </p>
  );
}

/** @returns null if it is not there */
function valueIn(subject: ValueSubject, act: DemonstrationAct, exchange: Exchange | null): string | null {
  if (subject.of === 'sent') {
    const wanted = subject.name.toLowerCase();
    return exchange?.prepared.headers.find(({ name }) => name.toLowerCase() === wanted)?.value ?? null;
  }
  const found = valueOf(
    subject,
    exchange === null ? { response: null, redirect: act.returned } : outcomeOf(exchange, wholeBody(exchange)),
  );
  return found.found ? textOf(found.value) : null;
}

/** What was signed beside what the bank built: what differs large, equal lines once. */
function Strings({ exchange, act }: { exchange: Exchange | null; act: DemonstrationAct }) {
  const compared = exchange === null ? null : comparedIn(exchange);
  if (compared === null) return null;
  const { differing, same, isOtherKey } = compared;
  return (
    <article className={styles.shot} aria-label={t.signingStrings}>
      {differing.length > 0 && (
        <div className={classes(styles.pair, isLong(differing) && styles.many)}>
          <h3>{t.weSigned}</h3>
          <h3>{t.bankBuilt}</h3>
          {differing.map(({ line, ours, theirs }) => (
            <Pair key={line} ours={ours} theirs={theirs} />
          ))}
        </div>
      )}
      {isOtherKey && <h3>{t.otherKey}</h3>}
      {same.length > 0 && (
        <div className={classes(styles.same, textStyles.mono)}>
          <h4>{t.sameOnBothSides}</h4>
          {same.map((line, at) => (
            <p key={`${at} ${line}`}>{line}</p>
          ))}
        </div>
      )}
      <Result act={act} />
    </article>
  );
}

/** Whether large type would fill the stage. */
const isLong = (differing: Compared['differing']) =>
  differing.length > 2 || differing.some(({ ours, theirs }) => Math.max(ours.length, theirs.length) > LONG);
const LONG = 120;

function Pair(props: { ours: string; theirs: string; isOursRight?: boolean }) {
  const { ours, theirs, isOursRight = false } = props;
  return (
    <>
      <p
        className={classes(styles.side, textStyles.mono, isOursRight ? textStyles.added : textStyles.removed)}
      >
        {markDifference(ours, theirs)}
      </p>
      <p
        className={classes(styles.side, textStyles.mono, isOursRight ? textStyles.removed : textStyles.added)}
      >
        {markDifference(theirs, ours)}
      </p>
    </>
  );
}

interface Compared {
  differing: { line: number; ours: string; theirs: string }[];
  same: string[];
  isOtherKey: boolean;
}

/** @returns null for a request that was not refused for its signature, and for one that cannot be compared */
function comparedIn(exchange: Exchange): Compared | null {
  const { explanation, prepared } = exchange;
  if (explanation === null) return null;
  const ours = signedBy(exchange, explanation).ours ?? prepared.signing.lines;
  const theirs = explanation.signingLines ?? ours;
  const count = Math.max(ours.length, theirs.length);
  const lines = Array.from({ length: count }, (_, at) => ({
    line: at,
    ours: ours[at] ?? '',
    theirs: theirs[at] ?? '',
  }));
  return {
    differing: [...lines.filter((one) => one.ours !== one.theirs), ...unlikeHeader(exchange)],
    same: lines.flatMap((one) => (one.ours === one.theirs ? [one.ours] : [])),
    isOtherKey: prepared.signing.otherKey,
  };
}

/** A header that does not match what the bank found, although the signing strings are the same. */
function unlikeHeader({ explanation, prepared }: Exchange): Compared['differing'] {
  const line = -1;
  const header = (wanted: string) =>
    prepared.headers.find(({ name }) => name.toLowerCase() === wanted)?.value ?? '';
  if (explanation?.check === 'digest' && explanation.digest !== null)
    return [{ line, ours: `digest: ${header('digest')}`, theirs: `digest: ${explanation.digest}` }];
  const keyId = sentKeyId(prepared.headers);
  if (explanation?.check === 'key-id' && explanation.expectedKeyId !== null && keyId !== null)
    return [{ line, ours: `keyId: ${keyId}`, theirs: `keyId: ${explanation.expectedKeyId}` }];
  return [];
}
