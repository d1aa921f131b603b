/** The parts of a step that the pane, the presentation and the presenter's page share. */
import { ArrowRight, CornerDownLeft, Landmark, Monitor, User } from 'lucide-react';
import type {
  DemonstrationAct,
  DemonstrationActor,
  Playing,
} from '../../../shared/contract/demonstrations.ts';
import type { Fault } from '../../../shared/faults/fault.ts';
import { faultById } from '../../../shared/faults/faults.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { host, messageOf } from '../../host.ts';
import { useDemonstrations } from '../../state/demonstrations.ts';
import { useReach } from '../../state/status.ts';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { Markdown } from '../../ui/markdown.tsx';
import { Note, Problem } from '../../ui/messages.tsx';
import layout from '../../ui/layout.module.css';
import styles from './step.module.css';
import textStyles from '../../ui/text.module.css';

const t = texts.demonstrations;

const LANES = { tpp: Monitor, psu: User, bank: Landmark } as const;

/** The three lanes of the diagram, with those of the last act highlighted. */
export function Actors({ playing: { acts } }: { playing: Playing }) {
  const last = acts.at(-1);
  const active = new Set<DemonstrationActor>(last === undefined ? [] : [last.who, 'bank']);
  return (
    <ul className={styles.actors} aria-label={t.actors}>
      {(['tpp', 'psu', 'bank'] as const).map((who) => {
        const Icon = LANES[who];
        const isActive = active.has(who);
        return (
          <li key={who} className={isActive ? styles.active : undefined} aria-current={isActive}>
            <Icon size={16} aria-hidden="true" /> {t.who[who]}
          </li>
        );
      })}
    </ul>
  );
}

/** What was sent over the wire, and by whom. */
export function Acts({ acts }: { acts: readonly DemonstrationAct[] }) {
  if (acts.length === 0) return null;
  return (
    <ol className={styles.acts} aria-label={t.acts}>
      {acts.map(({ who, name, line, status, word, jumps }, at) => (
        <li key={`${at} ${name}`}>
          <span className={styles.who}>{t.who[who]}</span>
          <span className={styles.what}>
            {name}
            {jumps.length === 0 && <code className={classes(styles.line, textStyles.soft)}>{line}</code>}
            {jumps.map((jump) => (
              <span key={jump} className={textStyles.soft}>
                {jump}
              </span>
            ))}
          </span>
          {status !== null && (
            <span className={classes(styles.status, status < 400 ? textStyles.ok : textStyles.bad)}>
              {status}
              {word !== null && <span className={styles.word}>{word}</span>}
            </span>
          )}
        </li>
      ))}
    </ol>
  );
}

/** @param props.isBrief without its part */
export function StepNumber({ playing, isBrief = false }: { playing: Playing; isBrief?: boolean }) {
  const { step, titles, part, parts } = playing;
  return (
    <span className={styles.step}>
      {t.step(step + 1, titles.length)}
      {!isBrief && parts > 1 && `, ${t.part(part + 1, parts)}`}
    </span>
  );
}

/** Whether the step only asks its question so far: its title and text may answer it. */
export function isAsking({ shown, part }: Playing): boolean {
  return shown.question !== undefined && part === 0;
}

export function titleOf(playing: Playing): string {
  const fault = faultOf(playing);
  if (fault !== null) return t.broken(fault.title);
  return isAsking(playing) ? t.question : playing.shown.title;
}

/** What the room reads. */
export function StepText({ playing }: { playing: Playing }) {
  const fault = faultOf(playing);
  if (fault !== null) return <Markdown text={t.whyRefused(fault)} />;
  return isAsking(playing) ? null : <Markdown text={playing.shown.text} />;
}

export function StepTitle({ playing }: { playing: Playing }) {
  return (
    <h3 className={styles.number}>
      <StepNumber playing={playing} /> {titleOf(playing)}
    </h3>
  );
}

/** A refusal is not a failure of the demonstration, but it is what the audience must notice. */
function toneOf(code: string): string | undefined {
  if (/^(?:[45]\d\d|RJCT|CANC|PAYMENT_FAILED)$/.test(code)) return styles.bad;
  if (/^(?:2\d\d|ACSC|ACTC|Valid)$/.test(code)) return styles.ok;
  return /^(?:RCVD|PDNG|PATC|ACCP|BLCK)$/.test(code) ? styles.waits : undefined;
}

