/** The step in large type, over the whole window: who acts, what went over the wire and what changed, at one glance. */
import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { Playing } from '../../../shared/contract/demonstrations.ts';
import { bankTime, bankZone } from '../../../shared/demonstration/clock-jump.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { useDemonstrations } from '../../state/demonstrations.ts';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { Kbd } from '../../ui/kbd.tsx';
import { Markdown } from '../../ui/markdown.tsx';
import layout from '../../ui/layout.module.css';
import { Acts, Actors } from './acts.tsx';
import { Controls } from './playback.tsx';
import { Meaning, Redirect, StepNumber, Trouble } from './step-parts.tsx';
import { Unreached } from './unreached.tsx';
import styles from './presentation.module.css';
import textStyles from '../../ui/text.module.css';

const t = texts.demonstrations;

/** Acts that fit on a projector; the latest matter. */
const ACTS = 3;

/** Where the step and the diagram can both be read, as on every projector but the smallest. */
const ROOM = window.matchMedia('(width >= 1200px) and (height >= 640px)');

function useRoom(): boolean {
  return useSyncExternalStore(
    (changed) => {
      ROOM.addEventListener('change', changed);
      return () => ROOM.removeEventListener('change', changed);
    },
    () => ROOM.matches,
  );
}

const nowhere = () => undefined;

interface Props {
  playing: Playing;
  /** What has gone over the wire so far. */
  diagram: ReactNode;
}

export function Presentation({ playing, diagram }: Props) {
  const { present, state } = useDemonstrations();
  const box = useRef<HTMLDialogElement>(null);
  const hasRoom = useRoom();
  /** What the presenter has chosen, or null. */
  const [wish, setWish] = useState<boolean | null>(null);
  const drawn = wish ?? hasRoom;
  const toggle = () => setWish(!drawn);
  useEffect(() => {
    const dialog = box.current;
    dialog?.showModal();
    // Not the first button, which would leave at the next Enter.
    dialog?.focus();
    const left = () => {
      if (document.fullscreenElement === null) present(false);
    };
    // Escape leaves the full screen before any key reaches the page.
    document.addEventListener('fullscreenchange', left);
    return () => {
      document.removeEventListener('fullscreenchange', left);
      if (document.fullscreenElement !== null) document.exitFullscreen().catch(nowhere);
    };
  }, [present]);
  const { step, part, failed } = playing;
  const trouble = failed?.reason;
  // Where the window is too low for the step, a room sees its beginning, and what went wrong.
  useEffect(() => {
    if (trouble === undefined) box.current?.scrollTo({ top: 0 });
    else box.current?.querySelector('[role="alert"]')?.scrollIntoView({ block: 'nearest' });
  }, [step, part, trouble]);
  return (
    <dialog
      ref={box}
      className={styles.presentation}
      aria-label={playing.name}
      tabIndex={-1}
      onClose={() => present(false)}
      onKeyDown={({ key, ctrlKey, metaKey, altKey }) => {
        if (key.toUpperCase() === t.diagramKey && !ctrlKey && !metaKey && !altKey) toggle();
      }}
    >
      <header className={classes(layout.row, styles.top)}>
        <h2>{playing.name}</h2>
        <span className={layout.grow} />
        <span className={textStyles.tabular}>
          {t.inZone(bankTime(state.bankNow), bankZone(state.bankNow))}
        </span>
        <Button size="small" look="plain" aria-pressed={drawn} onClick={toggle}>
          {t.diagram} <Kbd>{t.diagramKey}</Kbd>
        </Button>
        <Button size="small" look="plain" onClick={() => present(false)}>
          {t.leavePresent}
        </Button>
      </header>
      <div className={classes(styles.room, drawn && styles.drawn)}>
        <section className={styles.words}>
          <StepNumber playing={playing} />
          <div className={styles.text}>
            <Markdown text={playing.shown.text} onLink={nowhere} />
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
      <Controls playing={playing} isWide />
    </dialog>
  );
}
