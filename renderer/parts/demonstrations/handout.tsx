/** The hand-out of a demonstration: each step with its part of the diagram, room to write, and a glossary. Rendered only while it is printed. */
import { useEffect, useMemo, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { bankTime } from '../../../shared/demonstrations/clock-jump.ts';
import { type Diagram, laidOut } from '../../../shared/flow/diagram.ts';
import { drawerOf } from '../../../shared/flow/exports/svg.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { type HandoutTexts, useDemonstrations } from '../../state/demonstrations.ts';
import { useFlow, useLaneNames } from '../../state/flow.ts';
import { Button } from '../../ui/button.tsx';
import { Markdown } from '../../ui/markdown.tsx';
import styles from './handout.module.css';

const t = texts.demonstrations;

/** Asks which edition to print. */
export function HandoutButton({ id }: { id: string }) {
  const print = useDemonstrations((store) => store.print);
  const [asks, setAsks] = useState(false);
  const choose = (forTrainer: boolean) => {
    setAsks(false);
    void print(id, forTrainer);
  };
  return asks ? (
    <>
      <Button size="small" onClick={() => choose(false)}>
        {t.forAudience}
      </Button>
      <Button size="small" title={t.forTrainerHint} onClick={() => choose(true)}>
        {t.forTrainer}
      </Button>
    </>
  ) : (
    <Button size="small" look="plain" onClick={() => setAsks(true)}>
      {t.handout}
    </Button>
  );
}

export function Handout() {
  const { handout, closeHandout, state } = useDemonstrations();
  const all = useFlow((store) => store.diagram);
  const diagram = useMemo(() => laidOut(all, { ...all.options, labels: 'human' }), [all]);
  const lanes = useLaneNames(diagram);
  const paper = useRef<HTMLElement>(null);
  useEffect(() => {
    if (handout === null) return undefined;
    window.addEventListener('afterprint', closeHandout);
    const pictures = [...(paper.current?.querySelectorAll('img') ?? [])];
    // Prints the texts even if a picture cannot be drawn.
    void Promise.allSettled(pictures.map((picture) => picture.decode())).then(() => window.print());
    return () => window.removeEventListener('afterprint', closeHandout);
  }, [handout, closeHandout]);
  if (handout === null) return null;
  const { name, summary, minutes, start, steps, forTrainer } = handout;
  const playing = state.playing?.name === name ? state.playing : null;
  const pictures = playing === null ? [] : picturesOf(diagram, lanes, playing.titles);
  return createPortal(
    <article ref={paper} className={styles.handout} data-theme="light" aria-label={t.handout}>
      <h1>{name}</h1>
      <p>{summary}</p>
      <p>
        {t.minutes(minutes)} · {t.bankTime}: {t.inOslo(bankTime(Date.parse(start)))}
      </p>
      {steps.map((step, at) => (
        <section key={step.title} className={styles.step}>
          <h2>
            {at + 1}. {step.title}
          </h2>
          <StepWords step={step} forTrainer={forTrainer} />
          <div>
            {pictures[at] && <img className={styles.picture} src={pictures[at]} alt={t.diagramOf(at + 1)} />}
          </div>
          {!forTrainer && <div className={styles.room} />}
        </section>
      ))}
      {playing !== null && playing.next !== 'end' && <p>{t.diagramEnds(playing.step + 1, steps.length)}</p>}
      <Glossary steps={steps} />
    </article>,
    document.body,
  );
}

function StepWords(props: { step: HandoutTexts['steps'][number]; forTrainer: boolean }) {
  const { step, forTrainer } = props;
  const { text, look, meaning, question, notes } = step;
  return (
    <div className={styles.words}>
      {question !== undefined && (
        <>
          <p>
            <b>{question.text}</b>
          </p>
          <ol type="A">
            {question.choices.map((choice) => (
              <li key={choice}>
                {forTrainer && choice === question.answer ? <b>{t.isAnswer(choice)}</b> : choice}
              </li>
            ))}
          </ol>
        </>
      )}
      <Markdown text={text} />
      {meaning !== undefined && (
        <p>
          <code>{meaning.code}</code> {meaning.text}
        </p>
      )}
      {look !== undefined && <Markdown text={`> **${t.lookAt}** ${look.text}`} />}
      {forTrainer && notes !== undefined && <Markdown text={`**${t.notes}:** ${notes}`} />}
    </div>
  );
}

/** The terms that the steps use. */
function Glossary({ steps }: Pick<HandoutTexts, 'steps'>) {
  const said = steps
    .map(({ title, text, meaning }) => `${title} ${text} ${meaning?.code} ${meaning?.text}`)
    .join(' ');
  const terms = t.glossary.split('\n').map((line) => line.split(/: (.*)/));
  const used = terms.flatMap(([term = '', meaning = '']) => (said.includes(term) ? [{ term, meaning }] : []));
  if (used.length === 0) return null;
  return (
    <dl className={styles.glossary}>
      <h2>{t.terms}</h2>
      {used.flatMap(({ term, meaning }) => [
        <dt key={term}>{term}</dt>,
        <dd key={`${term} is`}>{meaning}</dd>,
      ])}
    </dl>
  );
}

/** The part of the diagram that belongs to each step, as data URLs; undefined for a step that was not played. */
function picturesOf(
  diagram: Diagram,
  lanes: ReturnType<typeof useLaneNames>,
  titles: readonly string[],
): (string | undefined)[] {
  const draw = drawerOf(diagram, lanes);
  const firsts = titles.map((title, at) => {
    const note = t.player.note(at + 1, title);
    return diagram.rows.findIndex(
      ({ kind, ...row }) => kind === 'event' && 'event' in row && noteIn(row.event) === note,
    );
  });
  return titles.map((title, at) => {
    const first = firsts[at] ?? -1;
    if (first < 0) return undefined;
    const end = firsts.slice(at + 1).find((next) => next > first) ?? diagram.rows.length;
    const svg = draw({ first: first + 1, end, title, link: null });
    return end === first + 1 ? undefined : `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  });
}

const noteIn = (event: Diagram['events'][number]) => (event.kind === 'note' ? event.text : null);
