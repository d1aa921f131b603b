/** The step in large type, over the whole window: who acts, what was sent and what changed. */
import { type ReactNode, useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { Playing } from '../../../shared/contract/demonstrations.ts';
import { bankTime, bankZone } from '../../../shared/demonstrations/clock-jump.ts';
import { texts } from '../../../shared/texts/texts.ts';
import type { Diagram } from '../../../shared/flow/diagram.ts';
import { useDemonstrations } from '../../state/demonstrations.ts';
import { type RowKey, rowAt, useFlow } from '../../state/flow.ts';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { Kbd } from '../../ui/labels.tsx';
import { useEscape } from '../../ui/keyboard.ts';
import { Markdown } from '../../ui/markdown.tsx';
import { useFullScreen, useLetters, useRemoteKeys } from './keys.ts';
import { Controls } from './playback.tsx';
import { Actors, Acts, Meaning, Redirect, StepNumber, Trouble, Unreached } from './step.tsx';
import layout from '../../ui/layout.module.css';
import styles from './presentation.module.css';
import textStyles from '../../ui/text.module.css';

const t = texts.demonstrations;

/** The latest acts, as many as fit on a projector. */
const ACTS = 3;

/** Windows in which the step and the diagram are both legible: on all but the smallest projectors. */
const LARGE = window.matchMedia('(width >= 1200px) and (height >= 640px)');

function useIsLarge(): boolean {
  return useSyncExternalStore(
    (changed) => {
      LARGE.addEventListener('change', changed);
      return () => LARGE.removeEventListener('change', changed);
    },
    () => LARGE.matches,
  );
}

/** The exchange of the selected event; null if it belongs to none. */
function exchangeOfSelected({ diagram, selected }: { diagram: Diagram; selected: RowKey | null }) {
  const row = diagram.rows[rowAt(diagram, selected)];
  return row?.kind === 'event' && 'exchange' in row.event ? row.event.exchange : null;
}

interface Props {
  playing: Playing;
  diagram: ReactNode;
  /** The open exchange, in place of the step. */
  exchange: ReactNode;
}

export function Presentation({ playing, diagram, exchange }: Props) {
  const { present, state, exchange: opened, openExchange } = useDemonstrations();
  const box = useRef<HTMLDialogElement>(null);
  const room = useRef<HTMLDivElement>(null);
  const isLarge = useIsLarge();
  /** Whether the presenter shows the diagram; null until chosen. */
  const [choice, setChoice] = useState<boolean | null>(null);
  const drawn = choice ?? isLarge;
  const pointed = useFlow(exchangeOfSelected);
  const close = useCallback(() => openExchange(null), [openExchange]);
  const toggle = () => setChoice(!drawn);
  const toggleExchange = () => openExchange(opened === null ? pointed : null);
  useEffect(() => {
    box.current?.showModal();
  }, []);
  useFullScreen();
  useRemoteKeys(true, box);
  useEscape(opened === null ? null : close);
  useLetters({ [t.diagramKey]: () => opened === null && toggle(), [t.exchangeKey]: toggleExchange });
  // Not the first button, which would leave at the next Enter. The focused element may be gone with the step or the exchange.
  useEffect(() => box.current?.focus(), [opened, drawn]);
  const { step, part, failed } = playing;
  // A new step closes the exchange.
  useEffect(close, [step, part, close]);
  const trouble = failed?.reason;
  // In a low window, scrolls to the beginning of the step, or to its failure.
  useEffect(() => {
    if (trouble !== undefined)
      box.current?.querySelector('[role="alert"]')?.scrollIntoView({ block: 'nearest' });
    else for (const scrolled of [box, room]) scrolled.current?.scrollTo({ top: 0 });
  }, [step, part, trouble]);
  return (
    <dialog
      ref={box}
      className={styles.presentation}
      aria-label={playing.name}
      tabIndex={-1}
      onClose={() => present(false)}
    >
      <header className={classes(layout.row, styles.top)}>
        <h2>{playing.name}</h2>
        <span className={layout.grow} />
        <span className={textStyles.tabular}>
          {t.inZone(bankTime(state.bankNow), bankZone(state.bankNow))}
        </span>
        {opened === null ? (
          <>
            <Button size="small" look="plain" aria-pressed={drawn} onClick={toggle}>
              {t.diagram} <Kbd>{t.diagramKey}</Kbd>
            </Button>
            {pointed !== null && (
              <Button size="small" look="plain" onClick={toggleExchange}>
                {t.exchange} <Kbd>{t.exchangeKey}</Kbd>
              </Button>
            )}
            <Button size="small" look="plain" title={t.leavePresent} onClick={() => present(false)}>
              {t.leave} <Kbd>{t.escape}</Kbd>
            </Button>
          </>
        ) : (
          <Button size="small" look="plain" onClick={close}>
            {t.closeExchange} <Kbd>{t.escape}</Kbd>
          </Button>
        )}
      </header>
      {opened === null ? (
        <div ref={room} className={classes(styles.room, drawn && styles.drawn)}>
          <section className={styles.words}>
            <StepNumber playing={playing} />
            <div className={styles.text}>
              <Markdown text={playing.shown.text} />
            </div>
          </section>
          {drawn && <div className={styles.diagram}>{diagram}</div>}
          <section className={styles.seen}>
            {/* The diagram shows both. */}
            {!drawn && <Actors playing={playing} />}
            {!drawn && <Acts acts={playing.acts.slice(-ACTS)} />}
            <Redirect playing={playing} />
            <Meaning playing={playing} />
            <Trouble playing={playing} />
            <Unreached />
          </section>
        </div>
      ) : (
        <div className={styles.exchange}>{exchange}</div>
      )}
      <Controls playing={playing} isWide />
    </dialog>
  );
}