/** The deliberate fault with which the request of the step was sent last, or null. */
function faultOf({ broken }: Playing): Fault | null {
  return broken === null ? null : faultById(broken.fault);
}

/** Whether the outcome of the step has come true: each part was played, and the user has not decided otherwise, or broken the request. */
export function hasComeTrue({ part, parts, browsed, broken, decided }: Playing): boolean {
  return part + 1 === parts && browsed === 0 && broken === null && decided?.asWritten !== false;
}

/** The status as a large badge with what it means. */
export function Meaning({ playing }: { playing: Playing }) {
  const { meaning } = playing.shown;
  if (meaning === undefined || !hasComeTrue(playing)) return null;
  return (
    <p className={styles.meaning}>
      <strong className={classes(styles.code, toneOf(meaning.code))}>{meaning.code}</strong>
      <span>{meaning.text}</span>
    </p>
  );
}

/** What the presenter points at. */
export function PointAt({ playing }: { playing: Playing }) {
  const { look } = playing.shown;
  if (look === undefined || !hasComeTrue(playing)) return null;
  return (
    <div className={styles.point}>
      <b>{t.pointAt}</b> <Markdown text={look.text} />
    </div>
  );
}

/** The whole address of a redirect, before and after it, one parameter a line. */
export function Redirect({ playing }: { playing: Playing }) {
  const { redirect } = playing;
  if (redirect === null) return null;
  const isBefore = redirect.when === 'before';
  const Icon = isBefore ? ArrowRight : CornerDownLeft;
  return (
    <div className={styles.redirect}>
      <p>
        <Icon size={16} aria-hidden="true" /> <b>{isBefore ? t.before : t.after}</b>
      </p>
      <code className={textStyles.wire}>
        {redirect.href.split(/(?=[?&])/).map((piece, at) => (
          <span key={`${at} ${piece}`}>{piece}</span>
        ))}
      </code>
      <OpenByHand playing={playing} />
    </div>
  );
}

/** Lets a person act at the bank's page, and says what they have decided. */
function OpenByHand({ playing: { redirect, byHand, decided } }: { playing: Playing }) {
  if (redirect?.when === 'after')
    return (
      decided && (
        <p>
          {t.decidedByHand[decided.outcome]} {!decided.asWritten && t.otherwise}
        </p>
      )
    );
  if (redirect === null) return null;
  return byHand !== null && byHand !== 'asked' ? (
    <p>{t.decidedByHand[byHand]}</p>
  ) : (
    <Button size="small" look="plain" title={t.openSelfHint} onClick={() => void openByHand(redirect.href)}>
      {t.openSelf}
    </Button>
  );
}

async function openByHand(href: string): Promise<void> {
  try {
    const { tab } = await host.call('sca.open', { href, show: 'window' });
    if (tab !== null) window.open(tab, '_blank', 'noopener');
  } catch (error) {
    useDemonstrations.setState({ problem: messageOf(error) });
  }
}

/** What has failed, or was changed by hand. */
export function Trouble({ playing: { failed, changed } }: { playing: Playing }) {
  const returnToStep = useDemonstrations((store) => store.returnToStep);
  if (failed === null && !changed) return null;
  if (failed !== null && failed.byHand === null && !failed.changed)
    return <Problem text={t.failed(failed.title, failed.reason)} />;
  return (
    <Note as="div" tone={failed === null ? 'warn' : 'bad'}>
      <div className={layout.actions}>
        {failed === null ? (
          <span className={layout.grow}>{t.changed}</span>
        ) : (
          <span className={layout.grow} role="alert">
            {t.failed(failed.title, failed.reason)}{' '}
            {failed.byHand && t.failedAfter(failed.byHand.title, failed.byHand.psu, failed.byHand.outcome)}{' '}
            {failed.changed && t.failedAfterChange}
          </span>
        )}
        <Button size="small" onClick={() => void returnToStep()}>
          {t.returnTo}
        </Button>
      </div>
    </Note>
  );
}

/** Shows that the workbench is not responding, or what the last press of a key failed with. */
export function Unreached() {
  const isReached = useReach((store) => store.isReached);
  const problem = useDemonstrations((store) => store.problem);
  return <Problem text={isReached ? problem : texts.app.host.noResponse} />;
}
