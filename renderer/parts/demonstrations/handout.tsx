/** The hand-out: the whole demonstration with its texts, and the diagram so far, on paper. It is there only while it is printed. */
import { useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { bankTime } from '../../../shared/demonstrations/clock-jump.ts';
import type { Diagram } from '../../../shared/flow/diagram.ts';
import { drawerOf } from '../../../shared/flow/exports/svg.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { useDemonstrations } from '../../state/demonstrations.ts';
import { useFlow } from '../../state/flow.ts';
import { useLaneNames } from '../../state/flow-lanes.ts';
import { Markdown } from '../../ui/markdown.tsx';
import styles from './handout.module.css';

const t = texts.demonstrations;

const nowhere = () => undefined;

/** Rows of the diagram on one page. */
const PAGE = 26;

export function Handout() {
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
