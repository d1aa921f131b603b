/** The demonstration that plays, beside the diagram. */
import { useEffect, useRef } from 'react';
import type { Playing } from '../../../shared/contract/demonstrations.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { useDemonstrations } from '../../state/demonstrations.ts';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { Head } from '../../ui/head.tsx';
import { Markdown } from '../../ui/markdown.tsx';
import { useScrollStop } from '../../ui/scroll-stop.ts';
import layout from '../../ui/layout.module.css';
import { Acts, Actors } from './acts.tsx';
import { Controls } from './playback.tsx';
import { Meaning, PointAt, Redirect, StepNumber, Trouble } from './step-parts.tsx';
import styles from './step-pane.module.css';
import textStyles from '../../ui/text.module.css';

const t = texts.demonstrations;

/** Links in the text of a step lead nowhere: a demonstration needs no network. */
export const nowhere = () => undefined;

export function StepPane({ playing }: { playing: Playing }) {
  const { showList } = useDemonstrations();
  const { name, shown, step } = playing;
  const words = useRef<HTMLDivElement>(null);
  // A step is read from its title, however far the one before was scrolled.
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
        <StepNumber playing={playing} />
        <Actors playing={playing} />
        <div className={styles.text}>
          <Markdown text={shown.text} onLink={nowhere} />
        </div>
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
  const { present, openPresenter, print, leave } = useDemonstrations();
  return (
    <div className={classes(layout.actions, styles.tools)}>
      <Button
        size="small"
        title={t.presentHint}
        onClick={() => {
          present(true);
          // Where the host does not let a page fill the screen, it fills the window.
          document.documentElement.requestFullscreen().catch(nowhere);
        }}
      >
        {t.present}
      </Button>
      <Button size="small" look="plain" title={t.presenterHint} onClick={() => void openPresenter()}>
        {t.presenter}
      </Button>
      <Button size="small" look="plain" onClick={() => void print(playing.id)}>
        {t.handout}
      </Button>
      <span className={layout.grow} />
      <Button size="small" look="plain" title={t.leaveHint} onClick={() => void leave()}>
        {t.leave}
      </Button>
    </div>
  );
}
