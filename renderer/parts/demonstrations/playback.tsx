/** The controls: Next, Back, Restart, the steps, and autoplay. */
import { ArrowLeft, ArrowRight, Pause, Play } from 'lucide-react';
import type { Playing } from '../../../shared/contract/demonstrations.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { SECONDS, useDemonstrations } from '../../state/demonstrations.ts';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { Select } from '../../ui/form.tsx';
import { Kbd } from '../../ui/labels.tsx';
import layout from '../../ui/layout.module.css';
import styles from './playback.module.css';
import textStyles from '../../ui/text.module.css';

const t = texts.demonstrations;

/** @param isWide in one row, as on a projector */
export function Controls({ playing, isWide = false }: { playing: Playing; isWide?: boolean }) {
  const { next, back, restart, state } = useDemonstrations();
  const { step, part, browsed, failed, broken, byHand } = playing;
  const isDecided = byHand !== null && byHand !== 'asked';
  const isFirst =
    step === 0 && part === 0 && browsed === 0 && failed === null && broken === null && !isDecided;
  return (
    <div className={classes(styles.controls, isWide && styles.wide)}>
      {!isWide && (
        <div className={layout.row}>
          <NextText playing={playing} />
          <Interval />
        </div>
      )}
      <Progress playing={playing} />
      <div className={layout.row}>
        <Button size="large" look="plain" onClick={() => void restart()}>
          {t.restart}
        </Button>
        <Autoplay />
        {isWide && <Interval />}
        {isWide && <SlowMotion playing={playing} />}
        {isWide ? <NextText playing={playing} /> : <span className={layout.grow} />}
        <Button size="large" disabled={isFirst || state.busy} onClick={() => void back()}>
          {t.back}{' '}
          <Kbd>
            <ArrowLeft size={12} aria-hidden="true" />
          </Kbd>
        </Button>
        <Button
          size="large"
          look="go"
          className={styles.next}
          aria-busy={state.busy}
          disabled={playing.next === 'end'}
          onClick={() => {
            if (!state.busy) void next();
          }}
        >
          {state.busy ? t.busy : t.next}{' '}
          <Kbd>
            <ArrowRight size={12} aria-hidden="true" />
          </Kbd>
        </Button>
      </div>
    </div>
  );
}

function SlowMotion({ playing: { browsed } }: { playing: Playing }) {
  const { slowDown, state } = useDemonstrations();
  return (
    <Button
      size="large"
      title={t.slowHint}
      aria-pressed={state.slow}
      onClick={() => void slowDown(!state.slow)}
    >
      {t.slow}
      {state.slow && browsed > 0 && `: ${browsed}`} <Kbd>{t.slowKey}</Kbd>
    </Button>
  );
}

/** What Next will do. */
function NextText({ playing }: { playing: Playing }) {
  const { next, following, byHand, failed, page, browsed } = playing;
  const isSlow = useDemonstrations(({ state }) => state.slow);
  const written = failed?.byHand?.title;
  const again = failed?.changed === true ? t.nextUndone(failed.title) : t.nextAgain;
  const rest = {
    redirect:
      byHand !== null && byHand !== 'asked'
        ? t.nextByHand
        : isSlow && browsed > 0 && page !== null
          ? t.nextAtBank[page.state]
          : t.nextRedirect,
    back: t.nextBack,
    answer: t.nextAnswer,
    onward: t.nextOnward,
    again: written === undefined ? again : t.nextAsWritten(written),
    step:
      following?.question !== undefined
        ? t.nextQuestion
        : (following?.does ?? t.nextStep(following?.title ?? '')),
    end: t.end,
  }[next];
  return (
    <p className={classes(textStyles.soft, layout.grow, styles.does)}>
      {next !== 'end' && <b>{t.next}</b>} {rest}
    </p>
  );
}

function Progress({ playing: { titles, step } }: { playing: Playing }) {
  const { go, state } = useDemonstrations();
  return (
    <ol className={styles.progress} aria-label={t.progress}>
      {titles.map((title, at) => (
        <li key={`${at} ${title}`}>
          <button
            type="button"
            className={classes(styles.mark, at < step && styles.done, at === step && styles.now)}
            aria-label={t.go(at + 1, title)}
            aria-current={at === step ? 'step' : undefined}
            title={t.go(at + 1, title)}
            disabled={state.busy}
            onClick={() => void go(at)}
          />
        </li>
      ))}
    </ol>
  );
}

function Autoplay() {
  const { playByItself, state } = useDemonstrations();
  const plays = state.autoplay !== null;
  const label = plays ? t.stopPlaying : t.play;
  return (
    <Button
      size="large"
      look="plain"
      aria-label={label}
      title={label}
      aria-pressed={plays}
      onClick={() => void playByItself(plays ? null : state.pace)}
    >
      {plays ? <Pause size={16} aria-hidden="true" /> : <Play size={16} aria-hidden="true" />}
    </Button>
  );
}

/** The interval of autoplay, while it runs. */
function Interval() {
  const { playByItself, state } = useDemonstrations();
  if (state.autoplay === null) return null;
  return (
    <Select
      className={styles.interval}
      aria-label={t.seconds}
      value={state.autoplay}
      onChange={(event) => void playByItself(Number(event.target.value))}
    >
      {SECONDS.map((seconds) => (
        <option key={seconds} value={seconds}>
          {t.everySeconds(seconds)}
        </option>
      ))}
    </Select>
  );
}
