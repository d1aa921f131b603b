/** The pane of guided demonstrations, and the bar of their fresh bank. */
import { type ReactNode, useEffect, useRef } from 'react';
import type { Playing } from '../../../shared/contract/demonstrations.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { useDemonstrations } from '../../state/demonstrations.ts';
import { useFrame } from '../../state/frame.ts';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { useScrollStop } from '../../ui/keyboard.ts';
import { Note, Problem } from '../../ui/messages.tsx';
import { Head } from '../../ui/panel.tsx';
import { DemonstrationList } from './demonstration-list.tsx';
import { useStepEvent, useStepKeys } from './keys.ts';
import { Handout, HandoutButton } from './handout.tsx';
import { Controls } from './playback.tsx';
import { Presentation } from './presentation.tsx';
import { Question } from './stage.tsx';
import { Acts, Actors, isAsking, StepText, Meaning, PointAt, Redirect, StepTitle, Trouble } from './step.tsx';
import layout from '../../ui/layout.module.css';
import styles from './demonstration-pane.module.css';
import textStyles from '../../ui/text.module.css';

const t = texts.demonstrations;

/** All demonstrations, or the one that plays. @param slots the diagram and the open exchange of a presentation */
export function DemonstrationPane(slots: { diagram: ReactNode; exchange: ReactNode }) {
  const { state, problem, showsList, isPresenting, load, loadList, pause } = useDemonstrations();
  const { playing } = state;
  useEffect(() => {
    void load();
    void loadList();
  }, [load, loadList]);
  // In another view, the user does not see what is played.
  useEffect(() => pause, [pause]);
  useStepKeys(playing !== null && !showsList && !isPresenting);
  useStepEvent(playing);
  return (
    <section className={classes(layout.pane, layout.ground, styles.demonstration)} aria-label={t.title}>
      {playing === null || showsList ? <DemonstrationList /> : <StepPane playing={playing} />}
      {playing === null && state.aside && <AsideBar />}
      <Problem text={problem} />
      {playing !== null && isPresenting && <Presentation playing={playing} {...slots} />}
      <Handout />
    </section>
  );
}

/** Between two demonstrations, while the bank is still the fresh one. */
function AsideBar() {
  const leave = useDemonstrations((store) => store.leave);
  return (
    <Note as="div">
      <div className={layout.actions}>
        <span className={layout.grow}>{t.aside}</span>
        <Button size="small" title={t.leaveHint} onClick={() => void leave()}>
          {t.putBack}
        </Button>
      </div>
    </Note>
  );
}

function StepPane({ playing }: { playing: Playing }) {
  const { showList } = useDemonstrations();
  const { name, shown, step } = playing;
  const words = useRef<HTMLDivElement>(null);
  // A step begins at its title, however far the previous one was scrolled.
  useEffect(() => {
    words.current?.scrollTo({ top: 0 });
  }, [step]);
  useScrollStop(words);
  return (
    <>
      <Head>
        <h2 className={textStyles.cut}>{name}</h2>
        <span className={layout.grow} />
        <Button size="small" look="plain" onClick={() => showList(true)}>
          {t.all}
        </Button>
      </Head>
      <Tools playing={playing} />
      <div ref={words} className={classes(layout.scroll, layout.inset, styles.words)} aria-live="polite">
        <StepTitle playing={playing} />
        <Actors playing={playing} />
        <div className={styles.text}>
          <StepText playing={playing} />
        </div>
        {shown.question && <Question question={shown.question} isAnswered={!isAsking(playing)} />}
        <Meaning playing={playing} />
        <PointAt playing={playing} />
        <Redirect playing={playing} />
        <Acts acts={playing.acts} />
      </div>
      <Trouble playing={playing} />
      <Controls playing={playing} />
    </>
  );
}

function Tools({ playing }: { playing: Playing }) {
  const { present, openPresenter, leave } = useDemonstrations();
  return (
    <div className={classes(layout.actions, styles.tools)}>
      <Button
        size="small"
        title={t.presentHint}
        onClick={() => {
          present(true);
          // If the host denies the full screen, it fills the window.
          document.documentElement.requestFullscreen().catch(() => undefined);
        }}
      >
        {t.present}
      </Button>
      <Button size="small" look="plain" title={t.presenterHint} onClick={() => void openPresenter()}>
        {t.presenter}
      </Button>
      <HandoutButton id={playing.id} />
      <span className={layout.grow} />
      <Button size="small" look="plain" title={t.leaveHint} onClick={() => void leave()}>
        {t.leave}
      </Button>
    </div>
  );
}

/** Across the other views while the bank is the fresh one of a demonstration: leads back to either. */
export function DemonstrationBar() {
  const { state, isShown, problem, load, leave, showPane } = useDemonstrations();
  const place = useFrame((store) => store.place);
  const go = useFrame((store) => store.go);
  useEffect(() => void load(), [load]);
  if (!state.aside || (place === 'flow' && isShown)) return null;
  const { playing } = state;
  return (
    <Note as="div" tone="warn">
      <div className={layout.actions}>
        <output className={layout.grow}>
          {playing === null ? t.isFresh : t.isFreshFor(playing.name)} {problem}
        </output>
        <Button
          size="small"
          onClick={() => {
            showPane(true);
            go('flow');
          }}
        >
          {t.toDemonstration}
        </Button>
        <Button size="small" title={t.leaveHint} disabled={state.busy} onClick={() => void leave()}>
          {t.putBack}
        </Button>
      </div>
    </Note>
  );
}
