/** The presenter's page, on a screen that the audience does not see: notes, the next step, and the clocks. */
import { useEffect, useState } from 'react';
import type { Playing } from '../../../shared/contract/demonstrations.ts';
import { bankTime, bankZone } from '../../../shared/demonstrations/clock-jump.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { useDemonstrations } from '../../state/demonstrations.ts';
import { useSettings } from '../../state/settings.ts';
import { Markdown } from '../../ui/markdown.tsx';
import { minutesText } from '../../ui/format.ts';
import { Controls } from './playback.tsx';
import { useRemoteKeys } from './keys.ts';
import { PointAt, Redirect, StepTitle, Trouble, Unreached } from './step.tsx';
import { Question } from './stage.tsx';
import styles from './presenter-view.module.css';
import textStyles from '../../ui/text.module.css';

const t = texts.demonstrations;

export function PresenterView() {
  const { state, load } = useDemonstrations();
  const loadSettings = useSettings((store) => store.load);
  useEffect(() => {
    void load();
    void loadSettings();
  }, [load, loadSettings]);
  useRemoteKeys(state.playing !== null);
  return (
    <main className={styles.presenter} aria-label={t.presenterTitle}>
      {state.playing === null ? (
        <p>{t.nothingPlays}</p>
      ) : (
        <Notes playing={state.playing} bankNow={state.bankNow} />
      )}
      <Unreached />
    </main>
  );
}

function Notes({ playing, bankNow }: { playing: Playing; bankNow: number }) {
  const { shown, following, minutes, step, titles } = playing;
  const now = useNow();
  return (
    <>
      <header className={styles.clocks}>
        <h1>{playing.name}</h1>
        <p>
          {t.elapsed}{' '}
          <b className={textStyles.tabular}>{minutesText(Math.max(0, now - playing.startedAt))}</b>{' '}
          {t.ofPlanned(minutes)},{' '}
          {t.plannedHere(minutesText((minutes * 60_000 * (step + 1)) / titles.length))}
        </p>
        <p>
          {t.bankTime} <b>{t.inZone(bankTime(bankNow), bankZone(bankNow))}</b>
        </p>
      </header>
      <div className={styles.columns}>
        <section>
          <StepTitle playing={playing} />
          {shown.question !== undefined && <Question question={shown.question} isAnswered />}
          <Markdown text={shown.text} />
          <PointAt playing={playing} />
          <Redirect playing={playing} />
        </section>
        <section className={styles.notes}>
          <h2>{t.notes}</h2>
          <Markdown text={shown.notes ?? t.noNotes} />
        </section>
        <section>
          <h2>{t.nextUp}</h2>
          {following === null ? (
            <p>{t.end}</p>
          ) : (
            <>
              <h3>{following.title}</h3>
              <Markdown text={following.text} />
            </>
          )}
        </section>
      </div>
      <Trouble playing={playing} />
      <Controls playing={playing} />
    </>
  );
}

/** This machine's time, each second. */
function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
