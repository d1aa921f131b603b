/** The parts of a step that the pane and the presentation both show. */
import { ArrowRight, CornerDownLeft } from 'lucide-react';
import type { Playing } from '../../../shared/contract/demonstrations.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { host } from '../../host.ts';
import { useDemonstrations } from '../../state/demonstrations.ts';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { Markdown } from '../../ui/markdown.tsx';
import { Note } from '../../ui/note.tsx';
import layout from '../../ui/layout.module.css';
import styles from './step-parts.module.css';
import textStyles from '../../ui/text.module.css';
import { useReach } from '../../state/status.ts';
import { Problem } from '../../ui/form.tsx';

const t = texts.demonstrations;

const nowhere = () => undefined;

export function StepNumber({ playing }: { playing: Playing }) {
  const { step, titles, part, parts, shown } = playing;
  return (
    <h3 className={styles.number}>
      <span className={styles.step}>
        {t.step(step + 1, titles.length)}
        {parts > 1 && `, ${t.part(part + 1, parts)}`}
      </span>{' '}
      {shown.title}
    </h3>
  );
}

/** A refusal is not a failure of the demonstration, but it is what the room must notice. */
function toneOf(code: string): string | undefined {
  if (/^(?:[45]\d\d|RJCT|CANC|PAYMENT_FAILED)$/.test(code)) return styles.bad;
  if (/^(?:2\d\d|ACSC|ACTC|Valid)$/.test(code)) return styles.ok;
  return /^(?:RCVD|PDNG|PATC|ACCP|BLCK)$/.test(code) ? styles.waits : undefined;
}

/** What a step says of its end is true once every part of it has been played, unless a person has decided otherwise. */
function hasComeTrue({ part, parts, decided }: Playing): boolean {
  return part + 1 === parts && decided?.asWritten !== false;
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

/** What to point at. */
export function PointAt({ playing }: { playing: Playing }) {
  const { look } = playing.shown;
  if (look === undefined || !hasComeTrue(playing)) return null;
  return (
    <div className={styles.point}>
      <b>{t.pointAt}</b> <Markdown text={look.text} onLink={nowhere} />
    </div>
  );
}

/** The whole address of a redirect, before and after it. */
export function Redirect({ playing: { redirect, byHand, decided } }: { playing: Playing }) {
  if (redirect === null) return null;
  const { when, href } = redirect;
  return (
    <div className={styles.redirect}>
      <p>
        {when === 'before' ? (
          <ArrowRight size={16} aria-hidden="true" />
        ) : (
          <CornerDownLeft size={16} aria-hidden="true" />
        )}{' '}
        <b>{when === 'before' ? t.before : t.after}</b>
      </p>
      <code className={textStyles.wire}>{href}</code>
      {when === 'before' &&
        (byHand !== null && byHand !== 'asked' ? (
          <p>{t.decidedByHand[byHand]}</p>
        ) : (
          <Button size="small" look="plain" title={t.openSelfHint} onClick={() => void openByHand(href)}>
            {t.openSelf}
          </Button>
        ))}
      {when === 'after' && decided !== null && (
        <p>
          {t.decidedByHand[decided.outcome]} {!decided.asWritten && t.otherwise}
        </p>
      )}
    </div>
  );
}

async function openByHand(href: string): Promise<void> {
  try {
    const { tab } = await host.call('sca.open', { href, show: 'window' });
    if (tab !== null) window.open(tab, '_blank', 'noopener');
  } catch (error) {
    useDemonstrations.setState({ problem: error instanceof Error ? error.message : String(error) });
  }
}

/** What has failed, or was changed by hand. */
export function Trouble({ playing: { failed, changed } }: { playing: Playing }) {
  const returnToStep = useDemonstrations((store) => store.returnToStep);
  if (failed !== null) {
    const { title, reason, byHand, changed: wasChanged } = failed;
    if (byHand === null && !wasChanged)
      return (
        <Note tone="bad" role="alert">
          {t.failed(title, reason)}
        </Note>
      );
    return (
      <Note as="div" tone="bad">
        <div className={layout.actions}>
          <span className={layout.grow} role="alert">
            {t.failed(title, reason)}{' '}
            {byHand !== null && t.failedAfter(byHand.title, byHand.psu, byHand.outcome)}{' '}
            {wasChanged && t.failedAfterChange}
          </span>
          <Button size="small" onClick={() => void returnToStep()}>
            {t.returnTo}
          </Button>
        </div>
      </Note>
    );
  }
  if (!changed) return null;
  return (
    <Note as="div" tone="warn">
      <div className={layout.actions}>
        <span className={layout.grow}>{t.changed}</span>
        <Button size="small" onClick={() => void returnToStep()}>
          {t.returnTo}
        </Button>
      </div>
    </Note>
  );
}

/** Shows that the workbench is not responding, or what has prevented the last press. */
export function Unreached() {
  const isReached = useReach((store) => store.isReached);
  const problem = useDemonstrations((store) => store.problem);
  return <Problem text={isReached ? problem : texts.app.host.noResponse} />;
}
