/** The pane of guided demonstrations: all of them, or the one that plays. */
import { type ReactNode, useEffect, useRef } from 'react';
import { texts } from '../../../shared/texts/texts.ts';
import { useDemonstrations } from '../../state/demonstrations.ts';
import { Note } from '../../ui/note.tsx';
import { Button } from '../../ui/button.tsx';
import { Problem } from '../../ui/form.tsx';
import layout from '../../ui/layout.module.css';
import { classes } from '../../ui/classes.ts';
import { DemonstrationList } from './demonstration-list.tsx';
import { Presentation } from './presentation.tsx';
import { usePointing, useStepKeys } from './playing.ts';
import styles from './demonstration-pane.module.css';
import { createPortal } from 'react-dom';
import { bankTime } from '../../../shared/demonstrations/clock-jump.ts';
import type { Diagram } from '../../../shared/flow/diagram.ts';
import { drawerOf } from '../../../shared/flow/exports/svg.ts';
import { useFlow, useLaneNames } from '../../state/flow.ts';
import { Markdown } from '../../ui/markdown.tsx';
import type { Playing } from '../../../shared/contract/demonstrations.ts';
import { Head } from '../../ui/head.tsx';
import { useScrollStop } from '../../ui/scroll-stop.ts';
import { Acts, Actors } from './acts.tsx';
import { Controls } from './playback.tsx';
import { Meaning, PointAt, Redirect, StepNumber, Trouble } from './step-parts.tsx';
import textStyles from '../../ui/text.module.css';

const t = texts.demonstrations;

interface Props {
  /** What has gone over the wire, beside the step of a presentation. */
  diagram: ReactNode;
  /** The exchange that is open in a presentation. */
  exchange: ReactNode;
}

export function DemonstrationPane({ diagram, exchange }: Props) {
  const { state, problem, showsList, isPresenting, load, loadList, pause } = useDemonstrations();
  const { playing } = state;
  useEffect(() => {
    void load();
    void loadList();
  }, [load, loadList]);
  // Who goes to another view does not see what would be played.
  useEffect(() => pause, [pause]);
  useStepKeys(playing !== null && !showsList && !isPresenting);
  usePointing(playing);
  return (
    <section className={classes(layout.pane, layout.ground, styles.demonstration)} aria-label={t.title}>
      {playing === null || showsList ? <DemonstrationList /> : <StepPane playing={playing} />}
      {playing === null && state.aside && <AsideBar />}
      <Problem text={problem} />
      {playing !== null && isPresenting && (
        <Presentation playing={playing} diagram={diagram} exchange={exchange} />
      )}
      <Handout />
    </section>
  );
}

/** Between two demonstrations of a class. */
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

/** The hand-out: the whole demonstration with its texts, and the diagram so far, on paper. It is there only while it is printed. */
/** Rows of the diagram on one page. */
const PAGE = 26;

function Handout() {
  const { handout, print, state } = useDemonstrations();
  const diagram = useFlow((store) => store.diagram);
  const lanes = useLaneNames(diagram);
  const paper = useRef<HTMLElement>(null);
  useEffect(() => {
    if (handout === null) return undefined;
    const done = () => void print(null);
    window.addEventListener('afterprint', done);
    const pictures = [...(paper.current?.querySelectorAll('img') ?? [])];
    // A picture that cannot be drawn must not keep the texts from paper.
    void Promise.allSettled(pictures.map((picture) => picture.decode())).then(() => window.print());
    return () => window.removeEventListener('afterprint', done);
  }, [handout, print]);
  if (handout === null) return null;
  const { name, summary, minutes, start, steps } = handout;
  const playing = state.playing?.name === name ? state.playing : null;
  return createPortal(
    <article ref={paper} className={styles.handout} data-theme="light" aria-label={t.handout}>
      <h1>{name}</h1>
      <p>{summary}</p>
      <p>
        {t.minutes(minutes)} · {t.bankTime}: {t.inOslo(bankTime(Date.parse(start)))}
      </p>
      {steps.map(({ title, text, look, meaning }, at) => (
        <section key={title}>
          <h2>
            {at + 1}. {title}
          </h2>
          <Markdown text={text} onLink={nowhere} />
          {meaning !== undefined && (
            <p>
              <code>{meaning.code}</code> {meaning.text}
            </p>
          )}
          {look !== undefined && <Markdown text={`> **${t.lookAt}** ${look.text}`} onLink={nowhere} />}
        </section>
      ))}
      {playing !== null && (
        <>
          {picturesOf(diagram, lanes, name).map((source, at) => (
            <img key={source} className={styles.picture} src={source} alt={t.diagramPage(at + 1)} />
          ))}
          {playing.next !== 'end' && <p>{t.diagramEnds(playing.step + 1, steps.length)}</p>}
        </>
      )}
    </article>,
    document.body,
  );
}

/** The diagram in pieces that fit on a page, as addresses of pictures. */
function picturesOf(diagram: Diagram, lanes: ReturnType<typeof useLaneNames>, title: string): string[] {
  const draw = drawerOf(diagram, lanes);
  const pages = Math.ceil(diagram.rows.length / PAGE);
  return Array.from({ length: pages }, (_, at) => {
    const end = Math.min(diagram.rows.length, (at + 1) * PAGE);
    const svg = draw({ first: at * PAGE, end, title, link: null });
    return `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  });
}

/** Links in the text of a step lead nowhere: a demonstration needs no network. */
const nowhere = () => undefined;

function StepPane({ playing }: { playing: Playing }) {
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
